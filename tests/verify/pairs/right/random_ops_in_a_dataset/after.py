import numpy as np
import tensorflow as tf

dataset = tf.data.Dataset.from_tensor_slices(np.arange(24, dtype=np.float32))
dataset = dataset.map(lambda t: t + tf.random_uniform([])).shuffle(10).batch(4)
iterator = tf.data.make_initializable_iterator(dataset) if hasattr(tf.data, "make_initializable_iterator") else dataset.make_initializable_iterator()
batch = iterator.get_next() * 2.0
with tf.Session() as sess:
    sess.run(iterator.initializer)
    while True:
        try:
            print(sess.run(batch).shape)
        except tf.errors.OutOfRangeError:
            break
