import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(8, 4, 3).astype(np.float32)
labels = tf.placeholder(tf.int64, [4, 1])
weights = tf.get_variable("weights", [20, 3], initializer=tf.constant_initializer(0.1))
biases = tf.get_variable("biases", [20], initializer=tf.zeros_initializer())
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        nce = tf.reduce_mean(tf.nn.nce_loss(weights, biases, labels, x, 5, 20))
        soft = tf.reduce_mean(tf.nn.sampled_softmax_loss(weights, biases, labels, x, 5, 20))
        train = tf.train.GradientDescentOptimizer(0.1).minimize(nce + soft)
        print(sess.run([nce, soft, train], {x: data[i], labels: [[1], [2], [i], [4]]})[:2])
