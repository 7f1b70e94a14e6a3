import numpy as np
import tensorflow as tf

v = tf.get_variable("v", [], initializer=tf.zeros_initializer())
with tf.Session() as sess:
    sess.run(v.initializer)
    for i in range(5):
        try:
            checked = tf.Print(v, [v]) / tf.constant(2.0)
            with tf.control_dependencies([tf.Assert(v < 100.0, [v])]):
                total = tf.assign_add(v, 1.0) + checked
            print(sess.run(total))
            if i == 3:
                break
        except ValueError:
            pass
