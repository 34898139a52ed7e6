"""The code behind the numbers: a few lines that anybody can paste and run.

Whoever likes a picture wants the table in their own model next. A snippet builds exactly the
encoding that is on the screen, in NumPy, PyTorch, JAX or Keras, with its fields filled in.

Angles are computed in float64 in all four. In float32, position 10,000 times a frequency is off
by up to 5e-4 rad, and JAX and Keras round to float32 without a word; so those two are given
NumPy's angles, reduced to one turn.
"""

from dataclasses import dataclass

from pe_core.checks import choice, integer, real
from pe_core.sinusoid import Sinusoid

__all__ = ["FRAMEWORKS", "snippet"]

MAX_LENGTH = 2**24


@dataclass(frozen=True)
class _Framework:
    """Hold how one framework writes the few calls that a snippet needs."""

    imports: str
    module: str
    count: str
    stack: str
    join: str
    pad: str
    angles: str = ""
    finish: str = ""


_NUMPY_COUNT = "np.arange({})"
_FRAMEWORKS = {
    "numpy": _Framework(
        imports="import numpy as np",
        module="np",
        count=_NUMPY_COUNT,
        stack="np.stack([{}], axis=2).reshape{}",
        join="np.concatenate([{}], axis=1)",
        pad="np.pad(table, ((0, 0), (0, 1)))",
    ),
    "torch": _Framework(
        imports="import torch",
        module="torch",
        count="torch.arange({}, dtype=torch.float64)",
        stack="torch.stack([{}], dim=2).reshape{}",
        join="torch.cat([{}], dim=1)",
        pad="torch.nn.functional.pad(table, (0, 1))",
        finish="table = table.float()",
    ),
    "jax": _Framework(
        imports="import jax.numpy as jnp\nimport numpy as np",
        module="jnp",
        count=_NUMPY_COUNT,
        stack="jnp.stack([{}], axis=2).reshape{}",
        join="jnp.concatenate([{}], axis=1)",
        pad="jnp.pad(table, ((0, 0), (0, 1)))",
        angles="jnp.asarray(angles % (2 * np.pi))",
    ),
    "keras": _Framework(
        imports="import numpy as np\nfrom keras import ops",
        module="ops",
        count=_NUMPY_COUNT,
        stack="ops.reshape(ops.stack([{}], axis=2), {})",
        join="ops.concatenate([{}], axis=1)",
        pad="ops.pad(table, ((0, 0), (0, 1)))",
        angles='ops.convert_to_tensor(angles % (2 * np.pi), dtype="float32")',
    ),
}
FRAMEWORKS = tuple(_FRAMEWORKS)


def snippet(
    sinusoid: Sinusoid, *, framework: str = "numpy", length: int = 1000, step: float = 1
) -> str:
    """Return code that ends with ``table``, the rows of positions origin … origin + length - 1.

    ``framework`` is ``"numpy"`` (float64), ``"torch"``, ``"jax"`` or ``"keras"`` (float32);
    ``length`` is an integer from 1 to 2**24; ``step`` is how many positions one row is, negative
    for rows that count down. The code needs nothing but the framework and NumPy.

    Raises ``ValueError`` for other values, and for an encoding that has no column but zeros.

    Source: Vaswani et al. (2017), section 3.5, for the formula that the code spells out.

    >>> print(snippet(Sinusoid(dim=4), length=10).splitlines()[4])
    frequencies = 10000.0 ** (-2 * np.arange(2) / 4)
    """
    style = _FRAMEWORKS[choice("framework", framework, FRAMEWORKS)]
    length = integer("length", length, 1, MAX_LENGTH)
    if not sinusoid.columns:
        raise ValueError("dim must be at least 2 when tail is zero; got 1")
    lines = [
        style.imports,
        "",
        f"# Sinusoidal positional encoding: {length} positions x {sinusoid.dim} dimensions",
        *_angles(sinusoid, style, length, real("step", step, -1e12, 1e12)),
        f"table = {_waves(sinusoid, style, length)}",
    ]
    if sinusoid.columns < sinusoid.dim:
        lines.append(f"table = {style.pad}")
    if sinusoid.amplitude != 1:
        lines.append(f"table = {sinusoid.amplitude!r} * table")
    return "\n".join([*lines, style.finish]).rstrip() + "\n"


def _angles(sinusoid: Sinusoid, style: _Framework, length: int, step: float) -> list[str]:
    """Return the lines for positions, frequencies and angles: one row a position."""
    count = len(sinusoid.frequencies)
    pairs = style.count.format(count)
    if sinusoid.spacing == "endpoint":
        exponents = f"-{pairs} / {max(count - 1, 1)}"
    else:
        odd_up = sinusoid.tail == "truncate" and sinusoid.dim % 2
        exponents = f"-2 * {pairs} / {sinusoid.dim + 1 if odd_up else sinusoid.columns}"
    origin = f" + {sinusoid.origin!r}" if sinusoid.origin else ""
    factor = "" if step == 1 else f"{step!r} * "
    lines = [
        f"positions = {factor}{style.count.format(length)}[:, None]{origin}",
        f"frequencies = {sinusoid.base!r} ** ({exponents})",
        "angles = positions * frequencies",
    ]
    if style.angles:
        lines += [
            "# Reduced to one turn in float64: in float32, large angles lose their digits.",
            f"angles = {style.angles}",
        ]
    return lines


def _waves(sinusoid: Sinusoid, style: _Framework, length: int) -> str:
    """Return the expression that puts sines and cosines into the columns of the layout."""
    sines, cosines = len(sinusoid.sine_columns), len(sinusoid.cosine_columns)
    waves = [f"{style.module}.sin(angles)", f"{style.module}.cos(angles)"]
    if sinusoid.layout == "interleaved":
        table = style.stack.format(", ".join(waves), f"({length}, {2 * sines})")
        return f"{table}[:, :{sinusoid.columns}]" if cosines < sines else table
    if cosines < sines:
        waves[1] = f"{style.module}.cos(angles[:, :{cosines}])"
    return style.join.format(", ".join(waves if sinusoid.layout == "sin_cos" else waves[::-1]))
