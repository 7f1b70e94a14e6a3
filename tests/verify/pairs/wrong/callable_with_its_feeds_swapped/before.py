import numpy as np
import tensorflow as tf

a = tf.placeholder(tf.float32, [])
b = tf.placeholder(tf.float32, [])
with tf.Session() as sess:
    for i in range(5):
        y = a * 2.0 + b * 2.0
        call = sess.make_callable(y, [a, b])
        print(call(1.0, i))
