import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(8, 4, 3).astype(np.float32)
step = tf.train.get_or_create_global_step()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(6):
        rate = tf.train.exponential_decay(0.1, step, 2, 0.5, staircase=True)
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
        train = tf.train.GradientDescentOptimizer(rate).minimize(loss, global_step=step)
        _, value, r = sess.run([train, loss, rate], {x: data[i]})
        print(tf.train.global_step(sess, step), value, r)
