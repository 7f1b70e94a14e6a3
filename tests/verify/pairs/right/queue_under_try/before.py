import numpy as np
import tensorflow as tf

import time
queue = tf.FIFOQueue(20, [tf.float32], shapes=[[]])
fill = queue.enqueue_many([np.arange(20, dtype=np.float32)])
sess = tf.Session()
sess.run(fill)
start = time.time()
i = 0
try:
    while True:
        item = queue.dequeue()
        value = sess.run(item)
        print("%d: %s, %.3f s since %s" % (i, value, time.time() - start, time.strftime("%H:%M:%S")))
        i += 1
        if i == 6:
            raise IndexError
except IndexError:
    print("done")
