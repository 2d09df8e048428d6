"""New York 1901: the game as a whole, whose turn it is, the points track, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rooftop.game.parts import Fact
from rooftop.game.title import Info
from rooftop.game.translation import Translator, capital, points_text
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.parts.registry import PARTS, Question
from rooftop.titles.new_york_1901.parts.words import tile_name
from rooftop.titles.new_york_1901.view import Phase, View


def title(board: Board, view: View, say: Translator) -> str:
    """Of the whole picture."""
    return say.many(
        "New York 1901, {n} player, turn {turn}",
        "New York 1901, {n} players, turn {turn}",
        board.players,
        turn=view.turn + 1,
    )


def description(board: Board, view: View, names: Sequence[str], say: Translator) -> str:
    """Of the whole picture: who does what, how near the end is, the skyscrapers, the points."""
    points = say.list([f"{name} {row.total}" for name, row in zip(names, view.seats, strict=True)])
    late = ending(view, say) if view.ending else quiet(board, view, say)
    return " ".join(
        [
            status(board, view, names, say) + ".",
            *([capital(late) + "."] if late else []),
            say.many("There is {n} skyscraper.", "There are {n} skyscrapers.", len(view.skyscrapers)),
            say("Points: {points}.", points=points),
        ]
    )


def status(board: Board, view: View, names: Sequence[str], say: Translator) -> str:
    """Who does what now, or who has won."""
    if view.over:
        winners = [name for name, row in zip(names, view.seats, strict=True) if row.rank == 1]
        if not winners:  # the players agreed on an end without a winner
            return say("The game is over")
        return say.many("{players} wins", "{players} win", len(winners), players=say.list(winners))
    player = names[view.to_act]
    if view.phase == "place" and view.tile:
        tile = tile_name(board, say, board.tile_number[view.tile])
        return say("{player} places {tile}", player=player, tile=tile)
    return _doing(view.phase, player, say)


@lru_cache(maxsize=4096)
def _doing(phase: Phase, player: str, say: Translator) -> str:
    return {
        "turn": say("{player}'s turn", player=player),
        "lot": say("{player} chooses a lot", player=player),
        "build": say("{player} may build", player=player),
        "place": say("{player} places a skyscraper", player=player),
        "after": say("{player} has built", player=player),
        "grab": say("{player} grabs more land", player=player),
        "boom": say("{player} builds again", player=player),
        "blocked": say("{player} gives a lot back", player=player),
        "done": say("{player} ends the turn", player=player),
    }[phase]


def ending(view: View, say: Translator) -> str:
    """NY-46: that the end has begun, and how many last turns are left."""
    if view.over:
        return say("The game is over")
    if view.is_last_turn:
        return say.many("This is the last turn", "Final turns: {n} left", view.last_turns)
    return say.many(
        "End triggered: {n} last turn to come",
        "End triggered: {n} last turns to come",
        view.last_turns,
    )


def quiet(board: Board, view: View, say: Translator) -> str:
    """NY-82: the number of rounds without a new skyscraper, if it is shown."""
    if view.quiet_rounds is None:
        return ""
    return say.many(
        "no new skyscraper for {n} of {limit} rounds",
        "no new skyscraper for {n} of {limit} rounds",
        view.quiet_rounds,
        limit=board.rulings.stalemate_rounds,
    )


@PARTS.part("scene")
def explain_game(asked: Question) -> Info:
    """The goal, the end, and how far the game has come."""
    view, say = asked.view, asked.say
    text = say(
        "Acquire lots in Lower Manhattan, build skyscrapers on them, and replace old ones with newer ones."
        " Each scores its points when you build it; at the end streets and unused action cards add some."
    )
    end = say.many(
        "The end begins when somebody has only {n} skyscraper left to build or the lot cards run out. The"
        " most points win.",
        "The end begins when somebody has only {n} skyscrapers left to build or the lot cards run out. The"
        " most points win.",
        asked.board.end.unbuilt_left,
    )
    facts = [_turn(asked)]
    facts += [(name, points_text(say, row.total)) for name, row in zip(asked.names, view.seats, strict=True)]
    if view.ending or view.over:
        facts.append((say("The end"), ending(view, say)))
    else:
        cards = sum(card is not None for card in view.market) + view.future.count
        facts.append((say("Lot cards left"), str(cards)))
        nearest = min(row.until_end for row in view.seats)
        facts.append((say("Skyscrapers until the end begins"), str(nearest)))
    clauses = ("NY-17", "NY-44", "NY-45", "NY-66", "NY-71")
    return Info("New York 1901", f"{text} {end}", tuple(facts), clauses)


CLAUSES: dict[Phase, tuple[str, ...]] = {
    "turn": ("NY-17", "NY-20", "NY-21", "NY-22", "NY-48", "NY-52", "NY-58"),
    "lot": ("NY-22", "NY-23", "NY-25", "NY-26"),
    "build": ("NY-30", "NY-32", "NY-33", "NY-34", "NY-35", "NY-39", "NY-40"),
    "place": ("NY-32", "NY-33", "NY-34", "NY-36", "NY-37"),
    "after": ("NY-60", "NY-64", "NY-65", "NY-28"),
    "grab": ("NY-60", "NY-61", "NY-63"),
    "boom": ("NY-64", "NY-65", "NY-41"),
    "blocked": ("NY-47", "NY-84", "NY-23"),
    "done": ("NY-81", "NY-28", "NY-46"),
    "over": ("NY-66", "NY-67", "NY-70", "NY-71", "NY-73"),
}
REBUILDING = ("NY-48", "NY-50", "NY-51", "NY-52", "NY-53", "NY-54", "NY-56", "NY-57")


def clauses(board: Board, view: View) -> tuple[str, ...]:
    """The clauses of RULES.md for the current decision."""
    if view.phase == "place" and view.came_from == "turn":
        return REBUILDING
    found = CLAUSES[view.phase]
    if view.phase in ("turn", "build"):
        found += ("NY-46",) if view.ending else ()
        found += ("NY-82",) if view.quiet_rounds else ()
    return found


@PARTS.part("status")
def explain_status(asked: Question) -> Info:
    """Whose turn it is, and what a turn is."""
    board, view, names, say = asked
    text = say(
        "On your turn, take a lot card, put a worker on such a lot, and then build a skyscraper if you like."
        " Or tear down some of your skyscrapers for a newer one instead."
    )
    facts, rules = [_turn(asked)], ["NY-17", "NY-20", "NY-48"]
    if words := quiet(board, view, say):
        facts.append((say("So far"), words))
        rules.append("NY-82")
    return Info(status(board, view, names, say), text, tuple(facts), tuple(rules))


def _turn(asked: Question) -> Fact:
    say = asked.say
    return say("Turn"), str(asked.view.turn + 1)


@PARTS.part("ending")
def explain_ending(asked: Question) -> Info | None:
    """Why the game ends, and how many turns are left."""
    view, say = asked.view, asked.say
    if view.ending is None:
        return None
    cause = {
        "tiles": say("A player has few skyscrapers left to build, and that triggers the end."),
        "cards": say("The lot cards have run out, and that triggers the end."),
        "stalemate": say("Nobody has built for a long time, and that triggers the end."),
    }[view.ending]
    text = say(
        "Everyone else gets one last turn. Then streets, the challenge and unused action cards are counted."
    )
    facts = ((say("Last turns left"), str(0 if view.over else view.last_turns)),)
    return Info(ending(view, say), f"{cause} {text}", facts, ("NY-44", "NY-45", "NY-46", "NY-66"))


@PARTS.part("track")
def explain_track(asked: Question) -> Info:
    """The points track: what points unlock, and everyone's points."""
    view, say = asked.view, asked.say
    text = say(
        "Everyone's points so far. You may build silver skyscrapers from {silver} points on, gold and"
        " legendary ones from {gold}. Points are never lost.",
        silver=view.thresholds.silver,
        gold=view.thresholds.gold,
    )
    facts = tuple((name, str(row.total)) for name, row in zip(asked.names, view.seats, strict=True))
    return Info(say("Points track"), text, facts, ("NY-39", "NY-40", "NY-41", "NY-72"))
