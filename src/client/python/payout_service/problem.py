"""The error of a failed call. It never contains an API key or a request body."""

from __future__ import annotations

from typing import Any, List, Mapping, Optional


class PayoutError(Exception):
    """A call failed.

    ``code`` is the service's (``QUOTE_EXPIRED``, ``VALIDATION_ERROR``, ...), or one of ours:

    - ``CONNECTION_FAILED``, ``TIMEOUT``: there was no response, so a POST may have taken effect.
      Repeat it with the same ``idempotency_key``.
    - ``HTTP_502`` and the like: the response came from an intermediary.
    - ``INVALID_RESPONSE``: the response was not JSON.
    """

    def __init__(
        self,
        message: str,
        code: str,
        *,
        status: Optional[int] = None,
        errors: Optional[List[Mapping[str, Any]]] = None,
        request_id: Optional[str] = None,
        doc_url: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        #: The HTTP status; None without a response.
        self.status = status
        #: Every invalid field, with ``field``, ``code``, ``message``, and ``row`` in lists and files.
        self.errors: List[Mapping[str, Any]] = errors or []
        #: Identifies the request in the service's logs.
        self.request_id = request_id
        #: The page that explains the error and what to do.
        self.doc_url = doc_url
        #: The idempotency key of the POST, set or generated.
        self.idempotency_key = idempotency_key
