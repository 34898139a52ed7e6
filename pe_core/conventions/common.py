"""The conventions that most libraries share: the paper's, tensor2tensor's, Marian's."""

from pe_core.conventions.model import Convention, Source

__all__ = ["COMMON", "transformers"]

_HF = "5.24.0"


def transformers(model: str, function: str, odd: str = "") -> Source:
    """Return a source in Hugging Face transformers."""
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
        transformers("xlm, flaubert, distilbert", "create_sinusoidal_embeddings"),
        transformers("videomae", "get_sinusoid_encoding_table"),
        transformers("florence2", "positional_embedding_cosine", "refused"),
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
        transformers("whisper", "sinusoids", "refused"),
        Source("fairseq", "3d262bb", "sinusoidal_positional_embedding.py (get_embedding)"),
        Source("DDPM", "c461299", "diffusion_tf/nn.py (get_timestep_embedding)"),
        Source("denoising-diffusion-pytorch", "2.3.4", "SinusoidalPosEmb", "one column less"),
        Source("diffusers", "0.42.1", "get_timestep_embedding (its defaults)"),
        transformers("pegasus_x", "PegasusXSinusoidalPositionalEmbedding", "refused"),
        transformers("timesfm", "TimesFmPositionalEmbedding"),
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
        transformers("m2m_100, nllb_moe, xglm, seamless_m4t", "get_embedding"),
        transformers("speech_to_text", "Speech2TextSinusoidalPositionalEmbedding"),
        transformers("fsmt, kosmos2, trocr, speecht5", "get_embedding"),
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
        transformers("speech_to_text, m2m_100", "get_embedding"),
        transformers("fsmt", "get_embedding"),
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
    transformers("marian, pegasus", "create_weight"),
    (
        transformers("informer, autoformer, time_series_transformer", "create_weight"),
        transformers("roformer", "create_weight"),
        transformers("ctrl", "positional_encoding"),
        transformers("gptj, codegen", "create_sinusoidal_positions"),
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

COMMON: tuple[Convention, ...] = (
    _PAPER,
    _TENSOR2TENSOR,
    _FAIRSEQ,
    _FAIRSEQ_TABLE,
    _MARIAN,
)
