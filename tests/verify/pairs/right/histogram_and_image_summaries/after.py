import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(8, 4, 3).astype(np.float32)
writer = tf.summary.FileWriter("logs")
y = tf.matmul(x, w) + tf.reduce_sum(v)
tf.summary.histogram("weights", y)
tf.summary.image("picture", tf.reshape(x, [1, 4, 3, 1]))
tf.summary.scalar("mean", tf.reduce_mean(y))
merged = tf.summary.merge_all()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        text, _ = sess.run([merged, y], {x: data[i]})
        writer.add_summary(text, i)
writer.close()
