"""Bots for tests, importable by worker processes."""

import os

from rooftop.bots.random import RandomBot


class Failing(RandomBot):
    """Raises at the tenth decision of a game."""

    asked = 0

    def choose(self, position, record=()):
        self.asked += 1
        if self.asked == 10:
            raise ZeroDivisionError("no floors")
        return super().choose(position)


class Cheating(RandomBot):
    """Chooses an illegal action once the game has begun."""

    def choose(self, position, record=()):
        return -1 if position.ply > 20 else super().choose(position)


class Dying(RandomBot):
    """Kills its process in the middle of a game."""

    def choose(self, position, record=()):
        if position.ply > 20:
            os._exit(7)
        return super().choose(position)


class Asked(RandomBot):
    """Records the positions in which it was asked."""

    seen: list = []  # noqa: RUF012

    def choose(self, position, record=()):
        self.seen.append(len(position.legal()))
        return super().choose(position)
