"""Sinusoidal positional encodings: exact tables, what they show, and whose numbers they are."""

from pe_core.conventions import CONVENTIONS
from pe_core.doctor import diagnose
from pe_core.rotary import Rotary
from pe_core.shift import shift_matrix
from pe_core.similarity import offset_similarity
from pe_core.sinusoid import Sinusoid

__all__ = ["CONVENTIONS", "Rotary", "Sinusoid", "diagnose", "offset_similarity", "shift_matrix"]
