import numpy as np
import tensorflow as tf

with tf.Session() as sess:
    for i in range(5):
        x = tf.random_normal([2], seed=3)
        print(sess.run(x))
