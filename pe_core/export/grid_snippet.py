"""The code behind a table of a grid, as vision models use it: one encoding per axis, joined."""

from pe_core.checks import integer
from pe_core.conventions import Convention

__all__ = ["grid_snippet"]

_AXES = "yx"


def grid_snippet(
    entry: Convention, shape: tuple[int, int], dim: int, *, base: float | None = None
) -> str:
    """Return NumPy code that ends with ``table``, a row for each cell of a grid, row by row.

    ``entry`` is a convention with a grid of two axes, ``shape`` its (height, width), ``dim`` the
    number of columns, an integer from 1 to 4096; ``base`` replaces that of the convention.

    Raises ``ValueError`` for a convention without such a grid, and for other values.

    Source: the library and file of ``entry.source``.

    >>> from pe_core.conventions import convention
    >>> print(grid_snippet(convention("timm_2d"), (2, 3), 8).splitlines()[-1])
    table = np.concatenate([sin_y, sin_x, cos_y, cos_x], axis=1)
    """
    grid = entry.grid
    if grid is None or len(grid.axes) != 2:
        raise ValueError(f"convention must have a grid of two axes; got {entry.name!r}")
    height, width = (integer("shape", size, 1, 2**24) for size in shape)
    sinusoid = entry.sinusoid(integer("dim", dim, 1, 4096), base=base)
    count = len(sinusoid.frequencies)
    divisor = max(count - 1, 1) if sinusoid.spacing == "endpoint" else count
    steps = [_steps(size, entry) for size in (height, width)]
    cut = f"[:, :{dim}]" if len(grid.axes) * sinusoid.dim > dim else ""
    lines = [
        "import numpy as np",
        "",
        f"# A grid of {height} x {width} cells, row by row: {height * width} rows x {dim} columns",
        f"rows = {steps[0]}",
        f"columns = {steps[1]}",
        'y, x = np.meshgrid(rows, columns, indexing="ij")',
        f"frequencies = {sinusoid.base!r} ** (-np.arange({count}) / {divisor})",
        "angles_y = y.reshape(-1, 1) * frequencies",
        "angles_x = x.reshape(-1, 1) * frequencies",
        "sin_y, cos_y = np.sin(angles_y), np.cos(angles_y)",
        "sin_x, cos_x = np.sin(angles_x), np.cos(angles_x)",
        *_joined(entry),
    ]
    return "\n".join(lines) + cut + "\n"


def _steps(size: int, entry: Convention) -> str:
    """Return the expression for the coordinates along one axis."""
    text = f"np.arange({size})" + (f" + {entry.origin!r}" if entry.origin else "")
    unit = entry.grid.unit if entry.grid else "1"
    if unit == "1":
        return text
    # The small number is the library's own, against division by zero.
    factor = f"16 / {size}" if unit == "16/size" else f"2 * np.pi / ({size} + 1e-6)"
    return f"({text}) * ({factor})"


def _joined(entry: Convention) -> list[str]:
    """Return the lines that put the waves of the axes into the columns of ``table``."""
    grid = entry.grid
    axes = [_AXES[axis] for axis in grid.axes] if grid else []
    pairs = [(f"sin_{axis}", f"cos_{axis}") for axis in axes]
    flat = ", ".join(name for pair in pairs for name in pair)
    if grid and grid.join == "pairs":
        return [f"table = np.stack([{flat}], axis=2).reshape(len(sin_y), -1)"]
    if grid and grid.join == "halves":
        flat = ", ".join([pair[0] for pair in pairs] + [pair[1] for pair in pairs])
    elif entry.layout == "interleaved":
        lines = [
            f"{axis} = np.stack([sin_{axis}, cos_{axis}], axis=2).reshape(len(sin_{axis}), -1)"
            for axis in axes
        ]
        return [*lines, f"table = np.concatenate([{', '.join(axes)}], axis=1)"]
    return [f"table = np.concatenate([{flat}], axis=1)"]
