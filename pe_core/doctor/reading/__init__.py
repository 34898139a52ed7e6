"""Reading: from what people have (files, prints, tables in articles) to a matrix of numbers.

``files`` tells what it is by its first bytes; ``arrays`` and ``safetensors`` read binary data,
``json_tables`` and ``text`` the rest. Whatever was left out is told in a note.
"""

from pe_core.doctor.reading.files import read_bytes, read_pasted
from pe_core.doctor.reading.limits import MAX_BYTES, UnreadableInput
from pe_core.doctor.reading.record import Reading

__all__ = ["MAX_BYTES", "Reading", "UnreadableInput", "read_bytes", "read_pasted"]
