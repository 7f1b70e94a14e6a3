import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(5, 4, 3).astype(np.float32)
n = tf.while_loop(lambda k, s: k < 3, lambda k, s: (k + 1, tf.nn.dropout(s, 0.5) + 0.1 * s), [0, x])[1]
z = tf.cond(tf.reduce_sum(x) > 3.0, lambda: tf.reduce_sum(n) + tf.random_uniform([]), lambda: tf.constant(1.0))
g = tf.gradients(z, x)[0]
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        print(sess.run([z, g], {x: data[i]})[0])
