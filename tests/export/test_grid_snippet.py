"""The code of a grid's table builds that table."""

import numpy as np
import pytest

from pe_core.conventions import CONVENTIONS
from pe_core.export.grid_snippet import grid_snippet

PLANAR = [e.name for e in CONVENTIONS.values() if e.grid and len(e.grid.axes) == 2]


@pytest.mark.parametrize("name", PLANAR)
@pytest.mark.parametrize(("dim", "base"), [(4, None), (10, None), (64, 100.0)])
def test_the_code_builds_the_librarys_table(name, dim, base):
    entry = CONVENTIONS[name]
    code = grid_snippet(entry, (3, 5), dim, base=base)
    built: dict = {}
    exec(code, built)  # noqa: S102 - the code is ours
    # The same formula; powers may be rounded differently in the last place.
    np.testing.assert_allclose(built["table"], entry.table((3, 5), dim, base=base), atol=1e-13)
    assert max(map(len, code.splitlines())) <= 100


@pytest.mark.parametrize("name", ["paper", "tatp22_3d"])
def test_other_tables_are_refused(name):
    with pytest.raises(ValueError, match="grid of two axes"):
        grid_snippet(CONVENTIONS[name], (2, 2), 8)
