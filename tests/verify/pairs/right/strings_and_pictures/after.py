import numpy as np
import tensorflow as tf

text = tf.placeholder(tf.string, [])
picture = tf.image.decode_png(text)
small = tf.cast(picture, tf.float32) / 255.0
number = tf.placeholder(tf.string, [])
label = tf.string_join(["image", number], "-")
with tf.Session() as sess:
    png = [sess.run(tf.image.encode_png(np.full([3, 3, 1], 10 * k, np.uint8))) for k in range(5)]
    for i in range(5):
        print(sess.run([small, label], {text: png[i], number: str(i)})[1])
