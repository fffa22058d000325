/** Payouts as a CSV file. */
import * as ForeignDeposit from "../../domain/money/ForeignDeposit.ts"
import * as Money from "../../domain/money/Money.ts"
import * as Network from "../../domain/Network.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as Refund from "../../domain/refund/Refund.ts"
import * as CsvText from "../../usecases/CsvText.ts"
import * as Instants from "../contract/Instants.ts"

/** A plain number with the decimals of its currency, as in every other file. */
const amount = (units: number, decimals: number): string =>
  Money.toJson(units, decimals).toFixed(decimals)

const usdc = (units: Money.Micro): string => amount(units, 6)

/** The latest refund in USDC of the service's own chain. */
const latestRefund = ({ refunds }: Payout.Payout) => Refund.own(refunds).at(-1)

/** All refunds on other chains or in other tokens. */
const foreignRefunds = ({ refunds }: Payout.Payout): string | null => {
  const texts = refunds.flatMap(({ asset, status, txHash }) =>
    asset === undefined
      ? []
      : [[ForeignDeposit.text(asset), status, ...(txHash === null ? [] : [txHash])].join(" ")]
  )
  return texts.length === 0 ? null : texts.join("; ")
}

const columns: ReadonlyArray<
  readonly [string, (payout: Payout.Payout) => string | null | undefined]
> = [
  ["payout_id", ({ id }) => id],
  ["created_at", ({ createdAt }) => Instants.instant(createdAt)],
  ["status", ({ status }) => status],
  ["source_amount_usdc", ({ sourceAmount }) => usdc(sourceAmount)],
  ["fee_usdc", ({ sourceAmount, spread }) => usdc(Money.costOfSpread(sourceAmount, spread))],
  [
    "target_amount",
    ({ currency, targetAmount }) => amount(targetAmount, Network.decimals(currency))
  ],
  ["target_currency", ({ currency }) => currency],
  ["exchange_rate", ({ rate }) => String(Money.toJson(rate, 6))],
  [
    "mid_market_rate",
    ({ rate, spread }) => String(Money.toJson(Money.beforeSpread(rate, spread), 6))
  ],
  ["recipient_name", ({ name }) => name],
  ["recipient_phone", ({ phone }) => phone],
  ["network", ({ network }) => network],
  ["batch_id", ({ batchId }) => batchId],
  ["reference", ({ reference }) => reference],
  ["provider_reference", ({ providerReference }) => providerReference],
  ["settled_at", ({ settledAt }) => (settledAt === null ? null : Instants.instant(settledAt))],
  ["failure_reason", ({ failureReason }) => failureReason],
  ["refund_usdc", (payout) => latestRefund(payout) && usdc(latestRefund(payout)?.amount ?? 0)],
  ["refund_status", (payout) => latestRefund(payout)?.status ?? null],
  ["refund_tx_hash", (payout) => latestRefund(payout)?.txHash ?? null],
  ["foreign_refunds", foreignRefunds]
]

export const csv = (payouts: ReadonlyArray<Payout.Payout>): string =>
  CsvText.of(
    columns.map(([name]) => name),
    payouts.map((payout) => columns.map(([, of]) => of(payout) ?? null))
  )
