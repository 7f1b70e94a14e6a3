import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(8, 4, 3).astype(np.float32)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        y = tf.matmul(x, w)
        z = tf.reduce_sum(y)
        u = tf.nn.relu(y - 0.5)
        handle = sess.partial_run_setup([z, u], [x])
        print(sess.partial_run(handle, z, {x: data[i]}))
        print(sess.partial_run(handle, u).sum())
