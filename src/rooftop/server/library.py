"""The titles and editions that a server can play."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rooftop.errors import EditionError, OptionError
from rooftop.game.edition import Edition
from rooftop.game.position import Game
from rooftop.game.title import AnyTitle, sound_edition, title, title_ids
from rooftop.server.painting.jobs import SceneSetup
from rooftop.server.translation import message


class Library:
    """The offered titles, the editions, and the titles whose compiled rules are loaded."""

    def __init__(self, editions: Sequence[Edition] = (), offered: Sequence[str] | None = None) -> None:
        self.editions = list(editions)  # in addition to the titles' own
        self.offered = list(title_ids() if offered is None else offered)  # titles for new tables
        self.interpreted: set[str] = set()  # titles whose rules are not compiled yet

    def title(self, title_id: str) -> AnyTitle:
        """Return any installed title: games of a title that is no longer offered continue."""
        return title(title_id)

    def offered_title(self, title_id: str) -> AnyTitle:
        """Return a title for a new table."""
        if title_id not in self.offered:
            raise OptionError(
                message(
                    "title must be one of {titles}, not {title!r}",
                    titles=", ".join(self.offered),
                    title=title_id,
                )
            )
        return self.title(title_id)

    def editions_of(self, kind: AnyTitle) -> list[Edition]:
        """Return the editions of a title, its own first."""
        return [kind.edition(), *(edition for edition in self.editions if edition.title == kind.id)]

    def edition(self, kind: AnyTitle, edition_id: str | None) -> Edition:
        """Return an edition by its id; by default the title's own."""
        if edition_id is None:
            return kind.edition()
        editions = {edition.id: edition for edition in self.editions_of(kind)}
        if edition_id not in editions:
            raise OptionError(
                message(
                    "edition of {title} must be one of {editions}, not {edition!r}",
                    title=kind.name,
                    editions=", ".join(editions),
                    edition=edition_id,
                )
            )
        return editions[edition_id]

    def setup(self, game: Game) -> SceneSetup:
        """Return what a painter needs to know about a game."""
        versions = game.title.editions()
        if game.edition in versions:
            edition = -versions.index(game.edition)
        else:
            edition = 1 + self.editions.index(game.edition)
        return SceneSetup(game.title.id, edition, game.players, game.colours)

    def compiled(self, title_id: str) -> bool | None:
        """Return False while the rules of a title must be interpreted, else None: use the default."""
        return False if title_id in self.interpreted else None


def read_editions(folder: Path | None) -> list[Edition]:
    """Read the edition files in a folder. An invalid one stops the server and lists its problems."""
    if folder is None:
        return []
    taken = {(name, title(name).edition().id): "the title's own edition" for name in title_ids()}
    editions = []
    for path in sorted(folder.glob("*.toml")):
        edition = sound_edition(path)
        other = taken.setdefault((edition.title, edition.id), path.name)
        if other != path.name:
            raise EditionError(
                path.name, [f"edition.id: {edition.id!r} is the id of {other}; choose another one"]
            )
        editions.append(edition)
    if not editions:
        raise OptionError(f"{folder}: no edition files (*.toml) found")
    return editions
