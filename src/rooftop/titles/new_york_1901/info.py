"""New York 1901: what the parts of the picture are, what they do, and their numbers now."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from rooftop.game.title import Info
from rooftop.game.translation import Translator
from rooftop.titles.new_york_1901 import info_cards, info_map
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.guide import sources
from rooftop.titles.new_york_1901.info_cards import Asked, action_state, indexed
from rooftop.titles.new_york_1901.phrases import ending_text, lot_list, points_text, quiet_text
from rooftop.titles.new_york_1901.scene import describe
from rooftop.titles.new_york_1901.scene.tray import shown_seat
from rooftop.titles.new_york_1901.view import View


def explain(board: Board, view: View, part: str, names: list[str], say: Translator) -> Info | None:
    """What a part of the picture is; None if there is no such part."""
    at = Asked(board, view, tuple(names), say)
    if part in WHOLE:
        return WHOLE[part](at)
    kind, _, which = part.partition("-")
    return KINDS[kind](at, which) if kind in KINDS else None


# --- the game ----------------------------------------------------------------------------------------


def _scene(at: Asked) -> Info:
    """The goal, the end, and how far the game has come."""
    view, say = at.view, at.say
    cards = sum(card is not None for card in view.market) + view.future.count
    nearest = min(view.seats, key=lambda row: row.until_end)
    facts = [(name, points_text(say, row.total)) for name, row in zip(at.names, view.seats, strict=True)]
    facts.insert(0, (say("Turn"), str(view.turn + 1)))
    if view.ending or view.over:
        facts.append((say("The end"), ending_text(view, say)))
    else:
        facts.append((say("Lot cards left"), str(cards)))
        facts.append((say("Skyscrapers until the end begins"), str(nearest.until_end)))
    return Info(
        "New York 1901",
        " ".join(
            [
                say(
                    "Acquire lots in Lower Manhattan, build skyscrapers on them, and replace old ones with"
                    " newer ones. Each scores its points when you build it; at the end streets and unused"
                    " action cards add some."
                ),
                say.many(
                    "The end begins when somebody has only {n} skyscraper left to build or the lot cards run"
                    " out. The most points win.",
                    "The end begins when somebody has only {n} skyscrapers left to build or the lot cards run"
                    " out. The most points win.",
                    at.board.end.unbuilt_left,
                ),
            ]
        ),
        tuple(facts),
        ("NY-17", "NY-44", "NY-45", "NY-66", "NY-71"),
    )


def _status(at: Asked) -> Info:
    """Whose turn it is, and what a turn is."""
    view, say = at.view, at.say
    quiet = quiet_text(at.board, view, say)
    return Info(
        describe.status(at.board, view, at.names, say),
        say(
            "On your turn, take a lot card, put a worker on such a lot, and then build a skyscraper if you"
            " like. Or tear down some of your skyscrapers for a newer one instead."
        ),
        ((say("Turn"), str(view.turn + 1)), *([(say("So far"), quiet)] if quiet else [])),
        ("NY-17", "NY-20", "NY-48", *(("NY-82",) if quiet else ())),
    )


def _ending(at: Asked) -> Info | None:
    """Why the game ends, and how many turns are left."""
    view, say = at.view, at.say
    if view.ending is None:
        return None
    why = {
        "tiles": say("A player has few skyscrapers left to build, and that triggers the end."),
        "cards": say("The lot cards have run out, and that triggers the end."),
        "stalemate": say("Nobody has built for a long time, and that triggers the end."),
    }[view.ending]
    text = say(
        "Everyone else gets one last turn. Then streets, the challenge and unused action cards are counted."
    )
    return Info(
        ending_text(view, say),
        f"{why} {text}",
        ((say("Last turns left"), str(0 if view.over else view.last_turns)),),
        ("NY-44", "NY-45", "NY-46", "NY-66"),
    )


def _track(at: Asked) -> Info:
    """The points track: what points unlock, and everyone's points."""
    view, say = at.view, at.say
    return Info(
        say("Points track"),
        say(
            "Everyone's points so far. You may build silver skyscrapers from {silver} points on, gold and"
            " legendary ones from {gold}. Points are never lost.",
            silver=view.thresholds.silver,
            gold=view.thresholds.gold,
        ),
        tuple((name, str(row.total)) for name, row in zip(at.names, view.seats, strict=True)),
        ("NY-39", "NY-40", "NY-41", "NY-72"),
    )


# --- players -----------------------------------------------------------------------------------------


def _seat(at: Asked, which: str) -> Info | None:
    """A player: points by source, workers, cards and skyscrapers."""
    seat = indexed(which, at.board.players)
    if seat is None:
        return None
    view, say, row = at.view, at.say, at.view.seats[seat]
    facts = [(say("Points"), str(row.total))]
    named = sources(say, at.board, view).values()
    facts += [
        (name, str(points))
        for name, points in zip(named, msgspec.structs.astuple(row.points), strict=True)
        if points
    ]
    if row.rank is None:
        ended = sum(msgspec.structs.astuple(row.if_ended))
        facts.append((say("If the game ended now"), points_text(say, ended)))
    else:
        facts.insert(0, (say("Place"), str(row.rank)))
    facts += [
        (say("Workers in reserve"), str(row.workers)),
        (say("Action cards"), str(len(row.actions))),
        (say("Lots"), lot_list(at.board, say, map(at.board.lot_number.__getitem__, row.lots)) or "0"),
        (say("Left to build"), str(row.unbuilt)),
    ]
    if row.legendary:
        built = at.board.tiles[at.board.tile_number[row.legendary]]
        facts.append((say("Legendary"), f"{say.name(built)}, {describe.feet(built, say)}"))
    if row.character:
        person = next(person for person in at.board.characters if person.id == row.character)
        facts.append((say("Character"), say.name(person)))
    return Info(
        at.names[seat],
        say(
            "A player's points, workers, action cards and skyscrapers. Unbuilt skyscrapers are in full"
            " colour, standing ones pale, torn down ones dotted. The end begins with only {n} left to build.",
            n=at.board.end.unbuilt_left,
        ),
        tuple(facts),
        ("NY-5", "NY-44", "NY-72"),
    )


def _workers(at: Asked, which: str) -> Info | None:
    seat = indexed(which, at.board.players)
    if seat is None:
        return None
    board, say, row = at.board, at.say, at.view.seats[seat]
    out = [board.lot_number[lot] for lot in row.lots if at.view.lots[lot].worker]
    facts = [(say("Workers in reserve"), str(row.workers))]
    if out:
        facts.append((say("On lots"), lot_list(board, say, out)))
    return Info(
        say("{player}'s workers", player=at.names[seat]),
        say(
            "Acquiring a lot takes a worker from the reserve. The worker stands on the lot until a skyscraper"
            " covers one of its squares, and then returns."
        ),
        tuple(facts),
        ("NY-5", "NY-20", "NY-26", "NY-36"),
    )


def _hand(at: Asked, which: str) -> Info | None:
    """A player's action cards."""
    seat = indexed(which, at.board.players)
    if seat is None:
        return None
    say, row = at.say, at.view.seats[seat]
    return Info(
        say("{player}'s action cards", player=at.names[seat]),
        say(
            "Everyone starts with the same three action cards. Each can be played once, on one's own turn; an"
            " unused card is worth {points} at the end.",
            points=points_text(say, at.board.final.unused_action_card),
        ),
        tuple((say.name(card), action_state(say, card.id in row.actions)) for card in at.board.actions),
        ("NY-5", "NY-58", "NY-70"),
    )


def _mini(at: Asked, which: str) -> Info | None:
    """A player's skyscrapers of a generation: 'mini-2-silver'."""
    number, _, name = which.partition("-")
    seat = indexed(number, at.board.players)
    return None if seat is None else info_cards.generation(at, name, seat)


def _tray(at: Asked) -> Info:
    seat, say = shown_seat(at.view), at.say
    row = at.view.seats[seat]
    own = at.view.seat >= 0
    facts = [(say("Left to build"), str(row.unbuilt))]
    if at.view.ending is None:
        facts.append((say("Until the end begins"), str(row.until_end)))
    return Info(
        say("Your skyscrapers") if own else say("{player}'s skyscrapers", player=at.names[seat]),
        say(
            "Everyone has the same skyscrapers: six bronze, six silver, six gold. The number is what one is"
            " worth, on a round sign for rectangles and on a six-sided one for other shapes. The plate before"
            " a row shows the points that unlock it."
        ),
        tuple(facts),
        ("NY-5", "NY-30", "NY-39", "NY-40", "NY-42"),
    )


WHOLE: dict[str, Callable[[Asked], Info | None]] = {
    "scene": _scene,
    "status": _status,
    "ending": _ending,
    "track": _track,
    "tray": _tray,
    "market": info_cards.market,
    "future": info_cards.future,
    "legends": info_cards.legends,
    "streets": info_map.streets,
    "challenge": info_cards.challenge,
    "challenge-progress": info_cards.challenge,
}
KINDS: dict[str, Callable[[Asked, str], Info | None]] = {
    "lot": info_map.lot,
    "square": info_map.square,
    "built": info_map.built,
    "street": info_map.scoring_street,
    "road": info_map.road,
    "park": info_map.park,
    "printed": info_map.printed,
    "card": info_cards.card,
    "tile": info_cards.tile,
    "plate": info_cards.generation,
    "threshold": info_cards.generation,
    "action": info_cards.action,
    "seat": _seat,
    "workers": _workers,
    "cards": _hand,
    "mini": _mini,
}
