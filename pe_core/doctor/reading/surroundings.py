"""What stands around the numbers: taken away before they are read, and heard for what it tells.

Consoles say the type (``dtype=float32``), the shape of the whole table (``[8 rows x 64 columns]``)
and their own prompts; code has comments, LaTeX its commands. Everything taken away leaves blanks
behind, so that lines and columns of the text stay where they were.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from pe_core.doctor.reading.numbers import NUMBER

__all__ = ["ROW_END", "Said", "cleared"]

#: Ends a row within a line: what ``\\\\`` is in LaTeX.
ROW_END = "\x1e"
#: Signs that look like another one, each one character long.
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("−–﹣－", "-"),
        **dict.fromkeys("\u00a0\u2007\u2009\u202f\u2003\u2002\u200b\ufeff\f\v", " "),
        **dict.fromkeys("│┃┆┊║╎", "|"),
        **dict.fromkeys("“”„", '"'),
        **dict.fromkeys("‘’", "'"),
        ROW_END: " ",
    }
)
_TYPES = {
    "half": "float16",
    "double": "float64",
    "float": "float32",
    **{f"float{bits}": f"float{bits}" for bits in (16, 32, 64)},
    **{f"f{bits}": f"float{bits}" for bits in (16, 32, 64)},
    "bfloat16": "bfloat16",
}
_SIZES = r"[\d, x]{1,60}"
_SHAPES = re.compile(
    rf"\b(?:shape|size|dim)\s*[=:]\s*(?:torch\.Size|TensorShape)?\(?(?P<a>[(\[]{_SIZES}[)\]])\)?"
    rf"|torch\.Size\((?P<b>\[{_SIZES}\])\)"
    r"|\[(?P<c>\d{1,9} rows x \d{1,9} columns)\]"
    r"|\[ *(?:[A-Z]\w{0,20})?(?:Float|Double|Half|BFloat16)Type(?P<d>\{[\d,]{1,60}\})"
    r"[^\]\n]{0,80}\]"
    r"|^[ \t]*+(?:# A (?:tibble|data\.frame):[ \t]*+)?"
    r"(?P<e>\d{1,9}(?:[ \t]{0,3}[×x][ \t]{0,3}\d{1,9}){1,3})(?=[ \t]*$|[ \t]+[A-Za-z])[^\n]*",
    re.MULTILINE,
)
_TYPE = re.compile(
    r"\bdtype\s*[=:]\s*['\"<]*(?:class '|dtype\()?['\"]?(?:torch\.|np\.|numpy\.|tf\.|jnp\.)?"
    r"(?P<a>\w{1,20})[\w'\">)]{0,9}"
    r"|\b(?:CPU|CUDA|MPS)?(?P<b>Float|Double|Half|BFloat16)Type\b"
    r"|\b(?:Matrix|Array|Vector)\{(?P<c>Float\d\d)\b[^}\n]{0,20}\}"
    r"|\bnp\.(?P<d>float\d\d)\("
)
#: Attributes of an array in a print: a name, "=" and a value that is no part of the table.
_ATTRIBUTE = re.compile(
    r"\b(?:device|requires_grad|grad_fn|weak_type|strides|layout|ndim|size|sharding|const ndim|"
    r"nrow|ncol|byrow|order|copy)\s*=\s*"
    r"(?:'[^'\n]{0,80}'|\"[^\"\n]{0,80}\"|<[^<>\n]{0,200}>|[\[(][\d, ]{0,60}[\])]"
    r"|\w{1,40}(?: \(0x\w{1,8}\)|\([^()\n]{0,80}\))?)"
    r"|\bnumpy\s*="
)
_COMMENT = re.compile(
    r"/\*[^*]{0,400}\*/|//[^\n]*|(?:(?<=[\s,\])}])|^)#[^\n]*|(?:(?<=\s)|^)%[^\n]*", re.M
)
_PROMPT = re.compile(
    r"^[ \t]*(?:(?:In|Out) ?\[\d{1,6}\] ?[:=]=?|>>>|>>|julia>|octave:\d+>|In:|Out:|>(?=[ \t]))",
    re.M,
)
_REPREX = re.compile(r"^(?:#>|##)(?: |$)", re.M)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*", re.M)
#: One number in a call that names its type: np.float32(0.5), tensor(0.5), Decimal('0.5').
_TYPED = re.compile(
    rf"\b(?:(?:np|numpy|jnp|torch|tf)\.)?(?:b?float\d*|half|double|Float\d\d|tensor|array|Decimal|"
    rf"int\d*)\(\s{{0,9}}['\"]?(?P<number>{NUMBER})['\"]?(?:, ?dtype=[\w.']{{1,20}})?\s{{0,9}}\)",
    re.ASCII,
)
_SUFFIX = re.compile(r"(?<=[\d.])(?:_?f(?:16|32|64)?|[FLdD])(?![\w.+-])")
_OTHER_E = re.compile(r"(?<=[\d.])(?:[fdD]|\.?\*\^)(?=[+-]?\d{1,3}\b)")
_TIMES_TEN = re.compile(
    r"(?<=\d)[ \t]{0,2}(?:\\times|\\cdot|×|·|\*)[ \t]{0,2}10[ \t]{0,2}\^[ \t]{0,2}"
    r"\{?[ \t]{0,2}(?P<power>[+-]?\d{1,3})[ \t]{0,2}\}?"
)
_OMITTED = re.compile(r"^[ \t]*\[ *reached [^\n]{0,80}omitted \d{1,9} rows[^\n]*", re.M)
_SUPERSCRIPT = re.compile(r"(?<=10)[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}")
_PLAIN_DIGITS = str.maketrans("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "+-0123456789")
_SIGN_APART = re.compile(
    r"(?P<before>[,\[({|&;]\s{0,9})(?P<sign>[-+])(?P<blanks>[ \t]{1,9})(?=\.?\d)"
)
_BULLET = re.compile(r"^[ \t]*[-*•][ \t]+(?=\S)", re.M)
_LATEX = re.compile(r"\\begin\s*\{|\\\\|\\[cvld]?dots\b")
_LATEX_DOTS = re.compile(r"\\(?:[cvldi]?dots|dots[cbmio])\b")
_LATEX_END = re.compile(r"\\end\s*\{[^{}\n]{0,40}\}")
_LATEX_PARTS = re.compile(
    r"\\begin\s*\{[^{}\n]{0,40}\}(?:\s{0,3}\[[^\]\n]{0,20}\])?(?:\s{0,3}\{[^{}\n]{0,200}\})?"
    r"|\\[()\[\]]|\\(?:left|right|big[lr]?|Big[lr]?)\s{0,3}(?:\\?[\[\](){}|.])"
    r"|\\(?:phantom|hphantom|vspace|hspace|label|text|mathrm|color|textcolor|cline|cmidrule)\s{0,3}"
    r"\{[^{}\n]{0,80}\}|\\[a-zA-Z]{1,30}\*?|\\[,;:! ]|[{}]"
)


@dataclass
class Said:
    """Hold what a text says of its numbers: type, shape of the whole table, comments by line."""

    dtype: str | None = None
    shape: tuple[int, ...] = ()
    comments: dict[int, str] = field(default_factory=dict)


def cleared(text: str) -> tuple[str, Said]:
    """Return the text with blanks for what is no part of the table, and what that said.

    >>> body, said = cleared("tensor([0.5], dtype=torch.float16)")
    >>> body.rstrip(), said.dtype
    ('tensor([0.5],', 'float16')
    """
    said = Said()
    text = text.translate(_SIGNS)
    if "\x1b" in text:
        text = re.sub(r"\x1b\[[\d;]{0,20}[A-Za-z]", "", text)
    text = _FENCE.sub(_blank, text)
    if len(_REPREX.findall(text)) > 1:
        text = _REPREX.sub(_blank, text)
    if len(_BULLET.findall(text)) == len(re.findall(r"^[^\n]*\d", text, re.M)) > 1:
        text = _BULLET.sub(_blank, text)
    said.dtype = _type(text)
    text = _shapes(text, said)
    text = _OMITTED.sub(_keep("..."), text)
    text = _TYPED.sub(_only_number, text)
    for pattern in (_TYPE, _ATTRIBUTE, _PROMPT):
        text = pattern.sub(_blank, text)
    text = _comments(text, said)
    text = _SUPERSCRIPT.sub(lambda match: "^" + match.group().translate(_PLAIN_DIGITS), text)
    text = _SIGN_APART.sub(r"\g<before>\g<blanks>\g<sign>", text)
    text = _TIMES_TEN.sub(_power, text)
    text = _OTHER_E.sub("e", text)
    text = _SUFFIX.sub(_blank, text)
    if _LATEX.search(text):
        text = _latex(text)
    return text, said


def _blank(match: re.Match[str]) -> str:
    """Return blanks in place of a match; its line ends stay."""
    return re.sub(r"[^\n]", " ", match.group())


def _keep(text: str) -> Callable[[re.Match[str]], str]:
    """Return a replacement by ``text``, filled up with blanks."""
    return lambda match: text.ljust(len(match.group()))


def _only_number(match: re.Match[str]) -> str:
    before = match.start("number") - match.start()
    after = match.end() - match.end("number")
    return " " * before + match.group("number") + " " * after


def _power(match: re.Match[str]) -> str:
    return f"e{match.group('power')}".ljust(len(match.group()))


def _type(text: str) -> str | None:
    for match in _TYPE.finditer(text):
        name = next((group for group in match.groups() if group), "").lower()
        if name in _TYPES:
            return _TYPES[name]
    return None


def _shapes(text: str, said: Said) -> str:
    """Take away what gives the shape of the whole table; the last word on it counts."""

    def take(match: re.Match[str]) -> str:
        told = next(group for group in match.groups() if group)
        sizes = tuple(int(size[:9]) for size in re.findall(r"\d+", told))
        if len(sizes) > 1:
            said.shape = sizes
        return _blank(match)

    return _SHAPES.sub(take, text)


def _comments(text: str, said: Said) -> str:
    """Take away comments, and remember them by their line: they may hold the position."""
    if not _COMMENT.search(text):
        return text
    lines = text.split("\n") if "/*" not in text else _COMMENT.sub(_blank, text).split("\n")
    for index, line in enumerate(lines):
        match = None if line.lstrip().startswith("|") else _COMMENT.search(line)
        if match:
            said.comments[index + 1] = match.group()[:80]
            lines[index] = line[: match.start()]
    return "\n".join(lines)


def _latex(text: str) -> str:
    text = _LATEX_DOTS.sub(_keep("..."), text)
    text = re.sub(r"\\\\(?:\[[^\]\n]{0,12}\])?|\\tabularnewline\b|\\cr\b", _keep(ROW_END), text)
    text = _LATEX_END.sub(_keep(ROW_END), text)
    return _LATEX_PARTS.sub(_blank, text).replace("$", " ")
