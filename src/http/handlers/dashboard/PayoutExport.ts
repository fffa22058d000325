/**
 * Payouts as a CSV file (RFC 4180). A cell that a spreadsheet would run as a formula becomes text:
 * names and references are outside input, and spreadsheets run formulas in them.
 */
import * as Money from "../../../domain/money/Money.ts"
import * as Network from "../../../domain/Network.ts"
import type * as Payout from "../../../domain/payout/Payout.ts"
import * as Serializers from "../../Serializers.ts"

const columns: ReadonlyArray<readonly [string, (payout: Payout.Payout) => string | null]> = [
  ["payout_id", ({ id }) => id],
  ["created_at", ({ createdAt }) => Serializers.instant(createdAt)],
  ["status", ({ status }) => status],
  ["source_amount_usdc", ({ sourceAmount }) => Money.formatUsdc(sourceAmount)],
  [
    "target_amount",
    ({ currency, targetAmount }) => String(Money.toJson(targetAmount, Network.decimals(currency)))
  ],
  ["target_currency", ({ currency }) => currency],
  ["exchange_rate", ({ rate }) => String(Money.toJson(rate, 6))],
  ["recipient_name", ({ name }) => name],
  ["recipient_phone", ({ phone }) => phone],
  ["network", ({ network }) => network],
  ["batch_id", ({ batchId }) => batchId],
  ["reference", ({ reference }) => reference],
  ["provider_reference", ({ providerReference }) => providerReference],
  ["settled_at", ({ settledAt }) => (settledAt === null ? null : Serializers.instant(settledAt))],
  ["failure_reason", ({ failureReason }) => failureReason]
]

/**
 * The beginning of a formula for a spreadsheet: at the beginning of a cell, and behind a semicolon
 * or tab, which separate cells where commas do not.
 */
const formula = /(^|[;\t])(\s*)([=+\-@])/g

/** A phone number is text too: its plus makes it a formula, and a spreadsheet drops the plus. */
const cell = (value: string | null): string =>
  `"${(value ?? "").replace(formula, "$1$2'$3").replaceAll('"', '""')}"`

export const csv = (payouts: ReadonlyArray<Payout.Payout>): string => {
  const rows = payouts.map((payout) => columns.map(([, of]) => cell(of(payout))).join(","))
  return `${[columns.map(([name]) => cell(name)).join(","), ...rows].join("\r\n")}\r\n`
}
