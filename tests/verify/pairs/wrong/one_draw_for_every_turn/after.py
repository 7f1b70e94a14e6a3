import numpy as np
import tensorflow as tf

noises = []
noise = tf.random_normal([3])
with tf.Session() as sess:
    for i in range(5):
        noises.append(noise)
        print(sess.run(tf.add_n(noises)).shape)
