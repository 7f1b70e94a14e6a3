import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(8, 4, 3).astype(np.float32)
first, second = tf.Session(), tf.Session()
for session in (first, second):
    session.run(tf.global_variables_initializer())
for i in range(5):
    y = tf.reduce_sum(tf.matmul(x, w))
    print(first.run(y, {x: data[i]}))
