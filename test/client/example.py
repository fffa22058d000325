"""Pays 25 USDC to a phone and waits until the money arrived."""

import os
import time

from payout_service import PayoutClient, PayoutError

client = PayoutClient(
    os.environ.get("PAYOUT_URL", "http://127.0.0.1:8080"),
    api_key=os.environ["PAYOUT_API_KEY"],
)

try:
    quote = client.quotes.create(source_amount_usdc=25, target_currency="UGX")
    created = client.payouts.create(
        quote_id=quote["quote_id"], recipient_phone="+256770000001", network="MTN_UG"
    )
    print(f"{created['payout_id']}: {created['message']}")
    payout = client.payouts.get(created["payout_id"])
    end = time.monotonic() + 600
    while payout["status"] not in ("SETTLED", "FAILED", "REVERSED"):
        if time.monotonic() > end:
            raise SystemExit(f"{payout['status']} after ten minutes: {payout['message']}")
        time.sleep(0.5)
        payout = client.payouts.get(created["payout_id"])
    print(f"{payout['status']}: {payout['target_amount_fiat']} {payout['target_currency']}")
except PayoutError as error:
    fields = [f"{each['field']}: {each['message']}" for each in error.errors]
    raise SystemExit(f"{error.code}: {error} {fields} ({error.request_id})")
