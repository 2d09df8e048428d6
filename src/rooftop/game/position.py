"""A game (title, edition, players, options) and a position in it.

A `Position` is one state without history: what bots, searches and learners work with. People use a `Match`.
"""

from __future__ import annotations

import secrets
import struct
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NoReturn

import msgspec
import numpy as np

from rooftop.engine import quick
from rooftop.engine.engine import Engine, engine
from rooftop.engine.laws import laws
from rooftop.engine.record import Array, digest
from rooftop.engine.refusals import Refusal, unpacked
from rooftop.engine.state import NOBODY
from rooftop.engine.streams import stream_words
from rooftop.errors import MoveError, OptionError, RooftopError
from rooftop.game.decoding import convert
from rooftop.game.edition import Edition
from rooftop.game.knowledge import SPECTATOR, events_for
from rooftop.game.seed import new_seed
from rooftop.game.title import AnyTitle, Event, OptionValue, Title, View, title
from rooftop.game.translation import translator
from rooftop.game.validation import explain
from rooftop.languages import ENGLISH


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """What is fixed before the first move."""

    title: AnyTitle
    edition: Edition
    players: int
    options: dict[str, OptionValue]
    engine: Engine
    board: Any
    tables: Array
    encoded: Array
    colours: tuple[str, ...] = ()  # of the seats, if they are not the default

    @cached_property
    def terms(self) -> tuple[object, ...]:
        """All settings, as values that can be compared."""
        options = tuple(sorted(self.options.items()))
        return self.title.id, self.edition.text, self.players, options, self.colours

    def __eq__(self, other: object) -> bool:
        """Whether the settings are the same, and the rules run in the same way."""
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or (self.engine is other.engine and self.terms == other.terms)

    def __hash__(self) -> int:
        return hash(self.terms)

    def __copy__(self) -> Game:
        return self  # it is immutable

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[object, ...]]:
        from rooftop.game.agreed import pickled

        return pickled(self)

    def __repr__(self) -> str:
        return f"<Game {self.title.id}, {self.players} players, edition {self.edition.id!r}>"

    def notation(self, action: int) -> str:
        """An action as players write it."""
        return self.title.moves.notation(self.board, action)

    def observation_names(self) -> list[str]:
        """A name for each number of an observation, such as "T1.roofs.me"."""
        if self.title.observation_names is None:
            return [f"number-{number}" for number in range(1, self.title.observation + 1)]
        names: list[str] = self.title.observation_names(self.board)
        return names

    def position(self, seed: int | bytes | None = None) -> Position:
        """The start of a game. `seed` (32 bytes or an integer) determines all chance; default: random."""
        return self._kind_of_position._start(self, stream_words(new_seed(seed), "game"))

    @cached_property
    def native(self) -> Any:
        """These rules for the C type; None if positions are not of that type."""
        return quick.rules(self)

    @cached_property
    def calls(self) -> quick.Calls:
        """These compiled rules for ctypes."""
        return quick.Calls(self)

    @cached_property
    def _kind_of_position(self) -> type[Position]:
        if not self.engine.compiled:
            return _InterpretedPosition
        return _CtypesPosition if self.native is None or _QUICK is None else _QUICK

    def arranged(self, table: Mapping[str, object], seed: int | bytes | None = 0) -> Position:
        """A position that is set up by hand, as in a position file. Raises OptionError if the data is invalid
        or the position breaks a law."""
        position = self.position(seed)
        self.title.arrange(self.board, position.state, table)
        self.engine.refreshed(position.rows, 0, self.tables)
        broken = position.law_broken()
        if broken:
            raise OptionError(f"position breaks a law: {laws(self.title)[broken]}")
        return position


@lru_cache(maxsize=64)
def _plain_board(kind: AnyTitle, edition: Edition, players: int) -> Any:
    return kind.board(edition, players)


@lru_cache(maxsize=256)
def board_of(kind: AnyTitle, edition: Edition, players: int, colours: tuple[str, ...] = ()) -> Any:
    """The board of a game. Equal arguments give the same object, so pictures of it can share drawings."""
    board = _plain_board(kind, edition, players)
    return kind.coloured(board, colours) if colours else board


@lru_cache(maxsize=64)
def _tables(kind: AnyTitle, edition: Edition, players: int, colours: tuple[str, ...]) -> Array:
    tables = kind.tables.array()
    kind.fill(board_of(kind, edition, players, colours), tables)
    return tables


def colour_ids(kind: AnyTitle, edition: Edition, players: int) -> list[str]:
    """The colours that players can choose, the seats' own first."""
    board = _plain_board(kind, edition, players)
    return [colour.id for colour in kind.colours(board, translator(kind.package, ENGLISH), {})]


def _checked_colours(
    kind: AnyTitle, edition: Edition, players: int, colours: Sequence[str]
) -> tuple[str, ...]:
    """The chosen colours; none if they are the seats' own."""
    ids, chosen = colour_ids(kind, edition, players), tuple(colours)
    if isinstance(colours, str) or len(set(chosen)) != players or not set(chosen) <= set(ids):
        raise OptionError(f"colours must be {players} different ones of {', '.join(ids)}, not {colours!r}")
    return () if chosen == tuple(ids[:players]) else chosen


def new_game(
    kind: AnyTitle | str,
    players: int,
    options: dict[str, OptionValue] | None = None,
    edition: Edition | str | Path | None = None,
    compiled: bool | None = None,
    colours: Sequence[str] = (),
) -> Game:
    """Make a game: a title (or its id), players, options, an edition (or its file) if not the title's own,
    and the colours of the seats if not their own. Raises OptionError for invalid choices."""
    if not isinstance(kind, Title):
        kind = title(kind)
    if edition is None:
        edition = kind.edition()
    elif not isinstance(edition, Edition):
        edition = Edition.load(edition)
    if edition.title != kind.id:
        raise OptionError(f"edition {edition.id!r} is for {edition.title!r}, not for {kind.id!r}")
    if isinstance(players, bool) or not isinstance(players, int) or players not in edition.players:
        able = ", ".join(map(str, edition.players))
        raise OptionError(f"{kind.name} is for {able} players, not {players!r}")
    complete: dict[str, OptionValue] = {option.name: option.default for option in kind.options}
    for name, value in (options or {}).items():
        if name not in complete:
            raise OptionError(f"{kind.name} has no option {name!r}; expected one of {', '.join(complete)}")
        complete[name] = value
    chosen = _checked_colours(kind, edition, players, colours) if colours else ()
    board, tables = board_of(kind, edition, players, chosen), _tables(kind, edition, players, chosen)
    encoded = np.array(kind.encoded(board, complete), np.int32)
    for option in kind.options:
        if option.later and complete[option.name] == option.default:
            del complete[option.name]
    return Game(kind, edition, players, complete, engine(kind, compiled), board, tables, encoded, chosen)


class Position:
    """One state of a game. `rows`, an array of one record, is copied."""

    # `Position(...)` makes one of the classes at the end of this file, which are faster for compiled rules.
    __slots__ = ()
    game: Game
    rows: Array

    def __new__(cls, game: Game, rows: Array) -> Position:
        kind = game.title.state.dtype
        if not isinstance(rows, np.ndarray) or rows.dtype != kind or rows.shape != (1,):
            raise TypeError(f"a position of {game.title.id} needs an array of one record of its state")
        return (game._kind_of_position if cls is Position else cls)._of(game, rows.tobytes())

    @classmethod
    def _of(cls, game: Game, memory: bytes | bytearray) -> Position:
        """The position with a copy of these bytes."""
        self = object.__new__(cls)
        self.game = game  # type: ignore[misc]  # subclasses have room for both
        self.rows = np.frombuffer(bytearray(memory), game.title.state.dtype)  # type: ignore[misc]
        return self

    @classmethod
    def _start(cls, game: Game, words: tuple[int, int, int, int]) -> Position:
        """The start of a game whose generator starts with these words."""
        rows, engine = game.title.state.array(), game.engine
        rows["rng"][0] = words
        engine.start(rows, 0, game.tables, engine.blank, game.players, game.encoded)
        return cls._of(game, rows.tobytes())

    @property
    def state(self) -> np.void:
        """The record itself, fields by name: `position.state["ply"]`."""
        state: np.void = self.rows[0]
        return state

    @property
    def to_act(self) -> int:
        """The seat that decides, or -1 at the end."""
        return int(self.rows["to_act"][0])

    @property
    def over(self) -> bool:
        return self.to_act == NOBODY

    @property
    def ply(self) -> int:
        return int(self.rows["ply"][0])

    @property
    def ranks(self) -> list[int]:
        """The final rank of each seat, 1 for the winners; zeros before the end."""
        return [int(rank) for rank in self.rows["rank"][0][: self.game.players]]

    def who_knows(self, action: int) -> int:
        """Who learns of an action at once: a set of seats, or EVERYONE."""
        return int(self.game.engine.who_knows(self.rows, 0, self.game.tables, action))

    def legal(self) -> list[int]:
        """The legal actions of the seat to act; empty at the end."""
        room = self.game.engine.room()
        count = self.game.engine.moves(self.rows, 0, self.game.tables, room)
        found: list[int] = room[:count].tolist()
        return found

    def refusal(self, action: int) -> Refusal | None:
        """Why an action is not legal, as the title's rules number their reasons; None if it is legal."""
        number = self._checked(action)
        return unpacked(self.game.engine.why_not(self.rows, 0, self.game.tables, number))

    def apply(self, action: int) -> None:
        """Make one decision. Raises MoveError and changes nothing if it is illegal."""
        engine, number = self.game.engine, self._checked(action)
        if not engine.step(self.rows, 0, self.game.tables, number, engine.room()):
            self._refuse(number)

    def _checked(self, action: int) -> int:
        """The number of an action, legal or not."""
        if not _is_number(action) or not 0 <= action < self.game.title.actions:
            raise MoveError(f"action must be from 0 to {self.game.title.actions - 1}, not {action!r}")
        return int(action)

    def _refuse(self, action: int) -> NoReturn:
        """Raise MoveError for an action that is not legal."""
        if self.over:
            raise MoveError("the game is over")
        raise MoveError(f"{self.game.notation(action)!r} is not legal now")

    def clone(self) -> Position:
        """An independent copy."""
        return self._of(self.game, self.rows.tobytes())

    def __copy__(self) -> Position:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Position:
        return self.clone()

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[Game, bytes]]:
        return _unpickled, (self.game, self.rows.tobytes())

    def __eq__(self, other: object) -> bool:
        """Whether this is the same state of the same game, compiled or interpreted."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.rows.tobytes() == other.rows.tobytes() and self.game.terms == other.game.terms

    __hash__ = None  # type: ignore[assignment]  # it changes

    def blind(self, seat: int, salt: int | None = None) -> Position:
        """A copy in which everything that `seat` cannot know is dealt again.

        Seats with equal knowledge get equal copies for equal salts.
        """
        check_seat(seat, self.game.players, SPECTATOR)
        if salt is None:
            salt = secrets.randbits(62)
        elif not _is_number(salt) or not -(2**63) <= salt < 2**63:
            raise OptionError(f"salt must be a 64-bit integer, not {salt!r}")
        other = self.game.title.state.array()
        self.game.engine.blinded(self.rows, 0, self.game.tables, other, seat, salt)
        return self._of(self.game, other.tobytes())

    def view(self, seat: int = SPECTATOR) -> View:
        """What a seat sees. It comes from a blinded copy, so it cannot leak a secret."""
        seen: View = self.game.title.view(self.game.board, self.blind(seat, 0).state, seat)
        return seen

    def observe(self, seat: int) -> Array:
        """The observation of `seat`: numbers for learners, from what it knows."""
        check_seat(seat, self.game.players)
        out = np.zeros(self.game.title.observation, np.int16)
        self.game.engine.features(self.rows, 0, self.game.tables, seat, out)
        return out

    def points(self, seat: int) -> dict[str, int]:
        """The points of a seat by source."""
        check_seat(seat, self.game.players)
        return {
            source: int(points)
            for source, points in zip(self.game.title.sources, self.rows["points"][0][seat], strict=True)
        }

    def total(self, seat: int) -> int:
        """The total points of a seat."""
        check_seat(seat, self.game.players)
        return sum(self.rows["points"][0][seat].tolist())

    def events(self, seat: int = SPECTATOR) -> list[Event]:
        """What the last decision caused, as far as `seat` may know."""
        check_seat(seat, self.game.players, SPECTATOR)
        return events_for(seat, self.rows["events"][0][: int(self.rows["event_count"][0])].tolist())

    def law_broken(self) -> int:
        """The number of a broken law, or 0 (see `engine.laws`)."""
        return int(self.game.engine.law(self.rows, 0, self.game.tables, self.game.engine.room()))

    def hash(self) -> str:
        """SHA-256 over everything that the rules read. It depends on secrets: do not show it during play."""
        return digest(self.game.title.state, self.rows)

    def __repr__(self) -> str:
        state = "over" if self.over else f"seat {self.to_act} to act"
        return f"<Position {self.game.title.id}, {self.game.players} players, ply {self.ply}, {state}>"


class _InterpretedPosition(Position):
    """A position of interpreted rules."""

    __slots__ = ("game", "rows")


class _CtypesPosition(Position):
    """A position of compiled rules, where there is no C type."""

    __slots__ = ("_at", "_calls", "_memory", "_room", "_rows", "game")
    _at: int  # of `_rows`
    _calls: quick.Calls
    _memory: bytearray
    _room: tuple[Array, int] | None  # and its address; made for the first list, many positions need none
    _rows: Array

    @classmethod
    def _of(cls, game: Game, memory: bytes | bytearray) -> Position:
        self = object.__new__(cls)
        self.game = game
        self._memory = bytearray(memory)
        self._rows = np.frombuffer(self._memory, game.title.state.dtype)  # so nobody can resize the memory
        self._at = id(self._rows)
        self._room = None
        self._calls = game.calls
        return self

    @property
    def rows(self) -> Array:  # type: ignore[override]
        return self._rows

    @property
    def to_act(self) -> int:
        found = self._memory[self._calls.to_act_at]
        return found - 256 if found > 127 else found

    @property
    def over(self) -> bool:
        return self._memory[self._calls.to_act_at] > 127

    def legal(self) -> list[int]:
        calls = self._calls
        room, room_at = self._room or self._make_room()
        count = calls.moves(self._at, 0, calls.tables, room_at)
        if count == quick.FAILED:
            raise IndexError(quick.OUT_OF_BOUNDS)
        found: list[int] = room[:count].tolist()
        return found

    def apply(self, action: int) -> None:
        calls = self._calls
        number = action if type(action) is int and 0 <= action < calls.actions else self._checked(action)
        _, room_at = self._room or self._make_room()  # `_` keeps the array until the call is over
        done = calls.step(self._at, 0, calls.tables, number, room_at)
        if done == quick.FAILED:
            raise IndexError(quick.OUT_OF_BOUNDS)
        if not done:
            self._refuse(number)

    def _make_room(self) -> tuple[Array, int]:
        array = self.game.engine.room()
        self._room = room = (array, id(array))
        return room

    def clone(self) -> Position:
        return self._of(self.game, self._memory)


_QUICK: type[Position] | None = None
if quick.library is not None:

    class _QuickPosition(quick.library.State, Position):  # type: ignore[misc]
        """A position of compiled rules as a C type."""

        __slots__ = ()

        @classmethod
        def _of(cls, game: Game, memory: bytes | bytearray) -> Position:
            made: Position = quick.library.make(cls, game.native, game, memory)
            return made

        @classmethod
        def _start(cls, game: Game, words: tuple[int, int, int, int]) -> Position:
            made: Position = quick.library.start(cls, game.native, game, struct.pack("<4q", *words))
            return made

    _QUICK = _QuickPosition


def _unpickled(game: Game, memory: bytes) -> Position:
    return game._kind_of_position._of(game, memory)


def check_seat(seat: int, players: int, lowest: int = 0) -> None:
    """Raise OptionError for an unknown seat: compiled rules would silently read the wrong memory."""
    if not _is_number(seat) or not lowest <= seat < players:
        spectator = " (or -1 for a spectator)" if lowest == SPECTATOR else ""
        raise OptionError(f"seat must be from 0 to {players - 1}{spectator}, not {seat!r}")


def _is_number(value: object) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


class _PositionFile(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    players: int
    position: dict[str, object]
    options: dict[str, OptionValue] = {}
    note: str = ""


def read_position(path: str | Path, compiled: bool | None = None) -> Position:
    """Read a position file: TOML with `title`, `players`, `[options]` and the title's `[position]`."""
    path = Path(path)
    try:
        file = convert(tomllib.loads(path.read_text(encoding="utf-8")), _PositionFile)
        return new_game(file.title, file.players, file.options, compiled=compiled).arranged(file.position)
    except OSError as error:
        raise OptionError(f"{path.name}: cannot read this file: {error.strerror}") from None
    except UnicodeDecodeError:
        raise OptionError(f"{path.name}: not UTF-8 text; a position is a TOML file") from None
    except tomllib.TOMLDecodeError as error:
        raise OptionError(f"{path.name}: not valid TOML: {error}") from None
    except msgspec.ValidationError as error:
        raise OptionError(f"{path.name}: {explain(error, _PositionFile)}") from None
    except RooftopError as error:
        raise OptionError(f"{path.name}: {error}") from None
