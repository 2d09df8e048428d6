"""Bots and jobs for tests on a cluster, importable by workers."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rooftop.bots.random import RandomBot
from tests import waiting
from tests.waiting import until

waiting.LIMIT = 600.0  # a cluster may take minutes to start


@dataclass(frozen=True)
class Waiting:
    """Makes bots. The first one in the folder waits in the middle of its game until it is killed."""

    folder: Path
    __name__ = "waiting"

    def __call__(self, seed: int) -> RandomBot:
        return WaitingBot(self.folder, seed)


class WaitingBot(RandomBot):
    def __init__(self, folder: Path, seed: int) -> None:
        super().__init__(seed)
        self.folder = folder

    def choose(self, position, record=()):
        if position.ply > 20:
            try:
                (self.folder / "worker").touch(exist_ok=False)
            except FileExistsError:
                pass
            else:
                (self.folder / "pid.new").write_text(str(os.getpid()))
                (self.folder / "pid.new").rename(self.folder / "pid")
                threading.Event().wait()
        return super().choose(position)


@dataclass(frozen=True)
class Compiling:
    """A job that records when a process compiles something. Each piece returns the id of its process."""

    folder: Path
    title: str = "tower-up"

    def is_cold(self) -> bool:
        (self.folder / f"looked-{os.getpid()}").touch()
        return not (self.folder / "code").exists()

    def open(self) -> Callable[[int], int]:
        if self.is_cold():
            with (self.folder / "compiled").open("a") as note:
                note.write(f"{os.getpid()}\n")
            until(lambda: len(list(self.folder.glob("looked-*"))) == 2)  # the other one would also compile
            (self.folder / "code").touch()
        return self._piece

    def _piece(self, number: int) -> int:
        (self.folder / f"began-{number}").touch()
        until(lambda: len(list(self.folder.glob("began-*"))) == 2)  # two processes work at the same time
        return os.getpid()

    def label(self, number: int) -> str:
        return f"piece {number}"
