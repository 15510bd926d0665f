"""Draws warm_solves.png of docs/control.md from benchmarks/warm_solves.csv: CPU time of ten million warm solves, one by one."""

import csv

from picture import BLUE, PROJECT, RED, plt, save

lines = (PROJECT / "benchmarks/warm_solves.csv").read_text().splitlines()
facts = dict(line[2:].split(": ", 1) for line in lines if line.startswith("#"))
bins = list(csv.DictReader(line for line in lines if not line.startswith("#")))
marks = {name: float(facts[name].split()[0]) for name in ("median", "p99.99", "maximum")}

figure, axis = plt.subplots(figsize=(7.2, 3.4))
left, right = ([float(row[name]) for row in bins] for name in ("from [us]", "to [us]"))
axis.bar(left, [int(row["solves"]) for row in bins], [b - a for a, b in zip(left, right)], align="edge", color=BLUE, edgecolor="white",
         linewidth=0.3)
top = 4 * max(int(row["solves"]) for row in bins)
for name, value in marks.items():
    axis.axvline(value, color=RED, lw=1)
    axis.text(value * 1.04, top * 0.6, f"{name}\n{value:.0f} µs", color=RED, fontsize=8.5, va="top")
axis.set(xscale="log", yscale="log", ylim=(0.6, top), xlabel="CPU time of a solve [µs]", ylabel="solves",
         title=f"{int(facts['solves']):,} warm solves of {facts['joints']} ball joints")
save(figure, "warm_solves.png")
