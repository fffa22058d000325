"""Verifies that a webhook came from the service, unchanged.

It needs the raw bytes: a body that was parsed and serialised again has others. No secret ever
appears in an error.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Callable, Dict, Mapping, Optional, Sequence, Union

_MESSAGES = {
    "missing_headers": "the headers of a signature are missing or not complete",
    "timestamp_out_of_tolerance": "the time of the signature is too far from now",
    "signature_mismatch": "no signature matches the body",
    "invalid_body": "the body is no event",
}

_PREFIX = "whsec_"
#: A sender may sign with a few secrets; further signatures are ignored.
_SIGNATURES_MAX = 16
#: What Standard Webhooks allows in a secret.
_KEY_BYTES_MIN = 24
_KEY_BYTES_MAX = 64

Body = Union[str, bytes]
Secrets = Union[str, Sequence[str]]


class WebhookVerificationError(Exception):
    """A webhook that failed verification. ``status`` is the response to send."""

    def __init__(self, code: str) -> None:
        super().__init__(_MESSAGES[code])
        self.code = code
        self.status = 400 if code in ("missing_headers", "invalid_body") else 401


def _key_of(secret: str) -> bytes:
    key = b""
    if isinstance(secret, str) and secret.startswith(_PREFIX):
        text = secret[len(_PREFIX) :]
        try:
            key = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
        except (binascii.Error, ValueError):
            key = b""
    # Anybody could sign with an empty or short key.
    if not _KEY_BYTES_MIN <= len(key) <= _KEY_BYTES_MAX:
        raise ValueError("a webhook secret is whsec_ and base64 of 24 to 64 bytes")
    return key


def _bytes(body: Body) -> bytes:
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    if isinstance(body, str):
        return body.encode()
    raise TypeError("raw_body must be the body as it came, not parsed")


def _standard(secret: str, event_id: str, timestamp: str, body: bytes) -> str:
    signed = f"{event_id}.{timestamp}.".encode() + body
    digest = hmac.new(_key_of(secret), signed, hashlib.sha256).digest()
    return "v1," + base64.b64encode(digest).decode()


def _service(secret: str, body: bytes) -> str:
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


def _header(headers: Mapping[str, Any], name: str) -> Optional[str]:
    for key, value in headers.items():
        if key.lower() == name:
            return value[0] if isinstance(value, (list, tuple)) and value else value
    return None


def _list(secret: Secrets) -> Sequence[str]:
    return [secret] if isinstance(secret, str) else list(secret)


def sign_webhook(
    event_id: str, body: Body, secret: Secrets, timestamp_s: Optional[int] = None
) -> Dict[str, str]:
    """The headers that a delivery of this body has: for tests of a receiver."""
    secrets, raw = _list(secret), _bytes(body)
    timestamp = str(int(time.time()) if timestamp_s is None else timestamp_s)
    return {
        "content-type": "application/json",
        "X-Service-Event-Id": event_id,
        "X-Service-Signature": _service(secrets[0], raw),
        "webhook-id": event_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": " ".join(_standard(each, event_id, timestamp, raw) for each in secrets),
    }


def _check(
    headers: Mapping[str, Any],
    body: bytes,
    secrets: Sequence[str],
    tolerance_s: float,
    require_timestamp: bool,
    now_s: float,
) -> Optional[str]:
    signatures = _header(headers, "webhook-signature")
    if signatures is not None:
        event_id = _header(headers, "webhook-id")
        timestamp = _header(headers, "webhook-timestamp")
        if event_id is None or not re.fullmatch(r"[0-9]{1,12}", timestamp or ""):
            return "missing_headers"
        timestamp = str(timestamp)
        if abs(now_s - int(timestamp)) > tolerance_s:
            return "timestamp_out_of_tolerance"
        there = signatures.split(" ")[:_SIGNATURES_MAX]
        expected = [_standard(secret, event_id, timestamp, body) for secret in secrets]
        holds = any(_same(one, other) for one in expected for other in there)
        return None if holds else "signature_mismatch"
    signature = _header(headers, "x-service-signature")
    if signature is None or require_timestamp:
        return "missing_headers"
    holds = any(_same(_service(secret, body), signature) for secret in secrets)
    return None if holds else "signature_mismatch"


def verify_webhook(
    headers: Mapping[str, Any],
    raw_body: Body,
    secret: Secrets,
    *,
    tolerance_s: float = 300,
    require_timestamp: bool = False,
    now: Callable[[], float] = time.time,
) -> Dict[str, Any]:
    """The event of a delivery, once a signature proves it; ``raw_body`` is the body as it came.

    The three headers of Standard Webhooks are checked where they came, and their time with them;
    else ``X-Service-Signature``, which has no time in it: ``require_timestamp`` refuses it alone.
    Several secrets may be given, for the time after a rotation.

    Raises ``WebhookVerificationError``, and ValueError or TypeError for a secret or body of the
    wrong form. A delivery can repeat: de-duplicate by the event's ``id``.
    """
    secrets, body = _list(secret), _bytes(raw_body)
    # Checked before the request: a wrong setting must not look like a bad request.
    for each in secrets:
        _key_of(each)
    problem = _check(headers, body, secrets, tolerance_s, require_timestamp, now())
    if problem is not None:
        raise WebhookVerificationError(problem)
    try:
        event = json.loads(body)
    except ValueError:
        event = None
    if not isinstance(event, dict) or "id" not in event or "type" not in event:
        raise WebhookVerificationError("invalid_body")
    return event
