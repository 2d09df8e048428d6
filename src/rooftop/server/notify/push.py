"""Web Push (RFC 8030, 8291, 8292): encrypted messages through the push service of a browser."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import time
from urllib.parse import urlsplit

import msgspec

from rooftop.errors import OptionError
from rooftop.server.notify.addresses import KEY_BYTES, decode_base64
from rooftop.server.notify.letters import Letter
from rooftop.server.notify.requests import Answer, Requests
from rooftop.server.protocol import Subscription

KEEP_SECONDS = 86400  # how long a push service keeps a message for a device that is off
VALID_SECONDS = 12 * 3600  # of a signature
SECRET_BYTES = 16


def subscription_id(subscription: Subscription) -> str:
    return hashlib.sha256(subscription.endpoint.encode()).hexdigest()


def check_subscription(subscription: Subscription) -> None:
    """Raise OptionError if messages cannot be encrypted for a subscription."""
    from cryptography.hazmat.primitives.asymmetric import ec

    keys = subscription.keys
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode_base64(keys.p256dh))
        if len(decode_base64(keys.auth)) != SECRET_BYTES:
            raise ValueError
    except ValueError:
        raise OptionError("the keys of this push subscription are damaged; subscribe again") from None


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def new_key() -> str:
    """Return a new private key for signatures (VAPID), 32 bytes in base64url."""
    from cryptography.hazmat.primitives.asymmetric import ec

    value = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _encoded(value.to_bytes(KEY_BYTES))


class Pusher:
    """Encrypts, signs and sends messages."""

    def __init__(self, key: str, contact: str, requests: Requests) -> None:
        self._key = key
        self.contact = contact
        self.requests = requests
        self.public_key = _public_key(key)

    async def send(self, subscription: Subscription, letter: Letter, icon: str) -> Answer:
        """Send a message to one browser."""
        payload = msgspec.json.encode(
            {
                "id": letter.id,
                "tag": letter.tag,
                "title": letter.heading,
                "body": letter.text,
                "lang": letter.language,
                "url": letter.path,
                "icon": icon,
            }
        )
        # Encrypting takes milliseconds, but the first call imports a large package.
        headers, body = await asyncio.to_thread(self._sealed, subscription, letter.tag, payload)
        return await self.requests.post(subscription.endpoint, headers, body)

    def _sealed(self, subscription: Subscription, tag: str, payload: bytes) -> tuple[dict[str, str], bytes]:
        from py_vapid import Vapid02
        from pywebpush import WebPusher

        place = urlsplit(subscription.endpoint)
        claims = {
            "sub": self.contact,
            "aud": f"https://{place.netloc}",
            "exp": int(time.time()) + VALID_SECONDS,
        }
        signature: dict[str, str] = Vapid02.from_raw(self._key.encode()).sign(claims)
        body: bytes = WebPusher(msgspec.to_builtins(subscription)).encode(payload)["body"]
        # A later message of the same topic replaces one that waits at the push service.
        topic = hashlib.sha256(tag.encode()).hexdigest()[:32]
        return {
            **signature,
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(KEEP_SECONDS),
            "urgency": "normal",
            "topic": topic,
        }, body


def _public_key(key: str) -> str:
    """Return the public key in the form that browsers want."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    private = ec.derive_private_key(int.from_bytes(decode_base64(key)), ec.SECP256R1())
    return _encoded(private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
