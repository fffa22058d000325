"""The client of the payout service: every operation of the API as a method, sent with retries."""

from __future__ import annotations

from typing import Any

from .operations import Operations
from .problem import PayoutError
from .transport import UNSET, Options, Response, Settings, Transport
from .version import __version__
from .webhook import WebhookVerificationError, sign_webhook, verify_webhook

__all__ = [
    "UNSET",
    "Options",
    "PayoutClient",
    "PayoutError",
    "Response",
    "WebhookVerificationError",
    "__version__",
    "sign_webhook",
    "verify_webhook",
]


class PayoutClient(Operations):
    """The client; it keeps no state but its options, and threads may share it.

    >>> client = PayoutClient("https://payouts.example.com", api_key=key)
    >>> quote = client.quotes.create(source_amount_usdc=25, target_currency="UGX")

    Further options: ``timeout_s`` of one attempt (30), ``retries_max`` (3), ``retry_delay_s``
    (0.5, doubled by each retry, with jitter), ``ssl_context``. Calls raise ``PayoutError``.
    """

    def __init__(self, base_url: str, **options: Any) -> None:
        super().__init__(Transport(Settings(base_url, **options)))
