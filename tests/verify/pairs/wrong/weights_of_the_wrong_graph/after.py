import numpy as np
import tensorflow as tf

graphs, outputs, inputs = [], [], []
for k in range(2):
    graph = tf.Graph()
    with graph.as_default():
        inputs.append(tf.placeholder(tf.float32, [2, 3]))
        w = tf.get_variable("w", [3, 2], initializer=tf.ones_initializer())
        outputs.append(tf.reduce_sum(tf.matmul(inputs[k], w)))
    graphs.append(graph)
sessions = [tf.Session(graph=graph) for graph in graphs]
for graph, session in zip(graphs, sessions):
    with graph.as_default():
        session.run(tf.global_variables_initializer())
for i in range(5):
    for k in range(2):
        j = k if i < 3 else 1 - k
        print(sessions[j].run(outputs[j], {inputs[j]: np.ones([2, 3]) * i}))
