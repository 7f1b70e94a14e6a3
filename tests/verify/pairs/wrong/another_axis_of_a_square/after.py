import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [3, 3])
y = tf.reduce_sum(x, axis=1)
with tf.Session() as sess:
    for i in range(5):
        print(sess.run(y, {x: np.eye(3) + i}))
