"""The format of safetensors: a written file is read back, a wrong one is refused."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_core import Sinusoid
from pe_core.doctor import UnreadableInput, diagnose, read_bytes
from pe_core.doctor.rounding import round_bfloat16

TABLE = Sinusoid(8).table(6)
NAMES = {"F64": np.float64, "F32": np.float32, "F16": np.float16, "I64": np.int64, "U8": np.uint8}


def content_of(array: np.ndarray, kind: str) -> bytes:
    if kind == "BF16":
        return (round_bfloat16(array).astype("<f4").view(np.uint32) >> 16).astype("<u2").tobytes()
    return array.astype(np.dtype(NAMES[kind]).newbyteorder("<")).tobytes()


def written(tensors: dict[str, tuple[np.ndarray, str]], **more) -> bytes:
    head, content = dict(more), b""
    for name, (array, kind) in tensors.items():
        part = content_of(array, kind)
        ends = [len(content), len(content) + len(part)]
        head[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": ends}
        content += part
    text = json.dumps(head).encode()
    return len(text).to_bytes(8, "little") + text + content


@pytest.mark.parametrize("kind", ["F64", "F32", "F16", "BF16"])
def test_a_table_is_read_back_and_named(kind):
    reading = read_bytes(
        written({"pe": (TABLE, kind)}, __metadata__={"format": "pt"}), "m.safetensors"
    )
    stored = round_bfloat16(TABLE) if kind == "BF16" else TABLE.astype(NAMES[kind])
    np.testing.assert_array_equal(reading.matrix, stored)
    assert reading.dtype == ("bfloat16" if kind == "BF16" else None)
    assert reading.notes == (f"Read the tensor 'pe'; the file holds 'pe' ({kind}, 6 x 8).",)
    assert diagnose(reading.matrix, **reading.arguments()).names[0] == "paper"


@given(st.permutations(["weight", "embed_positions.weight", "bias", "ids"]))
def test_the_tensor_that_is_like_a_table_is_taken(order):
    noise = np.random.default_rng(0).standard_normal((9, 8))
    tensors = {
        "weight": (noise, "F32"),
        "embed_positions.weight": (TABLE, "F32"),
        "bias": (noise[0], "F32"),
        "ids": (np.arange(48).reshape(6, 8), "I64"),
    }
    data = written({name: tensors[name] for name in order})
    reading = read_bytes(data)
    assert reading.matrix.shape == TABLE.shape
    assert reading.notes[0].startswith("Read the tensor 'embed_positions.weight'; the file holds")
    np.testing.assert_array_equal(read_bytes(data, key="ids").matrix, tensors["ids"][0])
    with pytest.raises(UnreadableInput, match=r"key must name a tensor of the file .*; got 'none'"):
        read_bytes(data, key="none")


def test_values_within_one_are_likelier_than_weights():
    noise = np.random.default_rng(0).standard_normal((9, 8))
    data = written({"a": (noise, "F32"), "b": (TABLE, "F32")})
    assert read_bytes(data).matrix.shape == TABLE.shape


def test_a_name_of_positions_is_likelier():
    tensors = {"a": (TABLE[::-1], "F32"), "position_table": (TABLE, "F32")}
    np.testing.assert_array_equal(read_bytes(written(tensors)).matrix, TABLE.astype(np.float32))


def test_four_axes_with_ones_are_squeezed():
    reading = read_bytes(written({"pe": (TABLE[None, None], "F32")}))
    assert reading.matrix.shape == TABLE.shape


def _head(text: str, content: bytes = b"") -> bytes:
    return len(text).to_bytes(8, "little") + text.encode() + content


def _entry(**changes) -> bytes:
    entry = {"dtype": "F32", "shape": [1, 2], "data_offsets": [0, 8]} | changes
    return _head(json.dumps({"pe": entry}), bytes(8))


BAD = {
    "no JSON": (_head("{pe}"), "the head of the .safetensors file is damaged"),
    "deep": (_head("{" + '"a":{' * 50_000), "the head of the .safetensors file is damaged"),
    "a list as entry": (_head('{"pe": []}'), "the head of the .safetensors file is damaged"),
    "nothing": (_head('{"__metadata__": {}}'), "must hold a tensor; it holds none"),
    "long head": (_head("{" + " " * 6_000_000), "must have at most 5000000 bytes; it has 6000001"),
    "beyond the end": (
        _entry(shape=[9, 9], data_offsets=[0, 324]),
        "claims bytes 0 to 324 .* only 8",
    ),
    "negative": (_entry(data_offsets=[-8, 0]), "damaged"),
    "turned round": (_entry(data_offsets=[8, 0]), "claims bytes 8 to 0"),
    "another size": (_entry(shape=[3, 2]), "'pe' has another size than its shape"),
    "huge shape": (_entry(shape=[2**61, 2**61]), "'pe' has another size than its shape"),
    "true as a size": (_entry(shape=[True, 2]), "damaged"),
    "unknown type": (
        _entry(dtype="F8_E4M3"),
        "must hold numbers of 8 to 64 bits; 'pe' holds 'F8_E4M3'",
    ),
    "empty": (_entry(shape=[0, 2], data_offsets=[0, 0]), "the tensor 'pe' is empty"),
    "five axes": (
        _head('{"pe": {"dtype": "U8", "shape": [2, 2, 2, 2], "data_offsets": [0, 16]}}', bytes(16)),
        "must have 1 to 3 dimensions; it has 4",
    ),
    "nan": (written({"pe": (TABLE * np.nan, "F32")}), "must be finite; got nan"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_wrong_file_gets_one_sentence(name):
    data, match = BAD[name]
    with pytest.raises(UnreadableInput, match=match) as error:
        read_bytes(data)
    assert len(str(error.value)) < 200
