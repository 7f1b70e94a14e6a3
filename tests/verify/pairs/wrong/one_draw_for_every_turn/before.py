import numpy as np
import tensorflow as tf

noises = []
with tf.Session() as sess:
    for i in range(5):
        noises.append(tf.random_normal([3]))
        print(sess.run(tf.add_n(noises)).shape)
