"""Places of a C++ source where a small change can be planted, found in its text."""

import hashlib
import re
from dataclasses import dataclass

ON = "::supple_mutant::is({k})"


@dataclass(frozen=True)
class Place:
    """The text from start to end becomes `planted`, in which {k} stands for the number of the mutant."""
    kind: str
    start: int
    end: int
    planted: str
    change: str  # what the mutant does, in a few words
    what: str = ""  # to which part of the line, where that is not plain


def masked(text):
    """Code only, of the same length: comments, texts, preprocessor lines and asserts are blanks."""
    def blank(found):
        return re.sub(r"[^\n]", " ", found)

    pattern = r'//[^\n]*|/\*.*?\*/|R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|' + r"(?<!\w)'(?:\\.|[^'\\\n])'"
    code = re.sub(pattern, lambda match: blank(match.group()), text, flags=re.DOTALL)
    code = re.sub(r"^[ \t]*#[^\n]*", lambda match: blank(match.group()), code, flags=re.MULTILINE)
    for match in re.finditer(r"\b(?:static_)?assert\(", code):
        end = closing(code, match.end() - 1)
        code = code[:match.start()] + blank(code[match.start():end]) + code[end:]
    return code


def closing(code, at):
    """Behind the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(code)):
        depth += (code[i] in "([{") - (code[i] in ")]}")
        if depth == 0:
            return i + 1
    return len(code)


def end_of(code, at, stops):
    """The first of `stops` outside of brackets, or the bracket that closes around."""
    while at < len(code):
        if code[at] in "([{":
            at = closing(code, at)
            continue
        if code[at] in ")]}" or any(code.startswith(stop, at) for stop in stops):
            return at
        at += 1
    return at


def literals(code):
    for match in re.finditer(r"(?<![\w.])(\d+\.\d*|\d{1,3})(?![\w.'])", code):
        old = match.group()
        if "." in old:
            if float(old) == 0.0:
                continue
            kind, new = "number", f"{float(old) * 1.02:.12g}"
            new += "" if "." in new else ".0"
        else:
            kind, new = "integer", str(int(old) + 1)
        yield Place(kind, match.start(), match.end(), f"({ON} ? {new} : {old})", f"{old} -> {new}")


OPERAND = r"(?:[A-Za-z_]\w*(?:(?:\.|->|::)\w+|\(\)|\[\w+\])*|\d[\w.]*)"
COMPARED = re.compile(rf"(?P<before>\(|! |&& |\|\| |return |= |; )(?P<a>{OPERAND}) (?P<op><=|>=|==|!=|<|>) "
                      rf"(?P<b>{OPERAND})(?=\)|;| &&| \|\|| \?|,)")
REVERSED = {"<": ">", "<=": ">", ">": "<", ">=": "<", "==": "!=", "!=": "=="}


def comparisons(code):
    for match in COMPARED.finditer(code):
        a, op, b = match["a"], match["op"], match["b"]
        start, end = match.start("a"), match.end("b")
        if match["before"] == "; " and op in ("<", "<="):
            yield Place("comparison", start, end, f"({a} + ({ON} ? 1 : 0) {op} {b})", f"{a} {op} {b} -> one less")
        else:
            new = REVERSED[op]
            yield Place("comparison", start, end, f"({ON} ? {a} {new} {b} : {a} {op} {b})", f"{op} -> {new}")


def conditions(code):
    for match in re.finditer(r"\b(?:if|while) \(", code):
        start, end = match.end(), closing(code, match.end() - 1) - 1
        inner = code[start:end]
        if ";" in inner or re.search(r"[^=!<>]=[^=]", inner):
            continue
        yield Place("condition", start, end, f"{ON} != static_cast<bool>(\0)", "condition negated")


def operands(code):
    for match in re.finditer(r" (&&|\|\|)\s+", code):
        start, end = match.end(), end_of(code, match.end(), ("&&", "||", ";", ",", "?", " : "))
        end = start + len(code[start:end].rstrip())
        planted = f"({ON} || (\0))" if match[1] == "&&" else f"(!{ON} && (\0))"
        yield Place("operand", start, end, planted, f"what follows {match[1]} left out", " ".join(code[start:end].split()))


def signs(code):
    for match in re.finditer(r"(?<=[\w)\]]) [-+]=? (?=[\w(*])", code):
        rest = code[match.end():code.find("\n", match.end())]
        yield Place("sign", match.end(), match.end(), "::supple_mutant::sign({k}) * ",
                    f"sign of the term after{match.group().rstrip()}", rest.strip())


NO_STATEMENT = re.compile(r"(?:return|if|for|while|switch|else|do|case|break|continue|const|auto|static|using|throw|"
                          r"delete|namespace|template|struct|class|default|public|private)\b")
STATEMENT = re.compile(r"[A-Za-z_]\w*(?:(?:::|\.|->)[A-Za-z_]\w*|\[[^\]\n]*\]|\([^()\n]*\)|<[\w:, ]+>)*\s*"
                       r"(?:[-+*/|&]?=(?!=)|\(|<<)")


def statements(code):
    for match in re.finditer(r"(?:(?<=[;{})])|\belse)\s+(?=[A-Za-z_])", code):
        start = match.end()
        if NO_STATEMENT.match(code, start) or not STATEMENT.match(code, start):
            continue
        end = end_of(code, start, (";",))
        old = code[start:end]
        if end >= len(code) or code[end] != ";" or old.count("\n") > 5 or ".reserve(" in old:
            continue
        yield Place("statement", start, end + 1, "{{ if (!" + ON + ") {{ \0 }} }}", "statement left out")


def returns(code):
    for match in re.finditer(r"\breturn ", code):
        start, end = match.end(), end_of(code, match.end(), (";",))
        old = code[start:end]
        if re.search(r" (?:<|>|<=|>=|==|!=|&&|\|\|) |^!|^true$|^false$", old) and not re.search(r"[?{]", old):
            yield Place("return", start, end, f"{ON} != static_cast<bool>(\0)", "returned truth negated")


def extremes(code):
    for match in re.finditer(r"\bstd::(min|max)\(", code):
        other = {"min": "max", "max": "min"}[match[1]]
        yield Place("extreme", match.start(), match.end(), f"::supple_mutant::{match[1]}({{k}}, ",
                    f"{match[1]} -> {other}")


NO_LINE = re.compile(r"\bconstexpr\b|\btemplate\b|\bcase\b|\busing\b|\benum\b")


def places(text):
    """All places of a source. \\0 in what is planted stands for the old text."""
    code = masked(text)
    for find in (literals, comparisons, conditions, operands, signs, statements, returns, extremes):
        for place in find(code):
            first = code.rfind("\n", 0, place.start) + 1
            last = code.find("\n", place.end)
            if not NO_LINE.search(code[first:last]):
                yield place


def line_of(text, place):
    """The source line of a place, without blanks at its ends."""
    first = text.rfind("\n", 0, place.start) + 1
    return text[first:text.find("\n", place.start)].strip()


def ranked(sources, seed):
    """[(file, place)] of {file: text} in an order that the seed decides, the kinds in turn. A place keeps its rank
    where other lines change: it is drawn by its own line."""
    drawn = {}
    for file, text in sources.items():
        met = {}
        for place in places(text):
            key = (place.kind, line_of(text, place), place.change)
            met[key] = met.get(key, 0) + 1
            name = "\n".join((str(seed), file, *key, str(met[key])))
            drawn.setdefault(place.kind, []).append((hashlib.sha256(name.encode()).hexdigest(), file, place))
    rounds = []
    for kind in sorted(drawn):
        for turn, (rank, file, place) in enumerate(sorted(drawn[kind], key=lambda one: one[0])):
            rounds.append((turn, kind, file, place))
    return [(file, place) for _, _, file, place in sorted(rounds, key=lambda one: one[:2])]


def lines(text, place):
    """Numbers of the lines that a place covers, from 1."""
    first = text.count("\n", 0, place.start) + 1
    return range(first, first + text.count("\n", place.start, place.end) + 1)


def plant(text, chosen):
    """The source with mutants {number: place}; its switch is in its first line."""
    for k, place in sorted(chosen.items(), key=lambda one: -one[1].start):
        new = place.planted.format(k=k).replace("\0", text[place.start:place.end])
        text = text[:place.start] + new + text[place.end:]
    return '#include "supple_mutant.hpp"\n' + text if chosen else text
