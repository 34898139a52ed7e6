"""Tests of biases and other relatives."""
