# -*- coding: utf-8 -*-
"""The plate reader as a person would have written it: built, initialised, then trained."""
from __future__ import print_function

import sys
import time

import numpy as np
import tensorflow as tf

import network_model

STEPS = int(sys.argv[1]) if len(sys.argv) > 1 else 200
KEEP_PROB = float(sys.argv[2]) if len(sys.argv) > 2 else 0.5
BATCH_SIZE = 16
HEIGHT = 24
WIDTH = 72
LEARNING_RATE = 0.05

'''生成车牌:每个字符一个固定的字形,加上噪声'''
rng = np.random.RandomState(2019)
province_glyphs = rng.rand(network_model.PROVINCES, 16, 8)
character_glyphs = rng.rand(network_model.CHARACTERS, 16, 8)


def next_batch():
    y_batch = np.zeros([BATCH_SIZE, network_model.HEADS], np.int32)
    y_batch[:, 0] = rng.randint(network_model.PROVINCES, size=BATCH_SIZE)
    y_batch[:, 1:] = rng.randint(network_model.CHARACTERS, size=[BATCH_SIZE, network_model.HEADS - 1])
    x_batch = 0.1 * rng.rand(BATCH_SIZE, HEIGHT, WIDTH, 3)
    for i in range(BATCH_SIZE):
        for head in range(network_model.HEADS):
            glyph = province_glyphs[y_batch[i, 0]] if head == 0 else character_glyphs[y_batch[i, head]]
            left = 4 + 9 * head
            x_batch[i, 4:20, left:left + 8] += glyph[:, :, np.newaxis]
    return x_batch.astype(np.float32), y_batch


tf.set_random_seed(515)

inputs = tf.placeholder(tf.float32, [None, HEIGHT, WIDTH, 3], name='inputs')
labels = tf.placeholder(tf.int32, [None, network_model.HEADS], name='labels')
keep_prob = tf.placeholder(tf.float32, name='keep_prob')

# No graph is given to the writer, for there is none to show yet.
writer = tf.summary.FileWriter('./logs')

'''预测值'''
train_logits = network_model.inference(inputs, keep_prob)
'''损失值'''
loss1, loss2, loss3, loss4, loss5, loss6, loss7 = network_model.losses(train_logits, labels)
# The heads share the trunk, so they are trained together.
total_loss = tf.add_n([loss1, loss2, loss3, loss4, loss5, loss6, loss7])
'''优化'''
train_op = network_model.train(total_loss, LEARNING_RATE)
'''准确率'''
train_acc = network_model.evaluation(train_logits, labels)
'''记录损失'''
tf.summary.scalar('loss1', loss1)
tf.summary.scalar('loss2', loss2)
tf.summary.scalar('loss3', loss3)
tf.summary.scalar('loss4', loss4)
tf.summary.scalar('loss5', loss5)
tf.summary.scalar('loss6', loss6)
tf.summary.scalar('loss7', loss7)
tf.summary.scalar('total_loss', total_loss)
summary_op = tf.summary.merge_all()
'''载入模型结构'''
saver = tf.train.Saver(max_to_keep=None)
init_op = tf.global_variables_initializer()

'''建立会话'''
with tf.Session() as sess:
    sess.run(init_op)
    for step in range(STEPS):
        start_time = time.time()
        '''读取一批车牌'''
        x_batch, y_batch = next_batch()
        '''模型输入'''
        feed_dict = {inputs: x_batch, labels: y_batch, keep_prob: KEEP_PROB}
        '''开始训练'''
        _, losses, loss, acc, summary = sess.run(
            [train_op, [loss1, loss2, loss3, loss4, loss5, loss6, loss7], total_loss, train_acc, summary_op],
            feed_dict=feed_dict)
        '''保存模型'''
        writer.add_summary(summary, step)
        saver.save(sess, './model/plate', step)
        time_cost = time.time() - start_time
        print('step: {}, time cost: {}'.format(step, time_cost))
        if step % 10 == 0:
            print('loss1:{:.2f}, loss2:{:.2f}, loss3:{:.2f}, loss4:{:.2f}, loss5:{:.2f}, loss6:{:.2f}, loss7: {:.2f}'
                  .format(*losses))
            print('Total loss: {:.2f}, accuracy: {:.2f}, steps: {}, time cost: {}'.format(loss, acc, step, time_cost))

writer.close()
