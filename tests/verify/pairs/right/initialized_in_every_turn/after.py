import numpy as np
import tensorflow as tf

w = tf.get_variable("w", [3], initializer=tf.random_normal_initializer())
b = tf.get_variable("b", [3], initializer=tf.truncated_normal_initializer(stddev=0.1))
start = tf.global_variables_initializer()
train = tf.assign_add(w, b)
with tf.Session() as sess:
    for i in range(5):
        sess.run(start)
        print(sess.run(train))
