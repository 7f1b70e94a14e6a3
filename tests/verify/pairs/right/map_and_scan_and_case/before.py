import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(8, 4, 3).astype(np.float32)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        m = tf.map_fn(lambda row: tf.nn.dropout(row, 0.5) + 1.0, x)
        s = tf.scan(lambda a, row: a + row, x)
        c = tf.case([(tf.reduce_sum(x) > 6.0, lambda: tf.reduce_sum(s))], default=lambda: tf.reduce_sum(m))
        print(sess.run([m, s, c], {x: data[i]})[2])
