import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(8, 4, 3).astype(np.float32)
step = tf.train.get_or_create_global_step()
product = tf.matmul(x, w)
y = tf.reduce_sum(tf.square(product))
train = tf.train.GradientDescentOptimizer(0.1).minimize(y, step)
supervisor = tf.train.Supervisor(logdir="logs", global_step=step, save_summaries_secs=0, save_model_secs=0)
with supervisor.managed_session() as sess:
    for i in range(5):
        if supervisor.should_stop():
            break
        print(sess.run([y, train], {x: data[i]})[0])
