import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(np.arange(10.0)).map(lambda n: n + tf.random_uniform([], dtype=tf.float64)).shuffle(10).repeat()
iterator = tf.compat.v1.data.make_one_shot_iterator(data)
with tf.Session() as sess:
    for i in range(5):
        item = iterator.get_next() * 2.0
        print(sess.run(item))
