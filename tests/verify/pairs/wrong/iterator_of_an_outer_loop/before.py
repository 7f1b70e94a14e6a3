import numpy as np
import tensorflow as tf

data = np.arange(12, dtype=np.float32).reshape(4, 3)
with tf.Session() as sess:
    for epoch in range(4):
        iterator = tf.compat.v1.data.make_one_shot_iterator(tf.data.Dataset.from_tensor_slices(data).repeat(10))
        item = iterator.get_next()
        for i in range(30):
            print(sess.run(item))
