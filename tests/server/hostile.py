"""Frames that no page sends: all must be refused and change nothing."""

from __future__ import annotations

import base64
import json
import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Frame = dict[str, Any]

LONG = 4096  # maximum size of a frame in bytes
LONGEST = 65_536  # how much a socket accepts before it is closed
POISON: dict[str, list[Any]] = {
    "id": [None, 7, True, [], {}, "", "x" * 61, "a\0b", "a\nb", "\x7f", "\x9f"],
    "seen": [None, -1, 1_000_001, 10**30, 1.5, "1", True, [1], {}],
    "move": [None, 7, [], {}, "x" * 121, True],
    "count": [None, 0, 101, -1, 1.5, "1", 10**25, False],
    "seat": [None, -1, 4, 1.5, "0", [], 2**63],
    "bot": [None, "", "x" * 61, 1, "a\0b"],
    "agreed": ["yes", 1, None, []],
    "number": [None, -1, 1_000_001, "1", 1.5],
    "kind": [None, "shout", "", 1],
    "text": [None, 1, [], {}],
    "about": [-1, 1_000_001, "1", 1.5],
    "line": [None, -1, 1_000_001, "1"],
    "on": [None, "yes", 1],
    "before": [None, -1, 1_000_001, "1"],
    "type": [None, 7, "", "Play", "update", "done", "__class__", ["play"], "play\0", "x" * 3000],
}


@dataclass(frozen=True)
class Throw:
    """A message and the expected reply: a refusal or a confirmation with this id, or `pong`."""

    message: str | bytes
    kind: str = "refused"
    id: str = ""
    number: int | None = None  # for a confirmation: the entry that was stored earlier


@dataclass
class Aim:
    """A person at a table at which nobody moves. `seat` is -1 for spectators."""

    seat: int
    to_act: int
    number: int  # of log entries
    offers: list[str]  # of the seat to act
    done: list[tuple[int, Frame, int]] = field(default_factory=list)  # accepted commands: seat, frame, entry


class Thrower:
    """Generates hostile messages from a seed."""

    def __init__(self, aim: Aim, chance: random.Random) -> None:
        self.aim = aim
        self.chance = chance
        self.thrown = 0
        self.kinds: list[Callable[[], Throw]] = [
            self.noise, self.binary, self.not_json, self.torn, self.deep, self.poisoned, self.unknown_field,
            self.missing_field, self.too_long, self.watching if aim.seat < 0 else self.out_of_turn,
            self.nonsense, self.not_agreed, self.chat, self.pass_device, self.replay, self.foreign_replay,
        ]  # fmt: skip

    def next(self) -> Throw:
        self.thrown += 1
        return self.chance.choice(self.kinds)()

    # --- not a frame ---

    def noise(self) -> Throw:
        signs = "".join(
            chr(self.chance.choice([*range(128), 0xE9, 0x142, 0x1F3D9])) for _ in range(self.size())
        )
        return Throw("#" + signs)  # so it is not JSON

    def binary(self) -> Throw:
        frame = self.chance.choice([self.chance.randbytes(self.size()), json.dumps(self.frame()).encode()])
        return Throw(frame)

    def not_json(self) -> Throw:
        values: list[Any] = [
            None,
            True,
            3,
            -1.5,
            "play",
            [],
            ["play"],
            {},
            [[]],
            [self.frame()],
            {"play": self.frame()},
        ]
        words = [
            "",
            " ",
            "NaN",
            "Infinity",
            "nul",
            "\ufeff{}",
            "{}{}",
            "9" * 4000,
            '"\\ud800"',
            "'a'",
            "1e999",
        ]
        one = self.chance.randrange(len(values) + len(words))
        return Throw(json.dumps(values[one]) if one < len(values) else words[one - len(values)])

    def torn(self) -> Throw:
        """A frame that is truncated or lacks a character of its syntax."""
        text = json.dumps(self.frame())
        if self.chance.random() < 0.5:
            return Throw(text[: self.chance.randrange(len(text))])
        place = self.chance.choice([number for number, sign in enumerate(text) if sign in '{}"'])
        return Throw(text[:place] + text[place + 1 :])

    def deep(self) -> Throw:
        opening = self.chance.choice(["[", '{"a":', '{"type":', '[{"type":"play","move":'])
        return Throw(opening * (self.chance.randrange(1, LONG) // len(opening)))

    # --- almost a frame ---

    def poisoned(self) -> Throw:
        frame = self.frame()
        name = self.chance.choice(list(frame))
        frame[name] = self.chance.choice(POISON[name])
        return Throw(json.dumps(frame))

    def unknown_field(self) -> Throw:
        return Throw(json.dumps(self.frame() | {self.chance.choice(["more", "token", "", "Seen"]): 1}))

    def missing_field(self) -> Throw:
        frame = self.frame()
        needed = [name for name in frame if name not in ("count", "agreed", "about")]
        del frame[self.chance.choice(needed)]
        return Throw(json.dumps(frame))

    def too_long(self) -> Throw:
        text = json.dumps(self.frame())
        return Throw(text + " " * self.chance.randrange(LONG + 1 - len(text), LONGEST - len(text)))

    # --- a valid frame at the wrong time or place ---

    def watching(self) -> Throw:
        """Spectators cannot decide anything."""
        return self.sent(
            self.chance.choice([self.play, self.undo, self.redo, self.end, self.leave, self.level])()
        )

    def out_of_turn(self) -> Throw:
        frame = self.play() if self.chance.random() < 0.7 else self.redo()
        if self.aim.seat == self.aim.to_act:  # it may play, but only on the current update
            frame["seen"] = self.chance.choice([0, self.aim.number - 1, self.aim.number + 1, 1_000_000])
        return self.sent(frame)

    def nonsense(self) -> Throw:
        """A nonexistent move at the right time."""
        offer = self.chance.choice(self.aim.offers)
        moves = [
            "",
            " ",
            "0",
            "pass; pass",
            "'; DROP TABLE log; --",
            "a\u0000",
            "塔" * 40,
            offer + " x",
            "x" + offer,
        ]
        return self.sent(self.play() | {"move": self.chance.choice(moves)})

    def not_agreed(self) -> Throw:
        """A command that needs an absent player, a bot or a proposal."""
        seat = self.chance.randrange(4)
        kinds: list[Frame] = [
            {"type": "substitute", "seat": seat},
            {"type": "resume"},
            {"type": "end", "agreed": False},
            {"type": "level", "seat": seat, "bot": self.chance.choice(["master", "no such level"])},
        ]
        return self.sent(self.command() | self.chance.choice(kinds))

    def chat(self) -> Throw:
        said = {"type": "say", "kind": "text", "text": "x"}
        kinds: list[Frame] = [
            said | {"text": "x" * self.chance.randrange(301, 3000)},
            said | {"text": self.chance.choice(["", " ", "\u200b", "\n"])},
            said | {"kind": "phrase", "text": "no such phrase"},
            said | {"about": self.aim.number + 1},
            said | {"about": 0},
            {"type": "mute", "line": self.chance.choice([0, 999_999]), "on": True},
        ]
        return self.sent({"id": self.command()["id"]} | self.chance.choice(kinds))

    def pass_device(self) -> Throw:
        """Nobody gets another's view by claiming a seat. This has no reply, so the next frame is a ping."""
        return Throw(json.dumps({"type": "hold", "seat": self.chance.randrange(4)}), "silence")

    def replay(self) -> Throw:
        """A repeated command is confirmed again, whatever its other fields, and has no second effect."""
        own = [(frame, number) for seat, frame, number in self.aim.done if seat == self.aim.seat]
        if not own:
            return self.foreign_replay()
        frame, number = self.chance.choice(own)
        if self.chance.random() < 0.5:
            frame = frame | {"seen": self.aim.number, "move": self.chance.choice(self.aim.offers)}
        return Throw(json.dumps(frame), "done", frame["id"], number)

    def foreign_replay(self) -> Throw:
        others = [frame for seat, frame, _ in self.aim.done if seat != self.aim.seat]
        return self.sent(self.chance.choice(others))

    # --- parts ---

    def size(self) -> int:
        return self.chance.choice([self.chance.randrange(20), self.chance.randrange(1000), 900])

    def sent(self, frame: Frame) -> Throw:
        return Throw(json.dumps(frame), "refused", frame["id"])

    def frame(self) -> Frame:
        """A frame of any kind in the protocol."""
        known = {"id": self.command()["id"]}
        return self.chance.choice(
            [
                self.play(), self.undo(), self.redo(), self.end(), self.leave(), self.level(),
                self.command() | {"type": "substitute", "seat": 0}, self.command() | {"type": "resume"},
                {"type": "again", "number": 0}, {"type": "hold", "seat": 0},
                known | {"type": "say", "kind": "text", "text": "hello", "about": 1},
                known | {"type": "mute", "line": 1, "on": True},
                known | {"type": "earlier", "before": 1},
            ]
        )  # fmt: skip

    def command(self) -> Frame:
        return {"id": f"h{self.thrown}-{self.chance.getrandbits(32)}", "seen": self.aim.number}

    def play(self) -> Frame:
        return self.command() | {"type": "play", "move": self.chance.choice(self.aim.offers)}

    def undo(self) -> Frame:
        return self.command() | {"type": "undo", "count": 1}

    def redo(self) -> Frame:
        return self.command() | {"type": "redo", "count": 1}

    def end(self) -> Frame:
        return self.command() | {"type": "end", "agreed": True}

    def leave(self) -> Frame:
        return self.command() | {"type": "leave"}

    def level(self) -> Frame:
        return self.command() | {"type": "level", "seat": 1, "bot": "master"}


# --- below the frames --------------------------------------------------------------------------------------


def handshake(host: str, path: str, cookie: str) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
        f"Cookie: rooftop={cookie}\r\n\r\n"
    ).encode()


def broken_messages(payload: bytes, chance: random.Random) -> list[bytes]:
    """Bytes that violate the WebSocket protocol (RFC 6455, 7692), around an acceptable command."""

    def masked(head: int, body: bytes, length: int | None = None) -> bytes:
        mask, size = chance.randbytes(4), len(body) if length is None else length
        if size < 126:
            sizes = bytes([128 | size])
        elif size < 65_536:
            sizes = bytes([128 | 126]) + size.to_bytes(2, "big")
        else:
            sizes = bytes([128 | 127]) + size.to_bytes(8, "big")
        return bytes([head]) + sizes + mask + bytes(sign ^ mask[place % 4] for place, sign in enumerate(body))

    return [
        bytes([0x81, len(payload)]) + payload,  # not masked
        masked(0x83, payload),  # no such opcode
        masked(0x8F, payload),
        masked(0x91, payload),  # reserved bits
        masked(0xA1, payload),
        masked(0xC1, chance.randbytes(40)),  # not deflated
        masked(0x80, payload),  # the end of a message that was never started
        masked(0x01, payload[:5]) + masked(0x81, payload),  # a message within a message
        masked(0x09, payload),  # a fragmented ping
        masked(0x89, b"x" * 126),  # a ping that is too long
        masked(0x81, b'{"type":"\xff\xfe"}'),  # not UTF-8
        masked(0x81, b"\xed\xa0\x80"),
        masked(0x88, b"\x03"),  # half a close code
        masked(0x88, (1005).to_bytes(2, "big")),  # a close code that nobody may send
        masked(0x81, b" " * (LONGEST + 1)),
        masked(0x81, b"", 2**40),
        masked(0x81, b"", 2**63),
    ]
