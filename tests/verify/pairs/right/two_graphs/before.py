import numpy as np
import tensorflow as tf

graphs, inputs, weights = [], [], []
for k in range(2):
    graph = tf.Graph()
    with graph.as_default():
        inputs.append(tf.placeholder(tf.float32, [2, 3]))
        weights.append(tf.get_variable("w", [3, 2], initializer=tf.constant_initializer(k + 1.0)))
    graphs.append(graph)
sessions = [tf.Session(graph=graph) for graph in graphs]
for graph, session in zip(graphs, sessions):
    with graph.as_default():
        session.run(tf.global_variables_initializer())
data = np.random.RandomState(1).rand(5, 2, 3)
for i in range(5):
    for k in range(2):
        with graphs[k].as_default():
            y = tf.reduce_sum(tf.matmul(inputs[k], weights[k]))
        print(sessions[k].run(y, {inputs[k]: data[i]}))
