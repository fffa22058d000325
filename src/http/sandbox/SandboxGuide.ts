/** Numbers and names with a fixed outcome in the sandbox, for the document. */

/** Recipient numbers, and the outcome of their payouts. */
const numbers: ReadonlyArray<readonly [number: string, outcome: string]> = [
  ["+256770000001", "SETTLED after 1 to 3 minutes (MTN Uganda)"],
  ["+256770000002", "SETTLED after about 5 minutes (MTN Uganda)"],
  ["+256770000003", "FAILED at once, `insufficient_balance`"],
  ["+256770000004", "FAILED at once, `invalid_recipient`"],
  ["+256750000005", "SETTLED after 1 to 3 minutes (Airtel Uganda)"],
  ["any other", "SETTLED after 1 to 3 minutes"]
]

/** Values of `recipient_name`, and the state of their payouts. */
const names: ReadonlyArray<readonly [name: string, outcome: string]> = [
  ["SANDBOX HOLD", "COMPLIANCE_HOLD, until an operator decides"],
  ["SANDBOX REVERSE", "COMPLIANCE_HOLD, then REVERSED"],
  ["SANDBOX REVIEW", "MANUAL_REVIEW"],
  ["SANDBOX UNFUNDED", "AWAITING_FUNDS without a simulated deposit. Rows of batches are funded"]
]

const listed = (pairs: typeof numbers): string =>
  pairs.map(([given, outcome]) => `- \`${given}\`: ${outcome}`).join("\n")

/** Markdown, like the descriptions in OpenAPI. */
export const markdown =
  "The sandbox simulates a deposit 2 seconds after creation, and initiates the payout 3 seconds " +
  "later. A payout has at most 10,000 USDC. Some recipients have a fixed outcome.\n\n" +
  `Numbers:\n${listed(numbers)}\n\nNames (\`recipient_name\`):\n${listed(names)}`
