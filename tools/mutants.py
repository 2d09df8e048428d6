"""Mutation testing of a title's rules: `python tools/mutants.py tower-up [--module rules]`.

A mutant is a kernel module with one small change: a comparison, a number, a sign, a missing statement. The
rules run interpreted, and a test of the title must fail. Each mutant runs in a forked child. Survivors are
listed at the end, with a reason if `KNOWN` has one.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import importlib.machinery
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rooftop.engine.kernel import kernel_files

ROOT = Path(__file__).parents[1]
TIMEOUT = 60  # seconds for one test; a mutant may loop forever

# Mutants that no test can detect: module, part of the mutant's text, reason.
BLANK = "a blank state already has this value"
OWN_NUMBERS = "no difference with the numbers of our edition"
CONTRACT = "caught by rooftop.testing.contract, which does not run here"
KNOWN: dict[str, list[tuple[str, str, str]]] = {
    "tower-up": [
        ("rules", "without: s.phase = n.PLACE_STARTER", BLANK),
        ("rules", "seats * t.start_stock[colour]: FloorDiv", OWN_NUMBERS),
        ("rules", "without: next_starter(s, t)", "the first starting floor always finds a site"),
        ("rules", "without: s.present[seat] = 0", CONTRACT),
        ("rules", "without: s.of_colour[colour] = 0", CONTRACT),
        ("rules", "without: s.price[site] = 0", CONTRACT),
        ("rules", "without: s.open = 0", CONTRACT),
    ],
    "new-york-1901": [
        ("rules", "without: start_turn(s, t)", BLANK),
        ("rules_building", "without: s.legends = 0", CONTRACT),
        ("rules_building", "without: s.built[generation, block] = 0", CONTRACT),
        ("rules_building", "without: s.land[seat, block] = 0", CONTRACT),
        ("rules_building", "without: s.blocks[seat] = 0", CONTRACT),
        ("rules_building", "without: s.fitting[seat] = 0", CONTRACT),
        ("rules_building", "without: s.replacing[seat, block] = 0", CONTRACT),
        ("rules_building", "without: s.posts[seat, half] = 0", CONTRACT),
    ],
}

COMPARISONS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
OPERATORS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


def mutations(tree: ast.Module) -> Iterator[tuple[int, str, ast.Module]]:
    """Yield every mutant of a module: line, description, changed tree."""
    nodes = [
        node
        for function in tree.body
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if not isinstance(node, ast.arguments)
    ]
    marked = {id(annotation) for node in nodes for annotation in _annotations(node)}
    for number, node in enumerate(nodes):
        if id(node) in marked:
            continue
        for what, change in _changes(node):
            mutant = copy.deepcopy(tree)
            twins = [
                inner
                for function in mutant.body
                if isinstance(function, ast.FunctionDef)
                for inner in ast.walk(function)
                if not isinstance(inner, ast.arguments)
            ]
            change(twins[number])
            yield getattr(node, "lineno", 0), what, ast.fix_missing_locations(mutant)


def _annotations(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.FunctionDef):
        outside = [argument.annotation for argument in node.args.args] + [node.returns, *node.decorator_list]
        for part in outside:
            if part is not None:
                yield from ast.walk(part)


def _changes(node: ast.AST) -> Iterator[tuple[str, Callable[[Any], object]]]:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        other = COMPARISONS[type(node.ops[0])]
        yield f"{ast.unparse(node)}: {other.__name__}", lambda twin: twin.ops.__setitem__(0, other())
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        swapped = OPERATORS[type(node.op)]
        yield f"{ast.unparse(node)}: {swapped.__name__}", lambda twin: setattr(twin, "op", swapped())
    elif isinstance(node, ast.AugAssign) and type(node.op) in OPERATORS:
        turned = OPERATORS[type(node.op)]
        yield f"{ast.unparse(node)}: {turned.__name__}", lambda twin: setattr(twin, "op", turned())
    elif isinstance(node, ast.BoolOp):
        both = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield f"{ast.unparse(node)}: {both.__name__}", lambda twin: setattr(twin, "op", both())
    elif isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool):
        value = node.value
        yield f"{value} -> {value + 1}", lambda twin: setattr(twin, "value", value + 1)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield f"{node.value} -> {not node.value}", lambda twin: setattr(twin, "value", not twin.value)
    for field in ("body", "orelse"):
        for index, statement in enumerate(
            getattr(node, field, []) if not isinstance(node, ast.IfExp) else []
        ):
            is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            if isinstance(statement, ast.Expr | ast.Assign | ast.AugAssign) and not is_text:
                yield f"without: {ast.unparse(statement)}", _without(field, index)


def _without(field: str, index: int) -> Callable[[Any], object]:
    return lambda twin: getattr(twin, field).__setitem__(index, ast.Pass())


NOT_MUTATED = {"state", "features", "laws", "value"}  # kernel modules that are not rules
# Tests of other things than rules, or with fixtures or classes, which this script cannot call.
NOT_RULES = {
    "arrange", "arranging", "bots", "catalogue", "clauses", "contract", "edition", "edition_keys", "features",
    "figures", "looking_ahead", "positions", "preview", "scene", "sentences", "words",
}  # fmt: skip
LATE = ("secrets", "laws", "fixtures")  # the slowest files, last


def tests_of(title: str) -> list[Callable[[], None]]:
    """Return the title's tests as plain calls with their parameters, fastest files first.

    They are imported once, in the parent; the rules they test are imported in each child.
    """
    package = f"tests.titles.{title.replace('-', '_')}"
    files = {path.stem.removeprefix("test_") for path in (ROOT / package.replace(".", "/")).glob("test_*.py")}
    found: list[Callable[[], None]] = []
    for name in sorted(files - NOT_RULES, key=lambda name: (LATE.index(name) if name in LATE else -1, name)):
        module = importlib.import_module(f"{package}.test_{name}")
        for key, function in vars(module).items():
            if key.startswith("test_"):
                found += [_call(function, chosen) for chosen in _parameters(function)]
    return found


def _parameters(function: Callable[..., None]) -> list[dict[str, object]]:
    chosen: list[dict[str, object]] = [{}]
    for mark in getattr(function, "pytestmark", []):
        if mark.name == "parametrize":
            names = mark.args[0] if isinstance(mark.args[0], tuple | list) else [mark.args[0]]
            rows = [row if len(names) > 1 else [row] for row in mark.args[1]]
            chosen = [{**one, **dict(zip(names, row, strict=True))} for one in chosen for row in rows]
    return chosen


def _call(function: Callable[..., None], chosen: dict[str, object]) -> Callable[[], None]:
    def run() -> None:
        with tempfile.TemporaryDirectory() as folder:
            room = {"tmp_path": Path(folder)} if "tmp_path" in function.__code__.co_varnames else {}
            function(**chosen, **room)

    return run


def live(path: Path, mutant: ast.Module, tests: list[Callable[[], None]]) -> None:
    """In a forked child, run the tests against the mutant; exit with 1 as soon as one fails."""
    os.environ["ROOFTOP_ENGINE"] = "interpreted"
    ordinary = importlib.machinery.SourceFileLoader.get_code

    def get_code(self: importlib.machinery.SourceFileLoader, name: str) -> object:
        if self.path == str(path):
            return compile(mutant, str(path), "exec")
        return ordinary(self, name)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    try:
        for test in tests:
            signal.alarm(TIMEOUT)
            test()
    except BaseException:
        os._exit(1)
    os._exit(0)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("title")
    arguments.add_argument("--module", action="append", help="only this kernel module")
    arguments.add_argument("--processes", type=int, default=2)
    arguments.add_argument("--every", type=int, default=1, help="only every n-th mutant")
    chosen = arguments.parse_args()
    folder = ROOT / "src" / "rooftop" / "titles" / chosen.title.replace("-", "_")
    sys.path.insert(0, str(ROOT))
    tests = tests_of(chosen.title)
    work = [
        (path, line, what, mutant)
        for path in kernel_files(folder)
        if (path.stem in chosen.module if chosen.module else path.stem not in NOT_MUTATED)
        for line, what, mutant in mutations(ast.parse(path.read_text(encoding="utf-8")))
    ]
    random.Random(1).shuffle(work)  # so a run that is stopped early is a fair sample
    work = work[:: chosen.every]
    running: dict[int, tuple[Path, int, str, ast.Module]] = {}
    alive: list[tuple[Path, int, str]] = []
    killed = done = 0
    queue = list(reversed(work))
    while queue or running:
        while queue and len(running) < chosen.processes:
            item = queue.pop()
            child = os.fork()
            if child == 0:
                live(item[0], item[3], tests)
            running[child] = item
        for child, item in list(running.items()):
            ended, status = os.waitpid(child, os.WNOHANG)
            if not ended:
                continue
            del running[child]
            done += 1
            if status == 0:
                alive.append(item[:3])
                print(f"alive: {item[0].name}:{item[1]}: {item[2]}", flush=True)
            else:
                killed += 1
            if done % 20 == 0:
                print(f"{done} of {len(work)}, {len(alive)} alive", flush=True)
        time.sleep(0.02)
    reasons = KNOWN.get(chosen.title, [])
    for path, line, what in alive:
        why = next(
            (reason for name, part, reason in reasons if name == path.stem and part in what), "unexplained"
        )
        print(f"{path.name}:{line}: {what}  [{why}]")
    print(f"{killed} of {len(work)} mutants killed: {100 * killed / max(len(work), 1):.1f} %")
    return 0 if killed >= 0.85 * len(work) else 1


if __name__ == "__main__":
    sys.exit(main())
