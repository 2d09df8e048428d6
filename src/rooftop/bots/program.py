"""A program as a bot: `exec:python bot.py` for the arena and the command line.

It reads messages from its standard input and writes its moves to its standard output, one JSON object per
line (`bots.wire`). Only people at a command line can name programs: `rooftop.bots.bot`, and so a server, does
not accept them.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import hashlib
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

import msgspec

from rooftop.bots import wire
from rooftop.errors import BotError, MoveError, OptionError
from rooftop.game.gamefile import Result
from rooftop.game.position import Position

PREFIX = "exec:"
SECONDS = 30.0  # for a decision; the first one includes the start of the program
ENDING = 1.0  # seconds for a program that has closed its output to end
SHOWN = 80  # characters of an invalid line in an error
DEATH_SIGNAL = 1  # the number of this option of prctl(2)

_idle: dict[tuple[str, ...], list[Program]] = {}  # programs that wait for another game


class ProgramBot:
    """One game of a program. The next game with the same command uses its process again."""

    def __init__(self, command: str, seed: int | None = None, seconds: float = SECONDS) -> None:
        """Raises OptionError if there is no such program. It starts at its first decision."""
        self.spec = f"{PREFIX}{command}"
        try:
            self.words = tuple(shlex.split(command))
        except ValueError as error:
            raise OptionError(f"bot {self.spec!r}: {error}") from None
        if not self.words:
            raise OptionError(f"bot {self.spec!r}: expected a command, such as {PREFIX}python bot.py")
        if shutil.which(self.words[0]) is None:
            raise OptionError(f"bot {self.spec!r}: there is no program {self.words[0]!r}")
        if not 0 < seconds <= 86_400:
            raise OptionError(f"bot {self.spec!r}: seconds must be from 0 to 86400, not {seconds:g}")
        self.seed = seed
        self.seconds = seconds
        self.waited = 0.0  # seconds that this bot has taken for all its decisions
        self._program: Program | None = None
        self._turns = 0

    def digest(self) -> str:
        """A hash of the files that the command names."""
        sha = hashlib.sha256()
        for path in map(Path, self.words):
            if path.is_file():
                sha.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
        return sha.hexdigest()[:24]

    def choose(self, position: Position, record: Sequence[int] = ()) -> int:
        began = time.monotonic()
        try:
            return self._choose(position, record)
        except _ProgramError as error:
            self._drop()
            raise BotError(f"{self.spec} {error}") from None
        except BaseException:  # such as Ctrl-C: the next game must not read the answer to this question
            self._drop()
            raise
        finally:
            self.waited += time.monotonic() - began

    def _choose(self, position: Position, record: Sequence[int]) -> int:
        if self._program is None:
            self._program = _borrow(self.words)
            self._program.tell(wire.new_game(position.game, self.seed))
        self._turns += 1
        seat = position.to_act
        asked = wire.turn(self._turns, position, position.view(seat), record, self.seconds)
        line = self._program.ask(asked, self.seconds)
        try:
            answer = wire.decode_move(line)
            action = wire.chosen(position.game, answer)
        except (msgspec.DecodeError, RecursionError) as error:
            raise _ProgramError(
                f"wrote {_shown(line)}, which is not a move ({error}); other things belong to standard error"
            ) from None
        except MoveError as error:
            raise _ProgramError(f"wrote {_shown(line)}: {error}") from None
        if answer.turn != self._turns:
            raise _ProgramError(f"answered turn {answer.turn}, but was asked for turn {self._turns}")
        if action not in asked.actions:
            raise _ProgramError(
                f"chose {position.game.notation(action)!r} (action {action}), which is not legal"
            )
        return action

    def end(self, result: Result | None) -> None:
        """The game is over: tell the program, and let it wait for the next one. Without a result, the game
        was aborted."""
        if self._program is not None and result is not None:
            points = [sum(seat.values()) for seat in result.points]
            self._program.tell(wire.Over(result.ranks, points))
            _idle.setdefault(self.words, []).append(self._program)
            self._program = None
        self._drop()

    def _drop(self) -> None:
        if self._program is not None:
            self._program.kill()
            self._program = None


class _ProgramError(Exception):
    """What a program did wrong, for a message after its name."""


class Program:
    """A running program. Two threads write and read, so that a program that does neither can be abandoned."""

    def __init__(self, words: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=os.name == "posix",  # Ctrl-C is for Rooftop, which then stops the program
                preexec_fn=_end_with_parent(),
            )
        except OSError as error:
            raise _ProgramError(f"does not start: {error}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._killed = False
        self._said: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._heard: queue.Queue[bytes] = queue.Queue(16)  # a program that writes more than this waits
        for target, line in ((self._write, self._process.stdin), (self._read, self._process.stdout)):
            threading.Thread(target=target, args=(line,), daemon=True).start()

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def tell(self, message: object) -> None:
        self._said.put(wire.encode(message) + b"\n")

    def ask(self, message: object, seconds: float) -> bytes:
        """Return the next line of the program. Raises _ProgramError if none arrives in time."""
        self.tell(message)
        try:
            line = self._heard.get(timeout=seconds)
        except queue.Empty:
            raise _ProgramError(f"has not answered within {seconds:g} seconds") from None
        if not line:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(ENDING)
            status = self._process.returncode
            raise _ProgramError(
                "has closed its output" if status is None else f"has ended (exit status {status})"
            )
        if len(line) > wire.LINE_BYTES:
            raise _ProgramError(f"wrote a line of more than {wire.LINE_BYTES} bytes: {_shown(line)}")
        return line

    def _write(self, line: IO[bytes]) -> None:
        with contextlib.suppress(OSError):
            while (message := self._said.get()) is not None:
                line.write(message)
                line.flush()
        with contextlib.suppress(OSError):
            line.close()

    def _read(self, line: IO[bytes]) -> None:
        with line:
            while (text := line.readline(wire.LINE_BYTES + 1)) and not self._killed:
                self._heard.put(text)
        self._heard.put(b"")

    def kill(self) -> None:
        """Kill the program and everything that it has started."""
        self._said.put(None)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        self._killed = True
        with contextlib.suppress(queue.Empty):
            while True:  # the reading thread may wait for room
                self._heard.get_nowait()


def program_bot(spec: str, seed: int | None = None) -> ProgramBot:
    """Return the bot of `exec:COMMAND` or `exec:COMMAND,seconds=NUMBER`."""
    command, *settings = spec.removeprefix(PREFIX).split(",")
    seconds = SECONDS
    for setting in settings:
        key, _, text = setting.partition("=")
        try:
            seconds = float(text)
        except ValueError:
            key = ""
        if key != "seconds":
            raise OptionError(f"bot {spec!r}: expected {PREFIX}COMMAND or {PREFIX}COMMAND,seconds=NUMBER")
    return ProgramBot(command, seed, seconds)


def end_all() -> None:
    """Stop the programs that wait for another game."""
    for programs in _idle.values():
        for program in programs:
            program.kill()
    _idle.clear()


atexit.register(end_all)


def _borrow(words: tuple[str, ...]) -> Program:
    waiting = _idle.get(words, [])
    while waiting:
        program = waiting.pop()
        if program.is_alive:
            return program
        program.kill()
    return Program(words)


def _end_with_parent() -> Callable[[], object] | None:
    """Runs first in a new process, so that it ends with this one even if that is killed. On systems other
    than Linux its input ends then, and a program that reads it ends by itself."""
    if not sys.platform.startswith("linux"):
        return None
    library = ctypes.CDLL(None)
    return lambda: library.prctl(DEATH_SIGNAL, signal.SIGKILL)


def _shown(line: bytes) -> str:
    text = line.decode(errors="replace").rstrip("\r\n")
    return repr(text if len(text) <= SHOWN else text[:SHOWN] + "…")
