"""All titles have the same layout: one file, or a folder of the same name, for each question."""

from importlib import resources
from pathlib import Path

import pytest

from rooftop.game.title import title, title_ids

ROOMS = {
    "edition.toml", "words", "RULES.md", "figures",
    "board.py", "arrange.py",
    "state.py", "rules.py", "secrets.py", "laws.py", "features.py",
    "actions.py", "events.py", "parts.py",
    "view.py", "scene.py", "__init__.py",
}  # fmt: skip
OPTIONAL = {
    "editions", "libraries", "lesson.toml", "schema.py", "checks.py", "tables.py", "options.py",
    "scoring.py", "rules_*.py", "value.py", "bot.py", "RULES.*.md",
}  # fmt: skip
EXAMPLE = Path(__file__).parents[2] / "examples" / "lanterns" / "src" / "lanterns"


def files(folder: Path) -> list[Path]:
    """What is in a folder, without caches. Git leaves the cache of a folder whose files have moved."""
    return [
        path for path in folder.iterdir() if path.name != "__pycache__" and (path.is_file() or files(path))
    ]


def rooms(folder: Path) -> set[str]:
    """The files of a title; a folder of modules counts as a file."""
    return {f"{path.name}.py" if (path / "__init__.py").is_file() else path.name for path in files(folder)}


def homes() -> list[Path]:
    return [*(Path(str(resources.files(title(name).package))) for name in title_ids()), EXAMPLE]


@pytest.mark.parametrize("home", homes(), ids=lambda home: home.name)
def test_a_title_has_exactly_these_rooms(home):
    found = rooms(home)
    others = {name for name in found - ROOMS if not any(Path(name).match(kind) for kind in OPTIONAL)}
    assert others == set()
    assert found >= ROOMS


def test_another_file_would_be_found(tmp_path):
    (tmp_path / "reasons.py").touch()
    (tmp_path / "scene").mkdir()
    (tmp_path / "scene" / "__init__.py").touch()
    (tmp_path / "moved" / "__pycache__").mkdir(parents=True)
    assert rooms(tmp_path) == {"reasons.py", "scene.py"}
