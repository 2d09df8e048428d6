"""Receivers of messages: a mail server, and an https server for push messages and webhooks."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import datetime
import email
import email.policy
import json
import ssl
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import http_ece
from aiosmtpd.smtp import SMTP
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from py_vapid import Vapid02

HOST = "push.example"


# --- mail --------------------------------------------------------------------------------------------------


class MailServer:
    """A mail server in this loop. `refuses` is its answer to a message, such as `451 later`. `received` has
    the raw bytes: mail programs read some headers without decoding them."""

    def __init__(self) -> None:
        self.mails: list[Any] = []
        self.received: list[bytes] = []
        self.refuses = ""
        self.port = 0

    async def handle_DATA(self, server, session, envelope) -> str:  # noqa: N802
        if self.refuses:
            return self.refuses
        self.received.append(envelope.content)
        self.mails.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return "250 OK"

    async def __aenter__(self) -> MailServer:
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: SMTP(self, loop=loop), "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"


# --- https -------------------------------------------------------------------------------------------------


def certificate(folder: Path, *names: str) -> Path:
    """Write a key and a self-signed certificate. Return the file with both."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0])])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return file


@dataclass
class Request:
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Endpoint:
    """An https server that records requests. `answer` is its whole response; then it repeats `forever`."""

    file: Path  # its certificate
    answer: bytes = b"HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n"
    forever: bytes = b""
    requests: list[Request] = field(default_factory=list)
    port: int = 0
    writers: list[asyncio.StreamWriter] = field(default_factory=list)
    is_silent: bool = False  # it does not even answer a TLS handshake

    async def __aenter__(self) -> Endpoint:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(self.file)
        self._server = await asyncio.start_server(
            self._serve, "127.0.0.1", 0, ssl=None if self.is_silent else tls
        )
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for writer in self.writers:
            writer.transport.abort()
        await asyncio.gather(*(writer.wait_closed() for writer in self.writers), return_exceptions=True)

    @property
    def connections(self) -> int:
        return len(self.writers)

    def status(self, status: int, *headers: str) -> None:
        lines = [f"HTTP/1.1 {status} x", "content-length: 0", *headers]
        self.answer = ("\r\n".join(lines) + "\r\n\r\n").encode()

    @property
    def listed(self) -> str:
        """The entry for the host's list that points here."""
        return f"{HOST}:{self.port}=127.0.0.1"

    def url(self, path: str = "/hook") -> str:
        return f"https://{HOST}:{self.port}{path}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writers.append(writer)
        with contextlib.suppress(OSError, EOFError):
            if self.is_silent:
                await reader.read()
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
            raw = dict(line.split(": ", 1) for line in head[1:] if line)
            headers |= {name.lower(): value for name, value in raw.items()}
            body = await reader.readexactly(int(headers["content-length"]))
            self.requests.append(Request(head[0].split()[1], headers, body))
            writer.write(self.answer)
            await writer.drain()
            while self.forever:
                writer.write(self.forever)
                await writer.drain()
        writer.transport.abort()


# --- a browser with push messages --------------------------------------------------------------------------


class Browser:
    """The keys of a browser, to read what is sent to its subscription."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"0123456789abcdef"

    @property
    def subscription(self) -> dict[str, Any]:
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": _text(point), "auth": _text(self._auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def read(self, request: Request) -> Any:
        """Check the signature of a push message, decrypt it, and return its JSON."""
        assert request.headers["content-encoding"] == "aes128gcm"
        assert Vapid02.verify(request.headers["authorization"])
        plain = http_ece.decrypt(
            request.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"
        )
        return json.loads(plain)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
