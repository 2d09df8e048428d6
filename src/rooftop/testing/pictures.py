"""The contract of a title's picture, and helpers that look into SVG."""

import itertools
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Protocol
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from rooftop.drawing.canvas import TITLE, WORDS, SharedCanvas
from rooftop.drawing.changes import applied, changes
from rooftop.drawing.palette import SharedPalette, contrast
from rooftop.errors import OptionError
from rooftop.game import gamefile
from rooftop.game.knowledge import SPECTATOR
from rooftop.game.match import Match
from rooftop.game.position import colour_ids, new_game
from rooftop.game.preview import preview
from rooftop.game.title import AnyTitle, Layer, Size, Theme, View
from rooftop.game.translation import translator
from rooftop.languages import ENGLISH
from rooftop.languages import LANGUAGES as LANGUAGES  # which tests of scenes import from here
from rooftop.testing import SOAK, TRANSLATED, recorded

SVG = "{http://www.w3.org/2000/svg}"
THEMES: tuple[Theme, ...] = ("day", "night")
SIZES: tuple[Size, ...] = ("wide", "narrow")
LAYERS: tuple[Layer, ...] = ("all", "board")
LOOKS: tuple[tuple[Theme, Size, str], ...] = (  # every theme with every size and language, and every size too
    *((theme, size, ENGLISH) for theme, size in zip(THEMES, SIZES, strict=True)),
    *((theme, size, code) for code in TRANSLATED for theme, size in zip(THEMES, SIZES[::-1], strict=True)),
)


def svg(
    title: AnyTitle, board: object, view: View, theme: Theme = "day", size: Size = "wide",
    language: str = ENGLISH, layer: Layer = "all",
) -> str:  # fmt: skip
    """A view as a picture, with the default names of the seats."""
    names = title.names(board, translator(title.package, language))
    return title.scene(board, view, names, translator(title.package, language), theme, size, layer)


def elements(
    title: AnyTitle, board: object, view: View, theme: Theme = "day", size: Size = "wide",
    language: str = ENGLISH,
) -> dict[str, str]:  # fmt: skip
    """What a view changes in the picture, with the default names of the seats."""
    names = title.names(board, translator(title.package, language))
    return title.scene.elements(board, view, names, translator(title.package, language), theme, size)


def put_in(empty: str, drawn: Mapping[str, str]) -> str:
    """The empty board with elements over it, as a page shows it."""
    pieces = "".join(element for name, element in drawn.items() if name not in (TITLE, WORDS))
    page = empty.replace('<g id="pieces"></g></svg>', f'<g id="pieces">{pieces}</g></svg>')
    page = re.sub(rf'<title id="{TITLE}">.*?</title>', lambda _: drawn[TITLE], page, count=1)
    return re.sub(rf'<desc id="{WORDS}">.*?</desc>', lambda _: drawn[WORDS], page, count=1)


def ids_of(root: Element) -> list[str]:
    return [element.get("id", "") for element in root.iter() if element.get("id")]


def part(root: Element, name: str) -> Element:
    """The element with this id."""
    found = root.find(f".//*[@id='{name}']")
    assert found is not None, name
    return found


def title_of(root: Element, name: str) -> str:
    """The title that screen readers read."""
    return part(root, f"{name}-title").text or ""


def texts_of(root: Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def signs_of(root: Element) -> list[str]:
    return [str(element.get("href")).removeprefix("#") for element in root.iter(f"{SVG}use")]


def targets_of(root: Element) -> set[str]:
    return {
        element.get("id", "") for element in root.iter() if "target" in (element.get("class") or "").split()
    }


def words_of(root: Element) -> set[str]:
    """Every word that is shown or described, without those of one or two letters."""
    said = [element.text or "" for element in root.iter() if element.text]
    return {word.lower() for text in said for word in re.findall(r"[^\W\d_]{3,}", text)}


def without_colours(root: Element, names: Iterable[str]) -> list[str]:
    """Elements without their colours and ids."""
    return [
        re.sub(r'#[0-9a-f]{6}|id="[^"]*"', "", ElementTree.tostring(part(root, name), "unicode"))
        for name in names
    ]


def assert_well_formed(
    title: AnyTitle, board: object, view: View, theme: Theme, size: Size, language: str, tall: int = 640
) -> None:
    """Check the whole picture and the empty board: unique ids, nothing a strict content policy forbids, the
    same view box, and no dangling references. The elements over the empty board are the whole picture."""
    whole, empty = (svg(title, board, view, theme, size, language, layer) for layer in LAYERS)
    box = "0 0 1280 720" if size == "wide" else f"0 0 360 {tall}"
    for picture in (whole, empty):
        root = ElementTree.fromstring(picture)
        assert [name for name, count in Counter(ids_of(root)).items() if count > 1] == []
        assert not [element for element in root.iter() if element.get("style") is not None]
        assert not [element for element in root.iter() if element.tag in (f"{SVG}style", f"{SVG}script")]
        assert root.get("viewBox") == box
        known = set(ids_of(root))
        for reference in re.findall(r"url\(#([^)]+)\)|href=\"#([^\"]+)\"|aria-\w+by=\"([^\"]+)\"", picture):
            assert next(filter(None, reference)) in known
    drawn = elements(title, board, view, theme, size, language)
    assert_elements(drawn)
    assert put_in(empty, drawn) == whole


def assert_elements(drawn: Mapping[str, str]) -> None:
    """Each is one element with its id as the first attribute."""
    for name, element in drawn.items():
        assert_element(name, element)


@lru_cache(maxsize=10_000)  # most elements of a position are those of the one before
def assert_element(name: str, element: str) -> None:
    assert re.match(rf'<[a-z]+ id="{re.escape(name)}"', element), element[:80]
    assert ElementTree.fromstring(element).get("id") == name


class RankedSeat(Protocol):
    """A seat of a view at the end of a game."""

    @property
    def rank(self) -> int | None: ...
    @property
    def total(self) -> int: ...


def assert_ended(root: Element, seats: Sequence[RankedSeat]) -> None:
    """The picture shows everyone's rank and points, and nobody's turn."""
    for seat, row in enumerate(seats):
        assert texts_of(part(root, f"place-{seat}")) == [str(row.rank)]
        assert part(root, f"seat-{seat}-points").text == str(row.total)
    assert "turn-mark" not in ids_of(root)
    assert title_of(root, "ending") == "The game is over"


def inks(palette: SharedPalette, *grounds: str) -> list[tuple[str, str]]:
    """Pairs of ink and ground in every picture; `grounds` are a title's own."""
    written = [
        (ink, ground)
        for ink in (palette.ink, palette.soft)
        for ground in (palette.table, palette.panel, palette.inset, *grounds)
    ]
    written += [(palette.alert_ink, palette.alert), (palette.back_ink, palette.back)]
    return written + [(paint.ink, paint.paint) for paint in palette.players.values()]


def assert_contrast(pairs: Iterable[tuple[str, str]], least: float) -> None:
    for one, other in pairs:
        assert contrast(one, other) >= least, (one, other)


class SceneContract:
    """The contract: `class TestScene(SceneContract): title = TITLE`."""

    title: ClassVar[AnyTitle]
    every = 9  # decisions between two pictures
    every_recorded = 24  # recorded games; `make soak` draws all of them

    def match(self, plies: int) -> Match:
        """A game of three players after `plies` random decisions."""
        match, chance = Match(new_game(self.title, 3), 1), random.Random(1)
        while not match.over and match.ply < plies:
            match.play(chance.choice(match.legal()))
        return match

    def test_every_part_of_a_move_can_be_clicked_and_its_preview_drawn(self) -> None:
        """In both sizes there is a unique element of class "target" for each part."""
        for players in self.title.players:
            match, chance = Match(new_game(self.title, players), players), random.Random(players)
            while not match.over:
                action = chance.choice(match.legal())
                if match.ply % self.every == 0:
                    for size in SIZES:
                        self.assert_clickable(match, size)
                    after, board = preview(match, action).view, match.game.board
                    ElementTree.fromstring(svg(self.title, board, after, "night", "wide", LANGUAGES[-1]))
                match.play(action)

    def assert_clickable(self, match: Match, size: Size) -> None:
        root = ElementTree.fromstring(match.svg(match.to_act, size=size))
        ids = ids_of(root)
        assert len(ids) == len(set(ids))
        assert {part for move in match.moves() for part in move.parts} <= targets_of(root)

    def test_the_empty_board_is_equal_in_all_positions_of_a_game(self) -> None:
        match = self.match(10_000)
        board, first = match.game.board, Match.at(match.position_at(0)).view()
        before = svg(self.title, board, first, layer="board")
        assert svg(self.title, board, match.view(), layer="board") == before
        fresh = self.title.board(self.title.edition(), 3)  # one that nothing has been drawn for
        assert svg(self.title, fresh, match.view(), layer="board") == before

    def test_a_seat_is_drawn_in_the_colour_that_it_chose(self) -> None:
        players, edition = min(self.title.players), self.title.edition()
        ids = colour_ids(self.title, edition, players)
        for colours in (ids[:players], ids[-players:]):
            match = Match(new_game(self.title, players, colours=colours), 1)
            root = ElementTree.fromstring(match.svg())
            assert {f"paint-{colour}" for colour in colours} <= set(ids_of(root))
            assert not {f"paint-{colour}" for colour in ids if colour not in colours} & set(ids_of(root))
            assert [seat.id for seat in match.view().seats] == colours  # type: ignore[attr-defined]

    def test_names_are_escaped_and_cut_to_their_room(self) -> None:
        match, say = self.match(45), translator(self.title.package, ENGLISH)
        names = ["<b>&\"'</b>", "A name that is by far too long for any area", "\x00\u202e"]
        for size in SIZES:
            drawn = self.title.scene(match.game.board, match.view(), names, say, "day", size)
            shown = texts_of(ElementTree.fromstring(drawn))
            assert any("…" in text for text in shown)
            assert any(text.startswith("<b>&") for text in shown)

    def test_unknown_themes_sizes_and_layers_are_refused(self) -> None:
        match = self.match(1)
        for key, value, message in (
            ("theme", "dusk", "theme 'dusk' is not one of day, night"),
            ("size", "huge", "size 'huge' is not one of wide, narrow"),
            ("layer", "top", "layer 'top' is not one of all, board"),
        ):
            with pytest.raises(OptionError, match=message):
                match.svg(**{key: value})  # type: ignore[arg-type]

    def test_cached_drawings_equal_fresh_ones_and_changes_lead_from_each_to_the_next(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Elements and their order, in positions of whole games, for a seat and a spectator. Each game has a
        theme, size and language of its own."""
        for look, (name, match, moves) in zip(itertools.cycle(LOOKS), self.drawn_games(), strict=False):
            before = dict[int, dict[str, str]]()
            board, position = match.game.board, match.position
            for move in ("", *moves):
                if move:
                    position.apply(match.action(move))
                for seat in (SPECTATOR, 1):
                    view, old = position.view(seat), before.get(seat)
                    drawn = before[seat] = elements(self.title, board, view, *look)
                    assert_elements(drawn)
                    changed = applied(old or {}, changes(old, drawn))
                    assert list(changed.items()) == list(drawn.items()), (name, position.ply)
                    if SOAK or position.ply % 12 == 6 * (seat == 1):
                        with monkeypatch.context() as patched:
                            patched.setattr(SharedCanvas, "drawn", lambda canvas, key, draw: draw())
                            fresh = elements(self.title, board, view, *look)
                        assert list(drawn.items()) == list(fresh.items()), (name, position.ply)

    def drawn_games(self) -> Iterator[tuple[str, Match, list[str]]]:
        """Some recorded games, and some with held turns, where successive positions differ little: their
        names, how they begin, and their moves. Random ones of a title that has none."""
        games = recorded.games(self.title.id)
        held = [path for path in games if gamefile.read(path).options.get("hold")]
        for path in games if SOAK else dict.fromkeys([*games[:: self.every_recorded], *held[:1]]):
            yield path.name, recorded.begun(path), gamefile.read(path).moves
        if not games:
            for match, moves in recorded.random_walks(self.title):
                yield f"{match.players} players", match, moves
