"""Other engines, each in its own environment, that play random games for comparison.

An environment is a folder with the name of the peer. Its Python runs `lines.py`, which speaks JSON lines: it
says what it can measure, then plays as many decisions as it is asked to and answers with the processor time.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Literal, TypeVar

import msgspec
import platformdirs

from rooftop.errors import RooftopError
from rooftop.game.decoding import decode_json

FOLDER = Path(__file__).parent
Line = TypeVar("Line", bound=msgspec.Struct)
Kind = Literal["python", "batch", "compiled", "search"]


class PeerError(RooftopError):
    """A peer is not installed, or does not answer."""


class Peer(msgspec.Struct, frozen=True):
    """A peer: the name of its environment, the program that plays it, and what it needs."""

    name: str
    program: str
    requirements: tuple[str, ...]


PEERS = (
    Peer("open-spiel", "play_open_spiel", ("open_spiel==2.0.2",)),
    Peer("catanatron", "play_catanatron", ("catanatron==3.2.1", "catanatron_gym==4.0.0")),
    Peer("rlcard", "play_rlcard", ("rlcard==1.2.0",)),
    Peer("pettingzoo", "play_pettingzoo", ("pettingzoo[classic]==1.27.0",)),
    Peer("pgx", "play_pgx", ("pgx==2.6.0", "jax[cpu]==0.10.2")),
)


class Measure(msgspec.Struct, frozen=True):
    """Something that a peer can measure. `observed`: every decision also computes an observation."""

    game: str
    kind: Kind
    observed: bool


class Hello(msgspec.Struct, frozen=True):
    """The first line of a peer."""

    version: str
    measures: list[Measure]


class Played(msgspec.Struct, frozen=True):
    """The answer of a peer: the decisions that it has made, and the seconds of processor time."""

    decisions: int
    seconds: float


def peers_folder() -> Path:
    return Path(platformdirs.user_cache_dir("rooftop")) / "peers"


def interpreter(folder: Path, peer: Peer) -> Path:
    return folder / peer.name / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def is_installed(folder: Path, peer: Peer) -> bool:
    """Whether the environment of a peer is complete and up to date."""
    try:
        return _installed(folder, peer).read_text(encoding="utf-8") == _needs(peer)
    except OSError:
        return False


def install(folder: Path, peer: Peer) -> None:
    """Create the environment of a peer, and replace an outdated or incomplete one. Raises PeerError if that
    fails."""
    python = interpreter(folder, peer)
    steps = [
        [sys.executable, "-m", "venv", "--clear", str(folder / peer.name)],
        [str(python), "-m", "pip", "install", "--quiet", *peer.requirements],
    ]
    for step in steps:
        done = subprocess.run(step, capture_output=True, text=True, check=False)
        if done.returncode:
            raise PeerError(f"{peer.name} cannot be installed: {_last_line(done.stderr)}")
    _installed(folder, peer).write_text(_needs(peer), encoding="utf-8")


def _installed(folder: Path, peer: Peer) -> Path:
    """The file that the installation writes at its end."""
    return folder / peer.name / "installed.txt"


def _needs(peer: Peer) -> str:
    return "".join(f"{name}\n" for name in peer.requirements)


class Program:
    """A running peer."""

    def __init__(self, peer: Peer, process: subprocess.Popen[bytes], complaints: IO[bytes]) -> None:
        self.peer = peer
        self._process = process
        self._complaints = complaints
        self.hello = self._read(Hello)

    def play(self, measure: int, decisions: int) -> Played:
        """Let it make at least this many decisions of one of its measures."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(b'{"measure": %d, "decisions": %d}\n' % (measure, decisions))
            self._process.stdin.flush()
        except OSError:
            raise self._ended() from None
        return self._read(Played)

    def _read(self, kind: type[Line]) -> Line:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise self._ended()
        try:
            return decode_json(line, kind)
        except msgspec.MsgspecError as error:
            raise PeerError(f"{self.peer.name} answers {line[:80]!r}: {error}") from None

    def _ended(self) -> PeerError:
        self._process.wait()
        self._complaints.seek(0)
        reason = _last_line(self._complaints.read().decode(errors="replace"))
        return PeerError(f"{self.peer.name} has ended: {reason}")


@contextmanager
def running(folder: Path, peer: Peer) -> Iterator[Program]:
    """Start a peer, and stop it at the end."""
    if not is_installed(folder, peer):
        raise PeerError(f"{peer.name} is not installed in {folder}: use --install")
    command = [str(interpreter(folder, peer)), str(FOLDER / "lines.py"), peer.program]
    with (
        tempfile.TemporaryFile() as complaints,
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=complaints
        ) as process,
    ):
        try:
            yield Program(peer, process, complaints)
        finally:
            process.kill()


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["no reason given"])[-1]
