"""Tables that real libraries made, with what each is: tests/data/golden and its manifest."""

import json
from pathlib import Path
from typing import Any

import numpy as np

__all__ = ["GOLDEN", "golden", "of_kind"]

FOLDER = Path(__file__).parent / "data" / "golden"
#: Each entry: id, library, version, call, kind, dtype, layout, frequency_exponent, base, origin, …
GOLDEN: dict[str, dict[str, Any]] = {
    entry["id"]: entry
    for entry in json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8"))
}


def golden(name: str) -> np.ndarray:
    """Return the library's own output, in its own dtype."""
    return np.load(FOLDER / f"{name}.npy", allow_pickle=False)


def of_kind(*kinds: str) -> list[str]:
    """Return the ids of the entries of some kinds."""
    return [name for name, entry in GOLDEN.items() if entry["kind"] in kinds]
