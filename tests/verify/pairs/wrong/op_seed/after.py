import numpy as np
import tensorflow as tf

x = tf.random_normal([2], seed=3)
with tf.Session() as sess:
    for i in range(5):
        print(sess.run(x))
