import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float64, [3])
y = tf.cast(tf.cast(tf.square(x), tf.float32), tf.float64)
with tf.Session() as sess:
    for i in range(5):
        print(sess.run(y, {x: [i, 1.0, 2.0]}))
