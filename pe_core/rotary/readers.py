"""How known libraries read a configuration, as far as their source says, and where they part.

Each reader is the right settings with what it does otherwise. A reader that is wrong on a file is
no bug in the file; but whoever serves the model with it should know.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.rotary.config import RopeConfig
from pe_core.rotary.extension import parting_position
from pe_core.rotary.presets import PRESETS, VARIANTS
from pe_core.rotary.rules import Default, yarn_mscale
from pe_core.rotary.rules.ntk import ntk_base
from pe_core.rotary.settings import RightReading, RopeSettings

__all__ = ["READERS", "Reader", "ReaderDifference", "compare_readers"]
__all__ += ["readers_markdown", "readers_of"]

FloatArray = npt.NDArray[np.float64]

#: How a reader takes a right reading: the frequencies and the factor, and why, or None if alike.
Read = Callable[[RopeConfig, RopeSettings, RightReading], "tuple[FloatArray, float, str] | None"]


@dataclass(frozen=True)
class Reader:
    """Hold a library at a version: its name, what was read, and how it reads.

    ``grids`` are the model types with axes of a grid that it reads.
    """

    name: str
    version: str
    source: str
    read: Read
    grids: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReaderDifference:
    """Hold where a reader parts from the configuration, for one kind of layer.

    ``first_pair`` is the first pair that differs (None if only the factor does);
    ``phase_original`` and ``phase_full`` are the largest phase errors in rad at the last position
    of each length (None where the length is not known); ``factor`` and ``right_factor`` are what
    cosine and sine are multiplied by; ``parts_at`` is the first position where a pair is off by
    more than 0.5 rad (None if none ever is), ``apart`` the largest difference in rad per position.
    """

    reader: str
    version: str
    layer: str
    how: str
    first_pair: int | None
    phase_original: float | None
    phase_full: float | None
    factor: float
    right_factor: float
    parts_at: int | None = None
    apart: float = 0.0

    def line(self) -> str:
        """Return one sentence."""
        where = f" ({self.layer})" if self.layer else ""
        told = f"{self.reader} {self.version}{where}: {self.how}"
        if self.first_pair is not None:
            told += f"; first pair that differs: {self.first_pair}"
        if self.phase_original is not None and self.phase_original > 0:
            told += f"; {self.phase_original:.3g} rad off at the original length"
        if self.phase_full is not None and self.phase_full > 0:
            told += f", {self.phase_full:.3g} rad at the full one"
        if abs(self.factor / self.right_factor - 1) > 1e-6:
            told += f"; factor {self.factor:.6g}, not {self.right_factor:.6g}"
        return told + "."


def compare_readers(
    config: RopeConfig, layers: tuple[RopeSettings, ...] | None = None
) -> list[ReaderDifference]:
    """Return where the known readers part from a configuration, reader by reader.

    >>> from pe_core.rotary.config import read_config
    >>> compare_readers(read_config('{"head_dim": 64, "rope_theta": 1e4}'))
    []
    """
    found = []
    for reader in READERS:
        for settings in config.layers if layers is None else layers:
            for right in settings.readings():
                made = reader.read(config, settings, right)
                if made is not None:
                    found.append(_difference(reader, settings, right, *made))
    return found


def _difference(
    reader: Reader,
    settings: RopeSettings,
    right: RightReading,
    frequencies: FloatArray,
    factor: float,
    how: str,
) -> ReaderDifference:
    off = np.abs(frequencies - right.frequencies)
    apart = np.flatnonzero(off > 1e-6 * right.frequencies)
    lengths = (settings.original_length, settings.length)
    phases = [None if length is None else float(off.max()) * (length - 1) for length in lengths]
    if right.condition.startswith("for texts of up to"):
        phases[1] = None
    if right.condition and not how.startswith("stops"):
        how = f"{how}, also {right.condition}"
    return ReaderDifference(
        reader.name,
        reader.version,
        settings.layer,
        how,
        int(apart[0]) if len(apart) else None,
        phases[0],
        phases[1],
        factor,
        right.attention_factor,
        parting_position(frequencies, right.frequencies) if len(apart) else None,
        float(off.max()) if len(apart) else 0.0,
    )


def _transformers(
    config: RopeConfig, s: RopeSettings, right: RightReading
) -> tuple[FloatArray, float, str] | None:
    if s.rule == "yarn" and config.nested and not s.truncate:
        made = s.replaced(truncate=True, attn_factor=None).reading()
        how = "truncate is looked for outside the parameters of the kind of layer (R6)"
        return made.frequencies, made.attention_factor, how
    if s.rule == "yarn" and s.attn_factor is not None and s.attention_factor is None:
        return right.frequencies, yarn_mscale(s.scaling), "attn_factor is ignored (R3)"
    return None


def _transformers_before(
    config: RopeConfig, s: RopeSettings, right: RightReading
) -> tuple[FloatArray, float, str] | None:
    if s.rule == "yarn" and s.length and s.original_length:
        ratio = s.length / s.original_length
        if abs(ratio / s.scaling - 1) > 1e-6:
            made = s.replaced(factor=ratio, attn_factor=None).reading()
            how = f"the factor is {ratio:g}, the ratio of the lengths (R5)"
            return made.frequencies, made.attention_factor, how
    return _transformers(config, s, right)


def _mlx(
    config: RopeConfig, s: RopeSettings, right: RightReading
) -> tuple[FloatArray, float, str] | None:
    if s.rule == "longrope" and right.condition.startswith("for texts of up to"):
        made = s.reading(long=True)
        return (
            made.frequencies,
            made.attention_factor,
            "long_factor always, never short_factor (R15)",
        )
    if s.rule == "dynamic":
        return right.frequencies, right.attention_factor, "stops: the dynamic rule is not known"
    if s.rule != "yarn":
        return None
    made = s.replaced(truncate=True, attn_factor=None).reading()
    factor = made.attention_factor
    if s.attention_factor is None:
        above = yarn_mscale(s.scaling, 1.0 if s.mscale is None else s.mscale)
        factor = above / yarn_mscale(s.scaling, s.mscale_all_dim or 0.0)
    words = []
    if not s.truncate:
        words.append("truncate is not known (R6)")
    if abs(factor / right.attention_factor - 1) > 1e-6:
        words.append("attn_factor is ignored (R3)" if s.attn_factor else "a lone mscale is used")
    return (made.frequencies, factor, ", ".join(words)) if words else None


def _vllm(
    config: RopeConfig, s: RopeSettings, right: RightReading
) -> tuple[FloatArray, float, str] | None:
    if s.rule == "longrope" and right.condition.startswith("for texts of up to"):
        made = s.reading(long=True)
        how = "long_factor for every text, if the server allows longer ones (R15)"
        return made.frequencies, made.attention_factor, how
    if s.rule == "dynamic":
        base = ntk_base(s.base, s.scaling**2 - s.scaling + 1, s.rotary_dim)
        made_here = Default().frequencies(base, s.rotary_dim)
        return made_here, 1.0, f"one base, {base:.6g}, for every length (dynamic)"
    if s.rule != "yarn" or config.model_type.startswith("deepseek"):
        return None
    factor = yarn_mscale(s.scaling) * (1.0 if s.attn_factor is None else s.attn_factor)
    if abs(factor / right.attention_factor - 1) <= 1e-6:
        return None
    lost = "attention_factor is not passed on (R2)"
    how = lost if s.attention_factor is not None else "mscale and mscale_all_dim are ignored (R1)"
    return right.frequencies, factor, how


READERS: tuple[Reader, ...] = (
    Reader("transformers", "5.24.0", "modeling_rope_utils.py", _transformers, ("dinov3_vit",)),
    Reader(
        "transformers",
        "before August 2025",
        "modeling_rope_utils.py before pull request 40320",
        _transformers_before,
    ),
    Reader("mlx-lm", "0.32.2", "models/rope_utils.py", _mlx),
    Reader(
        "vLLM",
        "before pull requests 46280 and 48623",
        "layers/rotary_embedding/__init__.py at 07b12f1",
        _vllm,
    ),
)


_HEAD = (
    "# Which library reads this model right",
    "",
    "Made by `python -m pe_core rope --readers`, from the presets and from what was read in each",
    "library's source: the code that its models share, at the version named. It is about the",
    "frequencies and the factor on cosine and sine. **right**: that code makes of the file what",
    "the file asks for. Whether a library has the model at all, and what the model's own code",
    "does beside the shared one, was not looked up. A dash: an image model, which this library's",
    "shared code does not read. Phase errors are the largest over all pairs, at the last position",
    "of the original and of the full length.",
    "",
)


def _cell(reader: Reader, config: RopeConfig, differences: list[ReaderDifference]) -> str:
    if config.layers[0].axes and config.model_type not in reader.grids:
        return "–"
    mine = [d for d in differences if (d.reader, d.version) == (reader.name, reader.version)]
    return " ".join(d.line().split(": ", 1)[1] for d in mine) or "right"


def readers_of(config: RopeConfig) -> list[str]:
    """Return what each of :data:`READERS` makes of a configuration: "right", how not, or a dash.

    >>> from pe_core.rotary.config import read_config
    >>> set(readers_of(read_config('{"head_dim": 64, "rope_theta": 1e4}')))
    {'right'}
    """
    differences = compare_readers(config)
    return [_cell(reader, config, differences) for reader in READERS]


def readers_markdown() -> str:
    """Return the table "Which library reads this model right" as Markdown, presets by readers.

    >>> readers_markdown().splitlines()[0]
    '# Which library reads this model right'
    """
    lines = [*_HEAD, "| model | " + " | ".join(f"{r.name} {r.version}" for r in READERS) + " |"]
    lines.append("|---|" + "---|" * len(READERS))
    lines += [
        f"| {entry.title} | " + " | ".join(readers_of(entry.read())) + " |"
        for entry in (*PRESETS, *VARIANTS)
    ]
    lines += ["", "Read in:", ""]
    lines += [f"- {r.name} {r.version}: {r.source}" for r in READERS]
    lines += ["", "Where a model's settings come from:", ""]
    lines += [f"- {entry.title}: {entry.source}" for entry in (*PRESETS, *VARIANTS)]
    return "\n".join(lines) + "\n"
