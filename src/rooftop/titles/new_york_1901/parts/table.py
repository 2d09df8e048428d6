"""New York 1901: lot cards, legendary skyscrapers, action cards and the challenge."""

from __future__ import annotations

from collections.abc import Sequence

from rooftop.game.parts import Fact, Seen
from rooftop.game.title import Info
from rooftop.game.translation import Translator, capital, points_text
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.parts.registry import PARTS, Question
from rooftop.titles.new_york_1901.parts.words import (
    card_text,
    challenge_row,
    feet,
    kind_text,
    lot_list,
    tile_kind,
    tile_name,
)
from rooftop.titles.new_york_1901.schema import ACTION_CARDS, ActionId, ChallengeId, Tile
from rooftop.titles.new_york_1901.view import Card, Challenge, Future, free_lots

# --- lot cards ---------------------------------------------------------------------------------------


@PARTS.part("market")
def explain_market(asked: Question) -> Info:
    board, say = asked.board, asked.say
    text = say(
        "Lot cards for everyone to take. The colour, letter and emblem of a card stand for a district,"
        " the squares at its foot for the size of a lot. It is good for any free lot of that kind."
    )
    seen = [card(board, slot, row, say) for slot, row in enumerate(asked.view.market) if row is not None]
    facts = tuple((row.name, row.shows) for row in seen)
    return Info(say("Open market"), text, facts, ("NY-3", "NY-12", "NY-22", "NY-28"))


def card(board: Board, slot: int, row: Card | None, say: Translator) -> Seen:
    """A place of the open market, with or without a card."""
    shows = say("no card") if row is None else card_text(board, say, row)
    return Seen(say("Card {number}", number=slot + 1), shows)


@PARTS.part("card-{slot}", slot=lambda asked: len(asked.view.market))
def explain_card(asked: Question, slot: int) -> Info:
    board, view, say, row = asked.board, asked.view, asked.say, asked.view.market[slot]
    name = card(board, slot, row, say).label
    if row is None:
        text = say("The card from here has been taken. The market is refilled at the end of the turn.")
        return Info(name, text, (_face_down(asked),), ("NY-12", "NY-28"))
    text = say(
        "Take it and put a worker on any free lot of this colour and size. The lot is yours for the rest"
        " of the game, and you may build there at once."
    )
    free = free_lots(board, view, row)
    facts = [
        (say("Free lots of this kind"), f"{len(free)}: {lot_list(board, say, free)}"),
        (say("Such cards face down"), str(view.future.kinds.get(row.id, 0))),
    ]
    if view.seat >= 0:
        facts.append((say("Your workers in reserve"), str(view.seats[view.seat].workers)))
    return Info(name, text, tuple(facts), ("NY-3", "NY-20", "NY-22", "NY-25"))


def future(board: Board, row: Future, say: Translator) -> Seen:
    """The number of cards in the future market, and how many of each kind."""
    shown = [say.many("{n} card", "{n} cards", row.count)]
    shown += [f"{count} × {kind}" for kind, count in _future_kinds(board, row, say)]
    return Seen(say("Future market"), "; ".join(shown))


def _future_kinds(board: Board, row: Future, say: Translator) -> list[tuple[str, int]]:
    return [
        (kind_text(board, say, kind), row.kinds[name])
        for kind, name in enumerate(board.kind_ids)
        if name in row.kinds
    ]


@PARTS.part("future")
def explain_future(asked: Question) -> Info:
    board, say, row = asked.board, asked.say, asked.view.future
    text = say(
        "The other lot cards, face down. They refill the open market at the end of each turn. When none"
        " are left to refill it, the end begins."
    )
    facts = [_face_down(asked)]
    facts += [(capital(kind), str(count)) for kind, count in _future_kinds(board, row, say)]
    return future(board, row, say).info(text, facts, ("NY-11", "NY-15", "NY-28", "NY-45"))


def _face_down(asked: Question) -> Fact:
    say = asked.say
    return say("Cards face down"), str(asked.view.future.count)


# --- legendary skyscrapers ---------------------------------------------------------------------------


@PARTS.part("legends")
def explain_legends(asked: Question) -> Info:
    board, view, say = asked.board, asked.view, asked.say
    text = say(
        "There is only one of each, for whoever builds it first; everyone may build one. They count as gold"
        " and need {points} points on the score track.",
        points=view.thresholds.gold,
    )
    facts = []
    for number in board.legendary_tiles:
        owner = view.legendary[board.tiles[number].id]
        facts.append(
            (tile_name(board, say, number), say("not built yet") if owner is None else asked.names[owner])
        )
    return Info(say("Legendary skyscrapers"), text, tuple(facts), ("NY-6", "NY-40", "NY-43"))


def legend(board: Board, number: int, owner: str | None, say: Translator) -> Seen:
    """A legendary skyscraper: its kind, its height, and its builder."""
    shows = f"{tile_kind(board, say, number)}, {feet(board.tiles[number], say)}"
    if owner is not None:
        shows += "; " + say("built by {player}", player=owner)
    return Seen(tile_name(board, say, number), shows)


def explain_legend(asked: Question, number: int) -> Info:
    board, view, say = asked.board, asked.view, asked.say
    row, need = board.tiles[number], view.thresholds.gold
    builder = view.legendary[row.id]
    owner = None if builder is None else asked.names[builder]
    text = say(
        "A legendary skyscraper: whoever builds it first owns it, and nobody tears it down. Everyone may"
        " build one. If points are tied at the end, the taller one wins."
    )
    facts = [*size(row, say), (say("Height"), feet(row, say))]
    if owner is not None:
        facts.append((say("Built by"), owner))
    elif view.seat >= 0 and (have := view.seats[view.seat].total) < need:
        facts.append((say("Still locked"), say("{have} of {need} points", have=have, need=need)))
    return legend(board, number, owner, say).info(text, facts, ("NY-40", "NY-43", "NY-53", "NY-73"))


def size(row: Tile, say: Translator) -> list[Fact]:
    """What a skyscraper is worth, its size and its shape."""
    shape = say("rectangle") if row.icon == "circle" else say("not a rectangle")
    return [(say("Points"), str(row.points)), (say("Squares"), str(row.squares)), (say("Shape"), shape)]


# --- action cards ------------------------------------------------------------------------------------

ACTION_CLAUSES: dict[ActionId, tuple[str, ...]] = {
    "boom": ("NY-64", "NY-65"),
    "shift": ("NY-59",),
    "grab": ("NY-60", "NY-61", "NY-62", "NY-63"),
}


def action(board: Board, number: int, held: bool, say: Translator) -> Seen:
    """An action card: what it does, or that it has been played."""
    row = board.actions[number]
    return Seen(say.name(row), say.name(row, "text") if held else say("played"))


@PARTS.part("action-{card}", card=ACTION_CARDS)
def explain_action(asked: Question, card: ActionId) -> Info:
    board, say, number = asked.board, asked.say, ACTION_CARDS.index(card)
    unused = say(
        "Unused, this card is worth {points} at the end.",
        points=points_text(say, board.final.unused_action_card),
    )
    text = f"{say.name(board.actions[number], 'text')} {unused}"
    facts = [
        (player, action_state(say, card in seat.actions))
        for player, seat in zip(asked.names, asked.view.seats, strict=True)
    ]
    clauses = ("NY-18", "NY-58", *ACTION_CLAUSES[card], "NY-70")
    return action(board, number, True, say).info(text, facts, clauses)


def action_state(say: Translator, held: bool) -> str:
    return say("in hand") if held else say("played")


# --- the challenge -----------------------------------------------------------------------------------

CHALLENGE_CLAUSES: dict[ChallengeId, str] = {
    "tycoon": "NY-75", "architect": "NY-76", "prestige": "NY-77", "baron": "NY-78", "king": "NY-79",
}  # fmt: skip


def challenge(board: Board, name: ChallengeId | None, say: Translator) -> Seen:
    if name is None:
        return Seen(say("No bonus challenge in this game"))
    rule = challenge_row(board, name)
    return Seen(say.name(rule), say.name(rule, "text"))


def progress(points: Sequence[int], names: Sequence[str], say: Translator) -> Seen:
    """What the challenge would give everyone now."""
    counts = [f"{player} {count}" for player, count in zip(names, points, strict=True)]
    return Seen(say("Challenge so far"), ", ".join(counts))


@PARTS.part("challenge")
@PARTS.part("challenge-progress")
def explain_challenge(asked: Question) -> Info:
    say, row = asked.say, asked.view.challenge
    if row is None:
        text = say("This game has no challenge, which would give more points at the end.")
        return challenge(asked.board, None, say).info(text, (), ("NY-14",))
    seen = challenge(asked.board, row.id, say)
    facts = [(name, _progress(asked, row, seat)) for seat, name in enumerate(asked.names)]
    return seen.info(seen.shows, facts, ("NY-14", "NY-66", CHALLENGE_CLAUSES[row.id]))


def _progress(asked: Question, row: Challenge, seat: int) -> str:
    """'2 of 3: 0 points': a player's progress, and what it would give now."""
    board, say, now = asked.board, asked.say, row.progress[seat]
    points = points_text(say, row.points[seat])
    if row.id == "prestige":
        return points
    if isinstance(now, dict):
        rows = board.districts if row.id == "tycoon" else board.tile_table.generation
        counts = [f"{say.name(rows_of)} {now[rows_of.id]}" for rows_of in rows if now.get(rows_of.id)]
        return f"{', '.join(counts)}: {points}" if counts else points
    steps = challenge_row(board, row.id).count
    need = next((count for count in steps if count > now), steps[-1])
    return f"{asked.out_of(now, need)}: {points}"
