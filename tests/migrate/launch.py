"""Runs a script, and writes down how many nodes its graph has at each session run.

    launch.py RECORD SCRIPT [ARGUMENT...]

In the syntax that Python 2.7 and 3 share; on TensorFlow 2 the script gets the compatibility module.
"""
import os
import runpy
import sys

import tensorflow as tf
from tensorflow.python.client import session

if int(tf.__version__.split('.')[0]) > 1:
    tf.compat.v1.disable_v2_behavior()
    sys.modules['tensorflow'] = tf.compat.v1
record, script = sys.argv[1:3]
sys.argv = sys.argv[2:]
sys.path[0] = os.path.dirname(os.path.abspath(script))
run = session.BaseSession.run


def counted(self, *arguments, **options):
    with open(record, 'a') as stream:
        stream.write('%d %d\n' % (id(self.graph), len(self.graph.get_operations())))
    return run(self, *arguments, **options)


session.BaseSession.run = counted
runpy.run_path(script, run_name='__main__')
