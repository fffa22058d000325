/** The command that gets an account's first quote, at the address of the page. */

export const command = (origin: string): string =>
  `curl -s ${origin}/v1/quotes \\
  -H "Authorization: Bearer $PAYOUT_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"source_amount_usdc": 25, "target_currency": "UGX", "idempotency_key": "first-quote"}'`
