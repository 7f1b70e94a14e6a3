import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(8, 4, 3).astype(np.float32)
u = tf.get_variable("u", [2], initializer=tf.ones_initializer())
with tf.Session() as sess:
    sess.run([w.initializer, v.initializer])
    sess.run(tf.variables_initializer([u]))
    for i in range(5):
        y = tf.reduce_sum(tf.matmul(x, w)) + tf.reduce_sum(u)
        print(sess.run(y, {x: data[i]}))
