import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(8, 4, 3).astype(np.float32)
steps = tf.unstack(tf.reshape(x, [1, 4, 3]), axis=1)
with tf.Session() as sess:
    for i in range(5):
        with tf.variable_scope("lstm", reuse=tf.AUTO_REUSE):
            cell = tf.nn.rnn_cell.BasicLSTMCell(3)
            outputs, state = tf.nn.static_rnn(cell, steps, dtype=tf.float32)
        loss = tf.reduce_sum(outputs[-1])
        if i == 0:
            sess.run(tf.global_variables_initializer())
        print(sess.run([loss, state], {x: data[i]})[0])
