import numpy as np
import tensorflow as tf

rate = tf.Variable(0.5, name="rate")
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        sess.run(tf.assign(rate, 0.5 / (i + 1)).op)
