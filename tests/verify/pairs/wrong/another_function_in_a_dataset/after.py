import numpy as np
import tensorflow as tf

dataset = tf.data.Dataset.range(20).map(lambda t: tf.maximum(t, -2)).repeat()
iterator = tf.data.make_one_shot_iterator(dataset) if hasattr(tf.data, "make_one_shot_iterator") else dataset.make_one_shot_iterator()
item = iterator.get_next()
with tf.Session() as sess:
    for i in range(5):
        print(sess.run(item))
