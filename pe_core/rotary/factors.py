"""Faults on the factor of cosine and sine: R1, R2, R3, and what R5 brings with it.

YaRN multiplies both by a number near 1, and files have four ways to say which: nothing, a pair of
mscale, attention_factor, attn_factor. A reader that knows three of them is wrong on the fourth by
a constant, which no short text shows.
"""

from pe_core.rotary.rules import yarn_mscale
from pe_core.rotary.settings import RopeSettings

__all__ = ["wrong_factors"]

_Made = tuple[str, str, float, str]


def wrong_factors(s: RopeSettings) -> list[_Made]:
    """Return the wrong factors that are known for settings: (id, title, factor, fix).

    >>> [made[0] for made in wrong_factors(RopeSettings(4, 4, 1e4, rule="yarn", factor=4.0))]
    ['R1']
    """
    if s.rule == "longrope":
        return _of_longrope(s)
    if s.rule != "yarn":
        return []
    plain = yarn_mscale(s.scaling)
    found: list[_Made] = []
    if s.attention_factor is not None:
        fix = "Pass attention_factor on: it replaces 0.1·ln(factor) + 1."
        found.append(("R2", "the explicit attention_factor was not used", plain, fix))
    elif s.attn_factor is not None:
        fix = "Multiply 0.1·ln(factor) + 1 by attn_factor, or write attention_factor in its place."
        title = "attn_factor is not attention_factor"
        found += [("R3", title, plain, fix), ("R3", title, s.attn_factor, fix)]
    elif s.mscale and s.mscale_all_dim:
        fix = "Use the ratio of both: get_mscale for mscale, divided by that for mscale_all_dim."
        for value in (plain, yarn_mscale(s.scaling, s.mscale)):
            found.append(("R1", "YaRN's mscale pair was ignored", value, fix))
    else:
        fix = "Without a pair of mscale the factor is 0.1·ln(factor) + 1."
        found.append(("R1", "YaRN's own factor is missing", 1.0, fix))
        for lone in (s.mscale, s.mscale_all_dim):
            if lone:
                value = yarn_mscale(s.scaling, lone)
                found.append(("R1", "a lone mscale was used", value, fix))
    return found


def _of_longrope(s: RopeSettings) -> list[_Made]:
    fix = "Multiply cosine and sine by sqrt(1 + ln(factor) / ln(original))."
    if s.attention_factor is not None:
        computed = s.replaced(attention_factor=None).reading().attention_factor
        title = "the explicit attention_factor was not used"
        return [("R2", title, computed, "Pass attention_factor on.")]
    return [("attention-factor", "LongRoPE's factor is missing", 1.0, fix)]
