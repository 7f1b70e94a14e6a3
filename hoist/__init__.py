"""hoist: find graph builds inside TensorFlow-1-style session loops, move them out, and prove the move."""

__version__ = "0.1.0"
