"""The doctor: whose numbers are these, and what is wrong with mine?

It goes from a file or a printed matrix to numbers, from numbers to the encoding that explains
them, and from there to a name, or to the bug that makes them what they are.
"""

from pe_core.doctor.bugs import BUGS, Bug, BugExample, bug_example
from pe_core.doctor.diagnose import diagnose
from pe_core.doctor.reading import Reading, UnreadableInput, read_bytes, read_pasted
from pe_core.doctor.result import BugFinding, Diagnosis

__all__ = [
    "BUGS",
    "Bug",
    "BugExample",
    "BugFinding",
    "Diagnosis",
    "Reading",
    "UnreadableInput",
    "bug_example",
    "diagnose",
    "read_bytes",
    "read_pasted",
]
