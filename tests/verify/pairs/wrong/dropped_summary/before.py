import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(5, 4, 3).astype(np.float32)
writer = tf.summary.FileWriter("./logs")
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        mean = tf.reduce_mean(tf.nn.dropout(tf.matmul(x, w), 0.5))
        tf.summary.scalar("mean", mean)
        tf.summary.scalar("top", tf.reduce_max(x))
        tf.summary.histogram("x", x)
        merged = tf.summary.merge_all()
        value, text = sess.run([mean, merged], {x: data[i]})
        writer.add_summary(text, i)
        print(value)
writer.close()
