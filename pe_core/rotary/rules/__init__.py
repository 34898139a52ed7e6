"""The rules that turn a base into frequencies: one family a module."""

from pe_core.rotary.rules.linear import Linear
from pe_core.rotary.rules.llama3 import Llama3
from pe_core.rotary.rules.longrope import LongRope
from pe_core.rotary.rules.ntk import Dynamic, NtkAware
from pe_core.rotary.rules.proportional import Proportional
from pe_core.rotary.rules.rule import Default, Rule
from pe_core.rotary.rules.yarn import Yarn, yarn_mscale

__all__ = [
    "Default",
    "Dynamic",
    "Linear",
    "Llama3",
    "LongRope",
    "NtkAware",
    "Proportional",
    "Rule",
    "Yarn",
    "yarn_mscale",
]
