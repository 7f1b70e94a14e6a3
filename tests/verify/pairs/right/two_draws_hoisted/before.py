import numpy as np
import tensorflow as tf

with tf.Session() as sess:
    for i in range(5):
        a = tf.random_normal([3])
        b = tf.random_normal([3])
        print(sess.run([a + 1.0, b + 1.0]))
