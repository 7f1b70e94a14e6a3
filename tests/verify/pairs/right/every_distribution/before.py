import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(5, 4, 3).astype(np.float32)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        order = tf.random_shuffle(x)
        pick = tf.multinomial(tf.log(tf.abs(x) + 0.1), 2)
        gamma = tf.random_gamma([2], 0.7)
        cut = tf.truncated_normal([3])
        number = tf.random_uniform([3], 0, 10, dtype=tf.int32)
        many = tf.random_poisson(3.0, [2])
        print([np.shape(r) for r in sess.run([order, pick, gamma, cut, number, many], {x: data[i]})])
