"""The conventions whose rows follow one line of positions: text, audio, diffusion timesteps."""

from pe_core.conventions.common import COMMON, transformers
from pe_core.conventions.model import Convention, Source

__all__ = ["LINE_CONVENTIONS"]

_XLNET = Convention(
    "xlnet",
    "XLNet (relative, counts down through 0)",
    transformers("xlnet", "relative_positional_encoding"),
    (),
    "Marian's columns; rows run from the length of the keys down to 1 minus that of the queries.",
    layout="sin_cos",
    order="centred",
)

_TRANSFORMER_XL = Convention(
    "transformer_xl",
    "Transformer-XL (counts down to 0)",
    Source("transformer-xl", "44781ed", "pytorch/mem_transformer.py"),
    (),
    "Marian's columns; rows run from length - 1 down to 0.",
    layout="sin_cos",
    order="descending",
)

_ESPNET_RELATIVE = Convention(
    "espnet_relative",
    "ESPnet relative, wav2vec2-conformer",
    Source("espnet", "202511", "transformer/embedding.py (RelPositionalEncoding)"),
    (transformers("wav2vec2_conformer", "Wav2Vec2ConformerRelPositionalEmbedding"),),
    "The paper's columns; 2T - 1 rows run from T - 1 down through 0 to 1 - T.",
    tail="error",
    order="centred",
)

_ESPNET_REVERSE = Convention(
    "espnet_reverse",
    "ESPnet and fairseq conformer, reversed (counts down to 0)",
    Source("espnet", "202511", "transformer/embedding.py (reverse=True)"),
    (Source("fairseq-fixed", "0.12.3.1", "PositionalEncoding(reverse=True)"),),
    "The paper's columns; rows run from length - 1 down to 0.",
    tail="error",
    order="descending",
)

_GUIDED_DIFFUSION = Convention(
    "guided_diffusion",
    "guided-diffusion, Stable Diffusion, DiT",
    Source("guided-diffusion", "22e0df8", "nn.py (timestep_embedding)"),
    (
        Source("stable-diffusion", "7f0cc70", "ldm/modules/diffusionmodules/util.py"),
        Source("diffusers", "0.42.1", "get_timestep_embedding (flip True, shift 0: UNets, UViT)"),
    ),
    "All cosines first; the paper's frequencies.",
    layout="cos_sin",
    tail="zero",
)

_DIFFUSERS_SHIFT0 = Convention(
    "diffusers_shift0",
    "diffusers with downscale_freq_shift=0",
    Source("diffusers", "0.42.1", "get_timestep_embedding (flip False, shift 0)"),
    (),
    "Marian's numbers for an even dim; an odd one gets a zero column.",
    layout="sin_cos",
    tail="zero",
)

_MUSICGEN = Convention(
    "musicgen",
    "MusicGen",
    transformers("musicgen, musicgen_melody", "get_embedding"),
    (Source("diffusers", "0.42.1", "get_timestep_embedding (flip True, shift 1)"),),
    "All cosines first, endpoint spacing.",
    spacing="endpoint",
    layout="cos_sin",
    tail="zero",
)

_MLX = Convention(
    "mlx",
    "MLX",
    Source("mlx", "3576b54", "nn/layers/positional_encoding.py (SinusoidalPositionalEncoding)"),
    (),
    "tensor2tensor's frequencies times sqrt(2/dim), so that every row has length 1.",
    spacing="endpoint",
    layout="sin_cos",
    tail="error",
    amplitude_per_dim=2.0,
)

_MLX_COS_FIRST = Convention(
    "mlx_cos_first",
    "MLX with cos_first",
    Source("mlx", "3576b54", "nn/layers/positional_encoding.py (cos_first=True)"),
    (),
    "As mlx, with the cosines first.",
    spacing="endpoint",
    layout="cos_sin",
    tail="error",
    amplitude_per_dim=2.0,
)

_X_TRANSFORMERS = Convention(
    "x_transformers",
    "x-transformers (scaled)",
    Source("x-transformers", "2.31.10", "ScaledSinusoidalEmbedding"),
    (),
    "Marian's numbers times a learned factor that starts at 1/sqrt(dim).",
    layout="sin_cos",
    tail="error",
    amplitude_per_dim=1.0,
)

_TATP22 = Convention(
    "tatp22",
    "positional-encodings (tatp22), odd dims",
    Source("positional-encodings", "6.0.3", "PositionalEncoding1D"),
    (),
    "The paper's numbers for an even dim; an odd one takes the table of dim + 1 and cuts it. "
    "Before June 2022: sines first, then cosines.",
    tail="truncate",
)

_NCNN = Convention(
    "ncnn_llm",
    "ncnn_llm's NLLB",
    Source("ncnn_llm", "main branch", "src/nllb_600m.cpp"),
    (),
    "Marian's columns, the first row is position 1.",
    layout="sin_cos",
    origin=1,
    tail="zero",
)

_T2T_FIXED = Convention(
    "tensor2tensor_fixed",
    "tensor2tensor's common_layers (16 timescales)",
    Source("tensor2tensor", "bafdc1b", "layers/common_layers.py (get_timing_signal)"),
    (),
    "16 sines and 16 cosines whatever the dim; the other columns are zero.",
    spacing="endpoint",
    layout="sin_cos",
    tail="zero",
    filled=32,
)

_NERF = Convention(
    "nerf",
    "NeRF",
    Source("nerf", "14c5556", "run_nerf_helpers.py (Embedder), one coordinate, without the input"),
    (),
    "Frequencies 1, 2, 4, …; no factor pi, on purpose. The library puts the input itself first.",
    spacing="endpoint",
    tail="error",
    octaves=True,
)

LINE_CONVENTIONS: tuple[Convention, ...] = (
    *COMMON,
    _XLNET,
    _TRANSFORMER_XL,
    _ESPNET_RELATIVE,
    _ESPNET_REVERSE,
    _GUIDED_DIFFUSION,
    _DIFFUSERS_SHIFT0,
    _MUSICGEN,
    _MLX,
    _MLX_COS_FIRST,
    _X_TRANSFORMERS,
    _TATP22,
    _NCNN,
    _T2T_FIXED,
    _NERF,
)
