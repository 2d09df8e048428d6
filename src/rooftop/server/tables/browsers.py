"""Thinking in browsers: in a practice game, the browser of the one person at the table thinks for bots and
for suggestions, if it can.

It gets a blinded position with a fresh salt, and nothing that its person may not know, so bots that hold
secrets think on the server. Its answer is checked like any action. If the answer is wrong, or does not arrive
within a second, the server thinks, as it does for everybody else.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from rooftop.bots.browser import Answer, Question, advice, advise_question, chosen, decide_question
from rooftop.bots.levels import LEVELS
from rooftop.errors import BotError
from rooftop.game.match import Match
from rooftop.game.position import Position
from rooftop.server import protocol
from rooftop.server.metrics import BROWSER_ANSWERS

if TYPE_CHECKING:
    from rooftop.server.tables.client import Client
    from rooftop.server.tables.live import LiveTable

log = logging.getLogger("rooftop")

Result = TypeVar("Result")
PATIENCE = 1.0  # seconds that a browser has to answer
CHANCES = 2  # after this many failures in a row it is not asked until it says again that it is able


class Browser:
    """The browser of a client that is able to think."""

    def __init__(self, tell: Callable[[protocol.Think], None]) -> None:
        self.failures = 0
        self._tell = tell
        self._asked = 0
        self._waiting: dict[int, asyncio.Future[Answer | None]] = {}

    async def ask(self, question: Question, read: Callable[[Answer], Result]) -> Result | None:
        """Return the browser's result, as `read` understands it; None if it is late or wrong."""
        self._asked += 1
        number, answer = self._asked, asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        self._tell(protocol.Think(number, question))
        outcome, found = "late", None
        try:
            async with asyncio.timeout(PATIENCE):
                told = await answer
            outcome = "none"
            if told is not None:
                outcome = "wrong"
                found = read(told)
                outcome = "used"
        except (TimeoutError, BotError):
            pass
        finally:
            del self._waiting[number]
        BROWSER_ANSWERS.labels(outcome).inc()
        self.failures = self.failures + 1 if found is None else 0
        return found

    def hear(self, thought: protocol.Thought) -> None:
        """Accept an answer, unless it comes too late."""
        waiting = self._waiting.get(thought.number)
        if waiting is not None and not waiting.done():
            waiting.set_result(Answer(thought.judged) if thought.judged else None)

    def leave(self) -> None:
        """The browser has gone; nobody waits for it any more."""
        self.failures = CHANCES
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_result(None)


def may_think(table: LiveTable) -> bool:
    """Whether a browser may think at a table: for one person against bots, if nothing is rated."""
    return table.registry.browser_bots and table.state.is_practice and not table.state.rated


def able(table: LiveTable) -> Browser | None:
    """Return the browser that thinks for a table, if there is one."""
    if not may_think(table):
        return None
    found = [client.browser for client in table.clients if client.browser and client.seats]
    return next((browser for browser in reversed(found) if browser.failures < CHANCES), None)


def change(client: Client, is_able: bool) -> None:
    """Handle a client's message that its browser is able to think, or no longer is."""
    if client.browser:
        client.browser.leave()
    client.browser = Browser(client.reply) if is_able else None


async def decide(table: LiveTable, name: str, match: Match) -> int:
    """Return the action of a bot, which thinks in a browser or here."""
    position, bots = match.position.blind(match.to_act), table.registry.bots
    browser = able(table) if table.game.title.is_open and name in LEVELS else None
    if browser and len(position.legal()) > 1:
        seed = bots.system.random.getrandbits(30)
        action = await browser.ask(
            decide_question(position, name, seed), lambda answer: chosen(position, answer, name, seed)
        )
        if action is not None:
            return action
    action, _ = await bots.choose(table.id, name, position, match.known_actions(match.to_act))
    return action


async def advise(table: LiveTable, position: Position, simulations: int) -> list[tuple[int, float]] | None:
    """Return the best moves in a position that is blinded for the person at a table, from their browser."""
    browser = able(table)
    if browser is None:
        return None
    question = advise_question(position, (), simulations)
    found = await browser.ask(question, lambda answer: advice(position, answer))
    return None if found is None else [(one.action, one.chance) for one in found]
