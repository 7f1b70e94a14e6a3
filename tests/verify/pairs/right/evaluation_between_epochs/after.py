import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(8, 4, 3).astype(np.float32)
truth = tf.placeholder(tf.int64, [4])
logits = tf.matmul(x, w + tf.random_normal([3, 2]))
train = tf.train.AdamOptimizer(0.1).minimize(tf.reduce_mean(tf.square(logits)))
correct = tf.equal(tf.argmax(logits, 1), truth)
accuracy = tf.reduce_mean(tf.cast(correct, tf.float32))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(4):
        for i in range(3):
            sess.run(train, {x: data[i]})
        print(epoch, accuracy.eval({x: data[7], truth: [0, 1, 0, 1]}))
