"""Keep the versions of editions that games were played with, as patches: `python tools/keep_editions.py`.

Run it when you have changed an `edition.toml` and given it a new id and version. The version at REF, which is
the last commit unless you name another, becomes `editions/<its id>.patch`. If the id is still the same, but
the patch no longer leads to the version before, because you changed the same lines, it is written anew.
"""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from rooftop.errors import EditionError
from rooftop.game.edition import Edition
from rooftop.game.edition_patches import Patch, earlier_editions, written_patch
from rooftop.game.title import title

TITLES = Path(__file__).parents[1] / "src" / "rooftop" / "titles"


def editions_at(ref: str, folder: Path) -> list[Edition]:
    """Return the edition of a title and its earlier versions in a commit."""

    def git(*words: str) -> str:
        return subprocess.run(
            ["git", *words], cwd=folder, check=True, capture_output=True, encoding="utf-8"
        ).stdout

    with TemporaryDirectory() as copy:
        (Path(copy) / "editions").mkdir()
        for name in git("ls-tree", "-r", "--name-only", ref, "edition.toml", "editions").splitlines():
            (Path(copy) / name).write_text(git("show", f"{ref}:./{name}"), encoding="utf-8")
        latest = Edition.load(Path(copy) / "edition.toml")
        return [latest, *earlier_editions(Path(copy) / "editions", latest)]


def leads_to(older: Edition, newer: Edition, file: Path) -> bool:
    """Whether a patch file turns one edition into the other, as far as the rules are concerned."""
    try:
        text = Patch.parse(file.name, file.read_text(encoding="utf-8")).applied(newer.text)
        found = Edition.parse(older.name, text)
        return found.id == older.id and title(older.title).hash(found) == title(older.title).hash(older)
    except (OSError, EditionError):
        return False


def keep(folder: Path, ref: str) -> Path | None:
    """Write the patch of one title; return its path, or None if there is nothing to write."""
    newer = Edition.load(folder / "edition.toml")
    older = next((edition for edition in editions_at(ref, folder) if edition.id != newer.id), None)
    if older is None:
        return None
    file = folder / "editions" / f"{older.id}.patch"
    if leads_to(older, newer, file):
        return None
    file.parent.mkdir(exist_ok=True)
    file.write_text(written_patch(newer, older), encoding="utf-8")
    return file


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--ref", default="HEAD", help="a commit with the version before the present one")
    arguments = parser.parse_args()
    for place in sorted(path.parent for path in TITLES.glob("*/edition.toml")):
        if written := keep(place, arguments.ref):
            print(written)
