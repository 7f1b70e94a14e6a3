import numpy as np
import tensorflow as tf

table = tf.get_variable("table", [7, 3], initializer=tf.random_normal_initializer())
ids = tf.placeholder(tf.int32, [None])
optimizer = tf.train.AdagradOptimizer(0.5)
rows = tf.nn.embedding_lookup(table, ids)
rows = tf.Print(rows, [rows], "rows ")
loss = tf.reduce_sum(tf.square(rows))
with tf.variable_scope(tf.get_variable_scope(), reuse=tf.AUTO_REUSE):
    train = optimizer.minimize(loss)
with tf.Session() as sess:
    for i in range(5):
        if i == 0:
            sess.run(tf.global_variables_initializer())
        print(sess.run([loss, train], {ids: [i, 6 - i, 3]})[0])
