import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(8, 4, 3).astype(np.float32)
dense = tf.keras.layers.Dense(4, activation="relu", kernel_initializer="ones")
drop = tf.keras.layers.Dropout(0.5)
dense.build((4, 3))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        y = drop(dense(x), training=True)
        loss = tf.reduce_sum(tf.square(y))
        train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
        print(sess.run([loss, train], {x: data[i]})[0])
