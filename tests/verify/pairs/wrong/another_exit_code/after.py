import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(8, 4, 3).astype(np.float32)
import sys

y = tf.reduce_sum(x)
with tf.Session() as sess:
    for i in range(5):
        value = sess.run(y, {x: data[i]})
sys.exit(1 if value > 0 else 0)
