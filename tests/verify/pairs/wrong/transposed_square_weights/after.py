import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [3, 3])
w = tf.get_variable("w", [3, 3], initializer=tf.ones_initializer())
y = tf.matmul(x, w, transpose_b=True)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        print(sess.run(y, {x: np.eye(3) + i}))
