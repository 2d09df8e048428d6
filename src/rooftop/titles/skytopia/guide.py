"""Skytopia for newcomers: the game in a sentence, hints, and the clauses for each decision."""

from __future__ import annotations

from collections.abc import Mapping

from rooftop.game.title import Colour, OptionValue
from rooftop.game.translation import Translator
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.phrases import coins, colour_name, crest_name
from rooftop.titles.skytopia.schema import EffectKind
from rooftop.titles.skytopia.view import Phase, View


def blurb(say: Translator) -> str:
    return say("Send golems to build towers among the clouds. Pay coins to finish sooner, or pay with time.")


def hints(board: Board, view: View, say: Translator) -> list[tuple[str, str]]:
    """At most two, for the seat to act."""
    phase = view.phase
    assigning = phase == "assign"
    found = [
        (
            "final-round",
            assigning and view.ending == "final",
            say("This is the last round: a golem assigned now will not finish, but it scores a point."),
        ),
        (
            "last-but-one",
            assigning and view.ending == "last-but-one",
            say("A deck is empty: after this round, only one more is left to finish projects."),
        ),
        (
            "first-golem",
            assigning and view.round == 1,
            say(
                "Choose a card, then a face: the sooner it reaches the hammers, the more it costs. The card"
                " works at once, and again whenever its tower grows."
            ),
        ),
        (
            "prestige",
            assigning and view.round == 1,
            say("PP are prestige points. The player with the most at the end wins."),
        ),
        (
            "no-coins",
            assigning and view.own.coins == 0,
            say("Without coins you can only use the free face, which takes five rounds."),
        ),
        (
            "overtake",
            assigning and any(len(slot.golems) > 1 for slot in view.market),
            say(
                "The first golem to finish takes the card. Every other golem on it goes home, and its owner"
                " gets {coins}.",
                coins=coins(say, board.rules.compensation_coins),
            ),
        ),
        (
            "recall",
            phase == "recall",
            say(
                "All your golems are at work. The one you recall leaves its card, and you get nothing for it."
            ),
        ),
        (
            "towers",
            phase == "towers",
            say("Order matters: golems moved and coins gained by one tower may help the next."),
        ),
        (
            "order",
            phase == "complete",
            say("The card you add first is lower in the tower and works first; the last one is on top."),
        ),
        (
            "effect",
            phase == "effect",
            say("An effect never touches golems on its own card. You may always skip it."),
        ),
        (
            "ability",
            phase == "ability",
            say("A golem one step closer to the hammers may overtake another."),
        ),
        (
            "ability-choice",
            phase in ("draft", "side"),
            say(
                "The tile's colour decides where your first golem starts, unless there is a preliminary turn."
                " Side B is for the adventurous."
            ),
        ),
    ]
    return [(name, sentence) for name, applies, sentence in found if applies][:2]


def clauses(board: Board, view: View) -> tuple[str, ...]:
    """The clauses of RULES.md for the decision at hand."""
    if view.phase == "effect":
        about: dict[EffectKind, tuple[str, ...]] = {
            "gain": ("ST-43", "ST-59"),
            "pay_for_pp": ("ST-54",),
            "rotate": ("ST-22", "ST-44", "ST-45"),
            "move": ("ST-46",),
            "build_card": ("ST-47", "ST-48"),
            "free_golem": ("ST-55",),
            "activate_top": ("ST-49", "ST-52"),
            "activate_row": ("ST-50", "ST-52"),
            "activate_crest": ("ST-56", "ST-52"),
        }
        return ("ST-30", *about[view.effect.kind], "ST-41", "ST-42")
    at_hand: dict[Phase, tuple[str, ...]] = {
        "draft": ("ST-12", "ST-57", "ST-9"),
        "side": ("ST-13", "ST-57", "ST-9"),
        "preliminary": ("ST-14", "ST-19", "ST-21"),
        "complete": ("ST-23", "ST-24", "ST-29"),
        "towers": ("ST-27", "ST-28", "ST-29"),
        "ability": ("ST-57", "ST-63", "ST-22"),
        "recall": ("ST-32", "ST-33"),
        "assign": ("ST-19", "ST-20", "ST-21", "ST-34", "ST-36", "ST-26"),
        "end": ("ST-38", "ST-40"),
        "over": ("ST-68", "ST-69", "ST-82", "ST-83", "ST-84", "ST-85"),
    }
    ending = ("ST-66", "ST-67") if view.ending and view.phase != "over" else ()
    return at_hand[view.phase] + ending


def sources(say: Translator, board: Board | None = None, view: View | None = None) -> dict[str, str]:
    guilds = [say("First guild master"), say("Second guild master"), say("Third guild master")]
    if board is not None and view is not None:
        guilds = [say.name(board.guild(guild.id)) for guild in view.guilds]
    return {
        "cards": say("Cards"),
        "foundations": say("Foundations"),
        "ability": say("Ability"),
        "guild-1": guilds[0],
        "guild-2": guilds[1],
        "guild-3": guilds[2],
        "laboratories": say("Laboratories"),
        "coins": say("Coins"),
        "golems": say("Golems on the market"),
    }


def marks(board: Board, say: Translator) -> list[tuple[str, str]]:
    """The colour and the letter of each seat."""
    return [(colour.id, colour.letter) for colour in colours(board, say)[: board.players]]


def colours(board: Board, say: Translator, options: Mapping[str, OptionValue] = {}) -> list[Colour]:
    """The colours of the golems, those of the seats first, each with its city and the crests there."""
    found = []
    for golem, city in zip(board.golem_colours, board.cities, strict=True):
        crests = ", ".join(
            f"{colour_name(board, say, colour)}: {crest_name(board, say, crest)}"
            for colour, crest in city.crests.items()
        )
        name = say.name(city)
        brings = say("City: {city}. Crests: {crests}.", city=name, crests=crests)
        found.append(Colour(golem.id, name[0], say.name(golem).capitalize(), brings, name))
    return found
