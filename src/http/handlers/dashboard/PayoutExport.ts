/** Payouts as a CSV file. */
import * as Money from "../../../domain/money/Money.ts"
import * as Network from "../../../domain/Network.ts"
import type * as Payout from "../../../domain/payout/Payout.ts"
import * as CsvText from "../../../usecases/CsvText.ts"
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

export const csv = (payouts: ReadonlyArray<Payout.Payout>): string =>
  CsvText.of(
    columns.map(([name]) => name),
    payouts.map((payout) => columns.map(([, of]) => of(payout)))
  )
