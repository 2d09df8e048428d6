"""One game in progress, as people program with it: moves, play, undo, views, points, save and load."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from rooftop.engine.record import Array
from rooftop.errors import GameFileError, MoveError, OptionError, RooftopError, UndoError
from rooftop.game import gamefile
from rooftop.game.edition import Edition
from rooftop.game.gamefile import EditionMark, GameFile, Result
from rooftop.game.knowledge import HIDDEN, SPECTATOR, events_for, may_know
from rooftop.game.position import Game, Position, check_seat, new_game
from rooftop.game.seed import commitment, mixed, new_seed, parse_seed
from rooftop.game.title import AnyTitle, Layer, Move, OptionValue, Size, Theme, View, title
from rooftop.game.translation import Translator, translator


class Decision(NamedTuple):
    """A decision that was made."""

    action: int
    seat: int
    known_to: int
    hash: str  # of the state after it
    events: Array  # what happened inside it: kind, seat, a, b, who knows


class Match:
    """A game with its history. Every wrong call raises a RooftopError and changes nothing."""

    def __init__(self, game: Game, seed: int | bytes | None = None, nonces: Sequence[str] = ()) -> None:
        self.game = game
        self.seed = new_seed(seed)
        self.nonces = list(nonces)
        self.position = game.position(mixed(self.seed, self.nonces))
        self._first_hash = self.position.hash()
        self._played: list[Decision] = []
        self._before: list[Array] = []  # the states that may be gone back to, oldest first
        self._undone: list[int] = []
        self._arranged = False

    @staticmethod
    def at(position: Position) -> Match:
        """A match that goes on from a position. It has no start of its own, so it cannot be saved."""
        match = Match(position.game, 0)
        match.position = position.clone()
        match._first_hash = position.hash()
        match._arranged = True
        return match

    # --- what is the case ---

    @property
    def title(self) -> AnyTitle:
        return self.game.title

    @property
    def players(self) -> int:
        return self.game.players

    @property
    def to_act(self) -> int:
        """The seat that decides, or -1 at the end."""
        return self.position.to_act

    @property
    def decisions(self) -> Sequence[Decision]:
        """Everything that was decided and not taken back."""
        return self._played

    @property
    def over(self) -> bool:
        return self.position.over

    @property
    def ply(self) -> int:
        return len(self._played)

    @property
    def ranks(self) -> list[int]:
        return self.position.ranks

    def legal(self) -> list[int]:
        """The legal actions as numbers."""
        return self.position.legal()

    def moves(self, language: str = "en") -> list[Move]:
        """The legal moves of the seat to act, in notation and in words."""
        return [] if self.over else self.offers(self.view(self.to_act), language)

    def offers(self, view: View, language: str = "en") -> list[Move]:
        """The same, for those who have the view of the seat to act already."""
        moves, board, say = self.title.moves, self.game.board, self.translator(language)
        return [
            Move(
                moves.notation(board, action),
                moves.describe(board, view, action, say),
                moves.group(board, view, action, say),
                moves.parts(board, action),
            )
            for action in self.legal()
        ]

    def prompt(self, language: str = "en") -> str:
        """What the seat to act decides now, in a line; nothing at the end."""
        if self.over:
            return ""
        return self.title.moves.prompt(self.game.board, self.view(self.to_act), self.translator(language))

    def view(self, seat: int = SPECTATOR) -> View:
        """What a seat sees; without a seat, what a spectator sees."""
        return self.position.view(seat)

    def points(self, seat: int) -> dict[str, int]:
        """The points of a seat by their source."""
        return self.position.points(seat)

    def total(self, seat: int) -> int:
        """All points of a seat."""
        return self.position.total(seat)

    @property
    def result(self) -> Result | None:
        """The places and points of a finished game; None before the end."""
        if not self.over:
            return None
        return Result(self.ranks, [self.points(seat) for seat in range(self.players)])

    def why_not(self, move: int | str | Move, language: str = "en") -> str | None:
        """Why the seat to act cannot do this now, in a sentence; None if it can."""
        if self.over:
            return self.translator(language)("The game is over.")
        action, view = self.action(move), self.view(self.to_act)
        return self.title.moves.why_not(self.game.board, view, action, self.translator(language))

    def hash(self) -> str:
        """The hash of the state now; it tells secrets apart."""
        return self._played[-1].hash if self._played else self._first_hash

    def translator(self, language: str) -> Translator:
        return translator(self.title.package, language)

    # --- what happened ---

    def record(self, seat: int = SPECTATOR) -> list[str]:
        """The moves so far in notation, as `seat` may know them: `?` for one that is still secret."""
        check_seat(seat, self.players, SPECTATOR)
        return [
            self.title.moves.notation(self.game.board, played.action)
            if may_know(played.known_to, seat, self.is_unveiled(ply))
            else HIDDEN
            for ply, played in enumerate(self._played)
        ]

    def log(
        self, seat: int = SPECTATOR, language: str = "en", names: Sequence[str] = (), since: int = 0
    ) -> list[str]:
        """What happened from ply `since` on, in sentences, as `seat` may know it."""
        check_seat(seat, self.players, SPECTATOR)
        return [line for played in self._played[since:] for line in self.told(played, seat, language, names)]

    def told(
        self, played: Decision, seat: int = SPECTATOR, language: str = "en", names: Sequence[str] = ()
    ) -> list[str]:
        """What happened inside one decision, in sentences, as `seat` may know it."""
        say, tell = self.translator(language), self.title.moves.tell
        called = self.called(names, language)
        return [
            tell(self.game.board, event, called, say) for event in events_for(seat, played.events.tolist())
        ]

    def names(self, language: str = "en") -> list[str]:
        """What the seats are called as long as nobody has a name."""
        return self.title.moves.names(self.game.board, self.translator(language).language)

    def called(self, names: Sequence[str], language: str = "en") -> list[str]:
        """The names that were given, one for each seat; if none were, those of the seats."""
        if names and len(names) != self.players:
            raise OptionError(f"{len(names)} names do not fit {self.players} players; give one for each seat")
        return list(names) or self.names(language)

    def is_unveiled(self, ply: int) -> bool:
        """Whether the decision made at `ply`, secret or not, has been shown to everyone since."""
        return ply < int(self.position.state["unveiled"])

    # --- playing ---

    def play(self, move: int | str | Move) -> None:
        """One decision of the seat to act: an action's number, its notation, or a Move."""
        if self.over:
            raise MoveError("the game is over; nothing can be played any more")
        self._do(self.action(move))
        self._undone.clear()

    def _do(self, action: int) -> None:
        seat, before = self.to_act, self.position.clone()
        known_to = int(self.game.engine.who_knows(self.position.rows, 0, self.game.tables, action))
        try:
            self.position.apply(action)
        except MoveError as refused:
            reason = self.title.moves.why_not(self.game.board, self.view(seat), action, self.translator("en"))
            raise MoveError(f"{refused}: {reason}" if reason else str(refused)) from None
        events = self.position.rows["events"][0][: int(self.position.rows["event_count"][0])].copy()
        self._played.append(Decision(action, seat, known_to, self.position.hash(), events))
        if not self._same_turn(before.rows):
            self._before.clear()
        else:
            self._before.append(before.rows)

    def _same_turn(self, rows: Array) -> bool:
        """Whether one may still go back to `rows`: nothing was revealed since, and no turn has ended."""
        return all(int(rows[key][0]) == int(self.position.rows[key][0]) for key in ("turn", "reveals"))

    def action(self, move: int | str | Move) -> int:
        """The number of a move, legal or not; a MoveError if it is none."""
        if isinstance(move, Move):
            move = move.notation
        if isinstance(move, str):
            return self.title.moves.parse(self.game.board, move)
        if isinstance(move, bool) or not isinstance(move, int | np.integer):
            raise MoveError(f"{move!r} is not a move: give its notation, such as {self._example()!r}")
        if not 0 <= move < self.title.actions:
            raise MoveError(f"{move} is not an action; they are numbers from 0 to {self.title.actions - 1}")
        return int(move)

    def _example(self) -> str:
        return self.title.moves.notation(self.game.board, self.legal()[0])

    # --- taking back ---

    @property
    def undoable(self) -> int:
        """How many decisions can be taken back: those of one seat, in this turn, after the last reveal."""
        if not self._before:
            return 0
        count = 0
        for played in reversed(self._played[-len(self._before) :]):
            if played.seat != self._played[-1].seat:
                break
            count += 1
        return count

    @property
    def redoable(self) -> int:
        return len(self._undone)

    def undo(self, count: int = 1) -> None:
        """Take back the last decisions. Nothing that was revealed, and no other player's decision, is ever
        undone."""
        if isinstance(count, bool) or not isinstance(count, int) or count < 1:
            raise UndoError(f"{count!r} decisions cannot be taken back; give a number from 1")
        if count > self.undoable:
            raise UndoError(
                f"{count} decisions cannot be taken back, only {self.undoable}: what lies before belongs"
                " to another turn or player, or something has been revealed since"
            )
        for _ in range(count):
            self._undone.append(self._played.pop().action)
            self.position.rows[:] = self._before.pop()

    def redo(self, count: int = 1) -> None:
        """Play again what was taken back."""
        if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= len(self._undone):
            raise UndoError(
                f"{count!r} decisions cannot be played again; {len(self._undone)} were taken back"
            )
        for _ in range(count):
            self._do(self._undone.pop())

    def position_at(self, ply: int) -> Position:
        """The position after `ply` decisions."""
        if self._arranged:
            raise GameFileError("a match that began from a position set up by hand has no beginning")
        if isinstance(ply, bool) or not isinstance(ply, int) or not 0 <= ply <= self.ply:
            raise OptionError(f"ply {ply!r} is not one of 0 to {self.ply}")
        position = self.game.position(mixed(self.seed, self.nonces))
        for played in self._played[:ply]:
            position.apply(played.action)
        return position

    def clone(self) -> Match:
        """A match that goes its own way from here."""
        other = Match.__new__(Match)
        other.game, other.seed, other.nonces = self.game, self.seed, list(self.nonces)
        other.position = self.position.clone()
        other._first_hash, other._arranged = self._first_hash, self._arranged
        other._played, other._before, other._undone = (
            list(self._played),
            list(self._before),
            list(self._undone),
        )
        return other

    # --- files ---

    def file(self, secret: bool = True) -> GameFile:
        """The game as a file. Without `secret` (for others, during play) it has no seed and no hashes, and
        only the moves that everyone may know."""
        if self._arranged:
            raise GameFileError("a match that began from a position set up by hand cannot be saved as a game")
        edition = self.game.edition
        return GameFile(
            rooftop=gamefile.FORMAT,
            title=self.title.id,
            rules=self.title.rules_version,
            edition=EditionMark(edition.id, edition.version, self.title.hash(edition)),
            players=self.players,
            options=self.game.options,
            moves=self._notations() if secret else self.record(),
            commitment=commitment(self.seed, self.title.id, self.game.options),
            seed=self.seed.hex() if secret else None,
            nonces=self.nonces,
            hashes=[self._first_hash, *(played.hash for played in self._played)] if secret else [],
            result=self.result if secret else None,
        )

    def _notations(self) -> list[str]:
        return [self.title.moves.notation(self.game.board, played.action) for played in self._played]

    def save(self, path: str | Path) -> None:
        """Write the game file, seed and all."""
        self.file().write(Path(path))

    @staticmethod
    def load(
        source: str | Path | GameFile,
        edition: Edition | str | Path | None = None,
        compiled: bool | None = None,
    ) -> Match:
        """The match that a game file holds, replayed and checked move by move."""
        if isinstance(edition, str | Path):
            edition = Edition.load(edition)
        if isinstance(source, GameFile):
            file, name = source, "game file"
        else:
            file, name = gamefile.read(Path(source)), Path(source).name
        match = _agreed(file, name, edition, compiled)
        if match._first_hash != file.hashes[0]:
            raise GameFileError(f"{name}: ply 0: {_other_start(file, match)}")
        for ply, notation in enumerate(file.moves, 1):
            try:
                match.play(notation)
            except MoveError as error:
                raise GameFileError(f"{name}: ply {ply}: {error}") from None
            if match._played[-1].hash != file.hashes[ply]:
                raise GameFileError(
                    f"{name}: ply {ply}: after {notation!r} the state differs from the recorded one"
                )
        _check_end(file, match, name)
        return match

    # --- how it shows itself ---

    def text(self, seat: int = SPECTATOR, language: str = "en", names: Sequence[str] = ()) -> str:
        """The position as text, as `seat` sees it."""
        called = self.called(names, language)
        return self.title.text(self.game.board, self.view(seat), called, self.translator(language))

    def svg(
        self,
        seat: int = SPECTATOR,
        theme: Theme = "day",
        language: str = "en",
        size: Size = "wide",
        names: Sequence[str] = (),
        layer: Layer = "all",
    ) -> str:
        """The position as a picture, as `seat` sees it."""
        return self.drawn(self.view(seat), theme, language, size, names, layer)

    def drawn(
        self,
        view: View,
        theme: Theme = "day",
        language: str = "en",
        size: Size = "wide",
        names: Sequence[str] = (),
        layer: Layer = "all",
    ) -> str:
        """A view of this game as a picture."""
        called = self.called(names, language)
        return self.title.scene(self.game.board, view, called, self.translator(language), theme, size, layer)

    def _repr_svg_(self) -> str:
        """In a notebook a match is its picture, as a spectator sees it."""
        return self.svg()

    def __repr__(self) -> str:
        state = "over" if self.over else f"seat {self.to_act} to act"
        return f"<Match {self.title.id}, {self.players} players, ply {self.ply}, {state}>"


def _agreed(file: GameFile, name: str, edition: Edition | None, compiled: bool | None) -> Match:
    """The start of a recorded game, if rules and edition here are those it was played with."""
    if file.seed is None:
        raise GameFileError(f"{name}: holds only the commitment; it can be replayed when the seed is shown")
    try:
        kind = title(file.title)
        edition = edition or kind.edition()
        if edition.title != kind.id:
            raise GameFileError(
                f"{name}: is a game of {kind.id}; edition {edition.id!r} is one of {edition.title}"
            )
        if file.rules != kind.rules_version:
            raise GameFileError(
                f"{name}: was played by rules version {file.rules} of {kind.id};"
                f" this Rooftop plays version {kind.rules_version}{_recorded_end(file)}"
            )
        if file.edition.hash != kind.hash(edition):
            raise GameFileError(
                f"{name}: was played with edition {file.edition.id!r} version {file.edition.version},"
                f" whose data differ from {edition.id!r} version {edition.version}; give that edition's file"
                f"{_recorded_end(file)}"
            )
        agreed = new_game(kind, file.players, file.options, edition, compiled)
        return Match(agreed, parse_seed(file.seed), file.nonces)
    except GameFileError:
        raise
    except RooftopError as error:
        raise GameFileError(f"{name}: {error}") from None


def _recorded_end(file: GameFile) -> str:
    """The result of a game that cannot be replayed here, as far as a sentence can hold it."""
    if file.result is None:
        return ""
    totals = [sum(points.values()) for points in file.result.points]
    ends = zip(file.result.ranks, totals, strict=False)
    return "; its recorded result: " + ", ".join(f"place {rank} with {total} points" for rank, total in ends)


def _other_start(file: GameFile, match: Match) -> str:
    """Why the start is not the recorded one. The commitment holds the seed and the options, so it is the
    number of players, the nonces, or a hash; or seed and commitment were altered together."""
    for players in match.game.edition.players:
        try:
            other = new_game(
                match.title, players, file.options, match.game.edition, match.game.engine.compiled
            )
        except RooftopError:
            continue
        if Match(other, match.seed, file.nonces)._first_hash == file.hashes[0]:
            return f"players is {file.players}, but {players} played this game"
    return (
        "the start differs from the recorded one; the nonces, the first hash, or the seed with its"
        " commitment were altered"
    )


def _check_end(file: GameFile, match: Match, name: str) -> None:
    """A finished game has its result, and no other has one (format 1 had none at all)."""
    if file.result == match.result or (file.rooftop == 1 and file.result is None):
        return
    if file.result is None:
        raise GameFileError(f"{name}: the game is over after its last move, but the file has no result")
    if match.result is None:
        raise GameFileError(
            f"{name}: the file has the result of a finished game, but the game goes on after ply"
            f" {match.ply}; the last moves were cut off"
        )
    raise GameFileError(f"{name}: the recorded result differs from the one that the moves lead to")


def new(
    title_id: str,
    players: int = 2,
    seed: int | bytes | None = None,
    edition: Edition | str | Path | None = None,
    compiled: bool | None = None,
    **options: OptionValue,
) -> Match:
    """A new match: `rooftop.new("tower-up", players=3, seed=7)`."""
    return Match(new_game(title_id, players, options, edition, compiled), seed)


def load(path: str | Path, edition: Edition | str | Path | None = None) -> Match:
    """The match in a game file; with the edition that it was played with, if that is not the title's own."""
    return Match.load(path, edition)
