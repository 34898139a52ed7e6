"""Recognise ALiBi's bias in the forms of libraries, and the buckets of relative positions."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from pe_core.bias.alibi import ALIBI_FORMS, alibi_bias, alibi_slopes
from pe_core.bias.buckets import deberta_bucket, swin_index, t5_bucket
from pe_core.rotary.measured import Measured
from pe_core.rotary.recognise.model import Recognised, agrees
from pe_core.rotary.rounding import round_to

__all__ = ["recognise_bias", "recognise_buckets"]

FloatArray = npt.NDArray[np.float64]

_MAX_CELLS = 2**20
_FORM_WORDS = {
    "symmetric": "minus slope times the distance, |i - j|",
    "key": "slope times the key's index; the softmax does not see the difference",
    "last_key": "slope times the distance to the last key, the same in every row",
    "inverted": "slope times (length - 1 - distance)",
    "causal": "slope times a count that stops at the query",
}


def recognise_bias(given: Measured) -> Recognised | None:
    """Return ALiBi's bias, of heads x queries rows (or of three dimensions), or None."""
    values = given.values
    if values.ndim not in (2, 3) or values.size > _MAX_CELLS or values.shape[-1] < 2:
        return None
    keys = values.shape[-1]
    rows = values.size // keys
    heads = [values.shape[0]] if values.ndim == 3 else [h for h in range(1, 257) if rows % h == 0]
    relative = 2.0**-7 if given.stored_as() == "bfloat16" else 2e-6
    for count in heads:
        if rows // count > keys or count > 4096:
            continue
        found = _of_heads(given, count, rows // count, relative)
        if found is not None:
            return found
    return None


def _of_heads(given: Measured, heads: int, queries: int, relative: float) -> Recognised | None:
    keys = given.values.shape[-1]
    slopes = alibi_slopes(heads)
    flat = given.values.reshape(heads, queries, keys)
    # The last query of the first head decides cheaply.
    first = flat[0, -1] / slopes[0]
    if np.abs(first - np.round(first)).max() > 0.02 * max(1.0, float(np.abs(first).max())):
        return None
    coarse = given.stored_as() == "bfloat16"
    for form in ALIBI_FORMS if queries > 1 else ALIBI_FORMS[1:]:
        # The last query of each head shows whether the whole is worth computing.
        last = alibi_bias(heads, 1, keys, form=form)[:, 0]
        if (np.abs(flat[:, -1] - last) > 0.02 * np.abs(last) + 1e-3).any():
            continue
        bias = alibi_bias(heads, queries, keys, form=form)
        if coarse:
            # Falcon rounds the slopes, and then the products.
            counts = np.round(bias / slopes[:, None, None])
            bias = round_to(round_to(slopes, "bfloat16")[:, None, None] * counts, "bfloat16")
        off = agrees(
            given,
            bias.reshape(given.values.shape),
            (relative * np.abs(bias) + 1e-12).reshape(given.values.shape)
            + 0.6 * np.asarray(given.resolution),
        )
        if off is not None:
            words = _FORM_WORDS[form]
            return _bias(heads, words, form, bias.reshape(given.values.shape), off, given)
    return _padded(given, slopes, relative) if queries == 1 else None


def _padded(given: Measured, slopes: FloatArray, relative: float) -> Recognised | None:
    """Return slope times a key index that starts after the padding (Bloom)."""
    counts = np.round(given.values.reshape(len(slopes), -1)[0] / slopes[0])
    steps = np.diff(counts)
    if counts[0] != 0 or not (((steps == 1) | (steps == 0)).all() and steps.any()):
        return None
    values = np.outer(slopes, counts).reshape(given.values.shape)
    allowed = relative * np.abs(values) + 1e-12 + 0.6 * np.asarray(given.resolution)
    off = agrees(given, values, allowed)
    if off is None:
        return None
    padding = int((counts == 0).sum()) - 1
    words = f"slope times the key's index, after {padding} padded keys"
    return _bias(len(slopes), words, "padded", values, off, given)


def _bias(
    heads: int,
    words: str,
    form: str,
    values: FloatArray,
    off: float,
    given: Measured,
) -> Recognised:
    said = f"This is ALiBi's bias for {heads} heads: {words}."
    if given.stored_as() == "bfloat16" and heads & (heads - 1):
        said += " The numbers are rounded to bfloat16."
    return Recognised("ALiBi bias", said, values, off, {"heads": heads, "form": form})


def recognise_buckets(given: Measured) -> Recognised | None:
    """Return the buckets of T5 or DeBERTa, or Swin's index, or None."""
    values = given.values
    whole = (values == np.round(values)).all()
    if values.ndim != 2 or not whole or values.size > _MAX_CELLS or values.size < 4:
        return None
    if np.ptp(values) == 0:
        return None
    found = _swin(values)
    if found is not None:
        return found
    for offsets, words in _offsets(values.shape):
        # Few offsets occur in many cells, and each has one bucket.
        low = int(offsets.min())
        unique = np.arange(low, offsets.max() + 1)
        where = (offsets - low).astype(np.intp)
        corner = np.ix_(*(_few(size) for size in values.shape))
        for name, made, details in _buckets(unique, values):
            if not np.array_equal(made[where[corner]], values[corner]):
                continue
            table = made[where].astype(np.float64).reshape(values.shape)
            if np.array_equal(table, values):
                said = f"These are relative-position buckets, {name}; {words}."
                return Recognised("relative buckets", said, table, 0.0, details)
    return None


def _few(size: int) -> npt.NDArray[np.intp]:
    """Return some indexes of an axis, both ends among them."""
    return np.unique(np.linspace(0, size - 1, 16).astype(np.intp))


def _swin(values: FloatArray) -> Recognised | None:
    window = round(values.shape[0] ** 0.5)
    if values.shape[0] != values.shape[1] or window**2 != values.shape[0] or not 1 < window <= 32:
        return None
    index = swin_index(window).astype(np.float64)
    if not np.array_equal(index, values):
        return None
    said = f"This is Swin's index into its table of relative biases, for a window of {window}."
    return Recognised("relative buckets", said, index, 0.0, {"rule": "swin", "window": window})


def _offsets(shape: tuple[int, ...]) -> Iterator[tuple[FloatArray, str]]:
    """Yield the offsets, key minus query, that a matrix of this shape may hold."""
    rows, columns = shape
    if rows > 1 and columns >= rows:
        query = np.arange(float(columns - rows), float(columns))[:, None]
        yield np.subtract(np.arange(float(columns))[None], query), "rows are queries, columns keys"
        if columns > rows:
            yield (
                np.arange(float(columns))[None] - np.arange(float(rows))[:, None],
                "from position 0",
            )
    if rows == 1:
        half = columns // 2
        if columns % 2:
            yield np.arange(-half, half + 1.0)[None], f"for the offsets {-half} … {half}"
        yield np.arange(columns + 0.0)[None], f"for the offsets 0 … {columns - 1}"
        yield -np.arange(columns + 0.0)[None], f"for the offsets 0 … {1 - columns}"


def _buckets(
    offsets: FloatArray, values: FloatArray
) -> Iterator[tuple[str, npt.NDArray[np.int64], dict[str, object]]]:
    top = int(values.max())
    if values.min() >= 0 and top < 65_536:
        for both in (True, False):
            for count in (32, 16, 64, 128, 256, 320):
                if top >= count:
                    continue
                for farthest in (128, 64, 256, 512, 800, 1024):
                    ways = "both ways" if both else "one way"
                    name = f"T5's rule, {ways}, {count} buckets up to {farthest}"
                    details: dict[str, object] = {
                        "rule": "t5",
                        "bidirectional": both,
                        "num_buckets": count,
                        "max_distance": farthest,
                    }
                    if farthest > count:
                        made = t5_bucket(
                            offsets, bidirectional=both, num_buckets=count, max_distance=farthest
                        )
                        yield name, made, details
        return
    for count, farthest in ((32, 128), (256, 512), (64, 128), (128, 512), (512, 1024)):
        for sign, words in ((1, "query minus key"), (-1, "key minus query")):
            made = deberta_bucket(sign * offsets, num_buckets=count, max_distance=farthest)
            name = f"DeBERTa's signed rule ({words}), {count} buckets up to {farthest}"
            yield name, made, {"rule": "deberta", "num_buckets": count, "max_distance": farthest}
