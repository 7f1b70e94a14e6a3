import numpy as np
import tensorflow as tf

counter = tf.get_variable("counter", [], initializer=tf.zeros_initializer())
step = tf.assign_add(counter, 1.0)
with tf.control_dependencies([step]):
    y = tf.constant(2.0) * 3.0
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        print(sess.run(y))
