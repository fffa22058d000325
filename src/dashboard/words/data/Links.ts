/** What an id is of, by its prefix. */
export const kinds: Readonly<Record<string, string>> = {
  po: "Payout",
  bt: "Batch",
  bk: "Bulk batch",
  qt: "Quote",
  ben: "Beneficiary",
  we: "Webhook endpoint",
  evt: "Event",
  dlv: "Delivery",
  req: "Request",
  acct: "Account",
  key: "API key",
  usr: "Person",
  inv: "Invitation"
}
