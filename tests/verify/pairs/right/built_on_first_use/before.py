import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(8, 4, 3).astype(np.float32)


class Model(object):
    def __init__(self, sess):
        self.sess = sess

    def loss(self, batch):
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
        return self.sess.run(loss, {x: batch})


with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    model = Model(sess)
    for i in range(5):
        print(model.loss(data[i]))
