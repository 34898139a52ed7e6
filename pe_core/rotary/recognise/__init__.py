"""Name a matrix that is no sinusoidal table: rotary frequencies and tables, biases, buckets.

Whoever asks the Doctor about a matrix often holds something related: the inverse frequencies of a
rotary encoding, its cosine, the slopes of ALiBi, T5's buckets, or a query after it was turned.
:func:`recognise` rebuilds the numbers from a formula and names it, if every number agrees to the
precision of its type. It returns None for everything else, learned tables and noise included.
"""

from pe_core.rotary.recognise.entry import recognise
from pe_core.rotary.recognise.model import Recognised

__all__ = ["Recognised", "recognise"]
