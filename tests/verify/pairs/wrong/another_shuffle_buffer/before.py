import numpy as np
import tensorflow as tf

dataset = tf.data.Dataset.range(20).shuffle(10).repeat()
iterator = tf.data.make_one_shot_iterator(dataset) if hasattr(tf.data, "make_one_shot_iterator") else dataset.make_one_shot_iterator()
with tf.Session() as sess:
    for i in range(5):
        item = iterator.get_next()
        sess.run(item)
        print(i)
