import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(5, 4, 3).astype(np.float32)
optimizer = tf.train.GradientDescentOptimizer(0.1)
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
train = optimizer.minimize(loss)
sess = tf.InteractiveSession()
tf.global_variables_initializer().run()
for i in range(5):
    _, loss_value = sess.run([train, loss], {x: data[i]})
    print("loss %.4f" % loss_value)
sess.close()
raise ValueError("at the end")
