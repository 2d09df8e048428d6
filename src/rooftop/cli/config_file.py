"""Config files: the settings of a server as TOML, named as in `Settings`.

port = 8080
titles = ["tower-up", "skyrise"]
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import MISSING, fields
from difflib import get_close_matches
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from rooftop.errors import OptionError
from rooftop.game.decoding import convert
from rooftop.game.validation import explain
from rooftop.server.settings import About, Settings

CONFIG = Path("rooftop.toml")  # in the current folder: the file if none is named


class Declared(NamedTuple):
    """A setting as `Settings` declares it."""

    name: str
    kind: Any  # bool, int, float, str, Path or tuple[str, ...]
    default: Any
    about: About

    @property
    def option(self) -> str:
        """The name of its option, without dashes in front."""
        return self.about.option or self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        """The environment variable."""
        return f"ROOFTOP_{self.name.upper()}"

    @property
    def is_list(self) -> bool:
        return get_origin(self.kind) is tuple


def declared() -> Iterator[Declared]:
    """Return all settings, in their order."""
    hints = get_type_hints(Settings, include_extras=True)
    for row in fields(Settings):
        kind, about = get_args(hints[row.name])
        if isinstance(kind, UnionType):
            kind, _ = get_args(kind)  # such as Path | None
        assert row.default is not MISSING
        yield Declared(row.name, kind, row.default, about)


def read_config(file: Path) -> dict[str, Any]:
    """Read a config file. Paths in it are relative to its folder. Raises OptionError with one line."""
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise OptionError(f"{file}: cannot read this file: {error.strerror}") from None
    except UnicodeDecodeError:
        raise OptionError(f"{file}: not UTF-8 text; a config file is TOML") from None
    except tomllib.TOMLDecodeError as error:
        raise OptionError(f"{file}: not valid TOML: {error}") from None
    known = {row.name: row for row in declared()}
    for name in found:
        if name not in known:
            near = get_close_matches(name.replace("-", "_"), known, 1)
            more = f"; did you mean {near[0]}?" if near else "; `rooftop serve --help` lists them"
            raise OptionError(f"{file}: there is no setting {name}{more}")
    kind = msgspec.defstruct("Config", [(row.name, _bounded(row), None) for row in known.values()])
    try:
        convert(found, kind)
    except msgspec.ValidationError as error:
        raise OptionError(f"{file}: {explain(error, kind)}") from None
    return {
        name: str(file.parent / value) if known[name].kind is Path else value for name, value in found.items()
    }


def configured(named: Path | None) -> dict[str, Any]:
    """Read the named config file; without one, rooftop.toml in the current folder if there is one."""
    if named is None and not CONFIG.is_file():
        return {}
    return read_config(named or CONFIG)


def _bounded(row: Declared) -> Any:
    if row.kind is Path:
        return str
    bounds = {"ge": row.about.least, "gt": row.about.above, "le": row.about.most}
    given: dict[str, Any] = {name: bound for name, bound in bounds.items() if bound is not None}
    return Annotated[row.kind, msgspec.Meta(**given)] if given else row.kind
