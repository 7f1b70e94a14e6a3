import numpy as np
import tensorflow as tf

text = tf.placeholder(tf.string, [])
with tf.Session() as sess:
    png = [sess.run(tf.image.encode_png(np.full([3, 3, 1], 10 * k, np.uint8))) for k in range(5)]
    for i in range(5):
        picture = tf.image.decode_png(png[i])
        small = tf.cast(picture, tf.float32) / 255.0
        label = tf.string_join(["image", str(i)], "-")
        print(sess.run([small, label])[1])
