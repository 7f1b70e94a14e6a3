import numpy as np
import tensorflow as tf

queue = tf.FIFOQueue(20, [tf.float32], shapes=[[]])
fill = queue.enqueue_many([np.zeros(20, dtype=np.float32)])
item = tf.reduce_sum(queue.dequeue_many(3))
with tf.Session() as sess:
    sess.run(fill)
    for i in range(5):
        print(sess.run(item))
