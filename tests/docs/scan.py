"""Numbers in the prose of a page: which there are, and what does not count as prose.

A number is taken for a result, and must be explained, if it has a decimal point, an exponent or a unit. Code, equations
(indented), transcripts, generated tables, comments and addresses are no prose; the first three are run or compared elsewhere.
"""

import re

UNITS = r"dB|[kM]?Hz|[mµn]?[msgJTAV]|[mkGM]?Pa|m?N|kg|deg|rad|1/s|1/m|kW|GB|times"
NUMBER = re.compile(rf"(?<![\w.,^/-])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?: (?:{UNITS})(?![\w/])| ?[%°])?(?![\w^])")
NOT_PROSE = (
    r"^```.*?^```$",                          # code and transcripts
    r"<!-- table: .*?<!-- end of table -->",  # tables that docs/tables.py makes
    r"<!-- what the program prints begins here -->.*\Z",  # tests/studies/test_reproduce.py
    r"<!--.*?-->",
    r"^%.*?$",                                # a comment of MyST
    r"\$\$.*?\$\$(?: \([\w.-]+\))?",           # formulae and their numbers
    r"(?<!\\)\$[^$\n]+\$",
    r"^(?: {4,}|\t).*?$",                     # equations
    r"``[^`]+``|`[^`\n]+`",                   # code in a line; may follow a role: {doc}`page`
    r"\]\([^)\s]*\)|https?://\S+",            # addresses
    r"doi:? ?\S+",
)


def prose(text):
    """The page with everything that is no prose taken out, in one line with single blanks."""
    for pattern in NOT_PROSE:
        text = re.sub(pattern, " ", text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"\s+", " ", text.replace("−", "-").replace(" ", " "))


def results(text):
    """(start, end, number) of every number in the prose that looks like a result."""
    for found in NUMBER.finditer(text):
        if re.search(r"[.e]|[^\d-]$", found[0]):
            yield found.start(), found.end(), found[0]
