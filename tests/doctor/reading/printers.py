"""Small printers of tables as other languages and tools print them, for tests of reading.

Each takes rows of text cells, such as "-0.4161", so that a test knows what the reader must find.
"""

import json

import numpy as np

Cells = list[list[str]]


def cells_of(matrix: np.ndarray, form: str = "%.4f") -> Cells:
    return [[form % value for value in row] for row in matrix]


def numbers_of(cells: Cells) -> np.ndarray:
    return np.array([[float(cell) for cell in row] for row in cells])


def _aligned(cells: Cells) -> Cells:
    width = max(len(cell) for row in cells for cell in row)
    return [[cell.rjust(width) for cell in row] for row in cells]


def plain(cells: Cells) -> str:
    return "\n".join("  ".join(row) for row in _aligned(cells)) + "\n"


def csv(cells: Cells) -> str:
    return "\n".join(",".join(row) for row in cells)


def csv_quoted(cells: Cells) -> str:
    header = ",".join(f'"d{i}"' for i in range(len(cells[0])))
    return "\n".join([header, *(",".join(f'"{cell}"' for cell in row) for row in cells)])


def csv_words(cells: Cells) -> str:
    return "\n".join(
        f"{word},{','.join(row)}" for word, row in zip(_words(cells), cells, strict=True)
    )


def csv_commas(cells: Cells) -> str:
    rows = [";".join(cell.replace(".", ",") for cell in row) for row in cells]
    names = ";".join(f"d{i}" for i in range(len(cells[0])))
    return "\n".join([f"pos;{names}", *_indexed(rows, ";")])


def tabs(cells: Cells) -> str:
    names = "\t".join(str(i) for i in range(len(cells[0])))
    return "\n".join([f"\t{names}", *_indexed(["\t".join(row) for row in cells], "\t")])


def _words(cells: Cells) -> list[str]:
    return [["the", "cat", "sat", "on", "a mat"][i % 5] for i in range(len(cells))]


def _indexed(rows: list[str], sign: str) -> list[str]:
    return [f"{i}{sign}{row}" for i, row in enumerate(rows)]


def _markdown(header: list[str], rows: list[list[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def markdown(cells: Cells) -> str:
    return _markdown([f"sin {i}" for i in range(len(cells[0]))], cells)


def markdown_index(cells: Cells) -> str:
    rows = [[str(i), *row] for i, row in enumerate(cells)]
    return _markdown(["position", *(f"dim {i}" for i in range(len(cells[0])))], rows)


def markdown_index_last(cells: Cells) -> str:
    rows = [[*row, str(i)] for i, row in enumerate(cells)]
    return _markdown([*(f"dim {i}" for i in range(len(cells[0]))), "pos"], rows)


def markdown_words_and_index(cells: Cells) -> str:
    rows = [
        [str(i), f"**{w}**", *row]
        for i, (w, row) in enumerate(zip(_words(cells), cells, strict=True))
    ]
    return (
        "Here it is:\n\n" + _markdown(["i", "token", *("x" for _ in cells[0])], rows) + "\n\nDone."
    )


def markdown_minus(cells: Cells) -> str:
    return markdown_index(cells).replace("-0.", "−0.").replace("-1.", "−1.")


def markdown_code(cells: Cells) -> str:
    return markdown([[f"`{cell}`" for cell in row] for row in cells])


def markdown_lists(cells: Cells) -> str:
    rows = [
        [w, str(i), f"[{', '.join(row)}]"]
        for i, (w, row) in enumerate(zip(_words(cells), cells, strict=True))
    ]
    return _markdown(["Word", "Position", "Vector"], rows)


def box_drawing(cells: Cells) -> str:
    """As polars prints a frame, its shape first."""
    edge = "─" * 10
    rows = ["│ " + " ┆ ".join(row) + " │" for row in _aligned(cells)]
    names = "│ " + " ┆ ".join(f"d{i}" for i in range(len(cells[0]))) + " │"
    kinds = "│ " + " ┆ ".join("f64" for _ in cells[0]) + " │"
    top = f"shape: ({len(cells)}, {len(cells[0])})\n┌{edge}┐"
    return "\n".join([top, names, kinds, f"╞{edge.replace('─', '═')}╡", *rows, f"└{edge}┘"])


def latex(cells: Cells) -> str:
    rows = " \\\\\n".join(" & ".join(row) for row in cells)
    return "$$\nP = \\begin{bmatrix}\n" + rows + " \\\\\n\\end{bmatrix}\n$$"


def latex_tabular(cells: Cells) -> str:
    rows = " \\\\ \\hline\n".join(f"{i} & " + " & ".join(r) for i, r in enumerate(cells))
    head = "$p$ & " + " & ".join(f"$d_{{{i}}}$" for i in range(len(cells[0]))) + " \\\\ \\hline\n"
    columns = "c" * (len(cells[0]) + 1)
    return f"\\begin{{tabular}}{{{columns}}}\n{head}{rows} \\\\\n\\end{{tabular}}"


def latex_one_line(cells: Cells) -> str:
    rows = r" \\ ".join(" & ".join(row) for row in cells)
    return r"\mathbf{PE} = \left[\begin{array}{cccc}" + rows + r"\end{array}\right]"


def matlab(cells: Cells) -> str:
    """As MATLAB prints a matrix that is too wide: pages of columns."""
    out, width = ["pe =\n"], len(cells[0])
    for first in range(0, width, 5):
        last = min(first + 5, width)
        alone = last == first + 1
        name = f"  Column {last}" if alone else f"  Columns {first + 1} through {last}"
        rows = ["   " + "   ".join(row[first:last]) for row in _aligned(cells)]
        out += [name, "", *rows, ""]
    return "\n".join(out)


def octave(cells: Cells) -> str:
    return matlab(cells).replace(" through ", " to ").replace("pe =\n", "ans =\n")


def matlab_literal(cells: Cells) -> str:
    return "PE = [" + "; ".join(" ".join(row) for row in cells) + "];"


def matlab_lines(cells: Cells) -> str:
    return "PE = [\n" + ";\n".join("  " + ", ".join(row) for row in cells) + "\n];"


def matlab_factor(cells: Cells) -> str:
    return "a =\n\n   1.0e+03 *\n\n" + plain(cells)


def r_matrix(cells: Cells) -> str:
    """As R prints a matrix: pages of columns, each with its names."""
    out = []
    for first in range(0, len(cells[0]), 6):
        last = min(first + 6, len(cells[0]))
        head = " ".join(f"[,{i + 1}]".rjust(10) for i in range(first, last))
        out.append(" " * 6 + head)
        for i, row in enumerate(cells):
            out.append(
                f"[{i + 1},]".rjust(5) + " " + " ".join(c.rjust(10) for c in row[first:last])
            )
    return "\n".join(out)


def r_reprex(cells: Cells) -> str:
    return "\n".join("#> " + line for line in r_matrix(cells).split("\n"))


def r_frame(cells: Cells) -> str:
    head = " ".join(f"V{i + 1}".rjust(9) for i in range(len(cells[0])))
    return "\n".join(
        [f"  {head}", *(f"{i + 1} " + " ".join(r) for i, r in enumerate(_aligned(cells)))]
    )


def r_torch(cells: Cells) -> str:
    shape = f"{len(cells)},{len(cells[0])}"
    return "torch_tensor\n" + plain(cells) + f"[ CPUFloatType{{{shape}}} ]"


def julia(cells: Cells) -> str:
    head = f"{len(cells)}×{len(cells[0])} Matrix{{Float64}}:\n"
    return head + "\n".join(" " + "  ".join(row) for row in _aligned(cells))


def julia_literal(cells: Cells) -> str:
    return "Float64[" + "; ".join(" ".join(row) for row in cells) + "]"


def rust(cells: Cells) -> str:
    rows = ",\n ".join("[" + ", ".join(row) + "]" for row in cells)
    shape = f"[{len(cells)}, {len(cells[0])}]"
    return (
        f"[src/main.rs:18:5] pe = [{rows}], shape={shape}, strides=[{len(cells[0])}, 1], "
        "layout=Cc (0x5), const ndim=2"
    )


def c_array(cells: Cells) -> str:
    rows = ",\n".join("  {" + ", ".join(f"{cell}f" for cell in row) + "}" for row in cells)
    return f"static const float pe[{len(cells)}][{len(cells[0])}] = {{\n{rows}\n}};"


def c_commented(cells: Cells) -> str:
    rows = ",\n".join(
        "  {" + ", ".join(row) + f"}} /* position {i} */" for i, row in enumerate(cells)
    )
    return f"double pe[][{len(cells[0])}] = {{ // the table\n{rows}\n}};"


def tuples(cells: Cells) -> str:
    return "(" + ", ".join("(" + ", ".join(row) + ")" for row in cells) + ")"


def python_commented(cells: Cells) -> str:
    rows = "\n".join(f"    [{', '.join(row)}],  # pos {i + 3}" for i, row in enumerate(cells))
    return f"expected = torch.tensor(\n  [\n{rows}\n  ]\n)"


def numpy_scalars(cells: Cells) -> str:
    rows = ", ".join("[" + ", ".join(f"np.float32({cell})" for cell in row) + "]" for row in cells)
    return f"[{rows}]"


def labelled_brackets(cells: Cells) -> str:
    return "\n".join(f"pos {i}: [{', '.join(row)}]" for i, row in enumerate(cells))


def labelled_lines(cells: Cells) -> str:
    return "\n".join(f"PE({i}) = {' '.join(row)}" for i, row in enumerate(cells))


def torch(cells: Cells, prefix: str = "Out[5]: \ntensor(") -> str:
    pad = " " * 8
    rows = f",\n{pad}".join("[" + ", ".join(row) + "]" for row in _aligned(cells))
    return f"{prefix}[{rows}], device='cuda:0', grad_fn=<AddBackward0>)"


def torch_batch(cells: Cells) -> str:
    block = "[" + ",\n         ".join("[" + ", ".join(row) + "]" for row in cells) + "]"
    return f"tensor([{block},\n\n        {block}])"


def torch_one_row_blocks(cells: Cells) -> str:
    return "tensor([" + ",\n\n        ".join(f"[[{', '.join(row)}]]" for row in cells) + "])"


def tensorflow(cells: Cells) -> str:
    rows = ",\n       ".join("[" + ", ".join(row) + "]" for row in cells)
    shape = f"({len(cells)}, {len(cells[0])})"
    return f"<tf.Tensor: shape={shape}, dtype=float32, numpy=\narray([{rows}], dtype=float32)>"


def node_typed_arrays(cells: Cells) -> str:
    rows = ",\n".join(f"  Float32Array({len(row)}) [ {', '.join(row)} ]" for row in cells)
    return f"[\n{rows}\n]"


def python_dictionary(cells: Cells) -> str:
    rows = ", ".join("[" + ", ".join(row) + "]" for row in cells)
    return f"{{'positions': {list(range(len(cells)))}, 'pe': [{rows}]}}"


def json_lists(cells: Cells) -> str:
    return "[" + ",".join("[" + ",".join(row) + "]" for row in cells) + "]"


def json_typed_arrays(cells: Cells) -> str:
    rows = (", ".join(f'"{i}": {cell}' for i, cell in enumerate(row)) for row in cells)
    return "[" + ", ".join("{" + row + "}" for row in rows) + "]"


def json_axis_first(cells: Cells) -> str:
    axes = {"x": list(range(len(cells[0]))), "y": list(range(len(cells)))}
    return json.dumps(axes)[:-1] + ', "z": ' + json_lists(cells) + ', "type": "heatmap"}'


def json_figure(cells: Cells) -> str:
    scale = '"colorscale": [[0.0, "#fff"], [0.5, "#aaa"], [1.0, "#000"]]'
    return (
        '{"data": [' + json_axis_first(cells)[:-1] + f', {scale}}}], "layout": {{"width": 700.5}}}}'
    )


def json_records(cells: Cells) -> str:
    rows = (
        ", ".join([f'"token": "{w}"', *(f'"d{i}": {c}' for i, c in enumerate(row))])
        for w, row in zip(_words(cells), cells, strict=True)
    )
    return "[" + ", ".join("{" + row + "}" for row in rows) + "]"


def json_strings(cells: Cells) -> str:
    return json.dumps({"table": cells, "model": "demo"})


def comments_between(cells: Cells) -> str:
    return "\n".join(f"# position {i}\n{' '.join(row)}" for i, row in enumerate(cells))


def blank_lines_between(cells: Cells) -> str:
    return "\n\n".join(" ".join(row) for row in cells)


def fenced(cells: Cells) -> str:
    return ">>> print(pe)\n```\n" + plain(cells) + "```\n"


#: Those that print every cell as it is given.
PRINTERS = {
    name: printer
    for name, printer in list(globals().items())
    if callable(printer)
    and not name.startswith("_")
    and name not in ("cells_of", "numbers_of", "Cells", "matlab_factor")
}
