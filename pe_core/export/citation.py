"""How to cite the formula and the app, as BibTeX that a reader can paste."""

import re
import tomllib
from datetime import date
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

__all__ = ["app_bibtex", "paper_bibtex"]

NAME = "positional-encoding-explorer"


def paper_bibtex() -> str:
    """Return the BibTeX entry of the paper that introduced the sinusoidal encoding.

    Source: proceedings of NeurIPS 2017, volume 30, pages 5998–6008.

    >>> paper_bibtex().splitlines()[0]
    '@inproceedings{vaswani2017attention,'
    """
    return """@inproceedings{vaswani2017attention,
  title     = {Attention Is All You Need},
  author    = {Vaswani, Ashish and Shazeer, Noam and Parmar, Niki and Uszkoreit, Jakob and
               Jones, Llion and Gomez, Aidan N. and Kaiser, {\\L}ukasz and Polosukhin, Illia},
  booktitle = {Advances in Neural Information Processing Systems},
  volume    = {30},
  pages     = {5998--6008},
  year      = {2017}
}
"""


def app_bibtex(*, address: str | None = None, visited: date | None = None) -> str:
    """Return a BibTeX entry for this app.

    ``address`` is that of the view that is cited, without spaces, braces and backslashes (their
    place in an address is as percent codes); ``visited`` is the day of the visit.

    Raises ``ValueError`` for another address.

    >>> app_bibtex().splitlines()[0]
    '@software{positional_encoding_explorer,'
    """
    fields = {
        "title": "Positional-encoding explorer",
        "author": "{The contributors of the positional-encoding explorer}",
        "version": _version(),
    }
    if address is not None:
        if not re.fullmatch(r"https?://[^\s{}\\]{1,2000}", address):
            raise ValueError(
                "address must be an http(s) address without spaces, braces and backslashes; "
                f"got {address[:60]!r}"
            )
        fields["url"] = address
    if visited is not None:
        fields["note"] = f"Visited {visited.isoformat()}"
    body = ",\n".join(f"  {name:7} = {{{text}}}" for name, text in fields.items())
    return f"@software{{positional_encoding_explorer,\n{body}\n}}\n"


@cache
def _version() -> str:
    """Return the version of the app: of the installed package, or of the checkout."""
    try:
        return version(NAME)
    except PackageNotFoundError:
        project = Path(__file__).resolve().parents[2] / "pyproject.toml"
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
