import numpy as np
import tensorflow as tf

tf.set_random_seed(7)
with tf.Session() as sess:
    for i in range(5):
        x = tf.random_uniform([2])
        print(sess.run(x))
