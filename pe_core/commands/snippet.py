"""Print the code that builds an encoding in NumPy, PyTorch, JAX or Keras.

The code is a few lines that run on their own and end with the array `table`.

Example: python -m pe_core snippet --framework torch --dim 64 --length 512
"""

import argparse

from pe_core.conventions import convention
from pe_core.export.snippets import FRAMEWORKS, snippet
from pe_core.sinusoid import LAYOUTS, SPACINGS, TAILS, Sinusoid

HELP = "print the code of an encoding: NumPy, PyTorch, JAX, Keras"
_FIELDS = ("base", "spacing", "layout", "origin", "amplitude", "tail")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--framework",
        choices=FRAMEWORKS,
        default="numpy",
        help="what the code is written for (numpy)",
    )
    parser.add_argument("--length", type=int, default=1000, help="number of positions (1000)")
    add_encoding(parser)


def add_encoding(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that describe an encoding: the fields of Sinusoid, or a name."""
    add = parser.add_argument
    add("--dim", type=int, default=128, help="number of dimensions, d (128)")
    add("--base", type=float, help="base of the frequencies (10000)")
    add("--spacing", choices=SPACINGS, help="exponents: 2i/d, or from 0 to exactly 1 (paper)")
    add("--layout", choices=LAYOUTS, help="order of sines and cosines (interleaved)")
    add("--origin", type=float, help="position of the first row (0)")
    add("--amplitude", type=float, help="factor on every value (1)")
    add("--tail", choices=TAILS, help="what the last of an odd number of dimensions is (sine)")
    add("--convention", metavar="NAME", help="a library's encoding instead; see `conventions`")


def read_encoding(args: argparse.Namespace) -> Sinusoid:
    """Return the encoding that the arguments of :func:`add_encoding` describe.

    Raises ``ValueError`` for a number out of range, for an unknown convention or one of a grid,
    and for a field beside a convention that fixes it.
    """
    given = {name: getattr(args, name) for name in _FIELDS if getattr(args, name) is not None}
    if args.convention is None:
        return Sinusoid(args.dim, **given)
    named = convention(args.convention)
    if named.grid:
        raise ValueError(f"convention must be of one axis; got {named.name}, which is of a grid")
    fixed = sorted(given.keys() - {"base"})
    if fixed:
        raise ValueError(f"convention fixes {', '.join(fixed)}; leave it out")
    return named.sinusoid(args.dim, **given)


def run(args: argparse.Namespace) -> int:
    """Print the code; ``ValueError`` for a number out of range."""
    print(snippet(read_encoding(args), framework=args.framework, length=args.length), end="")
    return 0
