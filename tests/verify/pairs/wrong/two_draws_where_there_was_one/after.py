import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(8, 4, 3).astype(np.float32)
r = tf.random_uniform([4, 3])
r2 = tf.random_uniform([4, 3])
y = x * r
z = x + r2
with tf.Session() as sess:
    for i in range(5):
        print(sess.run([y, z], {x: data[i]})[1].shape)
