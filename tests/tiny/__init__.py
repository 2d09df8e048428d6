"""A tiny title that uses every line of the contract: hidden cards, a die, a secret choice, a nested choice.

Everyone holds two hidden cards of nine and secretly chooses one. The highest card wins the throw of a die;
its owner takes it, or dares: then it is doubled, or shared out, as they choose. Two rounds are played.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import numpy as np

from rooftop.drawing.svg import escape
from rooftop.engine.bits import bit, first
from rooftop.engine.events import note, note_for
from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import rank_seats
from rooftop.engine.record import Array, Record, i8, i16, i32, record
from rooftop.engine.refusals import LEGAL, NOT_NOW, Refusal
from rooftop.engine.rng import draw, reseed, shuffle
from rooftop.engine.state import EVERYONE, NOBODY, SEATS, SharedState
from rooftop.game import title
from rooftop.game.actions import Kind, Kinds, Things
from rooftop.game.edition import Edition
from rooftop.game.edition_tables import Reader
from rooftop.game.events import Events, Happened, Way
from rooftop.game.title import Colour, Info, Layer, Option, Size, Theme, Title
from rooftop.game.translation import Translator

CHOOSE, REWARD, DARE = range(3)
PLAY, TAKE, RISK, DOUBLE, SHARE = 0, 2, 3, 4, 5  # two actions PLAY: one for each card in hand
CHOSE, SHOWN, THROWN, WON = range(4)
NONE = -1
COLOURS = ("blue", "red", "green", "white")


@record
class State(SharedState):
    points = i16(SEATS, 2)
    hand = i8(SEATS, 2)  # -1 where a card has been played
    chosen = i8(SEATS)  # which of the two, or -1
    die = i8()
    phase = i8()
    round = i8()
    played = i16()  # set of cards that everyone has seen
    deck = i8(9)
    deck_count = i8()


@record
class Tables(Record):
    max_plies = i32()
    cards = i8()
    rounds = i8()


@kernel
def setup(s: Any, t: Any, seats: int, options: Any) -> None:
    for card in range(t.cards):
        s.deck[card] = card
    s.deck_count = t.cards
    shuffle(s, s.deck, t.cards)
    for seat in range(seats):
        for k in range(2):
            s.deck_count -= 1
            s.hand[seat, k] = s.deck[s.deck_count]
            s.deck[s.deck_count] = NONE
        s.chosen[seat] = NONE
    s.points[0, 1] = options[0]


@kernel
def legal(s: Any, t: Any, out: Any) -> int:
    n = 0
    if s.phase == CHOOSE:
        for k in range(2):
            if s.hand[s.to_act, k] != NONE:
                out[n] = PLAY + k
                n += 1
        return n
    for k in range(2):
        out[k] = (TAKE if s.phase == REWARD else DOUBLE) + k
    return 2


@kernel
def refusal(s: Any, t: Any, action: int) -> int:
    if s.phase == CHOOSE:
        return LEGAL if action < TAKE and s.hand[s.to_act, action] != NONE else NOT_NOW
    first_of_two = TAKE if s.phase == REWARD else DOUBLE
    return LEGAL if first_of_two <= action < first_of_two + 2 else NOT_NOW


@kernel
def apply(s: Any, t: Any, action: int) -> None:
    if s.phase == CHOOSE:
        choose(s, t, action)
    elif action == RISK:
        s.phase = DARE
    else:
        reward(s, t, action)


@kernel
def choose(s: Any, t: Any, k: int) -> None:
    s.chosen[s.to_act] = k
    note_for(s, bit(s.to_act), CHOSE, s.to_act, s.hand[s.to_act, k], 0)
    s.to_act += 1
    if s.to_act < s.seats:
        return
    best = 0
    for seat in range(s.seats):
        card = s.hand[seat, s.chosen[seat]]
        s.played |= bit(card)
        note(s, SHOWN, seat, card, 0)
        if card > s.hand[best, s.chosen[best]]:
            best = seat
    s.unveiled = s.ply
    s.reveals += 1
    s.turn += 1
    s.die = 1 + draw(s, 6)
    note(s, THROWN, best, s.die, 0)
    s.to_act = best
    s.phase = REWARD


@kernel
def reward(s: Any, t: Any, action: int) -> None:
    for seat in range(s.seats):
        if seat == s.to_act or action == SHARE:
            s.points[seat, 0] += 2 * s.die if action == DOUBLE else s.die
            note(s, WON, seat, s.die, 0)
        s.hand[seat, s.chosen[seat]] = NONE
        s.chosen[seat] = NONE
    s.turn += 1
    s.round += 1
    s.phase = CHOOSE
    s.to_act = 0 if s.round < t.rounds else NOBODY
    if s.to_act == NOBODY:
        for seat in range(s.seats):
            s.final_score[seat] = s.points[seat, 0] + s.points[seat, 1]
        rank_seats(s)


@kernel
def blind(s: Any, t: Any, seat: int, salt: int) -> None:
    reseed(s, salt)
    unseen = (bit(t.cards) - 1) & ~s.played
    if seat >= 0:
        for k in range(2):
            if s.hand[seat, k] != NONE:
                unseen &= ~bit(s.hand[seat, k])
    count = 0
    while unseen != 0:
        s.deck[count] = first(unseen)
        unseen &= unseen - 1
        count += 1
    shuffle(s, s.deck, count)
    for other in range(s.seats):
        if other != seat and s.phase == CHOOSE:
            cards = 0
            for k in range(2):
                if s.hand[other, k] != NONE:
                    cards += 1
            if s.chosen[other] != NONE:
                s.chosen[other] = 2 - cards  # which of the two was chosen is not known either
            for k in range(2):
                s.hand[other, k] = NONE
                if k >= 2 - cards:
                    count -= 1
                    s.hand[other, k] = s.deck[count]
        elif other != seat:
            for k in range(2):
                if s.hand[other, k] != NONE and k != s.chosen[other]:
                    count -= 1
                    s.hand[other, k] = s.deck[count]
    for k in range(count, t.cards):
        s.deck[k] = NONE


@kernel
def known_to(s: Any, t: Any, action: int) -> int:
    if s.phase == CHOOSE:
        return bit(s.to_act)
    return EVERYONE


@kernel
def observe(s: Any, t: Any, seat: int, out: Any) -> None:
    out[0] = s.phase
    out[1] = s.hand[seat, 0]
    out[2] = s.hand[seat, 1]
    out[3] = s.die if s.phase != CHOOSE else 0


@kernel
def check(s: Any, t: Any) -> int:
    return 1 if s.die > 6 else 0


@kernel
def refresh(s: Any, t: Any) -> None:
    pass


@kernel
def value(s: Any, t: Any, seat: int) -> int:
    return s.points[seat, 0]


class Deck(msgspec.Struct, frozen=True):
    cards: int
    rounds: int


@dataclass(frozen=True, eq=False)
class Board:
    players: int
    deck: Deck
    colours: tuple[str, ...] = COLOURS  # the seats' first


def coloured(board: Board, colours: Sequence[str]) -> Board:
    others = [colour for colour in COLOURS if colour not in colours]
    return replace(board, colours=(*colours, *others))


def board(edition: Edition, players: int) -> Board:
    reader = Reader(edition)
    deck = reader.one(Deck, "deck")
    reader.settle()
    return Board(players, deck)


class Points(msgspec.Struct, frozen=True):
    dice: int
    handicap: int


class Seat(msgspec.Struct, frozen=True):
    points: Points
    total: int
    rank: int | None


class View(title.View, frozen=True, kw_only=True):
    die: int | None
    hand: tuple[int, ...] | None
    has_chosen: tuple[bool, ...]
    shown: tuple[int, ...] | None
    seats: tuple[Seat, ...]


PHASES = ("choose", "reward", "dare")


def view(board: Board, s: np.void, seat: int) -> View:
    to_act, shown, seats = int(s["to_act"]), int(s["phase"]) != CHOOSE, range(board.players)
    return View(
        title="tiny",
        seat=seat,
        players=board.players,
        ply=int(s["ply"]),
        turn=int(s["turn"]),
        to_act=to_act,
        phase=PHASES[s["phase"]],
        die=int(s["die"]) if shown else None,
        hand=tuple(s["hand"][seat].tolist()) if seat >= 0 else None,
        has_chosen=tuple(int(s["chosen"][other]) >= 0 for other in seats),
        shown=tuple(int(s["hand"][other][s["chosen"][other]]) for other in seats) if shown else None,
        seats=tuple(
            Seat(Points(*row), sum(row), int(s["rank"][other]) or None)
            for other, row in enumerate(s["points"][: board.players].tolist())
        ),
    )


class Action(Kind[Board, View]):
    def text(self, say: Translator) -> str:
        return say("Play {word}", word=self.word)

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Moves"),)

    def parts(self) -> tuple[str, ...]:
        return (self.word,)

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        return say("Not now.")

    def preview(
        self, after: View, events: Sequence[title.Event], names: Sequence[str], say: Translator
    ) -> list[str]:
        return [say("The die shows {n}.", n=after.die or 0)]


class Left(Action):
    first = PLAY
    example = "left"


class Right(Action):
    first = PLAY + 1
    example = "right"


class Take(Action):
    first = TAKE
    example = "take"


class Dare(Action):
    first = RISK
    example = "dare"


class Double(Action):
    first = DOUBLE
    example = "double"


class Share(Action):
    first = SHARE
    example = "share"


MOVES = Kinds(
    Left, Right, Take, Dare, Double, Share,
    prompt=lambda board, view, legal, say: say("Choose."),
)  # fmt: skip

EVENTS = Events[Board]()
CARD = Things[Board]("card", lambda board: [str(card) for card in range(board.deck.cards)])


@EVENTS.row(CHOSE, CARD, secret=True, sound="card")
def chose(e: Happened[Board], say: Translator) -> str:
    if e.is_hidden:
        return say("{player} has chosen.", player=e.player)
    return say("{player} has chosen {card}.", player=e.player, card=e.a)


def told(e: Happened[Board], say: Translator) -> str:
    return say("{player}: {what} {n}.", player=e.player, what=e.event.kind, n=e.a)


@EVENTS.row(SHOWN, CARD, way=Way("hand", "seat-{seat}"))
def shown(e: Happened[Board], say: Translator) -> str:
    return told(e, say)


@EVENTS.row(THROWN, "pips", way=Way("seat-{seat}", "die"))
def thrown(e: Happened[Board], say: Translator) -> str:
    return told(e, say)


@EVENTS.row(WON, "points", sound="points")
def won(e: Happened[Board], say: Translator) -> str:
    return told(e, say)


def fill(board: Board, rows: Array) -> None:
    rows["cards"], rows["rounds"] = board.deck.cards, board.deck.rounds
    rows["max_plies"] = board.deck.rounds * (board.players + 2)


def arrange(board: Board, s: np.void, table: Mapping[str, object]) -> None:
    """Positions of this title cannot be changed by hand."""


def ahead(board: Board, s: np.void, seat: int) -> int:
    """Cards are chosen from one's own hand, whatever the others choose."""
    if s["phase"] != CHOOSE or seat <= s["to_act"]:
        return 0
    s["to_act"] = seat
    return 1


class Scene:
    """A picture with an element for each seat."""

    by_seat = True

    def __call__(
        self, board: Board, view: View, names: list[str], say: Translator, theme: Theme = "day",
        size: Size = "wide", layer: Layer = "all",
    ) -> str:  # fmt: skip
        pieces = "".join(self.elements(board, view, names, say).values()) if layer == "all" else ""
        return f'<svg xmlns="http://www.w3.org/2000/svg"><g id="pieces">{pieces}</g></svg>'

    def elements(
        self, board: Board, view: View, names: list[str], say: Translator, theme: Theme = "day",
        size: Size = "wide",
    ) -> dict[str, str]:  # fmt: skip
        shown: dict[str, object] = {"hand": view.hand, "die": view.die}
        for seat, name in enumerate(names):
            shown[f"seat-{seat}"] = (
                name, view.has_chosen[seat], view.shown and view.shown[seat], view.seats[seat]
            )  # fmt: skip
        return {part: f'<text id="{part}">{escape(str(what))}</text>' for part, what in shown.items()}


def explain(board: Board, view: View, part: str, names: list[str], say: Translator) -> Info | None:
    if part not in ("hand", "die", "scene", *(f"seat-{seat}" for seat in range(board.players))):
        return None
    hand = ((say("In your hand"), str(view.hand)),) if part == "hand" else ()
    return Info(part, say("A die and nine cards."), hand, ("TI-1",))


TITLE: Title[Board, View] = Title(
    id="tiny", name="Tiny", package=__name__, rules_version=1, state=State, tables=Tables, actions=6,
    observation=4, observation_names=lambda board: ["phase", "left", "right", "die"],
    sources=("dice", "handicap"), laws=("no die shows more than six",),
    events=EVENTS,
    options=(Option("handicap", 0, "0 to 5", "points that seat 0 begins with"),),
    board=board, coloured=coloured, fill=fill,
    encode=lambda board, options: [int(options["handicap"])], view=view,
    moves=MOVES,
    hints=lambda board, view, say: [("dare", say("Dare!"))] if view.phase == "reward" else [],
    clauses=lambda board, view: ("TI-1",),
    source_names=lambda say, board, view: {"dice": say("Dice"), "handicap": say("Handicap")},
    colours=lambda board, say, options: [
        Colour(colour, colour[0], colour) for colour in board.colours
    ],
    blurb=lambda say: say("A die and nine cards."),
    explain=explain,
    first_game={}, minutes=2,
    text=lambda board, view, names, say: str(view), arrange=arrange, modules=("",),
    scene=Scene(), ahead=ahead,
)  # fmt: skip
