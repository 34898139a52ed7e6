"""What the property tests share: values of any kind, and a call that may refuse them."""

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import strategies as st

__all__ = ["junk", "refusal"]

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-(10**400), 10**400),
    st.floats(),
    st.complex_numbers(),
    st.text(),
    st.binary(),
    st.decimals(),
    st.fractions(),
    st.datetimes(),
    st.timedeltas(),
    st.sampled_from([np.float32("nan"), np.int8(3), np.True_, np.str_("6")]),
    st.sampled_from([np.datetime64(1, "D")]),
    st.sampled_from([object(), int, print, np, ..., NotImplemented, range(3), slice(1)]),
)
#: Values of any type, nested ones too.
junk = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(st.text(max_size=3), inner, max_size=2),
    ),
    max_leaves=6,
)


def refusal(call: Callable[..., Any], *arguments: Any) -> str | None:
    """Return the words of the ``ValueError`` that a call raises, or None; let others through."""
    try:
        call(*arguments)
    except ValueError as error:
        return str(error)
    return None
