import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float64, [3])
with tf.Session() as sess:
    for i in range(5):
        y = tf.square(x)
        print(sess.run(y, {x: [i, 1.0, 2.0]}))
