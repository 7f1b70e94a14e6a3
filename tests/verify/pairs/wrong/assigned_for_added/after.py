import numpy as np
import tensorflow as tf

w = tf.get_variable("w", [], initializer=tf.zeros_initializer())
add = tf.assign(w, 1.0)
with tf.Session() as sess:
    for i in range(5):
        sess.run(w.initializer)
        print(sess.run(add))
