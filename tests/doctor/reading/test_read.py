"""Reading: what consoles and files hold, and one clear sentence for what cannot be read."""

import io
import json
import pickle
import zipfile

import numpy as np
import pytest

from pe_core import Sinusoid
from pe_core.doctor import UnreadableInput, diagnose, read_bytes, read_pasted
from pe_core.doctor.reading import MAX_BYTES
from pe_core.doctor.reading.limits import MAX_CHARACTERS, MAX_NUMBERS, MAX_ROWS

TABLE = Sinusoid(4).table(3)
ROWS = (
    "0.0000, 1.0000, 0.0000, 1.0000\n"
    "0.8415, 0.5403, 0.0100, 0.9999\n"
    "0.9093, -0.4161, 0.0200, 0.9998"
)


def npy(array, **options) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array, **options)
    return stream.getvalue()


def npz(**arrays) -> bytes:
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    return stream.getvalue()


def bracketed(prefix: str, suffix: str) -> str:
    return prefix + "[" + ",\n ".join(f"[{row}]" for row in ROWS.split("\n")) + "]" + suffix


TEXTS = {
    "plain": ROWS.replace(",", ""),
    "commas": ROWS,
    "tabs": ROWS.replace(", ", "\t"),
    "numpy": bracketed("", "").replace(",", ""),
    "array()": bracketed("array(", ")"),
    "numpy with dtype": bracketed("array(", ", dtype=float32)"),
    "torch": bracketed("tensor(", ")"),
    "torch on a device": bracketed("tensor(", ", device='cuda:0', grad_fn=<AddBackward0>)"),
    "torch float16": bracketed("tensor(", ", dtype=torch.float16)"),
    "torch parameter": bracketed("Parameter containing:\ntensor(", ", requires_grad=True)"),
    "tensorflow": bracketed("tf.Tensor(\n", ", shape=(3, 4), dtype=float32)"),
    "tensorflow repr": bracketed(
        "<tf.Tensor: shape=(3, 4), dtype=float32, numpy=\narray(", ", dtype=float32)>"
    ),
    "jax": bracketed("Array(", ", dtype=float32)"),
    "json": bracketed("", ""),
    "json object": '{"pe": ' + bracketed("", "") + "}",
    "csv with names": "a,b,c,d\n" + ROWS,
    "byte order mark": "\ufeff" + ROWS,
    "semicolons, decimal commas": "\n".join(
        row.replace(",", ";").replace(".", ",") for row in ROWS.split("\n")
    ),
    "decimal commas and tabs": ROWS.replace(", ", "\t").replace(".", ","),
    "markdown": "| pos | s | c | s | c |\n|--:|---|---|---|---|\n"
    + "\n".join(f"| {i} | {row.replace(', ', ' | ')} |" for i, row in enumerate(ROWS.split("\n"))),
    "data frame": "     0    1    2    3\n"
    + "\n".join(f"{i} {row.replace(',', '')}" for i, row in enumerate(ROWS.split("\n"))),
    "minus sign": ROWS.replace("-", "−"),
    "windows lines": ROWS.replace("\n", "\r\n"),
}


@pytest.mark.parametrize("kind", TEXTS)
def test_printed_numbers_are_read(kind):
    reading = read_pasted(TEXTS[kind])
    # the print has four decimals
    np.testing.assert_allclose(reading.matrix, TABLE, atol=1.01e-4)
    assert reading.resolution == pytest.approx(1e-4)
    assert diagnose(reading.matrix, **reading.arguments()).names[0] == "paper"


BINARY = {
    "npy": npy(TABLE),
    "npy float32": npy(TABLE.astype(np.float32)),
    "npy float16": npy(TABLE.astype(np.float16)),
    "npy big endian": npy(TABLE.astype(">f8")),
    "npy column order": npy(np.asfortranarray(TABLE)),
    "npz": npz(table=TABLE),
    "npz of two": npz(table=TABLE, other=np.zeros(3)),
    "csv bytes": ROWS.encode(),
    "utf-16": ROWS.encode("utf-16"),
}


@pytest.mark.parametrize("kind", BINARY)
def test_files_are_read_whatever_their_name(kind):
    reading = read_bytes(BINARY[kind], "wrong.ending")
    assert diagnose(reading.matrix, **reading.arguments()).names[0] == "paper"


def test_a_wrong_ending_is_told():
    assert "content is npy" in read_bytes(npy(TABLE), "table.csv").notes[0]
    assert "content is text" in read_bytes(ROWS.encode(), "table.npy").notes[0]


def test_scientific_notation_has_a_unit_per_cell():
    reading = read_pasted("[[8.41470985e-01 9.99983333e-03]]")
    np.testing.assert_allclose(reading.resolution, [[1e-9, 1e-11]])


@pytest.mark.parametrize("dim", [64, 512])
def test_a_shortened_numpy_print(dim):
    reading = read_pasted(str(Sinusoid(dim).table(2000)))
    assert reading.matrix.shape == (3, 3)
    assert reading.cropped
    told = diagnose(reading.matrix, **reading.arguments())
    assert told.status == "known"
    assert (told.sinusoid.dim, told.sinusoid.base) == (dim, 10_000)
    assert any("Columns after column 2 are left out" in n for n in reading.notes)


def test_a_shortened_torch_print():
    text = """tensor([[ 0.0000e+00,  1.0000e+00,  0.0000e+00,  ...,  1.0000e+00],
        [ 8.4147e-01,  5.4030e-01,  8.2186e-01,  ...,  1.0000e+00],
        ...,
        [-1.6000e-01,  9.8000e-01,  1.0000e-01,  ...,  9.9500e-01]])"""
    reading = read_pasted(text)
    assert reading.matrix.shape == (2, 3)
    told = diagnose(reading.matrix, dim=512, resolution=reading.resolution)
    assert told.names[0] == "paper"


LONG_TABLE = "\n".join(",".join(f"{v:.6f}" for v in row) for row in Sinusoid(64).table(5000))


def test_of_megabytes_of_text_a_few_thousand_rows_are_read():
    reading = read_pasted(LONG_TABLE)
    assert (reading.matrix.shape, reading.resolution) == ((MAX_ROWS, 64), 1e-6)
    assert any("Read the first rows only, to line 4096." in note for note in reading.notes)
    wide = read_pasted("\n".join([",".join(["0.5"] * 4000)] * 200))
    assert wide.matrix.shape == (MAX_NUMBERS // 4000, 4000)
    lists = "[" + ",\n".join(["[0.84, 0.54]"] * 6000) + "]"
    assert read_pasted(lists).matrix.shape == (MAX_ROWS, 2)  # as JSON
    assert read_pasted("tensor(" + lists).matrix.shape == (MAX_ROWS, 2)


def test_a_broken_row_after_thousands_is_refused():
    start = "".join(LONG_TABLE.splitlines(keepends=True)[:4000])
    with pytest.raises(UnreadableInput, match="row 0 has 64, row 4000 has 3 in line 4001"):
        read_pasted(start + "1,2,3")
    reading = read_pasted(start + "help")
    assert reading.matrix.shape == (4000, 64)
    assert any("Left out line 4001: 'help'." in note for note in reading.notes)


def _named(name: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(name, b"no array")
    return stream.getvalue()


def _header(shape: str) -> bytes:
    text = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode()


def _bomb() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.npy", _header("(10000000,)") + bytes(80_000_000))
    return stream.getvalue()


def _lying_bomb() -> bytes:
    """Claim 100 bytes in the directory of an archive that unpacks to 80 MB."""
    data = bytearray(_bomb())
    size = (80_000_000 + len(_header("(10000000,)"))).to_bytes(4, "little")
    for _ in range(data.count(size)):
        at = data.index(size)
        data[at : at + 4] = (100).to_bytes(4, "little")
    return bytes(data)


class Danger:
    def __reduce__(self):
        return (pytest.fail, ("a pickle was opened",))


#: Long runs that a pattern could try again and again, each within the characters of a small file.
LONG = 200_000
RUNS = {
    "digits and _": "1" * LONG + "_\n1 2",
    "digits and x": "1" * LONG + "x 2",
    "decimals and _": "." + "1" * LONG + "_ 2",
    "exponent and _": "1e" + "1" * LONG + "_ 2",
    "shape": "shape=(" * (LONG // 7),
    "grad_fn": "grad_fn=<" * (LONG // 9),
    "digits": "1" * LONG + " 2",
    "exponent": "1e-" + "9" * LONG + " 2",
    "json integer": "[[" + "1" * LONG + "]]",
    "json exponent": "[[1e" + "9" * LONG + "]]",
    "open": "[" * LONG,
    "empty lists": "[]" * LONG,
    "open bulk": "[" * (MAX_CHARACTERS + 1) + "1]",
    "open round": "(" * LONG,
    "empty lists bulk": "[]" * (MAX_CHARACTERS // 2 + 1),
    "between lists": "[1 [2 3]]" * LONG,
    "unmatched": "[1 2]" * 1000 + "]",
    "long number": "1 2\n" * 1000 + "0" * 500 + "1 2",
    "underscore": "1 2\n" * 1000 + "1_0 2",
    "numbers in one line": "1 " * MAX_CHARACTERS,
    "numbers in one list": "[" + "1," * LONG + "1]",
    "quotes": '"' * LONG,
    "keys": "a:" * LONG,
    "points": "0." * LONG,
    "commands": "\\begin{" * LONG,
    "types": "dtype=" * LONG,
    "calls": "np.float32(" * LONG,
    "blanks": " " * MAX_CHARACTERS + "x",
    "sizes": "1x" * LONG,
    "bars": "|" * LONG,
    "underscores": "_" * LONG,
}


@pytest.mark.parametrize("kind", RUNS)
def test_long_runs_are_refused_in_one_sentence(kind):
    # a pattern that backtracks would take hours for the first of these
    with pytest.raises(UnreadableInput) as error:
        read_pasted(RUNS[kind])
    assert len(str(error.value)) < 120
    assert "set_int_max" not in str(error.value)


TINY = {
    "decimals": "0." + "0" * 390 + "1 1\n0.5 1.5",
    "json exponent": "[[1e-400, 1], [0.5, 1]]",
    "json long exponent": "[[1e-" + "9" * 390 + ", 1], [0.5, 1]]",
    "exponent": "1e-400 1\n0.5 1",
    "zero": "0e400 1\n0.5 1",
}


@pytest.mark.parametrize("kind", TINY)
def test_digits_beyond_float64_are_no_finer(kind):
    reading = read_pasted(TINY[kind])
    unit = np.asarray(reading.resolution)
    assert ((unit >= 1e-17) & np.isfinite(unit)).all()
    assert diagnose(reading.matrix, **reading.arguments()).verdict


@pytest.mark.parametrize("end", ["[0.5", "[0.5, 1.", "[0.5, 1.5"])
def test_a_row_that_the_end_of_a_print_cuts_is_left_out(end):
    reading = read_pasted("[" + "[0.5, 1.5],\n" * 100 + end)
    assert reading.matrix.shape == (100, 2)
    assert "The text ends within a row, which was left out." in reading.notes


@pytest.mark.parametrize("text", ["1", "[1]", "0", "[[[1]]]" + " " * MAX_CHARACTERS])
def test_one_number_is_never_known(text):
    reading = read_pasted(text)
    assert diagnose(reading.matrix, **reading.arguments()).status == "unknown"


BAD = {
    "empty": (b"", "the file is empty"),
    "blank": (b" \n ", "the file is empty"),
    "word": (b"hello", "must hold numbers only; got the word 'hello' in line 1, column 1"),
    "word in a row": (b"1 2\n3 four\n5 6", "got the word 'four' in line 2, column 3"),
    "word in a list": (b"[[1, 2],\n [3, four]]", "got the word 'four' in line 2, column 6"),
    "word in csv": (b"a,b\n1,2\n3,four\n5,6", "got the word 'four' in line 3, column 3"),
    "words for a row": (b"1,2\nx,y\n3,4", "got the word 'x' in line 2, column 1"),
    "empty cell": (b"1,2,3\n4,,6\n7,8,9", "line 2 has an empty cell"),
    "ragged middle": (b"1 2 3\n4 5\n6 7 8", "row 0 has 3, row 1 has 2 in line 2"),
    "markdown nan": (b"| a | b |\n|--|--|\n| 1 | NaN |", "got NaN in line 3, column 7"),
    "percent": (b"50% 0.2\n20% 0.3", "got the word '50%' in line 1, column 1"),
    "prose": (b"I like it.\nIt is 3 m long.", "must hold numbers only; got the word"),
    "html": (b"<script>alert(1)</script>", "must hold numbers only"),
    "only names": (b"a,b,c", "must hold numbers only; got the word 'a'"),
    "ragged": (b"1 2\n3", "row 0 has 2, row 1 has 1"),
    "ragged brackets": (b"[[1 2]\n [3]]", "row 0 has 2, row 1 has 1"),
    "ragged json": (b"[[1, 2], [3]]", "rows must have the same number of columns"),
    "unmatched": (b"[[1 2]]]", "the brackets do not match"),
    "nan": (b"1 2\nnan 3", "must be finite; got nan in line 2, column 1"),
    "inf": (b"[[1, -inf]]", "must be finite; got -inf in line 1, column 6"),
    "too large": (b"1e999 2", "must be finite; 1e999 is too large in line 1, column 1"),
    "complex": (b"1+2j 3", "must be real; got the complex"),
    "json nan": (b"[[1, NaN]]", r"must be finite; got NaN at index \(0, 1\)"),
    "json text": (b'[["a"]]', "must hold a list of rows of numbers; got 'a'"),
    "json nothing": (b'{"a": 1}', "the JSON must hold a list of rows of numbers; it holds none"),
    "json deep": (b"[" * 40 + b"1" + b"]" * 40, "the JSON is nested more than 16 deep"),
    "json deeper": (b"[" * 99_999 + b"1" + b"]" * 99_999, "nested more than 16 deep"),
    "json word": (b'[[1, 2], [3, "four"]]', r"got the word 'four' at index \(1, 1\)"),
    "json ragged object": (b'{"a": [[1, 2], [3]]}', "same number of columns"),
    "old torch file": (
        b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03.",
        r"PyTorch file, which is a pickle, which is never opened; save .* np\.save\(",
    ),
    "hdf5": (b"\x89HDF\r\n\x1a\n" + bytes(9), "this is an HDF5 file"),
    "workbook": (_named("xl/workbook.xml"), "this is an Excel workbook; save the sheet as CSV"),
    "nul": (b"1 2\x003 4", "neither a NumPy array nor text"),
    "bytes": (bytes(range(256)), "neither a NumPy array nor text"),
    "pickle": (pickle.dumps(Danger()), "a Python pickle, which is never opened"),
    "npy nan": (npy(np.array([[0, np.nan]])), r"got nan at index \(0, 1\), and 1 such in all"),
    "npy complex": (npy(np.array([1j])), "must hold real numbers; got complex numbers"),
    "npy text": (npy(np.array(["a"])), "must hold real numbers of up to 64 bits"),
    "npy pickle": (
        npy(np.array([Danger()], dtype=object), allow_pickle=True),
        r"holds Python objects \(a pickle\), which are not opened",
    ),
    "npy record": (npy(np.zeros(2, dtype=[("a", "f4")])), "must hold real numbers"),
    "npy cut": (npy(np.zeros((9, 9)))[:300], "claims 648 bytes, but only 172 are there"),
    "npy 1 GB": (_header("(125000000,)") + bytes(64), "claims 1000000000 bytes, but only 64"),
    "npy overflow": (_header("(2305843009213693952, 8)"), "bytes, but only 0 are there"),
    "npy negative": (_header("(-1, 8)"), "header of the .npy file is damaged"),
    "npy twice negative": (_header("(-1, -10)") + bytes(80), "header of the .npy file is damaged"),
    "npy bool": (_header("(True, 4)") + bytes(32), "header of the .npy file is damaged"),
    "npy brackets": (_header("(" * 5000), "header of the .npy file is damaged"),
    "npy signs": (_header("-" * 5000 + "1"), "header of the .npy file is damaged"),
    "npy many axes": (_header("(" + "1," * 70 + ")") + bytes(8), "1 to 3 dimensions; it has 70"),
    "npy many digits": (_header(f"({'9' * 4000},)"), r"claims more than 10\^18 bytes"),
    "empty list": (b"[[] [1 2]]", "rows must be lists of numbers; got an empty list"),
    "npy expression": (_header("(2**9,)"), "the header of the .npy file is damaged"),
    "npy no shape": (_header("3"), "the header of the .npy file is damaged"),
    "npy header only": (b"\x93NUMPY\x01\x00", "the header of the .npy file is damaged"),
    "npy version": (b"\x93NUMPY\x09\x00" + bytes(90), "unknown version|header of the .npy"),
    "npy empty": (npy(np.zeros((0, 3))), r"the array is empty: its shape is \(0, 3\)"),
    "npz damaged": (b"PK\x03\x04 and so on", "the .npz archive is damaged"),
    "npz cut": (npz(a=TABLE)[:-30], "the .npz archive is damaged"),
    "npz without array": (
        b"PK\x05\x06" + bytes(18),
        "the archive must hold a .npy array",
    ),
    "npz pickle": (
        npz(a=np.array([Danger()], dtype=object)),
        r"holds Python objects \(a pickle\), which are not opened",
    ),
    "npz odd name": (_named("a\n\x1b[31m.npy"), "in the archive is no .npy array"),
    "npz bomb": (_bomb(), "must unpack to at most 50 MB; got 80 MB"),
    "npz lying bomb": (_lying_bomb(), "must unpack to at most 50 MB|archive is damaged"),
    "51 MB": (b"1 " * (MAX_BYTES // 2 + 1), "at most 50 MB; got 50.0 MB"),
}


@pytest.mark.parametrize("kind", BAD)
def test_bad_input_gets_one_sentence(kind):
    data, match = BAD[kind]
    with pytest.raises(UnreadableInput, match=match) as error:
        read_bytes(data, "table.npy")
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 200


def test_a_bomb_does_not_fill_the_memory():
    import tracemalloc

    for data in (_bomb(), _lying_bomb(), _header("(125000000,)") + bytes(64)):
        tracemalloc.start()
        with pytest.raises(UnreadableInput):
            read_bytes(data)
        assert tracemalloc.get_traced_memory()[1] < 120e6
        tracemalloc.stop()


def test_an_upload_s_text_is_never_in_full_in_the_error():
    with pytest.raises(UnreadableInput) as error:
        read_pasted("word" * 1000)
    assert len(str(error.value)) < 120


def test_json_in_full_has_no_unit():
    reading = read_pasted(json.dumps(Sinusoid(8).table(4).tolist()))
    assert reading.resolution is None
    assert diagnose(reading.matrix, **reading.arguments()).status == "known"
