import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
moving = tf.get_variable("moving", [], initializer=tf.zeros_initializer(), trainable=False)
w = tf.get_variable("w", [], initializer=tf.ones_initializer())
with tf.Session() as sess:
    for i in range(5):
        loss = tf.reduce_mean(x * w)
        tf.add_to_collection(tf.GraphKeys.UPDATE_OPS, tf.assign_add(moving, 1.0))
        with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
            train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
        if i == 0:
            sess.run(tf.global_variables_initializer())
        print(sess.run([loss, train], {x: np.ones([4, 3])})[0])
