"""One call over HTTP: its attempts, their timeouts, and which failures are retried.

A POST has the same idempotency key on each attempt, so an attempt whose response was lost takes
effect once. A refusal (4xx) is never retried.
"""

from __future__ import annotations

import http.client
import json
import random
import re
import socket
import ssl
import time
import uuid
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Mapping, Optional, Tuple
from urllib.parse import quote, urlencode, urlsplit

from .problem import PayoutError


class _Unset:
    """The type of ``UNSET``: an argument that was not given, while None is sent as null."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Any = _Unset()

_RETRIED = (429, 502, 503, 504)
_RETRY_DELAY_MAX_S = 8.0
#: A longer ``Retry-After`` ends the call: rate windows have 60 s.
_RETRY_AFTER_MAX_S = 90
_CHUNK_BYTES = 65_536


@dataclass(frozen=True)
class Response:
    """Status and headers of a response, with names in lower case."""

    status: int
    headers: Mapping[str, str]

    @property
    def request_id(self) -> Optional[str]:
        return self.headers.get("x-request-id")

    @property
    def is_replayed(self) -> bool:
        """Whether this is the stored response to an earlier request with the same key."""
        return self.headers.get("idempotent-replayed") == "true"


@dataclass(frozen=True)
class Options:
    """Options of one call."""

    #: Of a POST; a random one is made where none is given.
    idempotency_key: Optional[str] = None
    timeout_s: Optional[float] = None
    retries_max: Optional[int] = None
    #: Is called with the response of a successful call.
    on_response: Optional[Callable[[Response], None]] = None


@dataclass(frozen=True)
class Settings:
    """Options of a client."""

    base_url: str
    # A representation of it must not show the key.
    api_key: Optional[str] = field(default=None, repr=False)
    timeout_s: float = 30.0
    retries_max: int = 3
    retry_delay_s: float = 0.5
    ssl_context: Optional[ssl.SSLContext] = field(default=None, repr=False)
    sleep: Callable[[float], None] = field(default=time.sleep, repr=False)


@dataclass(frozen=True)
class File:
    """A CSV file, sent as a form, with the name and the funding of its batch."""

    content: bytes
    name: Optional[str] = None
    funding: Optional[str] = None


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    query: Optional[Mapping[str, Any]] = None
    body: Any = UNSET
    #: Whether the response is text, such as a CSV file.
    is_text: bool = False


def segment(value: str) -> str:
    """A part of a path; one that would lead elsewhere is refused."""
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise ValueError(f"an id must be a text that is not empty, got {value!r}")
    return quote(value, safe="")


def given(**values: Any) -> Dict[str, Any]:
    """The arguments that were given; a trailing underscore keeps a name apart from a keyword."""
    return {name.rstrip("_"): value for name, value in values.items() if value is not UNSET}


def _text(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _multipart(file: File) -> Tuple[str, bytes]:
    boundary = uuid.uuid4().hex
    texts = "".join(
        f"--{boundary}\r\n"
        f'Content-Disposition: form-data; name="{field}"\r\n\r\n{text}\r\n'
        for field, text in (("name", file.name), ("funding", file.funding))
        if text is not None
    )
    head = (
        f"{texts}--{boundary}\r\n"
        'Content-Disposition: form-data; name="file"; filename="payouts.csv"\r\n'
        "Content-Type: text/csv\r\n\r\n"
    ).encode()
    return f"multipart/form-data; boundary={boundary}", head + file.content + f"\r\n--{boundary}--\r\n".encode()


@dataclass(frozen=True)
class _Prepared:
    """The request of every attempt of a call."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: Optional[bytes]
    idempotency_key: Optional[str]


def _prepare(settings: Settings, request: Request, options: Options) -> _Prepared:
    in_body = request.body.get("idempotency_key") if isinstance(request.body, dict) else None
    key = None
    if request.method == "POST":
        key = options.idempotency_key or in_body or str(uuid.uuid4())
    headers = {"accept": "*/*" if request.is_text else "application/json"}
    if settings.api_key is not None:
        headers["authorization"] = f"Bearer {settings.api_key}"
    if key is not None and key != in_body:
        if not re.fullmatch(r"[\x20-\x7e]+", key):
            raise ValueError("an idempotency key that is no ASCII text belongs into the body")
        headers["idempotency-key"] = key
    body: Optional[bytes] = None
    if isinstance(request.body, File):
        headers["content-type"], body = _multipart(request.body)
    elif request.body is not UNSET:
        headers["content-type"] = "application/json"
        body = json.dumps(request.body, allow_nan=False).encode()
    query = {k: _text(v) for k, v in (request.query or {}).items() if v is not None}
    target = urlsplit(settings.base_url).path.rstrip("/") + request.path
    if query:
        target += "?" + urlencode(query)
    return _Prepared(request.method, target, headers, body, key)


def _connection(settings: Settings, timeout_s: float) -> http.client.HTTPConnection:
    url = urlsplit(settings.base_url)
    if url.scheme == "https":
        context = settings.ssl_context or ssl.create_default_context()
        return http.client.HTTPSConnection(
            url.hostname or "", url.port, timeout=timeout_s, context=context
        )
    return http.client.HTTPConnection(url.hostname or "", url.port, timeout=timeout_s)


def _exchange(settings: Settings, prepared: _Prepared, timeout_s: float) -> Tuple[Response, bytes]:
    """One attempt; its timeout is for the whole response, not for each read."""
    ends = time.monotonic() + timeout_s
    connection = _connection(settings, timeout_s)
    try:
        connection.request(
            prepared.method, prepared.target, body=prepared.body, headers=dict(prepared.headers)
        )
        # The response takes the socket over, so it is kept here to set its timeout.
        wire = connection.sock

        def wait() -> None:
            left = ends - time.monotonic()
            if left <= 0:
                raise socket.timeout("no response in time")
            wire.settimeout(left)

        wait()
        answer = connection.getresponse()
        chunks = []
        while True:
            wait()
            chunk = answer.read1(_CHUNK_BYTES)
            if not chunk:
                break
            chunks.append(chunk)
        if answer.length:
            raise http.client.IncompleteRead(b"", answer.length)
        headers = {name.lower(): value for name, value in answer.getheaders()}
        return Response(answer.status, headers), b"".join(chunks)
    finally:
        connection.close()


def _parse(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return UNSET


def _refused(response: Response, text: bytes, key: Optional[str]) -> PayoutError:
    known = _parse(text)
    if not isinstance(known, dict) or not isinstance(known.get("error"), str):
        known = {}
    return PayoutError(
        known.get("message") or f"The response is {response.status}.",
        known.get("error") or f"HTTP_{response.status}",
        status=response.status,
        errors=known.get("errors"),
        request_id=response.request_id,
        doc_url=known.get("doc_url"),
        idempotency_key=key,
    )


def _retry_after_s(response: Optional[Response]) -> int:
    seconds = "" if response is None else response.headers.get("retry-after", "")
    return int(seconds) if re.fullmatch(r"[0-9]{1,9}", seconds) else 0


def _backoff_s(base: float, retries: int) -> float:
    """Half of the delay is random, so that clients that failed together do not retry together."""
    return min(base * 2**retries, _RETRY_DELAY_MAX_S) * (0.5 + random.random() / 2)


class Transport:
    def __init__(self, settings: Settings) -> None:
        url = urlsplit(settings.base_url)
        if url.scheme not in ("http", "https") or not url.hostname:
            raise ValueError(f"base_url must be a URL, got {settings.base_url!r}")
        self._settings = settings

    def send(self, request: Request, options: Optional[Options] = None) -> Any:
        """Sends until a response is final. Raises ``PayoutError``."""
        settings, options = self._settings, options or Options()
        prepared = _prepare(settings, request, options)
        key = prepared.idempotency_key
        timeout_s = settings.timeout_s if options.timeout_s is None else options.timeout_s
        retries_max = settings.retries_max if options.retries_max is None else options.retries_max
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(settings.base_url))
        retries = 0
        while True:
            response: Optional[Response] = None
            cause: Optional[Exception] = None
            try:
                response, text = _exchange(settings, prepared, timeout_s)
            except socket.timeout as timeout:
                cause = timeout
                message, code = f"{origin} did not respond in time.", "TIMEOUT"
                error = PayoutError(message, code, idempotency_key=key)
            except (OSError, http.client.HTTPException) as lost:
                cause = lost
                message, code = f"{origin} did not respond.", "CONNECTION_FAILED"
                error = PayoutError(message, code, idempotency_key=key)
            else:
                if 200 <= response.status < 300:
                    return self._answer(request, response, text, prepared, options)
                error = _refused(response, text, key)
                if response.status not in _RETRIED:
                    raise error
            after_s = _retry_after_s(response)
            if retries >= retries_max or after_s > _RETRY_AFTER_MAX_S:
                raise error from cause
            settings.sleep(after_s + _backoff_s(settings.retry_delay_s, retries))
            retries += 1

    @staticmethod
    def _answer(
        request: Request, response: Response, text: bytes, prepared: _Prepared, options: Options
    ) -> Any:
        data = text.decode() if request.is_text else _parse(text)
        if data is UNSET:
            raise PayoutError(
                "The response is not JSON.",
                "INVALID_RESPONSE",
                status=response.status,
                request_id=response.request_id,
                idempotency_key=prepared.idempotency_key,
            )
        if options.on_response is not None:
            options.on_response(response)
        return data
