"""A connection between two processes: length-prefixed messages, after both sides have proved that they know
the shared secret. Nothing is encrypted, so use it on one machine or in a private network."""

from __future__ import annotations

import asyncio
import hmac
import struct
from collections.abc import AsyncIterator

import msgspec

from rooftop.server.processes import messages
from rooftop.server.processes.messages import Challenge, Hello, Message, Proof
from rooftop.server.system import System

HEAD = struct.Struct("<I")  # the length of what follows
SHORT, LONG = 1024, 64 * 2**20  # bytes of a message, before and after the proof
GREETING_SECONDS = 3.0
NONCE = 32  # bytes

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(messages.Any).decode


class PeerConnectionError(Exception):
    """The other process cannot be reached, or is not the one that was wanted."""


class PeerConnection:
    """An open connection to another process."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self.peer = ""  # the id of the other process, once it has proved itself
        self.closed = False

    def send(self, message: Message) -> None:
        """Send a message without waiting for its arrival."""
        if not self.closed:
            data = _encode(message)
            self._writer.write(HEAD.pack(len(data)) + data)

    async def drain(self) -> None:
        """Wait until the connection accepts more, after a large message."""
        try:
            await self._writer.drain()
        except OSError as error:
            raise PeerConnectionError(str(error)) from None

    async def receive(self, most: int = LONG) -> messages.Any:
        """Return the next message. Raises PeerConnectionError at the end."""
        try:
            (length,) = HEAD.unpack(await self._reader.readexactly(HEAD.size))
            if length > most:
                raise PeerConnectionError("a message is too long")
            message: messages.Any = _decode(await self._reader.readexactly(length))
            return message
        except (OSError, EOFError) as error:
            raise PeerConnectionError(f"the connection ended: {error}") from None
        except msgspec.MsgspecError as error:
            raise PeerConnectionError(f"not a message: {error}") from None

    async def messages(self) -> AsyncIterator[messages.Any]:
        """Yield messages until the connection ends."""
        while True:
            try:
                yield await self.receive()
            except PeerConnectionError:
                return

    def close(self) -> None:
        self.closed = True
        self._writer.close()


async def dial(address: str, secret: bytes, me: str, to: str, system: System) -> PeerConnection:
    """Connect to a process. Raises PeerConnectionError."""
    host, _, port = address.rpartition(":")
    connection: PeerConnection | None = None
    try:
        async with asyncio.timeout(GREETING_SECONDS):
            connection = PeerConnection(*await asyncio.open_connection(host.strip("[]"), int(port)))
            mine = system.token_bytes(NONCE)
            connection.send(Hello(me, to, mine))
            challenge = await connection.receive(SHORT)
            if not isinstance(challenge, Challenge):
                raise PeerConnectionError("no challenge")
            connection.send(Proof(_proof(secret, "dialled", mine, challenge.nonce, me, to)))
            answer = await connection.receive(SHORT)
            wanted = _proof(secret, "answered", mine, challenge.nonce, me, to)
            if not isinstance(answer, Proof) or not hmac.compare_digest(answer.proof, wanted):
                raise PeerConnectionError("the other process does not know the secret")
            connection.peer = to
            return connection
    except (OSError, TimeoutError, PeerConnectionError) as error:
        if connection is not None:
            connection.close()
        raise PeerConnectionError(f"process {to} at {address}: {error or type(error).__name__}") from None


async def answer(connection: PeerConnection, secret: bytes, me: str, system: System) -> None:
    """Accept a caller that knows the secret and wants this process. Raises PeerConnectionError."""
    try:
        async with asyncio.timeout(GREETING_SECONDS):
            hello = await connection.receive(SHORT)
            if not isinstance(hello, Hello) or hello.to != me:
                raise PeerConnectionError("another process was wanted")
            mine = system.token_bytes(NONCE)
            connection.send(Challenge(mine))
            proof = await connection.receive(SHORT)
            wanted = _proof(secret, "dialled", hello.nonce, mine, hello.process, me)
            if not isinstance(proof, Proof) or not hmac.compare_digest(proof.proof, wanted):
                raise PeerConnectionError("the other side does not know the secret")
            connection.send(Proof(_proof(secret, "answered", hello.nonce, mine, hello.process, me)))
            connection.peer = hello.process
    except TimeoutError:
        raise PeerConnectionError("the other side says nothing") from None


def _proof(secret: bytes, role: str, dialler: bytes, answerer: bytes, who: str, whom: str) -> bytes:
    said = " ".join((role, dialler.hex(), answerer.hex(), who, whom))
    return hmac.digest(secret, said.encode(), "sha256")
