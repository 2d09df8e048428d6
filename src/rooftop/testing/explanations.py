"""Everything in a title's picture can explain itself. Subclass `Explanations`.

A part is an element with an id and a `<title>`. A drawing that belongs to a part elsewhere names it with
`data-part`; pure decoration takes no pointer events.
"""

import itertools
from collections.abc import Container, Iterator
from typing import ClassVar
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from rooftop.game import gamefile
from rooftop.game.knowledge import SPECTATOR
from rooftop.game.match import Match
from rooftop.game.rulebook import rulebook
from rooftop.game.title import AnyTitle, Info, View
from rooftop.languages import ENGLISH
from rooftop.testing import COMPLETE, SOAK, recorded
from rooftop.testing.pictures import SIZES, SVG, part

SCENE = "scene"  # the picture as a whole


def parts_of(root: Element) -> dict[str, str]:
    """The parts of a picture, with their titles."""
    titles = ((element, element.find(f"{SVG}title")) for element in root.iter() if element.get("id"))
    return {element.get("id", ""): title.text or "" for element, title in titles if title is not None}


class Explanations:
    title: ClassVar[AnyTitle]
    every = 4  # decisions of a recorded game
    every_recorded = 1  # recorded games; `make soak` explains all of them
    more_than: ClassVar[int] = 100  # parts in different states; a small title has fewer

    def walks(self) -> Iterator[tuple[Match, list[str]]]:
        """Games and their moves: recorded ones, or random ones of a title that has none."""
        paths = recorded.games(self.title.id)
        for path in paths[:: 1 if SOAK else self.every_recorded]:
            yield recorded.begun(path), gamefile.read(path).moves
        if not paths:
            yield from recorded.random_walks(self.title)

    def moments(self) -> Iterator[Match]:
        """Positions of these games, from the first to the last."""
        for match, moves in self.walks():
            for move in moves:
                if SOAK or match.ply % self.every == 0:
                    yield match
                match.play(move)
            yield match

    def pictures(self) -> Iterator[tuple[Match, View, Element]]:
        """Those positions as pictures: both sizes, and every seat and a spectator in turn."""
        sizes = itertools.cycle(SIZES)
        for count, (match, size) in enumerate(zip(self.moments(), sizes, strict=False)):
            seat = (count // 2) % (match.players + 1)
            seat = SPECTATOR if seat == match.players else seat
            view = match.view(seat)
            yield match, view, ElementTree.fromstring(match.drawn(view, size=size))

    def test_everything_in_every_picture_belongs_to_a_part_that_explains_itself_in_every_language(
        self,
    ) -> None:
        asked: set[tuple[str, str, int]] = set()
        for match, view, root in self.pictures():
            board, seat = match.game.board, view.seat
            parts = {**parts_of(root), SCENE: str(match.ply)}
            self.assert_belonging(root, parts)
            for name, title in parts.items():
                if (name, title, seat) in asked:
                    continue
                asked.add((name, title, seat))
                infos = [
                    self.title.explain(board, view, name, match.names(language), match.translator(language))
                    for language in COMPLETE
                ]
                for info in infos:
                    self.check(name, info)
                assert len(set(infos)) == len(infos), f"{name} is not translated"
        assert len(asked) > self.more_than

    def assert_belonging(self, root: Element, parts: Container[str]) -> None:
        for element in part(root, "pieces"):
            name = element.get("id", "")
            if name not in parts and element.get("pointer-events") != "none":
                assert element.get("data-part") in parts, f"{name} belongs to no part"

    def check(self, name: str, info: Info | None) -> None:
        assert info is not None, f"{name} has no explanation"
        assert info.name, name
        assert info.text.endswith((".", "!")), f"{name}: {info.text!r} is not a sentence"
        assert all(what and value for what, value in info.facts), f"{name}: {info.facts}"
        assert info.clauses, f"{name} names no clause"
        assert set(info.clauses) <= set(rulebook(self.title, ENGLISH).clauses), f"{name}: {info.clauses}"

    def test_an_unknown_part_has_no_explanation(self) -> None:
        match = next(self.moments())
        for name in ("", "no-such-part", "site-", "card-99", "seat-9", "scene-title"):
            assert match.explain(name, 0) is None, name
