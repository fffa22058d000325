/**
 * Reports of the books: the trial balance at the end of a day, an account's statement, and the
 * position, which compares what is owed to customers with what is held for them.
 */
import { Effect } from "effect"
import * as Chart from "../domain/books/Chart.ts"
import * as DailyTotals from "../domain/books/DailyTotals.ts"
import type * as Partitions from "../engine/Partitions.ts"
import * as BookSums from "./BookSums.ts"

type Caller = Pick<Partitions.PartitionsService, "call" | "count">

/** Debits and credits as decimals, and their balance in one of two columns. */
interface Amounts {
  readonly debit: string
  readonly credit: string
  readonly debit_balance: string
  readonly credit_balance: string
}

const amountsOf = ({
  credit,
  currency,
  debit
}: Pick<DailyTotals.Sum, "credit" | "currency" | "debit">): Amounts => {
  const decimals = Chart.decimalsOf(currency)
  const show = (amount: bigint) => DailyTotals.decimal(amount, decimals)
  const balance = debit - credit
  return {
    debit: show(debit),
    credit: show(credit),
    debit_balance: show(balance > 0n ? balance : 0n),
    credit_balance: show(balance < 0n ? -balance : 0n)
  }
}

const noAmounts = { debit: 0n, credit: 0n }

// ----------------------------------------------------------------------------- trial balance

export const trialColumns = [
  ...(["account", "kind", "money", "currency"] as const),
  ...(["debit", "credit", "debit_balance", "credit_balance"] as const)
] as const

interface TrialLine extends Amounts {
  readonly account: string
  readonly kind: Chart.Kind
  readonly money: Chart.Entry["money"]
  readonly currency: string
}

export interface TrialBalance {
  readonly date: string
  readonly lines: ReadonlyArray<TrialLine>
  /** Currencies whose debits and credits differ: a posting is missing or wrong. */
  readonly differences: ReadonlyArray<{ readonly currency: string; readonly amount: string }>
}

/** The chart's entry of an account in the tables. */
const entryOf = (account: string): Chart.Entry => {
  if (!Chart.isAccount(account)) throw new Error(`The books have an unknown account ${account}`)
  return Chart.chart[account]
}

export const differencesOf = (sums: ReadonlyArray<DailyTotals.Sum>): TrialBalance["differences"] =>
  [...DailyTotals.differences(sums)].map(([currency, amount]) => ({
    currency,
    amount: DailyTotals.decimal(amount, Chart.decimalsOf(currency))
  }))

const order = new Map(Chart.accounts.map((account, index) => [account as string, index]))

const inChartOrder = (left: DailyTotals.Sum, right: DailyTotals.Sum): number =>
  (order.get(left.account) ?? 0) - (order.get(right.account) ?? 0)

/** The balances of all accounts at the end of a day such as `2026-03-02`. */
export const trialBalance = (partitions: Caller, date: string) =>
  Effect.map(
    BookSums.total(partitions, { until: DailyTotals.dayOfDate(date) }),
    (sums): TrialBalance => ({
      date,
      lines: sums.toSorted(inChartOrder).map((sum) => {
        const { account, currency } = sum
        const { kind, money } = entryOf(account)
        return { account, kind, money, currency, ...amountsOf(sum) }
      }),
      differences: differencesOf(sums)
    })
  )

// ----------------------------------------------------------------------------- statement

export const statementColumns = [
  ...(["date", "debit", "credit", "debit_balance", "credit_balance"] as const)
] as const

interface StatementLine extends Amounts {
  readonly date: string
}

interface Statement {
  readonly opening: Amounts
  /** Days with postings. The balance is that at the end of the day. */
  readonly lines: ReadonlyArray<StatementLine>
  readonly closing: Amounts
}

export interface StatementQuery {
  readonly account: string
  readonly currency: string
  /** Days, both inclusive. */
  readonly from: string
  readonly to: string
}

/** The movements of an account in one currency, between two balances. */
export const statement = Effect.fnUntraced(function* (
  partitions: Caller,
  { account, currency, from, to }: StatementQuery
) {
  const first = DailyTotals.dayOfDate(from)
  const until = DailyTotals.dayOfDate(to)
  const [before] = yield* BookSums.total(partitions, { account, currency, until: first - 1 })
  const days = yield* BookSums.byDay(partitions, { account, currency, from: first, until })
  let sums = before ?? noAmounts
  const opening = amountsOf({ currency, ...sums })
  const lines = days.map(({ credit, day, debit }): StatementLine => {
    sums = { debit: sums.debit + debit, credit: sums.credit + credit }
    const { credit_balance, debit_balance } = amountsOf({ currency, ...sums })
    const movement = amountsOf({ currency, debit, credit })
    return { date: DailyTotals.dateOf(day), ...movement, debit_balance, credit_balance }
  })
  const result: Statement = { opening, lines, closing: amountsOf({ currency, ...sums }) }
  return result
})

// ----------------------------------------------------------------------------- position

export const positionColumns = [
  ...(["section", "account", "currency", "debit_balance", "credit_balance"] as const)
] as const

/** `owed` to customers, `held` for them and for payouts, or the service's `own` money. */
export type Section = "owed" | "held" | "own"

interface PositionLine extends Pick<Amounts, "debit_balance" | "credit_balance"> {
  readonly section: Section
  readonly account: string
  readonly currency: string
}

interface PositionTotal {
  readonly currency: string
  /** Liabilities to customers. */
  readonly owed: string
  /** USDC and tokens on chain, and the providers' float. */
  readonly held: string
}

export interface Position {
  readonly date: string
  readonly lines: ReadonlyArray<PositionLine>
  readonly totals: ReadonlyArray<PositionTotal>
}

const sectionOf = (account: string): Section => {
  const { kind, money } = entryOf(account)
  if (money === "customers") return kind === "liability" ? "owed" : "held"
  return account === "provider_float" ? "held" : "own"
}

const sectionOrder: ReadonlyArray<Section> = ["owed", "held", "own"]

const positionTotals = (sums: ReadonlyArray<DailyTotals.Sum>): ReadonlyArray<PositionTotal> => {
  const balanceOf = (section: Section, currency: string): bigint =>
    sums
      .filter((sum) => sum.currency === currency && sectionOf(sum.account) === section)
      .reduce((total, sum) => total + DailyTotals.balanceOf(sum), 0n)
  return [...new Set(sums.map(({ currency }) => currency))].sort().map((currency) => {
    const show = (amount: bigint) => DailyTotals.decimal(amount, Chart.decimalsOf(currency))
    return {
      currency,
      owed: show(-balanceOf("owed", currency)),
      held: show(balanceOf("held", currency))
    }
  })
}

/** The money owed to customers and the money held, as the books have them at the end of a day. */
export const position = (partitions: Caller, date: string) =>
  Effect.map(
    BookSums.total(partitions, { until: DailyTotals.dayOfDate(date) }),
    (sums): Position => ({
      date,
      lines: sectionOrder.flatMap((section) =>
        sums
          .filter(({ account }) => sectionOf(account) === section)
          .toSorted(inChartOrder)
          .map((sum) => {
            const { account, currency } = sum
            const { credit_balance, debit_balance } = amountsOf(sum)
            return { section, account, currency, debit_balance, credit_balance }
          })
      ),
      totals: positionTotals(sums)
    })
  )
