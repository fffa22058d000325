/** Common parts of the bookkeeping reports: periods, pages, amounts and totals. */
import * as ForeignDeposit from "../domain/money/ForeignDeposit.ts"
import * as Money from "../domain/money/Money.ts"
import * as Network from "../domain/Network.ts"
import * as ForeignAmounts from "./ForeignAmounts.ts"

/** A period in milliseconds, including `from` and excluding `before`. */
export interface Period {
  readonly from: number
  readonly before: number
}

export interface PageQuery extends Period {
  /** `null` for all accounts of the partition. */
  readonly accountId: string | null
  readonly limit: number
  /** Id of the previous page's last payout or batch; `null` for the first page. */
  readonly after: string | null
}

/** A line of a report and its account. */
export interface OwnedLine<L> {
  readonly accountId: string
  readonly line: L
}

export interface Page<L> {
  readonly rows: ReadonlyArray<OwnedLine<L>>
  /** Cursor of the next page; `null` if this page is the last. */
  readonly next: string | null
}

/** A line's part of the totals, in integers. */
export interface Sums {
  readonly count: number
  /** Micro-USDC by column. */
  readonly usdc: Readonly<Record<string, Money.Micro>>
  /** Minor units by currency. */
  readonly targets: Readonly<Record<string, Money.Minor>>
  /** Amounts in foreign assets, by asset. Two assets are never added. */
  readonly assets: Readonly<Record<string, ForeignDeposit.Amount>>
}

/** The definition of a report's file and totals. */
export interface Report<L> {
  readonly name: "settlements" | "refunds" | "fees" | "audit-log"
  /** True if clients can request it page by page. */
  readonly isPaged: boolean
  readonly columns: ReadonlyArray<string>
  /** The cells of a line, in the order of the columns. */
  readonly cellsOf: (line: L) => ReadonlyArray<string | null>
  /** The totals of a report without lines. */
  readonly none: Sums
  readonly sumsOf: (line: L) => Sums
}

/** An amount with a fixed number of decimals per currency, the same in every file. */
const amountCell = (value: number, decimals: number): string => value.toFixed(decimals)

/** The cell of a column: USDC with six decimals, other money with its currency's decimals. */
export const cellOf = (
  name: string,
  value: string | number | null,
  currency?: Network.Currency
): string | null => {
  if (typeof value !== "number") return value
  if (name.endsWith("_usdc")) return amountCell(value, 6)
  if (name === "target_amount" && currency !== undefined) {
    return amountCell(value, Network.decimals(currency))
  }
  return String(value)
}

const instant = (at: number): string => new Date(at).toISOString()

export const instantOf = (at: number | null | undefined): string | null =>
  typeof at === "number" ? instant(at) : null

/** A line's amount in its smallest units. */
export const unitsOf = (value: number, decimals: number): number =>
  Math.round(value * 10 ** decimals)

export const micro = (usdc: number): Money.Micro => unitsOf(usdc, 6)

const addAmounts = (
  left: Readonly<Record<string, number>>,
  right: Readonly<Record<string, number>>
): Readonly<Record<string, number>> => {
  const sums = { ...left }
  for (const [name, amount] of Object.entries(right)) sums[name] = (sums[name] ?? 0) + amount
  return sums
}

const addAssets = (left: Sums["assets"], right: Sums["assets"]): Sums["assets"] => {
  const sums = { ...left }
  for (const [id, amount] of Object.entries(right)) {
    const before = sums[id]
    sums[id] = before === undefined ? amount : ForeignDeposit.plus(before, amount.units)
  }
  return sums
}

export const add = (left: Sums, right: Sums): Sums => ({
  count: left.count + right.count,
  assets: addAssets(left.assets, right.assets),
  usdc: addAmounts(left.usdc, right.usdc),
  targets: addAmounts(left.targets, right.targets)
})

/**
 * The totals as JSON. A report without `target_amount` has no amounts by currency, and one without
 * `token_amount` none by chain.
 */
export const totalsOf = (
  report: Pick<Report<never>, "columns">,
  { assets, count, targets, usdc }: Sums
) => ({
  count,
  ...Object.fromEntries(
    Object.entries(usdc).map(([name, amount]) => [name, Money.toJson(amount, 6)])
  ),
  ...(report.columns.includes("target_amount")
    ? {
        target_amounts: Network.currencies
          .filter((currency) => targets[currency] !== undefined)
          .map((currency) => ({
            currency,
            amount: Money.toJson(targets[currency] ?? 0, Network.decimals(currency))
          }))
      }
    : {}),
  ...(report.columns.includes("token_amount")
    ? { foreign_amounts: Object.values(assets).map(ForeignAmounts.json) }
    : {})
})
