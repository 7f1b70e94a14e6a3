import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(8, 4, 3).astype(np.float32)
rate = tf.Variable(0.1, trainable=False, name="rate")
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train = tf.train.MomentumOptimizer(rate, 0.9).minimize(loss)
new_rate = tf.placeholder(tf.float32, [])
set_rate = tf.assign(rate, new_rate)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        sess.run(set_rate, {new_rate: 0.1 / (i + 1)})
        print(sess.run([loss, train], {x: data[i]})[0])
