"""A match: one game in progress, with its history. Play, undo, look, save and load."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rooftop.engine.record import Array
from rooftop.engine.state import NOBODY, UNKNOWN
from rooftop.errors import GameFileError, MoveError, OptionError, RooftopError, UndoError
from rooftop.game import gamefile
from rooftop.game.edition import Edition
from rooftop.game.gamefile import EditionMark, Ended, Forfeit, GameFile, Result
from rooftop.game.knowledge import HIDDEN, SPECTATOR, events_for, may_know
from rooftop.game.position import Game, Position, check_seat, new_game
from rooftop.game.seed import commitment, mixed, new_seed, parse_seed
from rooftop.game.title import AnyTitle, Info, Layer, Move, OptionValue, Size, Theme, View, title
from rooftop.game.translation import Translator, translator
from rooftop.languages import ENGLISH

GAME_OVER = "game-over"  # the kind of event that announces the winner
ENDINGS = {  # of a game that ended early
    "agreement": "ended by agreement",
    "scores": "ended with the present scores",
    "conceded": "ended because nobody was left to play on",
}


class Decision(NamedTuple):
    """One decision of a match."""

    action: int
    seat: int
    known_to: int
    hash: str  # of the state after it
    events: Array  # what it caused: kind, seat, a, b, who knows
    forced: bool = False  # it follows from the previous one; both are undone together


class Match:
    """A game with its history. Invalid calls raise a RooftopError and change nothing."""

    def __init__(self, game: Game, seed: int | bytes | None = None, nonces: Sequence[str] = ()) -> None:
        self.game = game
        self.seed = new_seed(seed)
        self.nonces = list(nonces)
        self.position = game.position(mixed(self.seed, self.nonces))
        self._first_hash = self.position.hash()
        self._played: list[Decision] = []
        self._before: list[Array] = []  # states that undo can return to, oldest first
        self._undone: list[Decision] = []
        self._forfeits: list[Forfeit] = []
        self.ended: Ended = ""  # how, if before the end of the rules
        self._arranged = False

    @staticmethod
    def at(position: Position) -> Match:
        """A match that starts at a position. It has no beginning, so it cannot be saved."""
        match = Match(position.game, 0)
        match.position = position.clone()
        match._first_hash = position.hash()
        match._arranged = True
        return match

    # --- the present ---

    @property
    def title(self) -> AnyTitle:
        return self.game.title

    @property
    def players(self) -> int:
        return self.game.players

    @property
    def to_act(self) -> int:
        """The seat that decides, or -1 at the end."""
        return NOBODY if self.ended else self.position.to_act

    @property
    def decisions(self) -> Sequence[Decision]:
        """All decisions that have not been undone."""
        return self._played

    @property
    def over(self) -> bool:
        return bool(self.ended) or self.position.over

    @property
    def ply(self) -> int:
        return len(self._played)

    @property
    def ranks(self) -> list[int]:
        """The final rank of each seat, 1 for the winners; zeros before the end. A seat that forfeited or
        conceded was ranked last of those still playing: the earlier, the lower. If the game ended early, the
        points at that moment rank the others; if the players agreed on an end without a winner, there are no
        ranks."""
        if self.ended == "agreement" or not self.over:
            return self.position.ranks
        return _ranked(self._present_ranks() if self.ended else self.position.ranks, self.given_up)

    def _present_ranks(self) -> list[int]:
        """The ranks by everyone's present points. Equal points share a rank."""
        totals = [self.total(seat) for seat in range(self.players)]
        return [1 + sum(other > own for other in totals) for own in totals]

    @property
    def given_up(self) -> list[int]:
        """The seats that have forfeited or conceded, in order."""
        return [row.seat for row in self._forfeits]

    @property
    def forfeited(self) -> list[int]:
        """The seats that have forfeited, in order."""
        return [row.seat for row in self._forfeits if not row.conceded]

    @property
    def conceded(self) -> list[int]:
        """The seats that have conceded, in order."""
        return [row.seat for row in self._forfeits if row.conceded]

    def legal(self) -> list[int]:
        """The legal actions."""
        return [] if self.ended else self.position.legal()

    def moves(self, language: str = ENGLISH) -> list[Move]:
        """The legal moves of the seat to act, as notation and text."""
        return [] if self.over else self.offers(self.view(self.to_act), language)

    def offers(self, view: View, language: str = ENGLISH) -> list[Move]:
        """The same, given the view of the seat to act."""
        moves, board, say = self.title.moves, self.game.board, self.translator(language)
        return [moves.offer(board, view, action, say) for action in self.legal()]

    def prompt(self, language: str = ENGLISH) -> str:
        """One line that says what the seat to act must decide; empty at the end."""
        if self.over:
            return ""
        view, say = self.view(self.to_act), self.translator(language)
        return self.title.moves.prompt(self.game.board, view, self.legal(), say)

    def view(self, seat: int = SPECTATOR) -> View:
        """What a seat sees; by default, what a spectator sees."""
        seen: View = self.title.view(self.game.board, self.seen(seat).state, seat)
        return seen

    def seen(self, seat: int) -> Position:
        """The position as a seat sees it, with the ranks of this match; nobody decides after an early end."""
        position = self.position.blind(seat, 0)
        position.rows["to_act"][0] = self.to_act
        position.rows["rank"][0][: self.players] = self.ranks
        return position

    def points(self, seat: int) -> dict[str, int]:
        """The points of a seat by source."""
        return self.position.points(seat)

    def total(self, seat: int) -> int:
        """The total points of a seat."""
        return self.position.total(seat)

    @property
    def result(self) -> Result | None:
        """Ranks and points of a finished game; None before the end."""
        if not self.over:
            return None
        points = [self.points(seat) for seat in range(self.players)]
        return Result(self.ranks, points, self.forfeited, self.ended, self.conceded)

    def why_not(self, move: int | str | Move, language: str = ENGLISH) -> str | None:
        """Why this move is illegal now, as a sentence; None if it is legal."""
        say, action = self.translator(language), self.action(move)
        if self.over:
            return say("The game is over.")
        refusal = self.position.blind(self.to_act, 0).refusal(action)
        if refusal is None:
            return None
        return self.title.moves.move(self.game.board, action, self.view(self.to_act)).why_not(refusal, say)

    def explain(
        self, part: str, seat: int = SPECTATOR, language: str = ENGLISH, names: Sequence[str] = ()
    ) -> Info | None:
        """What a part of the picture is, as `seat` sees it; None if there is no such part."""
        seat_names, say = self.seat_names(names, language), self.translator(language)
        view = self.view(seat)
        found: Info | None = self.title.explain(self.game.board, view, part, seat_names, say)
        if found and self.title.prospects:
            more = self.title.prospects(self.seen(seat), view, part, say)
            found = found._replace(facts=(*found.facts, *more))
        return found

    def hash(self) -> str:
        """The hash of the present state. It depends on secrets: do not show it during play."""
        return self._played[-1].hash if self._played else self._first_hash

    def translator(self, language: str) -> Translator:
        return translator(self.title.package, language)

    # --- the past ---

    def record(self, seat: int = SPECTATOR) -> list[str]:
        """The moves so far in notation, as `seat` may know them: `?` for a secret one."""
        check_seat(seat, self.players, SPECTATOR)
        return [
            self.title.moves.notation(self.game.board, played.action)
            if may_know(played.known_to, seat, self.is_unveiled(ply))
            else HIDDEN
            for ply, played in enumerate(self._played)
        ]

    def known_actions(self, seat: int) -> list[int]:
        """The actions so far, as `seat` may know them: -1 for a secret one."""
        check_seat(seat, self.players, SPECTATOR)
        return [
            played.action if may_know(played.known_to, seat, self.is_unveiled(ply)) else UNKNOWN
            for ply, played in enumerate(self._played)
        ]

    def log(
        self, seat: int = SPECTATOR, language: str = ENGLISH, names: Sequence[str] = (), since: int = 0
    ) -> list[str]:
        """What happened since ply `since`, in sentences, as `seat` may know it."""
        check_seat(seat, self.players, SPECTATOR)
        return [
            line for played in self._played[since:] for line in self.log_lines(played, seat, language, names)
        ]

    def log_lines(
        self, played: Decision, seat: int = SPECTATOR, language: str = ENGLISH, names: Sequence[str] = ()
    ) -> list[str]:
        """What one decision caused, in sentences, as `seat` may know it."""
        say, tell = self.translator(language), self.title.events.tell
        seat_names = self.seat_names(names, language)
        return [
            tell(self.game.board, event, seat_names, say) for event in events_for(seat, self.events(played))
        ]

    def events(self, played: Decision) -> list[list[int]]:
        """What one decision caused (kind, seat, a, b, who knows). If somebody forfeited, no winner is
        announced: the rules do not know who won."""
        rows: list[list[int]] = played.events.tolist()
        if self._forfeits:
            rows = [row for row in rows if self.title.events.names[row[0]] != GAME_OVER]
        return rows

    def names(self, language: str = ENGLISH) -> list[str]:
        """The default names of the seats."""
        return self.title.names(self.game.board, self.translator(language))

    def seat_names(self, names: Sequence[str], language: str = ENGLISH) -> list[str]:
        """The given names, or the default names if none are given."""
        if names and len(names) != self.players:
            raise OptionError(f"expected {self.players} names, one for each seat, not {len(names)}")
        return list(names) or self.names(language)

    def is_unveiled(self, ply: int) -> bool:
        """Whether everyone has been shown the decision made at `ply`."""
        return ply < int(self.position.state["unveiled"])

    # --- playing ---

    def play(self, move: int | str | Move, forced: bool = False) -> None:
        """Make a decision for the seat to act: an action, its notation, or a Move. A `forced` decision is
        undone together with the previous one."""
        if self.over:
            raise MoveError("the game is over")
        self._do(self.action(move), forced and bool(self._played))
        self._undone.clear()

    def _do(self, action: int, forced: bool) -> None:
        seat, before = self.to_act, self.position.clone()
        known_to = self.position.who_knows(action)
        try:
            self.position.apply(action)
        except MoveError as refused:
            reason = self.why_not(action)
            raise MoveError(f"{refused}: {reason}" if reason else str(refused)) from None
        events = self.position.rows["events"][0][: int(self.position.rows["event_count"][0])].copy()
        self._played.append(Decision(action, seat, known_to, self.position.hash(), events, forced))
        if not self._same_turn(before.rows):
            self._before.clear()
        else:
            self._before.append(before.rows)

    def _same_turn(self, rows: Array) -> bool:
        """Whether undo may return to `rows`: nothing has been revealed and no turn has ended since."""
        return all(int(rows[key][0]) == int(self.position.rows[key][0]) for key in ("turn", "reveals"))

    def action(self, move: int | str | Move) -> int:
        """The action of a move, legal or not. Raises MoveError if it is not a move."""
        if isinstance(move, Move):
            move = move.notation
        if isinstance(move, str):
            return self.title.moves.parse(self.game.board, move)
        if isinstance(move, bool) or not isinstance(move, int | np.integer):
            raise MoveError(f"{move!r} is not a move; use its notation, such as {self._example()!r}")
        if not 0 <= move < self.title.actions:
            raise MoveError(f"action must be from 0 to {self.title.actions - 1}, not {move}")
        return int(move)

    def _example(self) -> str:
        return self.title.moves.notation(self.game.board, self.legal()[0])

    def forfeit(self, seat: int) -> None:
        """Let a seat forfeit: the game continues, and the seat is ranked last of those still playing."""
        self._give_up(seat, conceded=False)

    def concede(self, seat: int) -> None:
        """Let a seat concede: the game continues, and the seat is ranked last of those still playing."""
        self._give_up(seat, conceded=True)

    def _give_up(self, seat: int, conceded: bool) -> None:
        check_seat(seat, self.players)
        if self.over:
            raise MoveError("the game is over")
        for row in self._forfeits:
            if row.seat == seat:
                raise MoveError(f"seat {seat} has {'conceded' if row.conceded else 'forfeited'} already")
        self._forfeits.append(Forfeit(seat, self.ply, conceded))

    def end(self, how: Ended = "agreement") -> None:
        """End the game early: by agreement, without a winner (`agreement`) or with everyone's present points
        (`scores`), or because nobody is left to play on (`conceded`)."""
        if how not in ("agreement", "scores", "conceded"):
            raise OptionError(f"a game ends by 'agreement', with 'scores' or 'conceded', not {how!r}")
        if self.over:
            raise MoveError("the game is over")
        if how == "conceded" and not self._forfeits:
            raise MoveError("no seat has forfeited or conceded")
        self.ended = how
        self._before.clear()
        self._undone.clear()

    # --- undo ---

    @property
    def undoable(self) -> int:
        """How many decisions can be undone: those of one seat, in this turn, since the last reveal. Forced
        ones do not count: they are undone with the previous one."""
        count = 0
        for played in reversed(self._played[len(self._played) - len(self._before) :]):
            if played.forced:
                continue
            if played.seat != self.undoer:
                break
            count += 1
        return count

    @property
    def undoer(self) -> int:
        """The seat whose decisions can be undone; -1 if there are none."""
        return next((played.seat for played in reversed(self._played) if not played.forced), NOBODY)

    @property
    def redoable(self) -> int:
        return sum(not undone.forced for undone in self._undone)

    def undo(self, count: int = 1) -> None:
        """Undo the last decisions. Never crosses a reveal or another player's decision."""
        if isinstance(count, bool) or not isinstance(count, int) or count < 1:
            raise UndoError(f"the number of decisions to undo must be at least 1, not {count!r}")
        if count > self.undoable:
            raise UndoError(
                f"cannot undo {count} decisions, only {self.undoable}: earlier ones belong to another turn or"
                " player, or something was revealed since"
            )
        while count:
            self._undone.append(self._played.pop())
            self.position.rows[:] = self._before.pop()
            count -= not self._undone[-1].forced

    def redo(self, count: int = 1) -> None:
        """Redo decisions that were undone."""
        if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= self.redoable:
            raise UndoError(f"cannot redo {count!r} decisions; {self.redoable} were undone")
        for _ in range(count):
            self._redo_one()
            while self._undone and self._undone[-1].forced:
                self._redo_one()

    def _redo_one(self) -> None:
        undone = self._undone.pop()
        self._do(undone.action, undone.forced)

    def position_at(self, ply: int) -> Position:
        """The position after `ply` decisions."""
        if self._arranged:
            raise GameFileError("this match started from a position and has no beginning")
        if isinstance(ply, bool) or not isinstance(ply, int) or not 0 <= ply <= self.ply:
            raise OptionError(f"ply must be from 0 to {self.ply}, not {ply!r}")
        position = self.game.position(mixed(self.seed, self.nonces))
        for played in self._played[:ply]:
            position.apply(played.action)
        return position

    def clone(self) -> Match:
        """An independent copy."""
        other = Match.__new__(Match)
        other.game, other.seed, other.nonces = self.game, self.seed, list(self.nonces)
        other.position = self.position.clone()
        other._first_hash, other._arranged, other.ended = self._first_hash, self._arranged, self.ended
        other._played, other._before, other._undone, other._forfeits = (
            list(self._played),
            list(self._before),
            list(self._undone),
            list(self._forfeits),
        )
        return other

    def __copy__(self) -> Match:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Match:
        return self.clone()

    def __getstate__(self) -> dict[str, object]:
        return {**vars(self), "_before": [rows.tobytes() for rows in self._before]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        kind = self.title.state.dtype
        self._before = [np.frombuffer(bytearray(memory), kind) for memory in state["_before"]]

    def __eq__(self, other: object) -> bool:
        """Whether this is the same game with the same history, including what undo and redo can reach."""
        if not isinstance(other, Match):
            return NotImplemented
        return self.position == other.position and self._past() == other._past()

    __hash__ = None  # type: ignore[assignment]  # it changes

    def _past(self) -> tuple[object, ...]:
        """Everything but the position, as values that can be compared."""
        played, undone = (
            [one._replace(events=one.events.tobytes()) for one in decisions]  # type: ignore[arg-type]
            for decisions in (self._played, self._undone)
        )
        before = [rows.tobytes() for rows in self._before]
        start = (self.seed, self.nonces, self._first_hash, self._arranged)
        return *start, played, before, undone, self._forfeits, self.ended

    # --- files ---

    def file(self, secret: bool = True) -> GameFile:
        """The game as a file. Without `secret` (for others, during play) it has no seed, no hashes, and `?`
        for secret moves."""
        if self._arranged:
            raise GameFileError("this match started from a position and cannot be saved as a game")
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
            colours=list(self.game.colours),
            hashes=[self._first_hash, *(played.hash for played in self._played)] if secret else [],
            forfeits=[  # an undo may have undone moves since
                Forfeit(row.seat, min(row.ply, self.ply), row.conceded) for row in self._forfeits
            ],
            result=self.result if secret else None,
        )

    def _notations(self) -> list[str]:
        return [self.title.moves.notation(self.game.board, played.action) for played in self._played]

    def save(self, path: str | Path) -> None:
        """Write a game file, including the seed."""
        self.file().write(Path(path))

    @staticmethod
    def load(
        source: str | Path | GameFile,
        edition: Edition | str | Path | None = None,
        compiled: bool | None = None,
    ) -> Match:
        """Replay a game file, checking the state after every move."""
        if isinstance(edition, str | Path):
            edition = Edition.load(edition)
        if isinstance(source, GameFile):
            file, name = source, "game file"
        else:
            file, name = gamefile.read(Path(source)), Path(source).name
        match = _start(file, name, edition, compiled)
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
        match._forfeits = list(file.forfeits)
        if file.result is not None and file.result.ended and not match.over:
            match.end(file.result.ended)
        _check_end(file, match, name)
        return match

    # --- text and pictures ---

    def text(self, seat: int = SPECTATOR, language: str = ENGLISH, names: Sequence[str] = ()) -> str:
        """The position as text, as `seat` sees it."""
        seat_names = self.seat_names(names, language)
        return self.title.text(self.game.board, self.view(seat), seat_names, self.translator(language))

    def svg(
        self,
        seat: int = SPECTATOR,
        theme: Theme = "day",
        language: str = ENGLISH,
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
        language: str = ENGLISH,
        size: Size = "wide",
        names: Sequence[str] = (),
        layer: Layer = "all",
    ) -> str:
        """A view of this game as a picture."""
        seat_names = self.seat_names(names, language)
        return self.title.scene(
            self.game.board, view, seat_names, self.translator(language), theme, size, layer
        )

    def _repr_svg_(self) -> str:
        """Jupyter shows a match as its picture."""
        return self.svg()

    def __repr__(self) -> str:
        state = "over" if self.over else f"seat {self.to_act} to act"
        return f"<Match {self.title.id}, {self.players} players, ply {self.ply}, {state}>"


def _ranked(ranks: list[int], given_up: list[int]) -> list[int]:
    """Ranks, with the seats that gave up last, the earliest of them at the very end."""
    staying = [rank for seat, rank in enumerate(ranks) if seat not in given_up]
    return [
        len(ranks) - given_up.index(seat) if seat in given_up else 1 + sum(other < rank for other in staying)
        for seat, rank in enumerate(ranks)
    ]


def _start(file: GameFile, name: str, edition: Edition | None, compiled: bool | None) -> Match:
    """The start of a recorded game, if rules and edition match."""
    if file.seed is None:
        raise GameFileError(f"{name}: has only a commitment; it can be replayed once the seed is revealed")
    try:
        kind = title(file.title)
        edition = edition or _recorded_edition(kind, file)
        if edition.title != kind.id:
            raise GameFileError(
                f"{name}: a game of {kind.id}, but edition {edition.id!r} is for {edition.title}"
            )
        if file.rules != kind.rules_version:
            raise GameFileError(
                f"{name}: played with rules version {file.rules} of {kind.id};"
                f" this Rooftop has version {kind.rules_version}{_recorded_end(file)}"
            )
        if file.edition.hash != kind.hash(edition):
            raise GameFileError(
                f"{name}: played with edition {file.edition.id!r} version {file.edition.version}, not"
                f" with {edition.id!r} version {edition.version}; pass the file of that edition"
                f"{_recorded_end(file)}"
            )
        agreed = new_game(kind, file.players, file.options, edition, compiled, file.colours)
        return Match(agreed, parse_seed(file.seed), file.nonces)
    except GameFileError:
        raise
    except RooftopError as error:
        raise GameFileError(f"{name}: {error}") from None


def _recorded_edition(kind: AnyTitle, file: GameFile) -> Edition:
    """The version of the title's edition with which a game was played; if there is none, the latest."""
    versions = kind.editions()
    return next((one for one in versions if kind.hash(one) == file.edition.hash), versions[0])


def _recorded_end(file: GameFile) -> str:
    """The recorded result, for a game that cannot be replayed here."""
    if file.result is None:
        return ""
    if file.result.ended == "agreement":
        return f"; {ENDINGS['agreement']}"
    totals = [sum(points.values()) for points in file.result.points]
    ends = zip(file.result.ranks, totals, strict=False)
    early = f"; {ENDINGS[file.result.ended]}" if file.result.ended else ""
    return f"{early}; recorded result: " + ", ".join(
        f"place {rank} with {total} points" for rank, total in ends
    )


def _other_start(file: GameFile, match: Match) -> str:
    """Why the start differs from the recorded one. The commitment covers seed and options, so somebody
    altered the number of players, the nonces, the colours or a hash, or the seed together with its
    commitment."""
    edition, compiled = match.game.edition, match.game.engine.compiled
    for players in edition.players:
        colours = file.colours if players == file.players else ()
        try:
            other = new_game(match.title, players, file.options, edition, compiled, colours)
        except RooftopError:
            continue
        if Match(other, match.seed, file.nonces)._first_hash == file.hashes[0]:
            return f"players is {file.players}, but {players} played this game"
    return (
        "the start differs from the recorded one; the nonces, the colours, the first hash, or the seed and"
        " its commitment were altered"
    )


def _check_end(file: GameFile, match: Match, name: str) -> None:
    """Check that a finished game has its result, and an unfinished one has none (format 1 had no results)."""
    if file.result == match.result or (file.rooftop == 1 and file.result is None):
        return
    if file.result is None:
        raise GameFileError(f"{name}: the game is over after the last move, but the file has no result")
    if match.result is None:
        raise GameFileError(
            f"{name}: the file has a result, but the game is not over at ply {match.ply};"
            " the last moves are missing"
        )
    raise GameFileError(f"{name}: the recorded result differs from the result of the moves")


def new(
    title_id: str,
    players: int = 2,
    seed: int | bytes | None = None,
    edition: Edition | str | Path | None = None,
    compiled: bool | None = None,
    colours: Sequence[str] = (),
    **options: OptionValue,
) -> Match:
    """Start a match: `rooftop.new("tower-up", players=3, seed=7)`. `colours` are those of the seats, if they
    do not play with their own: `rooftop.new("skyrise", colours=["blue", "teal"])`."""
    return Match(new_game(title_id, players, options, edition, compiled, colours), seed)


def load(path: str | Path, edition: Edition | str | Path | None = None) -> Match:
    """Load a game file. Pass the edition of the game unless it is a version of the title's own."""
    return Match.load(path, edition)
