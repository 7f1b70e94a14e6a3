import numpy as np
import tensorflow as tf

rate = tf.Variable(0.5, name="rate")
value = tf.placeholder(tf.float32, [])
assign = tf.assign(rate, value)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        sess.run(assign.op, {value: 0.5 / (i + 1)})
