import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(8, 4, 3).astype(np.float32)
keep = tf.placeholder(tf.bool, [])
y = tf.layers.batch_normalization(tf.matmul(x, w), training=keep, name="bn", reuse=tf.AUTO_REUSE)
loss = tf.reduce_mean(tf.square(y - 1.0))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    for i in range(5):
        if i == 0:
            sess.run(tf.global_variables_initializer())
        print(sess.run([loss, train], {x: data[i], keep: True})[0])
