import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(5, 4, 3).astype(np.float32)
with tf.Session() as sess:
    for i in range(5):
        with tf.variable_scope("rnn", reuse=tf.AUTO_REUSE):
            cell = tf.nn.rnn_cell.GRUCell(3)
            out, _ = tf.nn.dynamic_rnn(cell, tf.expand_dims(tf.nn.dropout(x, 0.5), 1), dtype=tf.float32)
        loss = tf.reduce_mean(tf.square(out))
        train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
        if i == 0:
            sess.run(tf.global_variables_initializer())
        print(sess.run([loss, train], {x: data[i]})[0])
