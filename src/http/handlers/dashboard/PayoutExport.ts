/**
 * Payouts as a CSV file (RFC 4180). A cell that a spreadsheet would run as a formula is made text:
 * names and references come from strangers, and the file is opened by people who trust it.
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
 * What spreadsheets take for the beginning of a formula: at the beginning of a cell, and behind
 * what separates cells where they are not separated by commas.
 */
const formula = /(^|[;\t])(\s*)([=+\-@])/g

/** A phone number begins with a plus and is no formula, but a spreadsheet makes a number of it. */
const cell = (value: string | null): string =>
  `"${(value ?? "").replace(formula, "$1$2'$3").replaceAll('"', '""')}"`

export const csv = (payouts: ReadonlyArray<Payout.Payout>): string => {
  const rows = payouts.map((payout) => columns.map(([, of]) => cell(of(payout))).join(","))
  return `${[columns.map(([name]) => cell(name)).join(","), ...rows].join("\r\n")}\r\n`
}
