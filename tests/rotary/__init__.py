"""Tests of the rotary encodings."""
