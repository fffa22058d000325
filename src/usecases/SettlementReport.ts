/**
 * The report of settled payouts: its lines, and its pages, which the owner of the account's
 * partition reads. The walk goes from the newest payout to the oldest.
 */
import { Effect } from "effect"
import * as Money from "../domain/money/Money.ts"
import * as Network from "../domain/Network.ts"
import type * as Payout from "../domain/payout/Payout.ts"
import * as Partitions from "../engine/Partitions.ts"

/** The columns of the report as a file. */
export const columns = [
  ...(["payout_id", "settled_at", "created_at", "source_amount_usdc", "fee_usdc"] as const),
  ...(["exchange_rate", "mid_market_rate"] as const),
  ...(["target_amount", "target_currency", "network"] as const),
  ...(["recipient_phone", "recipient_name", "reference", "batch_id", "quote_id"] as const),
  "provider_reference"
] as const

type Cells = Readonly<Record<(typeof columns)[number], string | number | null>>

/** The cells of a line, in the order of the columns. */
export const cellsOf = (line: Cells): ReadonlyArray<string | null> =>
  columns.map((name) => (line[name] === null ? null : String(line[name])))

const instant = (at: number): string => new Date(at).toISOString()

/** A settled payout as a line of the report. */
const lineOf = (payout: Payout.Payout) => ({
  payout_id: payout.id,
  settled_at: payout.settledAt === null ? null : instant(payout.settledAt),
  created_at: instant(payout.createdAt),
  source_amount_usdc: Money.toJson(payout.sourceAmount, 6),
  fee_usdc: Money.toJson(Money.costOfSpread(payout.sourceAmount, payout.spread), 6),
  exchange_rate: Money.toJson(payout.rate, 6),
  mid_market_rate: Money.toJson(Money.beforeSpread(payout.rate, payout.spread), 6),
  target_amount: Money.toJson(payout.targetAmount, Network.decimals(payout.currency)),
  target_currency: payout.currency,
  network: payout.network,
  recipient_phone: payout.phone,
  recipient_name: payout.name,
  reference: payout.reference,
  batch_id: payout.batchId,
  quote_id: payout.quoteId,
  provider_reference: payout.providerReference
})

export type Line = ReturnType<typeof lineOf>

/** From the first moment on, before the second, milliseconds. */
export interface Period {
  readonly settledFrom: number
  readonly settledBefore: number
}

interface Asked extends Period {
  readonly accountId: string
  readonly limit: number
  /** The payout of the last line before this page; `null`: it is the first page. */
  readonly after: string | null
}

/** A page of the lines of an account. */
export const page = Partitions.procedure<Asked, ReadonlyArray<Line>>({
  name: "settlements",
  run: ({ lists }, { accountId, after, limit, settledBefore, settledFrom }) => {
    // A payout is created before it settles: the walk begins at the end of the period.
    const period = { settledFrom, settledBefore, to: settledBefore }
    const behind = after === null ? undefined : { id: after, name: "" }
    return Effect.map(
      lists.payoutPage({ accountId, status: "SETTLED", ...period }, { limit, offset: 0, behind }),
      (found) => found.map(lineOf)
    )
  }
})
