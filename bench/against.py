"""Measure another revision and the working tree in turn: python bench/against.py REVISION.

`make against REV=…` runs this. Both sides run the same benches, those of the working tree, each with an
environment and a cache of its own (bench/revisions.py), as processes of their own: in one round the old side
first, in the next the new one. The table says what the working tree needs as a multiple of what the revision
needs, the worst first: the median of the rounds, and the lowest and the highest. Above 1 is worse. What is
above 1.03 in every round is marked as slower.

    rules      whole random games in compiled code
    game       one game after the other, from Python
    batch      512 games in step
    observed   the same with masks and observations
    search     decisions of a search
    pictures   whole pictures along a game
    server     a server with tables that play (bench/server.py)
    page       the start of a server, and what a first visit loads (bench/visit.py)

Times are processor time, except those until the last of three seats has its picture and until the first page.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ratios import Row, is_above, report, table
from revisions import Side, alone, commit_of, revision, working_tree

ALONE = ("rules", "game", "batch", "observed", "search", "pictures")  # of bench/doors.py
NAMES = (*ALONE, "server", "page")
TABLES, SECONDS, PLAYED = 80, 10.0, 12  # of a server: so few that it has time to spare

Found = dict[str, Any]


def as_found(found: Found) -> Found:
    return found


class Job(NamedTuple):
    """Something to measure: for each side, a command that prints one JSON object."""

    name: str
    title: str
    command: Callable[[Side], list[str]]
    measures: Callable[[Found], Found] = as_found  # of what it prints


class UnmeasuredError(Exception):
    """Why there are no figures of a side."""


class MissingError(UnmeasuredError):
    """The side does not have what is measured."""


# --- what to measure ---------------------------------------------------------------------------------------


def jobs_for(
    names: Sequence[str], titles: Sequence[str], benches: Path, tables: int, seconds: float
) -> list[Job]:
    """Return the jobs. The benches are those of the working tree, for both sides."""
    jobs = [
        Job(name, title, _of_side(str(benches / "doors.py"), name, title))
        for name in names
        for title in titles
        if name in ALONE
    ]
    if "server" in names:
        words = [str(benches / "server.py"), "--tables", str(tables), "--seconds", str(seconds)]
        words += ["--played", str(PLAYED), "--title"]
        jobs += [Job("server", title, _of_client(*words, title), measures_of_server) for title in titles]
    if "page" in names:
        jobs.append(Job("page", "", _of_client(str(benches / "visit.py"))))
    return jobs


def preparations(jobs: Sequence[Job], benches: Path) -> list[Job]:
    """Return jobs that compile what the others need."""
    doors = str(benches / "doors.py")
    first = [
        Job(job.name, job.title, _of_side(doors, job.name, job.title, "--little"))
        for job in jobs
        if job.name in ALONE
    ]
    if len(first) < len(jobs):
        first.append(Job("compile", "", _of_client(str(benches / "visit.py"), "--prepare")))
    return first


def _of_side(*words: str) -> Callable[[Side], list[str]]:
    """A command in the environment of a side."""
    return lambda side: [side.python, *words]


def _of_client(*words: str) -> Callable[[Side], list[str]]:
    """A command with the clients in our own environment, and the server in that of a side."""
    return lambda side: [sys.executable, *words, "--python", side.python]


def measures_of_server(found: Found) -> Found:
    """Return the measures in what bench/server.py prints."""
    if found["problems"] or found["pictures"] != found["pictures_expected"]:
        problems = found.get(
            "first_problems", f"{found['pictures']} of {found['pictures_expected']} pictures"
        )
        raise UnmeasuredError(f"updates were missing or wrong: {problems}")
    return {
        "CPU a move, ms": found["server_ms_per_move"]["all"],
        "update, bytes": found["wire_bytes"]["median"],
        "first update, bytes": found["first_update_bytes"]["median"],
        "last picture, median, ms": found["last_p50_ms"],
        "last picture, 99 %, ms": found["last_p99_ms"],
        "memory a table, kB": sum(found["memory_per_table_kb"].values()),
    }


# --- measuring ---------------------------------------------------------------------------------------------


def measured(job: Job, side: Side) -> Found:
    """Run a job for a side."""
    found: Found = json.loads(run(job.command(side), side))
    if "missing" in found:
        raise MissingError(f"not in {side.name}")
    try:
        return job.measures(found)
    except UnmeasuredError as error:
        raise UnmeasuredError(f"{side.name}: {error}") from None


def run(command: list[str], side: Side) -> str:
    done = subprocess.run(
        command, env=side.variables, cwd=side.folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise UnmeasuredError(f"{side.name} failed: {said[-1] if said else f'status {done.returncode}'}")
    return done.stdout


def compare(
    jobs: Sequence[Job], old: Side, new: Side, rounds: int, say: Callable[[str], None]
) -> tuple[list[Row], bool]:
    """Measure both sides in turn. Return the rows, and whether nothing failed that both sides have."""
    rows: dict[tuple[str, str], Row] = {}
    given_up: dict[Job, UnmeasuredError] = {}
    for number in range(rounds):
        order = (old, new) if number % 2 == 0 else (new, old)
        for job in jobs:
            if job in given_up:
                continue
            say(f"round {number + 1} of {rounds}: {job.name} {job.title}")
            try:
                found = {side: measured(job, side) for side in order}
            except UnmeasuredError as error:
                given_up[job] = error
                continue
            for measure in {**found[old], **found[new]}:
                name = f"{job.name}: {measure}"
                row = rows.setdefault((name, job.title), Row(name, job.title))
                for side, values in (old, row.old), (new, row.new):
                    if measure in found[side]:
                        values.append(found[side][measure])
                    else:
                        row.note = f"not in {side.name}"
    notes = [Row(job.name, job.title, note=str(error)) for job, error in given_up.items()]
    return [*rows.values(), *notes], all(isinstance(error, MissingError) for error in given_up.values())


def prepare(jobs: Sequence[Job], sides: Sequence[Side], say: Callable[[str], None]) -> None:
    """Run jobs once for each side, for what they leave in its cache."""
    for side in sides:
        for job in jobs:
            say(f"preparing {side.name}: {job.name} {job.title}")
            try:
                measured(job, side)
            except UnmeasuredError:
                continue  # measuring it will say so


# --- the command -------------------------------------------------------------------------------------------


def titles_of(side: Side) -> list[str]:
    return run([side.python, "-c", "import rooftop; print(*rooftop.title_ids())"], side).split()


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def chosen(text: str, known: Sequence[str], what: str) -> list[str]:
    """Return the words of a list with commas. Exits if one of them is not known."""
    words = [word for word in text.split(",") if word]
    for word in words:
        if word not in known:
            sys.exit(f"{what} must be one of {', '.join(known)}, not {word!r}.")
    return words or list(known)


def options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, prog="against.py"
    )
    parser.add_argument("revision", metavar="REVISION", help="a commit, a tag or a branch")
    parser.add_argument("--rounds", type=int, default=5, help="of everything (default: 5)")
    parser.add_argument("--only", default="", metavar="NAMES", help="what to measure, with commas between")
    parser.add_argument("--titles", default="", help="with commas between (default: all)")
    parser.add_argument("--tables", type=int, default=TABLES, help=f"of a server (default: {TABLES})")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"that they play (default: {SECONDS:g})"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures of every round")
    parser.add_argument(
        "--fail-above", type=float, metavar="RATIO", help="status 1 if a measure is above this in every round"
    )
    return parser


def main() -> int:
    parser = options()
    given = parser.parse_args()
    if given.rounds < 1:
        parser.error("--rounds must be at least 1")
    names = chosen(given.only, NAMES, "--only")
    commit_of(given.revision)
    with alone():
        return measure(given, names)


def measure(given: argparse.Namespace, names: Sequence[str]) -> int:
    """Measure and print the table. Return the exit status."""
    say(f"setting up {given.revision} and the working tree")
    old, new = revision(given.revision), working_tree()
    benches, known = new.tree / "bench", titles_of(old)
    titles = chosen(given.titles, [title for title in titles_of(new) if title in known], "--titles")
    jobs = jobs_for(names, titles, benches, given.tables, given.seconds)
    prepare(preparations(jobs, benches), (old, new), say)
    rows, complete = compare(jobs, old, new, given.rounds, say)
    load = os.getloadavg()[0]
    print("\n".join(table(rows)))
    sides = f"old: {old.name}, new: {new.name}"
    print(f"\n{sides}; {given.rounds} rounds, load {load:.1f} on {os.cpu_count()} cores")
    if given.json:
        found = {"old": old.name, "new": new.name, "rounds": given.rounds, "load": load, "rows": report(rows)}
        given.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    failed = given.fail_above is not None and any(is_above(row, given.fail_above) for row in rows)
    return int(failed or not complete)


if __name__ == "__main__":
    sys.exit(main())
