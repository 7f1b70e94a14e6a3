import numpy as np
import tensorflow as tf

with open("data.csv", "w") as stream:
    stream.write("\n".join("%d,%d" % (k, k * k) for k in range(12)) + "\n")
queue = tf.train.string_input_producer(["data.csv"], shuffle=False)
reader = tf.TextLineReader()
key, line = reader.read(queue)
a, b = tf.decode_csv(line, [[0.0], [0.0]])
both = a + b
with tf.Session() as sess:
    coordinator = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess, coordinator)
    for i in range(6):
        print(sess.run(both))
    coordinator.request_stop()
    coordinator.join(threads)
