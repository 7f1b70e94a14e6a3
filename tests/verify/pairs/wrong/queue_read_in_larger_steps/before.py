import numpy as np
import tensorflow as tf

queue = tf.FIFOQueue(20, [tf.float32], shapes=[[]])
fill = queue.enqueue_many([np.zeros(20, dtype=np.float32)])
with tf.Session() as sess:
    sess.run(fill)
    for i in range(5):
        item = tf.reduce_sum(queue.dequeue_many(2))
        print(sess.run(item))
