"""The conventions whose rows follow one line of positions: text, audio, diffusion timesteps."""

from pe_core.conventions.model import Convention, Source

__all__ = ["LINE_CONVENTIONS"]

_HF = "5.24.0"


def _transformers(model: str, function: str, odd: str = "") -> Source:
    return Source("transformers", _HF, f"models/{model} ({function})", odd)


_PAPER = Convention(
    "paper",
    "Paper, Annotated Transformer, PyTorch, Keras",
    Source("Vaswani et al.", "2017", "Attention Is All You Need, section 3.5"),
    (
        Source(
            "annotated-transformer",
            "0a91a25",
            "the_annotated_transformer.py (PositionalEncoding)",
            "refused",
        ),
        Source("pytorch/examples", "6117601", "word_language_model/model.py", "refused"),
        Source("keras-hub", "0.32.0", "layers/modeling/sine_position_encoding.py"),
        _transformers("xlm, flaubert, distilbert", "create_sinusoidal_embeddings"),
        _transformers("videomae", "get_sinusoid_encoding_table"),
        _transformers("florence2", "positional_embedding_cosine", "refused"),
        Source("d2l", "1.0.3", "PositionalEncoding", "refused"),
        Source("OpenNMT-py", "7bfc6b6", "modules/embeddings.py (SinusoidalInterleaved)", "refused"),
        Source("speechbrain", "1.1.2", "nnet/attention.py (PositionalEncoding)", "refused"),
        Source("espnet", "202511", "transformer/embedding.py (PositionalEncoding)", "refused"),
        Source("diffusers", "0.42.1", "SinusoidalPositionalEmbedding", "refused"),
        Source("labml-nn", "0.5.1", "get_positional_encoding", "refused"),
        Source("flax", "25f2920", "examples/nlp_seq/models.py (sinusoidal_init)", "refused"),
        Source("trax", "8e10d6a", "layers/attention.py (trainable, starts so)", "refused"),
        Source("positional-encodings", "6.0.3", "PositionalEncoding1D", "dim + 1, cut"),
        Source("Informer2020", "9d74efd", "models/embed.py", "refused"),
    ),
    "Sine and cosine alternate; each pair shares one frequency.",
)

_TENSOR2TENSOR = Convention(
    "tensor2tensor",
    "tensor2tensor, fairseq, Whisper, DDPM",
    Source("tensor2tensor", "bafdc1b", "layers/common_attention.py (get_timing_signal_1d)"),
    (
        Source("openai-whisper", "20250625", "model.py (sinusoids)", "refused"),
        _transformers("whisper", "sinusoids", "refused"),
        Source("fairseq", "3d262bb", "sinusoidal_positional_embedding.py (get_embedding)"),
        Source("DDPM", "c461299", "diffusion_tf/nn.py (get_timestep_embedding)"),
        Source("denoising-diffusion-pytorch", "2.3.4", "SinusoidalPosEmb", "one column less"),
        Source("diffusers", "0.42.1", "get_timestep_embedding (its defaults)"),
        _transformers("pegasus_x", "PegasusXSinusoidalPositionalEmbedding", "refused"),
        _transformers("timesfm", "TimesFmPositionalEmbedding"),
        Source("torch-geometric", "2.8.1", "PositionalEncoding", "refused"),
        Source("OpenNMT-py", "7bfc6b6", "modules/embeddings.py (SinusoidalConcat)", "refused"),
        Source("google-research/pegasus", "13fcf2b", "layers/timing.py", "refused"),
        Source("marian-nmt", "bd63cce", "src/models/transformer.h"),
        Source("flax", "047b288", "examples/wmt/models.py (sinusoidal_init)"),
    ),
    "All sines, then all cosines; the last frequency is exactly 1/base.",
    spacing="endpoint",
    layout="sin_cos",
    tail="zero",
)

_FAIRSEQ = Convention(
    "fairseq",
    "fairseq as tokens see it (starts at padding_idx + 1)",
    Source("fairseq", "3d262bb", "utils.py (make_positions)"),
    (
        _transformers("m2m_100, nllb_moe, xglm, seamless_m4t", "get_embedding"),
        _transformers("speech_to_text", "Speech2TextSinusoidalPositionalEmbedding"),
        _transformers("fsmt, kosmos2, trocr, speecht5", "get_embedding"),
    ),
    "tensor2tensor's numbers; with padding_idx 1 the first token gets position 2.",
    spacing="endpoint",
    layout="sin_cos",
    origin=2,
    tail="zero",
)

_FAIRSEQ_TABLE = Convention(
    "fairseq_table",
    "fairseq's whole table (the padding row is zero)",
    Source("fairseq", "3d262bb", "sinusoidal_positional_embedding.py (get_embedding)"),
    (
        _transformers("speech_to_text, m2m_100", "get_embedding"),
        _transformers("fsmt", "get_embedding"),
    ),
    "Row padding_idx (1 by default) holds zeros.",
    spacing="endpoint",
    layout="sin_cos",
    tail="zero",
    zero_rows=(1,),
)

_MARIAN = Convention(
    "marian",
    "Hugging Face Marian and Pegasus, CTRL, MAE in 1-D",
    _transformers("marian, pegasus", "create_weight"),
    (
        _transformers("informer, autoformer, time_series_transformer", "create_weight"),
        _transformers("roformer", "create_weight"),
        _transformers("ctrl", "positional_encoding"),
        _transformers("gptj, codegen", "create_sinusoidal_positions"),
        Source("mae", "efb2a80", "util/pos_embed.py (1-D, from a grid)", "refused"),
        Source("diffusers", "0.42.1", "get_1d_sincos_pos_embed_from_grid", "refused"),
        Source("performer-pytorch", "1.1.4", "FixedPositionalEmbedding", "one column more"),
        Source(
            "tensorflow/text", "tutorial", "transformer (positional_encoding)", "one column more"
        ),
        Source("gpt-neox", "b0b561f", "positional_embeddings.py (SinusoidalPositionalEmbedding)"),
        Source("trax", "8e10d6a", "research/position_encodings.py", "one column more"),
    ),
    "All sines, then all cosines, with the paper's frequencies.",
    layout="sin_cos",
)

_XLNET = Convention(
    "xlnet",
    "XLNet (relative, counts down through 0)",
    _transformers("xlnet", "relative_positional_encoding"),
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
    (_transformers("wav2vec2_conformer", "Wav2Vec2ConformerRelPositionalEmbedding"),),
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
    _transformers("musicgen, musicgen_melody", "get_embedding"),
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
    _PAPER,
    _TENSOR2TENSOR,
    _FAIRSEQ,
    _FAIRSEQ_TABLE,
    _MARIAN,
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
