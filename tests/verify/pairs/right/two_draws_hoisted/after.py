import numpy as np
import tensorflow as tf

a = tf.random_normal([3])
b = tf.random_normal([3])
with tf.Session() as sess:
    for i in range(5):
        print(sess.run([a + 1.0, b + 1.0]))
