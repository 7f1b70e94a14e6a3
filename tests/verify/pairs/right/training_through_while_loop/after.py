import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(8, 4, 3).astype(np.float32)
limit = tf.placeholder(tf.int32, [])
_, y = tf.while_loop(lambda k, s: k < limit, lambda k, s: (k + 1, tf.tanh(tf.matmul(s, tf.matmul(w, v, transpose_b=True)))), [0, x])
loss = tf.reduce_mean(tf.square(y - 0.1))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        print(sess.run([loss, train], {x: data[i], limit: 1 + i % 3})[0])
