import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(5, 4, 3).astype(np.float32)
def model(batch, keep):
    net = tf.nn.relu(tf.matmul(batch, w))
    for _ in range(2):
        net = tf.nn.dropout(net, keep)
    return tf.reduce_mean(net)


keep_prob = tf.placeholder(tf.float32, [])
loss = model(x, keep_prob)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(3):
        for i in range(5):
            print(epoch, sess.run(loss, {x: data[i], keep_prob: 0.75}))
