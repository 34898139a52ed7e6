"""The pictures that a lesson or a question may ask for, and the settings that each must have.

They are the charts of the app's own pages; :mod:`pe_core.figures.lesson` draws them. The names
are kept apart from the drawing, so that a file can be checked without any drawing library.
"""

__all__ = ["PICTURES"]

#: Name of each picture: the settings it cannot do without (d, length and base always exist).
PICTURES: dict[str, tuple[str, ...]] = {
    "heatmap": (),
    "wave": ("position",),
    "derivation": ("position",),
    "waves": ("dims",),
    "exponents": (),
    "frequencies": (),
    "wavelengths": (),
    "similarity": (),
    "profile": (),
    "row": ("position",),
    "roles": (),
    "products": ("left", "right", "side", "placed"),
    "change": ("left", "right"),
    "counter": ("bits",),
    "shift": ("offset", "pairs"),
    "clocks": ("position", "offset", "pairs"),
    "sum": ("sentence", "position", "dimension"),
    "share": ("sentence",),
    "learned": (),
    "beyond": ("trained",),
    "distances": (),
    "spacings": ("convention",),
    "library": ("convention",),
}
