"""Encodings that enter as a bias on the attention score, and other relatives of the sinusoid."""

from pe_core.bias.alibi import alibi_bias, alibi_slopes
from pe_core.bias.buckets import deberta_bucket, swin_index, t5_bucket
from pe_core.bias.features import fourier_features, nerf_features
from pe_core.bias.formulas import fire_bias, kerple_bias, sandwich_bias
from pe_core.bias.relative import relative_sinusoid

__all__ = [
    "alibi_bias",
    "alibi_slopes",
    "deberta_bucket",
    "fire_bias",
    "fourier_features",
    "kerple_bias",
    "nerf_features",
    "relative_sinusoid",
    "sandwich_bias",
    "swin_index",
    "t5_bucket",
]
