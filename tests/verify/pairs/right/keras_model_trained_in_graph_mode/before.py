import numpy as np
import tensorflow as tf

generator = np.random.RandomState(0)
x = generator.rand(32, 4).astype("float32")
y = generator.randint(0, 3, 32)
model = tf.keras.Sequential()
model.add(tf.keras.layers.Dense(8, activation="relu", input_shape=(4,)))
model.add(tf.keras.layers.Dropout(0.5))
model.add(tf.keras.layers.Dense(3))
model.compile(optimizer=tf.keras.optimizers.SGD(0.1), loss="sparse_categorical_crossentropy")
predict = tf.keras.backend.function(model.inputs, model.outputs)
sess = tf.keras.backend.get_session()
for i in range(6):
    mean = tf.reduce_mean(model.output)
    print(model.train_on_batch(x, y), predict([x])[0].sum(), sess.run(mean, {model.input: x}))
