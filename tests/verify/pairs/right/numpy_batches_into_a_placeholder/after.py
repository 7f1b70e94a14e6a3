import numpy as np
import tensorflow as tf

import random
x = tf.placeholder(tf.float32, [3])
mean = tf.reduce_mean(x)
with tf.Session() as sess:
    for i in range(5):
        batch = np.random.rand(3).astype(np.float32)
        random.shuffle(list(batch))
        print(sess.run(mean, {x: batch}), random.random())
