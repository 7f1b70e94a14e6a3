import numpy as np
import tensorflow as tf

def step(sess, i):
    x = tf.random_normal([3])
    y = tf.reduce_sum(x) * i
    print(sess.run(y))
with tf.Session() as sess:
    for i in range(5):
        step(sess, i)
