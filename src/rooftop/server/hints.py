"""Hints: the best moves for somebody who plays alone against bots, from what that seat may know."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from rooftop.bots.search.advice import BEST
from rooftop.errors import OptionError
from rooftop.game.match import Match
from rooftop.game.position import Position
from rooftop.game.preview import preview
from rooftop.server.bots import BotPool, hint_simulations
from rooftop.server.errors import Refusal
from rooftop.server.protocol import Suggestion, Suggestions
from rooftop.server.tables.state import TableState
from rooftop.server.translation import message
from rooftop.server.worker_process import WorkerError

SALT = 0  # equal knowledge gives equal positions
SURE, GOOD, POOR, SLIM = 0.9, 1.25, 0.75, 0.3  # multiples of an equal share, except a sure win
COMPILING = message("the rules are still being compiled; try again in a moment")
NOT_NOW = message("no suggestion could be found; try again in a moment")


def check_allowed(state: TableState) -> None:
    """Raise OptionError unless the table is a practice game."""
    if state.rated:
        raise OptionError("there are no suggestions in a rated game")
    if not state.is_practice:
        raise OptionError("suggestions are only for games of one person against bots")


def meaning(chance: float, players: int) -> str:
    """Put a chance of winning into a word."""
    if chance >= SURE:
        return "sure"
    share = chance * players
    if share >= GOOD:
        return "good"
    if share >= POOR:
        return "even"
    return "poor" if share >= SLIM else "slim"


async def suggest(
    bots: BotPool,
    table: str,
    match: Match,
    language: str,
    among: Sequence[int] | None = None,
    think: Callable[[Position, int], Awaitable[list[tuple[int, float]] | None]] | None = None,
) -> Suggestions:
    """Return the best moves of the seat to act, or the best of `among`. Everything follows from what that
    seat may know. `think` is asked before the server's bots: it judges a blinded position, if it can."""
    position = match.position.blind(match.to_act, SALT)
    found = think and await think(match.position.blind(match.to_act), hint_simulations(match.title))
    if not found:
        if not match.game.engine.compiled:
            raise Refusal(status_code=503, detail=COMPILING)
        try:
            found = await bots.hint(table, position, among or ())
        except WorkerError:
            raise Refusal(status_code=503, detail=NOT_NOW) from None
    best = [one for one in found if among is None or one[0] in among][:BEST]
    return await asyncio.to_thread(_in_words, Match.at(position), best, language)


def _in_words(match: Match, best: list[tuple[int, float]], language: str) -> Suggestions:
    offers = {offer.notation: offer for offer in match.moves(language)}
    moves = []
    for action, chance in best:
        offer = offers[match.game.notation(action)]
        changes = preview(match, action, language).changes
        points = sum(change.points for change in changes if change.seat == match.to_act)
        means = meaning(chance, match.players)
        moves.append(Suggestion(offer.notation, offer.text, list(offer.parts), chance, means, points))
    return Suggestions(moves)
