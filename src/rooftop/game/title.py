"""The contract of a title.

The compiled part is a handful of `@kernel` functions, found by name in the title's modules:

| function | promise |
|---|---|
| `setup(s, t, seats, options)` | the start of a game; all chance comes from the generator inside `s` |
| `legal(s, t, out) -> n` | the legal actions of `s.to_act`; never empty before the end; by default |
|  | those that `refusal` lets pass |
| `apply(s, t, action)` | one decision, known to be legal; moves on to the next decision |
| `blind(s, t, seat, salt)` | re-deals everything that `seat` (-1: a spectator) cannot know and replaces the |
|  | generator, using only `salt` and what the seat knows; keeps everything the seat knows |
| `known_to(s, t, action) -> seats` | who learns of this decision at once: a set of seats, or EVERYONE, the |
|  | default |
| `observe(s, t, seat, out)` | numbers for learners: only what `seat` knows, seen from that seat |
| `check(s, t) -> law` | the number of a law of the title that does not hold, or 0 |
| `refresh(s, t)` | computes the derived fields from the others; by default there are none |
| `value(s, t, seat)` | a rough estimate of what the position is worth to `seat`, from what it knows; by |
|  | default the points that it is ahead |
| `refusal(s, t, action)` | why `s.to_act` may not do this, from what it knows (`engine.refusals`), or LEGAL |

`s` is a record of the title's `state` class (the fields of `SharedState`, `points`, and its own), `t` one of
its `tables` class (with at least `max_plies`). The rest of `Title` is ordinary Python over two types of the
title: its board (a dataclass, read from an edition) and its view (a frozen struct, what a seat sees). Texts
and pictures are functions of a view, so they cannot reveal more.
"""

from __future__ import annotations

import importlib.metadata
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, wraps
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

import msgspec
import numpy as np

from rooftop.engine.kernel import loading
from rooftop.engine.record import Array, Record, digest
from rooftop.engine.refusals import Refusal
from rooftop.engine.state import NOBODY
from rooftop.errors import EditionError, OptionError, TitleError
from rooftop.game.counting import Counting
from rooftop.game.edition import Edition
from rooftop.game.edition_patches import earlier_editions
from rooftop.game.edition_tables import chosen_first
from rooftop.game.translation import Translator, capital

if TYPE_CHECKING:
    from rooftop.game.actions import Kinds
    from rooftop.game.events import Events
    from rooftop.game.position import Position

OptionValue = str | int | bool
Theme = Literal["day", "night"]
Size = Literal["wide", "narrow"]
Layer = Literal["all", "board"]


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat sees. A title's `class View(title.View)` adds its own fields; nested structs are frozen and
    use tuples, so that drawings can be cached by them."""

    title: str
    seat: int  # whose view it is; -1: a spectator's
    players: int
    ply: int
    turn: int
    to_act: int  # the seat that decides; -1 at the end
    phase: str

    @property
    def over(self) -> bool:
        return self.to_act == NOBODY


def common(title: str, players: int, s: Any, seat: int, phase: str) -> dict[str, Any]:
    """The fields that all views share, for a title's `view`: `View(**common(...), market=..., seats=...)`."""
    return {
        "title": title,
        "seat": seat,
        "players": players,
        "ply": int(s["ply"]),
        "turn": int(s["turn"]),
        "to_act": int(s["to_act"]),
        "phase": phase,
    }


BoardT = TypeVar("BoardT")
Loaded = TypeVar("Loaded")
ViewT = TypeVar("ViewT", bound=View)
# Scene takes boards and views and never return them.
BoardIn = TypeVar("BoardIn", contravariant=True)
ViewIn = TypeVar("ViewIn", bound=View, contravariant=True)


class Event(NamedTuple):
    """Something that a decision caused; `a` and `b` are None for seats that may not know them."""

    kind: int
    seat: int
    a: int | None
    b: int | None


class Move(NamedTuple):
    """A legal move: its notation and text, its headings in a list of moves, and the ids of the parts of the
    picture that it concerns."""

    notation: str
    text: str
    group: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


class Price(NamedTuple):
    """What the seat to act pays (a negative `change`) or gains by a move. `sign` is the id of a drawing that
    the title's picture defines; `text` says the amount in words: "2 white floors"."""

    sign: str
    change: int
    text: str


class Info(NamedTuple):
    """What a part of the picture is: its name, what it is and does in a few sentences, its numbers now as
    (what, how much), and the clauses that it comes from."""

    name: str
    text: str
    facts: tuple[tuple[str, str], ...] = ()
    clauses: tuple[str, ...] = ()


class Colour(NamedTuple):
    """A colour that a player can choose: its id, letter and name, what comes with it in this title (such as
    the numbers of its buildings), and how players without a name are called, if not like the colour."""

    id: str
    letter: str
    name: str
    brings: str = ""
    player: str = ""


@dataclass(frozen=True)
class Option:
    """An option of a game. `values` describes the allowed values; `choices` are the usual ones with labels,
    for a form; a `free` option accepts others too. A `later` option was added after games had been stored: a
    game names it only if its value is not the default, so that files and commitments stay the same."""

    name: str
    default: OptionValue
    values: str
    help: str
    choices: tuple[tuple[OptionValue, str], ...] = ()
    free: bool = False
    later: bool = False

    def number(self, value: OptionValue) -> int:
        """A switch as 0 or 1, a choice by its place among the choices. Raises OptionError."""
        choices = [choice for choice, _ in self.choices] or [False, True]
        if value not in choices or type(value) is not type(self.default):
            raise OptionError(f"option {self.name}: must be {self.values}, not {value!r}")
        return choices.index(value)


def switch(name: str, help: str, later: bool = False) -> Option:
    """An option that is off or on."""
    return Option(name, False, "true or false", help, later=later)


@dataclass(frozen=True)
class SearchSettings:
    """How a tree search plays a title. Values are in the units of the title's `value`.

    The defaults play any title decently. The arena compares settings: `search:samples=4,search:samples=8`.
    """

    exploration: float = 1.0  # how much a promising action is tried before it has proved itself
    first_play: float = 0.1  # how much worse than its parent an untried action is expected to be
    prior: float = 200.0  # a difference in value that makes an action e times less promising
    uniform: float = 0.1  # the part of the prior that all actions share equally
    lookahead: int = 1  # play a turn to its end before judging its first action: 1 at the root, 2 everywhere
    width: float = 0.0  # the number of actions considered at first; 0: all
    widening: float = 0.0  # ... and how it grows with the square root of the visits
    samples: int = 2  # random actions of which a playout takes the best; 0: all
    slips: float = 0.0  # how often a playout that takes the best of all takes a random action
    whole_turns: bool = False  # compare whole random turns instead of single actions
    cut: int = 16  # turns until a playout is judged; -1: play to the end
    opening: float = 1000.0  # the difference in value that makes a win e times likelier, at the start
    end: float = 500.0  # ... and in the last turns
    length: tuple[int, int, int] = (60, 90, 120)  # decisions of a game of two, three and four players
    to_act: float = 0.0  # the value of being the seat to act
    margin: float = 0.1  # how much the distance counts at the end of a game, besides winning
    delay: float = 0.0002  # what a later win loses for each decision
    policy: float = 0.5  # with a network: its share of the prior; the rest comes from the value
    temperature: float = 1.0  # ... and the divisor of its logits: the higher, the more actions are tried
    leaf: float = 0.0  # with a network: its share of a leaf's judgement, at the start; playouts give the rest
    leaf_end: float = 0.0  # ... and in the last turns
    sharpness: float = 1.0  # ... and the factor of its logits: the higher, the more certain it is
    simulations: int = 10000  # of the master's decision


class Scene(Protocol[BoardIn, ViewIn]):
    """A title's picture: a view as a standalone SVG, in a theme (day, night) and a size (wide, narrow). The
    layer "board" is the empty board alone; `elements` are what a position changes, by id, in drawing order.
    If not `by_seat`, views that differ only in `seat` look the same."""

    @property
    def by_seat(self) -> bool: ...

    def __call__(
        self,
        board: BoardIn,
        view: ViewIn,
        names: list[str],
        say: Translator,
        theme: Theme = "day",
        size: Size = "wide",
        layer: Layer = "all",
    ) -> str: ...

    def elements(
        self,
        board: BoardIn,
        view: ViewIn,
        names: list[str],
        say: Translator,
        theme: Theme = "day",
        size: Size = "wide",
    ) -> dict[str, str]: ...


def with_colours(board: Any, colours: Sequence[str]) -> Any:
    """A board whose `player_names` are rows of its edition, with those of the seats first."""
    return replace(board, player_names=chosen_first(board.player_names, colours))


def named_colours(board: Any, say: Translator, options: Mapping[str, OptionValue]) -> list[Colour]:
    """The `player_names` of a board. A letter is the mark in the edition, or else the first of the name."""
    rows = [(row, capital(say.name(row))) for row in board.player_names]
    return [
        Colour(row.id, say.name(row, "mark") if getattr(row, "mark", None) else name[0], name)
        for row, name in rows
    ]


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Title(Generic[BoardT, ViewT]):
    """A game that people and bots can play."""

    id: str
    name: str
    package: str
    rules_version: int  # changes whenever the same seed and moves could give another game
    state: type[Record]
    tables: type[Record]
    observation: int  # the number of values that `observe` writes
    observation_names: Callable[[BoardT], list[str]] | None = None  # a name for each; by default its number
    sources: tuple[str, ...]  # sources of points: the columns of `points`
    laws: tuple[str, ...]  # law n of `check` is laws[n - 1]
    options: tuple[Option, ...] = ()
    board: Callable[[Edition, int], BoardT]  # for a number of players; EditionError
    # the board with other colours, one for each seat; by default those of its `player_names`
    coloured: Callable[[BoardT, Sequence[str]], BoardT] = with_colours
    fill: Callable[[BoardT, Array], None]  # board -> tables
    # the options for `setup`; by default the number of each, in their order. OptionError
    encode: Callable[[BoardT, dict[str, OptionValue]], list[int]] | None = None
    view: Callable[[BoardT, np.void, int], ViewT]  # (board, state, seat) -> what the seat sees
    moves: Kinds[BoardT, ViewT]  # what players do: all kinds of moves
    events: Events[BoardT]  # what happens: all kinds of events
    # (board, view): at most two (id, sentence) for the seat to act, when they matter to newcomers
    hints: Callable[[BoardT, ViewT, Translator], list[tuple[str, str]]] = lambda board, view, say: []
    clauses: Callable[[BoardT, ViewT], tuple[str, ...]]  # the rules that matter now
    # the sources of points in words; given a board and a view, by what that game calls them
    source_names: Callable[[Translator, BoardT | None, ViewT | None], dict[str, str]]
    # (board, options): all colours that players can choose from, those of the seats first
    colours: Callable[[BoardT, Translator, Mapping[str, OptionValue]], list[Colour]] = named_colours
    blurb: Callable[[Translator], str]  # the game in a sentence
    # (board, view, part, names of the seats): what a part of the picture is. The parts of a picture are the
    # elements with an id and a <title>; "scene" is the picture as a whole.
    explain: Callable[[BoardT, ViewT, str, list[str], Translator], Info | None]
    first_game: dict[str, OptionValue] = field(default_factory=dict)  # the options of a newcomer's first game
    minutes: int  # roughly how long a game between people takes
    text: Callable[[BoardT, ViewT, list[str], Translator], str]  # a view for the terminal
    scene: Scene[BoardT, ViewT]  # a view as SVG
    arrange: Callable[[BoardT, np.void, Mapping[str, object]], None]  # a position that is set up by hand
    modules: tuple[str, ...] = ("rules", "secrets", "features", "laws", "value")
    # (board, view, part of the picture, its actions that are not legal): why nothing can be done with it now;
    # empty if the reasons for the single actions say it
    why_nothing: Callable[[BoardT, ViewT, str, Mapping[int, Refusal], Translator], list[str]] | None = None
    # (position as a seat sees it, its view, part of the picture): more facts than `explain` gives, found by
    # trying moves
    prospects: Callable[[Position, ViewT, str, Translator], list[tuple[str, str]]] | None = None
    # (board, state, seat): if the seat decides in secret later on, and its options do not depend on what the
    # seats before it decide, make it the seat's turn and return how many decisions in a row it makes; else 0
    ahead: Callable[[BoardT, np.void, int], int] | None = None
    is_open: bool = False  # everyone knows the same: views of a position differ only in `seat`
    rarities: tuple[str, ...] = ()  # state fields that count rare events, for simulations
    search: SearchSettings = SearchSettings()  # how a tree search plays it
    # ... and how it plays with the title's network; None: it is not stronger with one
    network_search: SearchSettings | None = None
    counts: Counting[BoardT] | None = None  # what a balance report counts

    def __repr__(self) -> str:
        return f"<Title {self.id}>"

    @property
    def players(self) -> tuple[int, ...]:
        return self.edition().players

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return self.moves.count

    def encoded(self, board: BoardT, options: dict[str, OptionValue]) -> list[int]:
        """The options as numbers for `setup`. Raises OptionError."""
        if self.encode is not None:
            return self.encode(board, options)
        return [option.number(options[option.name]) for option in self.options]

    def marks(self, board: BoardT, say: Translator) -> list[tuple[str, str]]:
        """The colour and the letter of each seat of a board."""
        return [(colour.id, colour.letter) for colour in self._seat_colours(board, say)]

    def names(self, board: BoardT, say: Translator) -> list[str]:
        """How players without a name are called."""
        return [colour.player or colour.name for colour in self._seat_colours(board, say)]

    def _seat_colours(self, board: BoardT, say: Translator) -> list[Colour]:
        players: int = board.players  # type: ignore[attr-defined]
        return self.colours(board, say, {})[:players]

    def edition(self) -> Edition:
        """The edition that comes with the title."""
        return _own_edition(self.package)

    def editions(self) -> tuple[Edition, ...]:
        """The title's edition and its earlier versions, latest first, so that games played with them can
        still be replayed."""
        return (self.edition(), *_earlier_editions(self.package))

    def problems(self, edition: Edition) -> list[str]:
        """The problems of an edition, one line each; empty if it can be played."""
        if edition.title != self.id:
            return [f"{edition.name}: edition.title: must be {self.id!r}, not {edition.title!r}"]
        found: dict[str, None] = {}
        for players in edition.players:
            try:
                self.board(edition, players)
            except EditionError as error:
                found.update(dict.fromkeys(error.problems))
        return list(found)

    def __reduce__(self) -> tuple[Callable[[str], AnyTitle], tuple[str]]:
        return title, (self.id,)  # pickled by its id: the reader must have it installed

    def __copy__(self) -> Title[BoardT, ViewT]:
        return self  # it is immutable

    def __deepcopy__(self, memo: object) -> Title[BoardT, ViewT]:
        return self

    def hash(self, edition: Edition) -> str:
        """SHA-256 over the data that the rules read. Names and pictures do not affect it."""
        return _hash(self, edition)


AnyTitle: TypeAlias = Title[Any, Any]  # a title found by its id: only the title knows its own board and view


@lru_cache(maxsize=64)
def _hash(kind: AnyTitle, edition: Edition) -> str:
    rows = kind.tables.array(len(edition.players))
    for row, players in enumerate(edition.players):
        kind.fill(kind.board(edition, players), rows[row : row + 1])
    return digest(kind.tables, rows)


def loaded_once(load: Callable[[str], Loaded]) -> Callable[[str], Loaded]:
    """Cache what is read from a package. Threads that ask at the same time get the same object, which
    `lru_cache` alone does not guarantee."""
    lock, cached = threading.Lock(), lru_cache(maxsize=16)(load)

    @wraps(load)
    def once(package: str) -> Loaded:
        with lock:
            return cached(package)

    return once


@loaded_once
def _own_edition(package: str) -> Edition:
    with resources.as_file(resources.files(package) / "edition.toml") as path:
        return Edition.load(Path(path))


@loaded_once
def _earlier_editions(package: str) -> tuple[Edition, ...]:
    with resources.as_file(resources.files(package) / "editions") as folder:
        return tuple(earlier_editions(Path(folder), _own_edition(package)))


def sound_edition(path: Path) -> Edition:
    """Load an edition and check it against its title. Raises EditionError with one line for each problem."""
    return checked_edition(Edition.load(path))


def checked_edition(edition: Edition) -> Edition:
    """Check an edition against its title. Raises EditionError with one line for each problem."""
    if edition.title not in title_ids():
        raise EditionError(
            edition.name, [f"edition.title: must be one of {', '.join(title_ids())}, not {edition.title!r}"]
        )
    problems = title(edition.title).problems(edition)
    if problems:
        raise EditionError(edition.name, [problem.removeprefix(f"{edition.name}: ") for problem in problems])
    return edition


@lru_cache(maxsize=1)
def _installed() -> dict[str, importlib.metadata.EntryPoint]:
    """The entry points of the installed titles: packages add titles with the group `rooftop.titles`."""
    found = importlib.metadata.entry_points(group="rooftop.titles")
    return {entry.name: entry for entry in sorted(found, key=lambda entry: entry.name)}


def title_ids() -> list[str]:
    """The ids of the installed titles."""
    return list(_installed())


@lru_cache(maxsize=16)
def title(name: str) -> AnyTitle:
    """A title by its id, such as "tower-up"."""
    entry = _installed()[check_title(name)]
    with loading:
        found = entry.load()
    if not isinstance(found, Title):
        raise TitleError(f"entry point {entry.value} of {name!r} is not a Title")
    return found


def check_title(name: str) -> str:
    """Return `name` if a title with this id is installed, without importing it."""
    if name not in _installed():
        raise TitleError(f"unknown title {name!r}; installed: {', '.join(title_ids()) or 'none'}")
    return name
