"""Earlier versions of a title's edition, each kept as a patch of the next newer one.

`editions/<id>.patch` beside `edition.toml` is a unified diff that leads back, from the newer version to the
edition with this id. Its first lines name both:

    --- skyrise-reconstructed-3
    +++ skyrise-reconstructed-2
    @@ -1509,3 +1509,3 @@
     source = "reconstructed"
    -number = 11
    +number = 12
     colour = "red"

A hunk is found by its lines, not by their numbers: they must stand in exactly one place below the hunk
before. So a change elsewhere in the newer file, such as a better text, goes into the earlier versions as
well, and a change of the same lines is an error. `tools/keep_editions.py` writes these files.
"""

from __future__ import annotations

import re
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

from rooftop.errors import EditionError
from rooftop.game.edition import Edition

HUNK = re.compile(r"@@ .* @@")


class Hunk(NamedTuple):
    line: int  # in the patch
    before: list[str]
    after: list[str]


class Patch(NamedTuple):
    """How one edition becomes the one before it."""

    name: str  # the file's name, for messages
    newer: str
    older: str
    hunks: list[Hunk]

    @classmethod
    def parse(cls, name: str, text: str) -> Patch:
        """Read a patch. Raises EditionError."""
        lines = _lines(text)
        ids = [line[4:] for line, sign in zip(lines, ("--- ", "+++ "), strict=False) if line.startswith(sign)]
        if len(ids) != 2:
            raise EditionError(name, ["must begin with two lines, `--- <newer id>` and `+++ <older id>`"])
        hunks: list[Hunk] = []
        for number, line in enumerate(lines[2:], 3):
            sign, rest = line[:1] or " ", line[1:]
            if HUNK.fullmatch(line):
                hunks.append(Hunk(number, [], []))
            elif not hunks or sign not in " -+":
                raise EditionError(
                    name, [f"line {number}: must begin with a space, - or +, or be `@@ ... @@`"]
                )
            else:
                hunks[-1].before.extend([rest] if sign in " -" else [])
                hunks[-1].after.extend([rest] if sign in " +" else [])
        return cls(name, ids[0], ids[1], hunks)

    def applied(self, text: str) -> str:
        """The text of the older edition. Raises EditionError if a hunk does not fit in one place."""
        lines, top = _lines(text), 0
        for hunk in self.hunks:
            size = len(hunk.before)
            places = [at for at in range(top, len(lines) - size + 1) if lines[at : at + size] == hunk.before]
            if len(places) != 1:
                found = "are not" if not places else f"stand in {len(places)} places"
                problem = f"line {hunk.line}: the lines of this hunk {found} in {self.newer}"
                raise EditionError(self.name, [problem + "; see `tools/keep_editions.py`"])
            (at,) = places
            lines[at : at + size] = hunk.after
            top = at + len(hunk.after)
        return "".join(f"{line}\n" for line in lines)


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n")


def written_patch(newer: Edition, older: Edition) -> str:
    """The patch that leads from one edition to the one before it, with as few other lines as will do."""
    before, after = _lines(newer.text), _lines(older.text)
    for around in range(1, len(before) + 1):
        lines = unified_diff(before, after, newer.id, older.id, n=around, lineterm="")
        text = "".join(f"{line if line != ' ' else ''}\n" for line in lines)
        try:
            if Patch.parse(older.id, text).applied(newer.text) == older.text:
                return text
        except EditionError:
            continue
    raise EditionError(older.name, [f"is not different from {newer.id}"])


def earlier_editions(folder: Path, latest: Edition) -> list[Edition]:
    """The earlier versions of an edition, the latest first, from the patches in a folder."""
    patches = [Patch.parse(path.name, path.read_text(encoding="utf-8")) for path in folder.glob("*.patch")]
    by_newer = {patch.newer: patch for patch in patches}
    found = [latest]
    while patch := by_newer.pop(found[-1].id, None):
        older = Edition.parse(f"{patch.older}.toml", patch.applied(found[-1].text))
        if older.id != patch.older:
            raise EditionError(patch.name, [f"leads to {older.id!r}, not to {patch.older!r}"])
        found.append(older)
    for patch in patches:
        if patch.older not in {edition.id for edition in found}:
            raise EditionError(patch.name, [f"there is no edition {patch.newer!r} that it could lead from"])
    return found[1:]
