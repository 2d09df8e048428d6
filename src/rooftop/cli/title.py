"""rooftop title new: begin a title of one's own."""

from __future__ import annotations

import re
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

import click

import rooftop
from rooftop.errors import OptionError
from rooftop.game.title import title_ids

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
COPIED = {".md", ".po", ".py", ".toml"}


@click.group()
def title() -> None:
    """Write a title of your own."""


@title.command()
@click.argument("name")
@click.option(
    "--in",
    "folder",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=".",
    show_default=True,
    help="Where to put the folder of the package.",
)
def new(name: str, folder: Path) -> None:
    """Write a package with a small title that can be played, called NAME, such as `paper-boats`.

    It is the example title, Lanterns, under another name, with its tests. Make it yours file by file.
    """
    module, made = _checked(name), folder / name
    if made.exists():
        raise OptionError(f"{made} exists; choose another name or folder")
    for source in sorted(example().rglob("*")):
        path = source.relative_to(example())
        if source.suffix in COPIED and path.name != "README.md" and not _is_hidden(path):
            target = made / str(path).replace("lanterns", module)
            target.parent.mkdir(parents=True, exist_ok=True)
            text = renamed(source.read_text(encoding="utf-8"), name, module)
            target.write_text(text, encoding="utf-8")
    click.echo(f"{made} has a title that can be played. What to do next:\n")
    click.echo(f"  pip install -e {made}        # then `rooftop play {name}` and `rooftop serve` have it")
    click.echo(f'  pytest {made}                # needs: pip install "rooftop[testing]"\n')
    click.echo(
        f"Then change {made / 'src' / module}, beginning with RULES.md. docs/add-a-title.md explains it."
    )


def _checked(name: str) -> str:
    """The name of the module for a title. Raises OptionError if the title cannot be called that."""
    if not NAME.fullmatch(name):
        raise OptionError(
            f"name must be lower-case words joined by hyphens, such as paper-boats, not {name!r}"
        )
    module = name.replace("-", "_")
    if name in title_ids():
        raise OptionError(f"there is a title {name!r} already")
    if iskeyword(module) or find_spec(module) is not None:
        raise OptionError(f"Python has a module or keyword {module!r} already; choose another name")
    return module


def example() -> Path:
    """The folder of the example title: in a wheel, or in a checkout."""
    package = Path(rooftop.__file__).parent
    shipped = package / "example"
    return shipped if shipped.is_dir() else package.parents[1] / "examples" / "lanterns"


def renamed(text: str, name: str, module: str) -> str:
    """A file of the example, for a title of another name."""
    words = name.split("-")
    called = " ".join(words).capitalize()
    letters = words[0][0] + words[1] if len(words) > 1 else name
    prefix = re.sub("[^a-z]", "", letters)[:2].upper()  # of the clauses
    for pattern, other in (
        (r"^(from|import) lanterns\b", rf"\1 {module}"),
        (r"(src/|\")lanterns(:TITLE|\"\])", rf"\1{module}\2"),
        (
            r"\"lanterns(-1)?\"|^lanterns(?= = )|(?<=rooftop-)lanterns\b",
            lambda found: found[0].replace("lanterns", name),
        ),
        (r"\bLanterns\b", called),
        (r"\bLA\b", prefix),
    ):
        text = re.sub(pattern, other, text, flags=re.MULTILINE)
    return text


def _is_hidden(path: Path) -> bool:
    return any(part.startswith((".", "_")) and part != "__init__.py" for part in path.parts)
