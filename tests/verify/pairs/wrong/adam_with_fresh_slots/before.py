import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(5, 4, 3).astype(np.float32)
with tf.Session() as sess:
    for i in range(5):
        with tf.variable_scope("net%d" % i):
            a = tf.get_variable("a", [3, 2], initializer=tf.constant_initializer(0.5))
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
        with tf.variable_scope("opt%d" % i):
            train = tf.train.AdamOptimizer(0.1).minimize(loss, var_list=[w])
        sess.run(tf.variables_initializer([n for n in tf.global_variables() if i == 0 or ("opt%d" % i) in n.name]))
        print(sess.run([loss, train], {x: data[i]})[0])
