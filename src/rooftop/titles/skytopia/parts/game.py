"""Skytopia: the game as a whole, whose turn it is, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rooftop.game.parts import Fact, Seen
from rooftop.game.title import Info
from rooftop.game.translation import Translator
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.parts import dial, effects
from rooftop.titles.skytopia.parts.registry import PARTS, Question
from rooftop.titles.skytopia.parts.words import card_name, cards, effect_text
from rooftop.titles.skytopia.schema import EffectKind
from rooftop.titles.skytopia.view import Phase, View


def title(view: View, say: Translator) -> str:
    """Of the whole picture."""
    return say.many(
        "Skytopia, {n} player, round {round}",
        "Skytopia, {n} players, round {round}",
        view.players,
        round=view.round,
    )


def description(board: Board, view: View, names: Sequence[str], say: Translator) -> str:
    """Of the whole picture: who does what, the chronometer, the points."""
    points = say.list(
        [
            say("{player} {points}", player=name, points=row.total)
            for name, row in zip(names, view.seats, strict=True)
        ]
    )
    sentences = [
        status(board, view, names, say) + ".",
        dial.wheel(view.dial.hammers, view.round, say).label + ".",
        say("Prestige points: {points}.", points=points),
    ]
    if view.ending is not None or view.over:
        sentences.append(ending(view, say) + ".")
    return " ".join(sentences)


def status(board: Board, view: View, names: Sequence[str], say: Translator, short: bool = False) -> str:
    """Who does what now, or who has won. `short`: without what the card does whose effect asks."""
    if view.over:
        winners = [name for name, row in zip(names, view.seats, strict=True) if row.rank == 1]
        if not winners:  # the players agreed on an end without a winner
            return say("The game is over")
        return say.many("{players} wins", "{players} win", len(winners), players=say.list(winners))
    player = names[view.to_act]
    if view.phase != "effect":
        return _doing(view.phase, player, say)
    card = card_name(board, say, view.effect.card)
    if not short:
        card = f"{card}: {effects.in_short(board, board.by_id[view.effect.card], say)}"
    return say("{player} resolves {card}", player=player, card=card)


@lru_cache(maxsize=4096)
def _doing(phase: Phase, player: str, say: Translator) -> str:
    return {
        "draft": say("{player} chooses an ability tile", player=player),
        "side": say("{player} chooses a side of the tile", player=player),
        "preliminary": say("{player} places the first golem", player=player),
        "complete": say("{player} builds finished cards", player=player),
        "towers": say("{player} chooses a tower to activate", player=player),
        "ability": say("{player} may use an ability", player=player),
        "recall": say("{player} recalls a golem", player=player),
        "assign": say("{player} assigns a golem", player=player),
        "assigned": say("{player} has assigned a golem", player=player),
    }.get(phase) or say("{player} ends the turn", player=player)


def ending(view: View, say: Translator) -> str:
    """The banner of the last rounds and the end."""
    if view.over:
        return say("The game is over")
    if view.ending == "final":
        return say("The last round")
    return say("One more round to go")


@PARTS.part("scene")
def explain_game(asked: Question) -> Info:
    say, view = asked.say, asked.view
    facts = [_round(asked), (say("Smallest deck"), cards(say, min(view.decks)))]
    facts += [
        (name, say("{points}, {n} if it ended now", points=row.total, n=row.if_ended.total))
        if row.rank is None
        else (name, say("{points}, rank {rank}", points=row.total, rank=row.rank))
        for name, row in zip(asked.names, view.seats, strict=True)
    ]
    text = say(
        "Your golems build towers among the clouds. In your turn you take the cards that your golems have"
        " finished and send one golem to a card of the market. When a deck runs out, the round is finished"
        " and one more is played; then the player with the most prestige points (PP) wins."
    )
    return Info("Skytopia", text, tuple(facts), ("ST-18", "ST-66", "ST-68", "ST-69", "ST-85"))


def _round(asked: Question) -> Fact:
    return asked.say("Round"), str(asked.view.round)


# --- whose turn it is -------------------------------------------------------------------------------

CLAUSES: dict[Phase, tuple[str, ...]] = {
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


def clauses(board: Board, view: View) -> tuple[str, ...]:
    """The clauses of RULES.md for the decision at hand."""
    if view.phase == "effect":
        kind = view.effect.kind
        no_coins = ("ST-59",) if kind == "gain" else ()  # coins may cost an ability its points
        return ("ST-30", *effects.CLAUSES[kind], *no_coins, "ST-41", "ST-42")
    ending = ("ST-66", "ST-67") if view.ending and view.phase != "over" else ()
    return CLAUSES[view.phase] + ending


@PARTS.part("status")
def explain_status(asked: Question) -> Info:
    board, view, names, say = asked
    name = status(board, view, names, say, short=True)
    if view.over:
        return _result(asked)._replace(name=name)
    text = _decision(view.phase, say)
    if view.asking is not None:
        text += " " + effect_text(board, say, view.asking.card)
    return Info(name, text, (_round(asked),), clauses(board, view))


def _decision(phase: Phase, say: Translator) -> str:
    return {
        "draft": say("Each player chooses an ability tile for the whole game, the last player first."),
        "side": say("Each player chooses a side of their ability tile for the whole game."),
        "preliminary": say("Before the first round, each player puts a golem on a card of their choice."),
        "complete": say(
            "Several cards of the same colour are finished. The one that is added first lies lower in the"
            " tower and works first."
        ),
        "towers": say("Several towers have grown. Each works once, in an order that the player chooses."),
        "ability": say("The player may use their ability now, or skip it."),
        "recall": say("No golem is at home, so one must be recalled from the market before it is assigned."),
        "assign": say(
            "The player chooses a card of the market and a face of the chronometer for one golem, and pays"
            " the price of the face. Then the card works once."
        ),
        "assigned": say("A golem has been assigned; its card works now."),
        "effect": say("The effect of a card or foundation is being used. The player may also skip it."),
        "end": say("Everything is done: the player ends the turn or takes something back."),
        "refill": say("New cards replace those that were taken."),
    }[phase]


def steps(say: Translator) -> tuple[str, str, str]:
    """The three parts of a turn, as buttons show them."""
    return say("1 build"), say("2 assign"), say("3 refill")


def turn(say: Translator) -> Seen:
    return Seen(say("The three parts of a turn"), ", ".join(steps(say)))


@PARTS.part("steps")
def explain_turn(asked: Question) -> Info:
    say = asked.say
    text = say(
        "First you take the cards that your golems have finished, and their towers work. Then you assign one"
        " golem to a card, which works once. At the end of the turn new cards come to the market."
    )
    return turn(say).info(text, (), ("ST-18", "ST-23", "ST-27", "ST-32", "ST-36", "ST-38"))


@PARTS.part("ending")
def explain_ending(asked: Question) -> Info | None:
    """The banner of the last rounds."""
    say, view = asked.say, asked.view
    if view.over:
        return _result(asked)
    if view.ending is None:
        return None
    text, more = {
        "last-but-one": (say("A deck has run out: this round is finished, and one more is played."), ()),
        "final": (
            say(
                "After this round the game is over. Golems that still work then score 1 point each, but their"
                " cards stay where they are."
            ),
            ("ST-84",),
        ),
    }[view.ending]
    return Info(ending(view, say), text, (), ("ST-66", "ST-67", "ST-69", *more))


def _result(asked: Question) -> Info:
    say, view = asked.say, asked.view
    text = say("The most points win. If there is a tie, fewer tower cards decide, then more coins left over.")
    totals = tuple((name, str(row.total)) for name, row in zip(asked.names, view.seats, strict=True))
    return Info(ending(view, say), text, totals, ("ST-68", "ST-69", "ST-85"))


# --- buttons ----------------------------------------------------------------------------------------


def skip(say: Translator) -> Seen:
    return Seen(say("Skip"))


@PARTS.part("skip")
def explain_skip(asked: Question) -> Info | None:
    say = asked.say
    if asked.view.phase not in ("effect", "ability"):
        return None
    return skip(say).info(say("You need not use an effect: skip it, and nothing happens."), (), ("ST-30",))


def use(kind: EffectKind | None, say: Translator) -> Seen | None:
    """The button for using an effect, if it needs one."""
    if kind == "gain":
        return Seen(say("Gain"))
    return Seen(say("Pay")) if kind == "pay_for_pp" else None


@PARTS.part("use")
def explain_use(asked: Question) -> Info | None:
    board, say, effect = asked.board, asked.say, asked.view.asking
    seen = use(effect.kind, say) if effect else None
    if effect is None or seen is None:
        return None
    return seen.info(effect_text(board, say, effect.card), (), effects.clauses(board.by_id[effect.card]))
