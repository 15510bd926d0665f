#!/usr/bin/env python3
"""Makes the tables of README.md and the pages that hold results of programs.

usage: docs/tables.py [--measured RESULTS.json] [--reproduced RECORD.json] (--update | --check) PAGE.md ...

A page says where a table goes and what it shows:

    <!-- table: peers -->            times of supple and others          from --measured, what benchmarks/peers/run.py wrote
    <!-- table: benchmarks -->       times of supple_bench               from --measured
    <!-- table: published            published figures and ours          from --reproduced, what supple reproduce --json printed
    s1: tip under the load of *      one pattern a line: study, colon, name of the figure; * is anything
    -->
    <!-- end of table -->

What stands between is replaced by --update; --check says whether it is what would be written, and exits with 1 if not.
A table whose record is not given is left alone, and so are rows of a study that the record does not have.
"""

import argparse
import json
import math
import pathlib
import re
import sys

TABLE = re.compile(r"(<!-- table: (\w+)\n?(.*?)-->\n)(.*?)(<!-- end of table -->)", flags=re.DOTALL)


def significant(value, digits):
    """Fixed notation with that many significant digits, from 1e-4 to 1e5; beyond that an exponent."""
    if value == 0:
        return "0"
    exponent = math.floor(math.log10(abs(float(f"{value:.{digits - 1}e}"))))
    if not -4 <= exponent < 5:
        return f"{value:.{digits - 1}e}"
    return f"{value:.{max(0, digits - 1 - exponent)}f}"


def duration(seconds):
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= 0.9995 * size:
            return f"{significant(seconds / size, 3)} {unit}"
    return f"{significant(seconds / 1e-9, 3)} ns"


def lines(head, rows):
    return "".join(f"| {' | '.join(row)} |\n" for row in [head, ["---"] * len(head), *rows])


def peers(results, *_):
    versions = ", ".join(f"{name} {version}" for name, version in results["versions"].items())
    machine = results["machine"]
    text = f"\nMeasured {results['date']} on {machine['processor']}, {machine['cores']} cores: {versions}.\n"
    if results["missing"]:
        text += f"Not installed, so not compared: {', '.join(results['missing'])}.\n"
    for problem in results["problems"]:
        base = problem["rows"][0]["seconds"]
        text += f"\n**{problem['title']}**\n\n"
        text += lines(["program", problem["time"], "ratio", f"error {problem['error']}"],
                      [[row["who"], duration(row["seconds"]), significant(row["seconds"] / base, 2),
                        "blew up" if row["error"] is None else f"{significant(100 * row['error'], 2)} %"]
                       for row in problem["rows"]])
    return text + "\n"


def benchmarks(results, *_):
    base = results["benchmarks"]["kernel/lu6"]
    return "\n" + lines(["benchmark", "time", "over `kernel/lu6`"],
                        [[f"`{name}`", duration(seconds), significant(seconds / base, 3)]
                         for name, seconds in results["benchmarks"].items()]) + "\n"


def shown(value, allowed):
    """As many decimals as the tolerance tells apart, and one more; at most six digits in all."""
    if value is None:
        return "not a number"
    six = 5 - math.floor(math.log10(abs(value))) if value else 6
    held = 1 - math.floor(math.log10(allowed)) if allowed else six
    return f"{value:.{max(0, min(six, held))}f}" if allowed else f"{value:.6g}"


def published(record, wanted, old):
    """Rows of a study that the record does not have stay as they are."""
    known = {system["system"] for system in record["systems"]}
    rows, kept = [], set()
    for pattern in filter(None, map(str.strip, wanted.splitlines())):
        study, name = (part.strip() for part in pattern.split(":", 1))
        if study not in known:
            if study not in kept:
                rows += [line[2:-2].split(" | ") for line in old.splitlines() if line.startswith(f"| {study} |")]
            kept.add(study)
            continue
        matching = re.compile(re.escape(name).replace(r"\*", ".*"))
        found = [figure for figure in record["figures"] if figure["system"] == study and matching.fullmatch(figure["name"])]
        if not found:
            raise SystemExit(f"docs/tables.py: supple reproduce has no figure '{pattern}'")
        for figure in found:
            unit = f" [{figure['unit']}]" if figure["unit"] else ""
            rows.append([study, (figure["name"] + unit).replace("|", "\\|"),
                         ", ".join(f"{value:.10g}" for value in figure["paper"]) or "–",
                         ", ".join(map(shown, figure["ours"], figure["tolerance"])) or "–",
                         figure["verdict"].replace("_", " ")])
    return "\n" + lines(["study", "figure", "paper", "here", "verdict"], rows) + "\n"


KINDS = {"peers": ("measured", peers), "benchmarks": ("measured", benchmarks), "published": ("reproduced", published)}


def renewed(text, records):
    """The page with every table made anew whose record is given."""
    def table(found):
        opening, kind, wanted, old, closing = found.groups()
        source, make = KINDS[kind]
        return opening + make(records[source], wanted, old) + closing if source in records else found[0]
    return TABLE.sub(table, text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--measured", type=pathlib.Path, metavar="RESULTS.json")
    parser.add_argument("--reproduced", type=pathlib.Path, metavar="RECORD.json")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--update", action="store_true")
    what.add_argument("--check", action="store_true")
    parser.add_argument("pages", type=pathlib.Path, nargs="+", metavar="PAGE.md")
    chosen = parser.parse_args()
    records = {name: json.loads(path.read_text())
               for name, path in (("measured", chosen.measured), ("reproduced", chosen.reproduced)) if path}
    stale = []
    for page in chosen.pages:
        text = page.read_text()
        new = renewed(text, records)
        if chosen.update and new != text:
            page.write_text(new)
        elif new != text:
            stale.append(str(page))
    sys.exit(f"tables are not what the records say: {', '.join(stale)}" if stale else 0)


if __name__ == "__main__":
    main()
