import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 3])
w = tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(0.5))
v = tf.get_variable("v", [3, 2], initializer=tf.constant_initializer(0.25))
data = np.random.RandomState(1).rand(8, 4, 3).astype(np.float32)
sparse = tf.sparse_placeholder(tf.float32, [4, 3])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        y = tf.sparse_tensor_dense_matmul(sparse, w)
        z = tf.sparse_reduce_sum(sparse)
        value = tf.SparseTensorValue([[0, 0], [i % 4, 2]] if i % 4 else [[0, 0], [1, 2]], [1.0, float(i)], [4, 3])
        print(sess.run([y, z], {sparse: value})[1])
