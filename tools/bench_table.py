"""Write the tables of bench/README.md: python tools/bench_table.py. `make bench` creates bench/peers.json."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from rooftop.game.title import title

BENCH = Path(__file__).resolve().parent.parent / "bench"
PLACE = re.compile(r"(<!-- peers -->\n).*?(<!-- end of peers -->)", re.DOTALL)
NAMES = {
    "open-spiel": "OpenSpiel",
    "catanatron": "catanatron",
    "rlcard": "RLCard",
    "pettingzoo": "PettingZoo",
    "pgx": "Pgx",
}
PARTS = {
    "python": "One game at a time, from Python:",
    "compiled": "Whole games in compiled code, which OpenSpiel has in C++:",
    "batch": "Our batches of 512 games beside each peer at its best, the way that learners use both:",
    "search": "Simulations of a search, beside OpenSpiel's IS-MCTS in C++ (Hearts, random playouts):",
}
OWN = {
    "decisions_per_s": "whole games in compiled code",
    "batch_decisions_per_s": "batches of 512 games",
    "batch_observed_decisions_per_s": "the same with masks and observations",
    "python_decisions_per_s": "one game at a time, from Python",
    "python_observed_decisions_per_s": "the same with observations",
    "simulations_per_s": "simulations of a search",
    "copies_per_s": "copies of a state",
    "state_bytes": "bytes of a state",
    "cold_compile_s": "CPU seconds to compile everything",
    "warm_start_s": "CPU seconds from starting Python to the first move",
}


def tables(report: dict[str, Any]) -> str:
    """Return the tables of a report: ratios first."""
    machine, ids = report["machine"], list(report["titles"])
    heads = " | ".join(title(name).name for name in ids)
    command = f"rooftop bench --rounds {report['rounds']} --seconds {report['seconds']}"
    if not any("cold_compile_s" in row for row in report["titles"].values()):
        command += " --no-cold"
    load = f"load {machine['load']} on {machine['cores']} cores"
    lines = [f"`{command}`; {machine['processor']}, Python {machine['python']}, {load}."]
    for kind, words in PARTS.items():
        rows = [row for row in report["peers"] if kind in row["ratios"]]
        if rows:
            lines += ["", words, "", f"| peer | observations | a second | {heads} |", _rule(3 + len(ids))]
            lines += [_row(row, kind, ids) for row in sorted(rows, key=lambda row: row["observed"])]
    lines += [f"\nNot measured: {row['why']}." for row in report["missing"]]
    lines += ["", "A second, on one core:", "", f"| | {heads} |", _rule(1 + len(ids))]
    for key, words in OWN.items():
        if all(key in row for row in report["titles"].values()):
            numbers = " | ".join(_short(report["titles"][name][key]) for name in ids)
            lines.append(f"| {words} | {numbers} |")
    return "\n".join(["", *lines, "", ""])


def _rule(columns: int) -> str:
    return "|" + "---|" * columns


def _row(row: dict[str, Any], kind: str, ids: list[str]) -> str:
    ratios = " | ".join(_short(row["ratios"][kind][name]) for name in ids)
    observed = "with" if row["observed"] else "without"
    where = " in C++" if row["kind"] == "compiled" else ""
    peer = f"{NAMES[row['peer']]} {row['version']}, {row['game']}{where}"
    return f"| {peer} | {observed} | {_short(row['per_s'])} | {ratios} |"


def _short(number: float) -> str:
    """Format a number with two or three digits: 4.7 million, 535 thousand, 90, 7.5."""
    for size, word in ((1e6, "\N{NO-BREAK SPACE}million"), (1e4, "\N{NO-BREAK SPACE}thousand")):
        if number >= size:
            unit = 1e6 if size == 1e6 else 1e3
            return f"{number / unit:.2g}{word}" if number / unit < 100 else f"{number / unit:.0f}{word}"
    if number >= 100:
        return f"{number:,.0f}"
    return f"{float(f'{number:.2g}'):g}"


def filled(text: str, report: dict[str, Any]) -> str:
    """Return the page with the tables of a report."""
    return PLACE.sub(lambda found: f"{found[1]}{tables(report)}{found[2]}", text)


def main() -> None:
    page = BENCH / "README.md"
    report = json.loads((BENCH / "peers.json").read_text(encoding="utf-8"))
    page.write_text(filled(page.read_text(encoding="utf-8"), report), encoding="utf-8")


if __name__ == "__main__":
    main()
