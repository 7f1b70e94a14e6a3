import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(8, 4, 3).astype(np.float32)
state = tf.get_variable("target/w", [3, 2], initializer=tf.zeros_initializer())
other = tf.get_variable("target/v", [3, 2], initializer=tf.zeros_initializer())
copies = [tf.assign(a, b) for a, b in ((state, w), (other, v))]
train = tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(tf.matmul(x, w)) + tf.reduce_sum(tf.square(v)))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(6):
        sess.run(train, {x: data[i]})
        if i % 2 == 0:
            sess.run(copies)
        print(sess.run(state).sum())
