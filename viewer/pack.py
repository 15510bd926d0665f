"""Packs a file as LZMA ("alone" format, with its length), as src/lzma.ts unpacks it.

usage: pack.py FILE PACKED
"""

import lzma
import pathlib
import sys

data = pathlib.Path(sys.argv[1]).read_bytes()
settings = [{"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "lp": 0, "pb": 0}]
packed = lzma.compress(data, format=lzma.FORMAT_ALONE, filters=settings)
pathlib.Path(sys.argv[2]).write_bytes(packed[:5] + len(data).to_bytes(8, "little") + packed[13:])
