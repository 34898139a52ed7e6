"""Rotary encodings: what today's models use, how they stretch them, and how that goes wrong."""

from pe_core.rotary.encoding import Rotary
from pe_core.rotary.pairing import PAIRINGS, pair_columns, pairing_permutation
from pe_core.rotary.rules import (
    Default,
    Dynamic,
    Linear,
    Llama3,
    LongRope,
    NtkAware,
    Proportional,
    Rule,
    Yarn,
    yarn_mscale,
)

__all__ = [
    "PAIRINGS",
    "Default",
    "Dynamic",
    "Linear",
    "Llama3",
    "LongRope",
    "NtkAware",
    "Proportional",
    "Rotary",
    "Rule",
    "Yarn",
    "pair_columns",
    "pairing_permutation",
    "yarn_mscale",
]
