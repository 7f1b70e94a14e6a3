import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(5, 4, 3).astype(np.float32)
with tf.Session(config=tf.ConfigProto(device_count={"CPU": 2})) as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        with tf.device("/cpu:0"):
            y = tf.matmul(x, w)
        print(sess.run(y, {x: data[i]}))
