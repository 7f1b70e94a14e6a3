import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(8, 4, 3).astype(np.float32)
y = tf.reduce_sum(tf.sigmoid(tf.matmul(x, w)) * tf.stop_gradient(tf.matmul(x, v)))
g = tf.gradients(y, x)[0]
h = tf.gradients(tf.reduce_sum(g), w)[0]
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        print(sess.run([g, h], {x: data[i]})[1].sum())
