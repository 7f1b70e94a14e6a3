import numpy as np
import tensorflow as tf

w = tf.get_variable("w", [], initializer=tf.zeros_initializer())
with tf.Session() as sess:
    for i in range(5):
        add = tf.assign_add(w, 1.0)
        sess.run(w.initializer)
        print(sess.run(add))
