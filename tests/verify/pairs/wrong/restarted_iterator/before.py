import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(np.arange(10.0))
with tf.Session() as sess:
    for i in range(5):
        iterator = tf.data.make_one_shot_iterator(data) if hasattr(tf.data, "make_one_shot_iterator") else data.make_one_shot_iterator()
        item = iterator.get_next()
        print(sess.run(item))
