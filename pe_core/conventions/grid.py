"""The conventions of tables over a grid: images cut into patches, feature maps.

Each axis gets a share of the columns and its own Sinusoid. Libraries differ in which axis comes
first, in how the shares are joined, and in what one step along an axis counts.
"""

from pe_core.conventions.model import Convention, Grid, Source

__all__ = ["GRID_CONVENTIONS"]

_HF = "5.24.0"

GRID_CONVENTIONS: tuple[Convention, ...] = (
    Convention(
        "mae",
        "MAE (2-D)",
        Source("transformers", _HF, "build_2d_sinusoidal_position_embedding"),
        (Source("kornia", "0.9.0", "AIFI.build_2d_sincos_pos_emb (w outer: a grid of w x h)"),),
        "[sin y | cos y | sin x | cos x]. An optional zero row for the class token comes first.",
        layout="sin_cos",
        tail="error",
        grid=Grid((0, 1)),
    ),
    Convention(
        "mae_x_first",
        "MAE's original, MONAI (x first)",
        Source("mae", "efb2a80", "util/pos_embed.py (its emb_h encodes x)"),
        (
            Source("monai", "1.6.1", "build_sincos_position_embedding"),
            Source("transformers", _HF, "RT-DETR, OmDet-Turbo (build_2d_sincos)"),
        ),
        "[sin x | cos x | sin y | cos y].",
        layout="sin_cos",
        tail="error",
        grid=Grid((1, 0)),
    ),
    Convention(
        "diffusers_2d",
        "diffusers (2-D)",
        Source("diffusers", "0.42.1", "get_2d_sincos_pos_embed (base_size 16)"),
        (),
        "x first; positions are stretched so that the grid always spans 16.",
        layout="sin_cos",
        tail="error",
        grid=Grid((1, 0), unit="16/size"),
    ),
    Convention(
        "timm_2d",
        "timm (2-D)",
        Source("timm", "1.0.31", "build_sincos2d_pos_embed"),
        (),
        "[sin y | sin x | cos y | cos x]: all sines before all cosines.",
        layout="sin_cos",
        tail="error",
        grid=Grid((0, 1), join="halves"),
    ),
    Convention(
        "vit_pytorch_2d",
        "vit-pytorch (2-D)",
        Source("vit-pytorch", "1.26.14", "posemb_sincos_2d"),
        (),
        "[sin x | cos x | sin y | cos y] with endpoint spacing.",
        spacing="endpoint",
        layout="sin_cos",
        tail="error",
        grid=Grid((1, 0)),
    ),
    Convention(
        "tensor2tensor_nd",
        "tensor2tensor (2-D)",
        Source("tensor2tensor", "bafdc1b", "layers/common_attention.py (add_timing_signal_nd)"),
        (),
        "[sin y | cos y | sin x | cos x] with endpoint spacing.",
        spacing="endpoint",
        layout="sin_cos",
        tail="error",
        grid=Grid((0, 1)),
    ),
    Convention(
        "detr",
        "DETR without normalisation",
        Source("transformers", _HF, "DetrSinePositionEmbedding (normalize=False)"),
        (Source("detr", "29901c5", "PositionEmbeddingSine (normalize=False)"),),
        "y first, interleaved, positions from 1: its row k is the paper's row k + 1.",
        origin=1,
        tail="error",
        grid=Grid((0, 1)),
    ),
    Convention(
        "detr_normalised",
        "DETR as it is built",
        Source("detr", "29901c5", "models/position_encoding.py (normalize=True)"),
        (),
        "As detr, with the last cell at 2π.",
        origin=1,
        tail="error",
        grid=Grid((0, 1), unit="turn"),
    ),
    Convention(
        "deformable_detr",
        "Deformable DETR",
        Source("Deformable-DETR", "11169a6", "models/position_encoding.py"),
        (),
        "As detr_normalised, from the middle of a cell: (y - 0.5) / last · 2π.",
        origin=0.5,
        tail="error",
        grid=Grid((0, 1), unit="turn"),
    ),
    Convention(
        "loftr",
        "LoFTR (kornia)",
        Source("kornia", "0.9.0", "PositionEncodingSine"),
        (),
        "sin x, cos x, sin y, cos y in turn; positions from 1.",
        origin=1,
        tail="error",
        grid=Grid((1, 0), join="pairs"),
    ),
    Convention(
        "tatp22_2d",
        "positional-encodings (2-D)",
        Source("positional-encodings", "6.0.3", "PositionalEncoding2D"),
        (),
        "First axis, then second, each interleaved; each gets ceil(dim/4)·2 columns.",
        tail="error",
        grid=Grid((0, 1)),
    ),
    Convention(
        "tatp22_3d",
        "positional-encodings (3-D)",
        Source("positional-encodings", "6.0.3", "PositionalEncoding3D"),
        (),
        "Three axes in order, each interleaved; each gets ceil(dim/6)·2 columns, then cut.",
        tail="error",
        grid=Grid((0, 1, 2)),
    ),
)
