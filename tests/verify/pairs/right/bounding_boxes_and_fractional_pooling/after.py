import numpy as np
import tensorflow as tf

picture = tf.placeholder(tf.float32, [1, 8, 8, 3])
boxes = np.array([[[0.1, 0.1, 0.9, 0.9]]], np.float32)
data = np.random.RandomState(1).rand(5, 1, 8, 8, 3).astype(np.float32)
begin, size, box = tf.image.sample_distorted_bounding_box([8, 8, 3], boxes, min_object_covered=0.1)
part = tf.slice(picture[0], begin, size)
pooled = tf.nn.fractional_max_pool(picture, [1.0, 1.5, 1.5, 1.0], pseudo_random=True)[0]
grad = tf.gradients(pooled, picture)[0]
with tf.Session() as sess:
    for i in range(5):
        print([np.shape(r)[-1] for r in sess.run([part, pooled, grad], {picture: data[i]})])
