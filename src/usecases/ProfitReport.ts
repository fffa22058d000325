/**
 * The profit report: one line per payout that settled in a period, with its fee, its share of the
 * realised results of sales, and the costs of bookings that name it. Sales take payouts from the
 * first settlement of all on, so the report needs all settled payouts. It keeps those of the
 * period, and only sums of the others.
 */
import * as Chart from "../domain/books/Chart.ts"
import * as Profit from "../domain/books/Profit.ts"
import * as Money from "../domain/money/Money.ts"
import * as Network from "../domain/Network.ts"
import type * as Payout from "../domain/payout/Payout.ts"
import * as ReportRows from "./ReportRows.ts"

/** The part of a settled payout that its line depends on. */
export interface Settled extends Profit.Settlement {
  readonly accountId: string
  readonly network: Network.Slug
  readonly currency: Network.Currency
  /** Minor units. */
  readonly target: number
  /** Micro-USDC. */
  readonly source: number
  readonly fee: number
}

export const settledOf = (
  payout: Pick<
    Payout.Payout,
    "id" | "accountId" | "network" | "currency" | "targetAmount" | "sourceAmount" | "spread"
  >,
  settledAt: number
): Settled => ({
  id: payout.id,
  settledAt,
  accountId: payout.accountId,
  network: payout.network,
  currency: payout.currency,
  target: payout.targetAmount,
  source: payout.sourceAmount,
  fee: Money.costOfSpread(payout.sourceAmount, payout.spread)
})

const convertedOf = ({ fee, source }: Settled): bigint => BigInt(source - fee)

// ----------------------------------------------------------------------------- facts

/** Micro-USDC by currency. */
export type Sums = ReadonlyMap<Network.Currency, bigint>

/** The settled payouts and the bookings of a report. */
export interface Facts {
  /** Payouts of the period, in any order. */
  readonly settled: ReadonlyArray<Settled>
  /** Conversion of the payouts that settled before the period. */
  readonly before: Sums
  /** Conversion of the payouts that settled after the period. */
  readonly after: Sums
  readonly takings: ReadonlyArray<Profit.Taking>
  readonly costs: ReadonlyMap<string, Profit.Costs>
}

/** A period and the time of the report, milliseconds. The report has nothing from `asOf` on. */
export interface Span extends ReportRows.Period {
  readonly asOf: number
}

export const addTo = (
  sums: Map<Network.Currency, bigint>,
  currency: Network.Currency,
  more: bigint
): void => void sums.set(currency, (sums.get(currency) ?? 0n) + more)

/** Collects payouts in any order. */
export const collector = ({ asOf, before: end, from }: Span) => {
  const settled: Array<Settled> = []
  const takings: Array<Profit.Taking> = []
  const before = new Map<Network.Currency, bigint>()
  const after = new Map<Network.Currency, bigint>()
  return {
    settled,
    before,
    after,
    takings,
    add: (payout: Settled): void => {
      const { currency, settledAt } = payout
      if (settledAt >= asOf) return
      if (settledAt < from) addTo(before, currency, convertedOf(payout))
      else if (settledAt < end) settled.push(payout)
      else addTo(after, currency, convertedOf(payout))
    },
    take: (taking: Profit.Taking): void => {
      if (taking.at < asOf) takings.push(taking)
    }
  }
}

/** The returns of a payout's recalls. */
export const returnsOf = ({
  currency,
  recalls = []
}: Pick<Payout.Payout, "currency" | "recalls">): ReadonlyArray<Profit.Taking> =>
  recalls.flatMap(({ id, return: money }) =>
    money === undefined ? [] : [{ id, at: money.at, currency, usdc: money.value, result: null }]
  )

// ----------------------------------------------------------------------------- lines

/** A payout of the report with its share and costs. */
export interface Row extends Settled {
  readonly share: Profit.Share
  readonly costs: Profit.Costs
}

/** The part of a currency's sales that no payout covers yet. */
export interface Unassigned {
  readonly currency: Network.Currency
  readonly share: Profit.Share
}

const noCosts: Profit.Costs = { providerFee: null, gas: null }

/** The rows of a report, oldest settlement first, and the sales that no payout covers. */
export const rowsOf = ({ after, before, costs, settled, takings }: Facts) => {
  const allocations = new Map(
    Network.currencies.map((currency) => {
      const allocation = Profit.allocate(takings.filter((each) => each.currency === currency))
      allocation.next(before.get(currency) ?? 0n)
      return [currency, allocation] as const
    })
  )
  const rows = [...settled].sort(Profit.inOrder).map((payout): Row => {
    const share = allocations.get(payout.currency)?.next(convertedOf(payout))
    if (share === undefined) throw new Error(`${payout.id} has an unknown currency`)
    return { ...payout, share, costs: costs.get(payout.id) ?? noCosts }
  })
  const unassigned = [...allocations].flatMap(
    ([currency, allocation]): ReadonlyArray<Unassigned> => {
      allocation.next(after.get(currency) ?? 0n)
      const share = allocation.rest()
      return share.sold === 0n && share.returned === 0n ? [] : [{ currency, share }]
    }
  )
  return { rows, unassigned }
}

/** The columns of the report's file. */
export const columns = [
  ...(["payout_id", "settled_at", "network", "target_currency", "target_amount"] as const),
  ...(["source_amount_usdc", "fee_usdc", "converted_usdc", "sold_usdc", "returned_usdc"] as const),
  ...(["fx_result", "provider_fee", "gas"] as const)
] as const

const usdc = (amount: bigint | number): number =>
  Money.toJson(Number(amount), Chart.decimalsOf("USDC"))

const local = (amount: bigint | number, currency: Network.Currency): number =>
  Money.toJson(Number(amount), Network.decimals(currency))

const localOrNull = (amount: bigint | null, currency: Network.Currency): number | null =>
  amount === null ? null : local(amount, currency)

export const lineOf = (row: Row) => {
  const { costs, currency, share } = row
  return {
    payout_id: row.id,
    settled_at: ReportRows.instantOf(row.settledAt),
    network: row.network,
    target_currency: currency,
    target_amount: local(row.target, currency),
    source_amount_usdc: usdc(row.source),
    fee_usdc: usdc(row.fee),
    converted_usdc: usdc(convertedOf(row)),
    sold_usdc: usdc(share.sold),
    returned_usdc: usdc(share.returned),
    fx_result: localOrNull(share.result, currency),
    provider_fee: localOrNull(costs.providerFee, currency),
    gas: localOrNull(costs.gas, currency)
  }
}

type Line = ReturnType<typeof lineOf>

const localColumns: ReadonlyArray<string> = ["target_amount", "fx_result", "provider_fee", "gas"]

/** The cells of a line, in the order of the columns. */
export const cellsOf = (line: Line): ReadonlyArray<string | null> =>
  columns.map((name) => {
    const value = line[name]
    return typeof value === "number" && localColumns.includes(name)
      ? value.toFixed(Network.decimals(line.target_currency))
      : ReportRows.cellOf(name, value)
  })

// ----------------------------------------------------------------------------- totals

interface LocalTotals {
  readonly target: bigint
  readonly result: bigint
  readonly providerFee: bigint
  readonly gas: bigint
}

/** Sums of rows. */
export interface Totals {
  readonly count: number
  readonly source: bigint
  readonly fee: bigint
  readonly converted: bigint
  readonly sold: bigint
  readonly returned: bigint
  readonly locals: ReadonlyMap<Network.Currency, LocalTotals>
}

export const none: Totals = {
  ...{ count: 0, source: 0n, fee: 0n, converted: 0n, sold: 0n, returned: 0n },
  locals: new Map()
}

const noLocals: LocalTotals = { target: 0n, result: 0n, providerFee: 0n, gas: 0n }

export const add = (totals: Totals, row: Row): Totals => {
  const { costs, currency, share } = row
  const before = totals.locals.get(currency) ?? noLocals
  return {
    count: totals.count + 1,
    source: totals.source + BigInt(row.source),
    fee: totals.fee + BigInt(row.fee),
    converted: totals.converted + convertedOf(row),
    sold: totals.sold + share.sold,
    returned: totals.returned + share.returned,
    locals: new Map(totals.locals).set(currency, {
      target: before.target + BigInt(row.target),
      result: before.result + (share.result ?? 0n),
      providerFee: before.providerFee + (costs.providerFee ?? 0n),
      gas: before.gas + (costs.gas ?? 0n)
    })
  }
}

export const totalsOf = (totals: Totals) => ({
  count: totals.count,
  source_amount_usdc: usdc(totals.source),
  fee_usdc: usdc(totals.fee),
  converted_usdc: usdc(totals.converted),
  sold_usdc: usdc(totals.sold),
  returned_usdc: usdc(totals.returned),
  currencies: Network.currencies.flatMap((currency) => {
    const sums = totals.locals.get(currency)
    if (sums === undefined) return []
    return [
      {
        currency,
        target_amount: local(sums.target, currency),
        fx_result: local(sums.result, currency),
        provider_fee: local(sums.providerFee, currency),
        gas: local(sums.gas, currency)
      }
    ]
  })
})

export const unassignedOf = (unassigned: ReadonlyArray<Unassigned>) =>
  unassigned.map(({ currency, share }) => ({
    currency,
    sold_usdc: usdc(share.sold),
    returned_usdc: usdc(share.returned),
    fx_result: localOrNull(share.result, currency)
  }))
