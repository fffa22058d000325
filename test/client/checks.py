"""What the tests of the Python client run: a function by its name, which prints JSON."""

import json
import os
import sys

from payout_service import (
    Options,
    PayoutClient,
    PayoutError,
    WebhookVerificationError,
    sign_webhook,
    verify_webhook,
)

LOCK = {"source_amount_usdc": 25, "target_currency": "UGX"}
waits = []


def client(**options):
    key = os.environ["PAYOUT_API_KEY"]
    return PayoutClient(os.environ["PAYOUT_URL"], api_key=key, sleep=waits.append, **options)


def failure(call):
    try:
        call()
    except PayoutError as error:
        names = ["code", "status", "errors", "request_id", "idempotency_key"]
        return {"message": str(error), **{name: getattr(error, name) for name in names}}
    raise AssertionError("it succeeded")


def lock():
    """A quote, whatever happens on the way."""
    responses = []
    options = Options(on_response=responses.append)
    quote = client().quotes.create(**LOCK, options=options)
    return {"quote_id": quote["quote_id"], "replayed": responses[0].is_replayed, "waits": waits}


def rates():
    """The error of one attempt. A second word shortens the timeout, for a response that never comes."""
    timeout = {"timeout_s": float(sys.argv[2])} if len(sys.argv) > 2 else {}
    return failure(lambda: client(retries_max=0, **timeout).rates.list())


def refused():
    api = client()
    wrong = {"quote_id": "", "recipient_phone": "0770", "network": "MTN_UG"}
    return {
        "fields": failure(lambda: api.payouts.create(**wrong)),
        "missing": failure(lambda: api.payouts.get("po_nothing")),
        "escaped": failure(lambda: api.payouts.get("../quotes?x=1#y")),
        "shown": repr(api) + repr(vars(api)),
    }


def paid():
    """Ids of five payouts as they were made, and as the list gives them, two on a page."""
    api = client()
    made = []
    for _ in range(5):
        quote = api.quotes.create(**LOCK)
        recipient = {"recipient_phone": "+256770000001", "network": "MTN_UG"}
        made.insert(0, api.payouts.create(quote_id=quote["quote_id"], **recipient)["payout_id"])
    listed = [payout["payout_id"] for payout in api.payouts.all(limit=2)]
    csv = "phone,network,amount_usdc,name,idempotency_key\n+256770000001,MTN_UG,7,Zoë,file-1\n"
    batch = api.batches.submit_csv(csv, name="Août", funding="deposit")
    page = api.payouts.list(limit=2)
    found = api.batches.list(search="aout", created_to=batch["created_at"])
    return {
        **{"made": made, "listed": listed, "rows": batch["total"], "page": len(page["data"])},
        "names": [each["name"] for each in found["data"]],
    }


def statement():
    """The balance, and its statement of a day as JSON and as two files."""
    api = client()
    days = {"from_": sys.argv[2], "to": sys.argv[2]}
    whole = api.balance.statement.get(**days)
    formats = ["csv", "camt053"]
    files = [api.balance.statement.file(**days, format=each) for each in formats]
    return {
        "available": api.balance.get()["available_usdc"],
        "movements": len(whole["movements"]),
        "files": files,
    }


def code(headers, body, secret, **options):
    try:
        return verify_webhook(headers, body, secret, **options)["type"]
    except WebhookVerificationError as error:
        return [error.code, error.status]


def webhook():
    """A delivery as it came, and as it must not come."""
    given = json.loads(sys.argv[2])
    headers, body, secret = given["headers"], given["body"], given["secret"]
    other = "whsec_" + "A" * 43 + "="
    at = int(headers["webhook-timestamp"])
    alone = {"X-Service-Signature": headers["x-service-signature"]}
    signed = sign_webhook("evt_1", body, [other, secret], at)
    return {
        "whole": code(headers, body, secret),
        "bytes": code(headers, body.encode(), [other, secret]),
        "alone": code(alone, body, secret),
        "signed": code(signed, body, secret, now=lambda: at),
        "strict": code(alone, body, secret, require_timestamp=True),
        "changed": code(headers, body + " ", secret),
        "foreign": code(headers, body, other),
        "edge": code(headers, body, secret, now=lambda: at + 300),
        "late": code(headers, body, secret, now=lambda: at + 301),
        "bare": code({}, body, secret),
        "text": code(sign_webhook("evt_1", "[]", secret), "[]", secret),
    }


print(json.dumps(globals()[sys.argv[1]]()))
