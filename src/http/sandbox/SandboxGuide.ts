/** Numbers and names with a fixed outcome in the sandbox, for the document. */

/** Recipient numbers, and the outcome of their payouts. */
const numbers: ReadonlyArray<readonly [number: string, outcome: string]> = [
  ["+256770000001", "MTN Uganda: SETTLED after 1 to 3 minutes"],
  ["+256770000002", "MTN Uganda: SETTLED after about 5 minutes"],
  ["+256770000003", "FAILED at once, `insufficient_balance`"],
  ["+256770000004", "FAILED at once, `invalid_recipient`"],
  ["+256750000005", "Airtel Uganda: SETTLED after 1 to 3 minutes"],
  ["any other", "SETTLED after 1 to 3 minutes"]
]

/** Values of `recipient_name`, and the state of their payouts. */
const names: ReadonlyArray<readonly [name: string, outcome: string]> = [
  ["SANDBOX HOLD", "COMPLIANCE_HOLD, until an operator decides"],
  ["SANDBOX REVERSE", "COMPLIANCE_HOLD, then REVERSED"],
  ["SANDBOX REVIEW", "MANUAL_REVIEW"],
  ["SANDBOX UNFUNDED", "AWAITING_FUNDS: no deposit comes by itself; rows of batches are funded"]
]

const listed = (pairs: typeof numbers): string =>
  pairs.map(([given, outcome]) => `- \`${given}\`: ${outcome}`).join("\n")

/** Markdown, like the descriptions in OpenAPI. */
export const markdown =
  "Deposits are simulated: one arrives 2 seconds after creation, and the payout is initiated " +
  "3 seconds later. At most 10,000 USDC a payout. Some recipients behave in a way of their own.\n\n" +
  `Numbers:\n${listed(numbers)}\n\nNames (\`recipient_name\`):\n${listed(names)}`
