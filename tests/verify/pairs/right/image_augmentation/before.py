import numpy as np
import tensorflow as tf

picture = tf.placeholder(tf.float32, [6, 6, 3])
data = np.random.RandomState(1).rand(5, 6, 6, 3).astype(np.float32)
with tf.Session() as sess:
    for i in range(5):
        crop = tf.random_crop(picture, [4, 4, 3])
        flip = tf.image.random_flip_left_right(crop)
        bright = tf.image.random_brightness(flip, 0.2)
        whole = tf.image.random_contrast(bright, 0.5, 1.5)
        print(sess.run(whole, {picture: data[i]}).shape)
