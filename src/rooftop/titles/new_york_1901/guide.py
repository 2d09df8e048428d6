"""New York 1901 for newcomers: a blurb, hints, and the rules that matter now."""

from __future__ import annotations

from collections.abc import Mapping

from rooftop.game.title import Colour, OptionValue
from rooftop.game.translation import Translator
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.view import View


def blurb(say: Translator) -> str:
    return say(
        "Acquire land in Lower Manhattan, and build, tear down and rebuild ever taller skyscrapers on it."
    )


def hints(board: Board, view: View, say: Translator) -> list[tuple[str, str]]:
    """At most two hints for the seat to act."""
    own, phase = view.acting, view.phase
    found = []
    if view.ending and phase == "turn":
        found.append(
            (
                "last-turn",
                say("This is your last turn. Unused action cards are worth a point each at the end."),
            )
        )
    limit = board.rulings.stalemate_rounds * board.players
    if phase in ("turn", "build") and view.turns_without_building == limit - 1 and not view.ending:
        found.append(
            (
                "quiet",
                say(
                    "Nobody has built for a long time. If you do not build now, you trigger the end and this"
                    " is your last turn."
                ),
            )
        )
    if phase == "turn" and own.workers == 0 and not view.so_far.grabbed:
        found.append(
            (
                "no-worker",
                say("All your workers are on empty lots. Building on a lot brings its worker back."),
            )
        )
    if phase == "turn" and own.generation != "bronze" and view.turn < 12 * board.players:
        found.append(
            (
                "rebuild",
                say(
                    "Instead of acquiring land, you may tear down your older skyscrapers for a newer one. You"
                    " keep their points."
                ),
            )
        )
    if phase == "turn" and view.turn < board.players:
        found.append(
            (
                "goal",
                say(
                    "The most points win. Skyscrapers score when you build them, three streets at the end."
                    " The end comes when somebody has only {n} left to build, or the lot cards run out.",
                    n=board.end.unbuilt_left,
                ),
            )
        )
        found.append(
            (
                "first-turn",
                say(
                    "Take a card from the open market: it shows the colour and size of the lot you acquire."
                    " Lots side by side make room for larger skyscrapers."
                ),
            )
        )
    if phase == "lot":
        found.append(
            ("lot", say("A skyscraper needs a side on a street or park, and may span several of your lots."))
        )
    if phase == "build" and own.generation == "bronze":
        found.append(
            (
                "silver",
                say(
                    "You need {silver} points for silver skyscrapers,"
                    " and {gold} for gold and legendary ones.",
                    silver=view.thresholds.silver,
                    gold=view.thresholds.gold,
                ),
            )
        )
    if phase == "place":
        found.append(
            (
                "place",
                say("Covering one square of a lot brings its worker back; the rest of the lot stays yours."),
            )
        )
    if phase in ("build", "after") and own.until_end == 1 and not view.ending:
        found.append(("warn", say("Your next skyscraper triggers the end of the game.")))
    if phase == "after" and "boom" in own.actions:
        found.append(
            ("cards", say("Each action card can be played once; unused ones are worth a point each."))
        )
    return found[:2]


def clauses(board: Board, view: View) -> tuple[str, ...]:
    """The clauses of RULES.md for the current decision."""
    found = {
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
    }[view.phase]
    if view.phase == "place" and view.came_from == "turn":
        found = ("NY-48", "NY-50", "NY-51", "NY-52", "NY-53", "NY-54", "NY-56", "NY-57")
    if view.phase in ("turn", "build"):
        found += ("NY-46",) if view.ending else ()
        found += ("NY-82",) if view.quiet_rounds else ()
    return found


def sources(say: Translator, board: Board | None = None, view: View | None = None) -> dict[str, str]:
    """The sources of points; in a game, the streets and the challenge by their names."""
    found = {
        "bronze": say("Bronze skyscrapers"),
        "silver": say("Silver skyscrapers"),
        "gold": say("Gold skyscrapers"),
        "legendary": say("Legendary skyscraper"),
        "street-1": say("First street"),
        "street-2": say("Second street"),
        "street-3": say("Third street"),
        "challenge": say("Challenge"),
        "cards": say("Unused action cards"),
    }
    if board is not None and view is not None:
        names = {street.code: say.name(street) for street in board.streets}
        found |= {f"street-{k}": names[street.code] for k, street in enumerate(view.streets, start=1)}
        if view.challenge is not None:
            rule = next(rule for rule in board.challenges if rule.id == view.challenge.id)
            found["challenge"] = say.name(rule)
    return found


def marks(board: Board, say: Translator) -> list[tuple[str, str]]:
    """The colour and the letter of each seat."""
    return [(colour.id, colour.letter) for colour in colours(board, say)[: board.players]]


def colours(board: Board, say: Translator, options: Mapping[str, OptionValue] = {}) -> list[Colour]:
    """The colours of the players, those of the seats first."""
    return [
        Colour(player.id, say.name(player, "mark"), say.name(player).capitalize())
        for player in board.player_names
    ]
