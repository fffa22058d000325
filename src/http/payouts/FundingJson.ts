/** Money of payouts and batches on the wire: amounts due, deposit addresses and refunds. */
import type * as Batches from "../../domain/batch/Batch.ts"
import type * as ForeignDeposit from "../../domain/money/ForeignDeposit.ts"
import * as Money from "../../domain/money/Money.ts"
import type * as Payouts from "../../domain/payout/Payout.ts"
import * as Refund from "../../domain/refund/Refund.ts"
import type * as Chain from "../../engine/ports/Chain.ts"
import * as ForeignAmounts from "../../usecases/ForeignAmounts.ts"
import * as Instants from "../contract/Instants.ts"

/** The instruction to pay the whole amount, or the part that is missing. `due` is not zero. */
export const instruction = (
  { chain }: Chain.Token,
  due: Money.Micro,
  received: Money.Micro,
  address: string
): string =>
  `${received === 0 ? "Send exactly" : "Send the remaining"} ${Money.formatUsdc(due)} USDC ` +
  `on ${chain} to ${address}.`

/** A payment link (EIP-681) without an amount: the token, its chain and the recipient. */
export const addressUri = ({ address, chainId }: Chain.Token, to: string): string =>
  `ethereum:${address}@${chainId}/transfer?address=${to}`

/** A payment link with the amount in micro-USDC. */
const paymentUri = (token: Chain.Token, to: string, due: Money.Micro): string =>
  `${addressUri(token, to)}&uint256=${due}`

/** Amount still to be paid, its currency and its deadline. */
export const payment = (
  token: Chain.Token,
  {
    depositAddress,
    fundingDeadline
  }: Pick<Payouts.Payout | Batches.Batch, "depositAddress" | "fundingDeadline">,
  received: Money.Micro,
  due: Money.Micro
) => ({
  amount_received_usdc: Money.toJson(received, 6),
  amount_due_usdc: Money.toJson(due, 6),
  funding_expires_at: Instants.instant(fundingDeadline),
  chain_id: token.chainId,
  token_address: token.address,
  payment_uri: due === 0 ? null : paymentUri(token, depositAddress, due)
})

/** Reasons for which production would refuse the request. */
export type Warnings = ReadonlyArray<{
  readonly row?: number
  readonly field: string
  readonly code: string
  readonly message: string
}>

export const warned = (warnings: Warnings) => (warnings.length === 0 ? {} : { warnings })

/** The rate, the rate before its spread, and the fee. */
export const price = ({ rate, sourceAmount, spread }: Payouts.Payout) => ({
  exchange_rate: Money.toJson(rate, 6),
  mid_market_rate: Money.toJson(Money.beforeSpread(rate, spread), 6),
  fee_usdc: Money.toJson(Money.costOfSpread(sourceAmount, spread), 6)
})

const refund = ({ address, amount, status, txHash }: Refund.Refund) => ({
  status,
  amount_usdc: Money.toJson(amount, 6),
  ...(address === null ? {} : { address }),
  ...(txHash === null ? {} : { tx_hash: txHash })
})

/** A refund that is due is `held` while it may not be sent. */
const statusOf = ({ status }: Refund.Refund, isKept: boolean) =>
  isKept && status === "due" ? ("held" as const) : status

const foreignRefund = (refund: Refund.Refund, asset: ForeignDeposit.Amount, isKept: boolean) => ({
  ...{ status: statusOf(refund, isKept), ...ForeignAmounts.json(asset) },
  ...(refund.address === null ? {} : { address: refund.address }),
  ...(refund.txHash === null ? {} : { tx_hash: refund.txHash })
})

/** The latest refund, and all refunds in foreign assets. `held`: due, and kept back. */
export const refunds = (
  { refundHold, refunds }: Pick<Payouts.Payout | Batches.Batch, "refunds" | "refundHold">,
  isFrozen = false
) => {
  const latest = Refund.own(refunds).at(-1)
  const isKept = refundHold !== null || isFrozen
  const foreign = refunds.flatMap((one) =>
    one.asset === undefined ? [] : [foreignRefund(one, one.asset, isKept)]
  )
  return {
    ...(latest === undefined
      ? {}
      : { refund: { ...refund(latest), status: statusOf(latest, isKept) } }),
    ...(foreign.length === 0 ? {} : { foreign_refunds: foreign })
  }
}

/** Amounts in foreign assets, for a field that is absent without any. */
export const foreignAmounts = (amounts: ReadonlyArray<ForeignDeposit.Amount>) =>
  amounts.length === 0 ? {} : { foreign_amounts: amounts.map(ForeignAmounts.json) }

/** Foreign deposits, for operators. */
export const foreignDeposits = ({
  foreignDeposits = []
}: Pick<Payouts.Payout | Batches.Batch, "foreignDeposits">) =>
  foreignDeposits.length === 0
    ? {}
    : {
        foreign_deposits: foreignDeposits.map((deposit) => ({
          ...ForeignAmounts.json(deposit),
          tx_hash: deposit.txHash,
          log_index: deposit.logIndex,
          from: deposit.from,
          is_screened: deposit.isScreened === true
        }))
      }
