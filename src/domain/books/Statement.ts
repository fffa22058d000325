/**
 * A provider's statement: the lines of its file that are about payouts, the sums of its fees, and
 * the comparison of the lines with the books.
 *
 * S1  Lines about the same transfer count together. A returned line takes back a paid one.
 * S2  A transfer is missing only if the books have it requested and settled within the days of the
 *     statement, in one of its currencies.
 * S3  A transfer that the service may still settle is no difference, whatever the statement says.
 */
import { Result, Schema } from "effect"
import { dayMs } from "../Day.ts"
import * as Network from "../Network.ts"
import type * as Payout from "../payout/Payout.ts"
import * as DailyTotals from "./DailyTotals.ts"
import * as Reconciliation from "./Reconciliation.ts"

/** The id that a line has: the reference of a transfer, or the id of a payout. */
export const identified = ["transfer", "payout"] as const
export type Identified = (typeof identified)[number]

export const Line = Schema.Struct({
  /** The number of the line in the file, from 1. */
  line: Schema.Number,
  reference: Schema.String,
  providerReference: Schema.NullOr(Schema.String),
  outcome: Schema.Literals(["paid", "failed", "returned", "pending"]),
  /** Decimal without needless zeros. */
  amount: Schema.String,
  currency: Schema.String,
  /** Milliseconds. */
  at: Schema.Number
})
export type Line = typeof Line.Type

/** The sum that a provider charged in one currency. */
export const Fee = Schema.Struct({
  currency: Schema.String,
  /** Decimal without needless zeros. */
  amount: Schema.String
})
export type Fee = typeof Fee.Type

export const Statement = Schema.Struct({
  provider: Schema.String,
  /** The file's name. */
  name: Schema.String,
  sha256: Schema.String,
  identifies: Schema.Literals(identified),
  /** The period, milliseconds. The end is excluded. */
  from: Schema.Number,
  to: Schema.Number,
  /** The provider's first and last day, such as `2026-03-02`. */
  firstDay: Schema.String,
  lastDay: Schema.String,
  /** Sums of the fees, by currency. */
  fees: Schema.Array(Fee),
  /** The number of all lines about payouts. */
  total: Schema.Number,
  /** The lines, until the comparison has ended. The log keeps them. */
  lines: Schema.Array(Line)
})
export type Statement = typeof Statement.Type

/** Days of a statement. Providers export no longer ones. */
export const daysMax = 31

type File = Pick<Statement, "provider" | "name" | "sha256" | "identifies" | "lines" | "fees">

interface Reading {
  readonly now: number
  /** Offset of the provider's days, milliseconds. */
  readonly offset: number
  /** Milliseconds after the end of a day until all of its lines are in a statement. */
  readonly settlingMs: number
}

/**
 * The statement of a file. It has whole days of the provider. The last day ends with its last line
 * if it has not ended yet. The failure is a reason to refuse the file.
 */
export const of = (
  file: File,
  { now, offset, settlingMs }: Reading
): Result.Result<Statement, string> => {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { at, line } of file.lines) {
    if (at > now) return Result.fail(`has a time in the future in line ${line}`)
    first = Math.min(first, at)
    last = Math.max(last, at)
  }
  if (file.lines.length === 0) return Result.fail("has no line about a payout")
  const beginOf = (at: number): number => Math.floor((at + offset) / dayMs) * dayMs - offset
  const [from, end] = [beginOf(first), beginOf(last) + dayMs]
  if (end - from > daysMax * dayMs) {
    return Result.fail(`has lines of more than ${daysMax} days. Split it by days`)
  }
  const to = now < end + settlingMs ? last : end
  const dayOf = (at: number): string => new Date(at + offset).toISOString().slice(0, 10)
  const days = { firstDay: dayOf(from), lastDay: dayOf(end - 1) }
  return Result.succeed({ ...file, ...days, from, to, total: file.lines.length })
}

// ----------------------------------------------------------------------------- fees

/** Digits after the point of an amount in a file. */
const feeDecimals = 6

/** Adds up fees by currency. */
export const makeFees = () => {
  const sums = new Map<string, bigint>()
  return {
    add: ({ amount, currency }: Fee): void => {
      const [whole = "", fraction = ""] = amount.split(".")
      const units = BigInt(whole + fraction.padEnd(feeDecimals, "0"))
      sums.set(currency, (sums.get(currency) ?? 0n) + units)
    },
    sums: (): ReadonlyArray<Fee> =>
      [...sums].map(([currency, units]) => ({
        currency,
        amount: DailyTotals.decimal(units, feeDecimals).replace(/\.?0+$/, "")
      }))
  }
}

// ----------------------------------------------------------------------------- comparison

type Transfer = Reconciliation.TransferReference
type Difference = Reconciliation.Difference

/** The lines about one transfer or payout, and the transfers of the books that they may mean. */
interface Group {
  readonly reference: string
  readonly lines: ReadonlyArray<Line>
  readonly transfers: ReadonlyArray<Transfer>
}

const countOf = ({ lines }: Group, outcome: Line["outcome"]): number =>
  lines.filter((line) => line.outcome === outcome).length

/** Payments of a group that were not returned. */
const paymentsOf = (group: Group): number => countOf(group, "paid") - countOf(group, "returned")

const outcomeOf = (group: Group): Line["outcome"] => {
  if (paymentsOf(group) > 0) return "paid"
  if (countOf(group, "returned") > 0) return "returned"
  return countOf(group, "pending") > 0 ? "pending" : "failed"
}

/** Decimals of an amount in minor units, as lines have them. */
const decimalOf = (minor: number, currency: Network.Currency): string => {
  const text = DailyTotals.decimal(BigInt(minor), Network.decimals(currency))
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text
}

/** Minor units of a line's amount; `undefined` if it has more digits than the currency. */
const minorOf = (amount: string, currency: Network.Currency): bigint | undefined => {
  const [whole = "", fraction = ""] = amount.split(".")
  const decimals = Network.decimals(currency)
  return fraction.length > decimals ? undefined : BigInt(whole + fraction.padEnd(decimals, "0"))
}

const textOf = ({ amount, currency }: Pick<Line, "amount" | "currency">): string =>
  `${amount} ${currency}`

const linesOf = ({ lines }: Pick<Group, "lines">): string => {
  const [{ line = 0 } = {}] = lines
  const other = lines.length - 1
  return other === 0 ? `line ${line}` : `line ${line} and ${other} more`
}

/** The difference of a line about a transfer that the books do not have. */
const unknown = (group: Group): Difference => ({
  ...{ kind: "statement_transfer_unknown", id: "", reference: group.reference },
  detail:
    `${group.reference}: ${linesOf(group)} says ${outcomeOf(group)}, ` +
    `${group.lines.map(textOf)[0]}, and the books have no such transfer`
})

/** The first line whose amount or currency differs from that of the payout. */
const wrongAmount = (
  group: Group,
  id: string,
  { currency, targetAmount }: Pick<Payout.Payout, "currency" | "targetAmount">
): ReadonlyArray<Difference> => {
  const amount = decimalOf(targetAmount, currency)
  const wrong = group.lines.find((line) => line.amount !== amount || line.currency !== currency)
  if (wrong === undefined) return []
  const reported = wrong.currency === currency ? minorOf(wrong.amount, currency) : undefined
  const sides = { currency, books: BigInt(targetAmount) }
  return [
    {
      ...{ kind: "statement_amount_differs", id, reference: group.reference },
      detail:
        `${group.reference}: line ${wrong.line} has ${textOf(wrong)}, and the books have ` +
        textOf({ amount, currency }),
      ...(reported === undefined ? {} : { sides: { ...sides, reported } })
    }
  ]
}

/** The outcome of a group in the books: one settled transfer settles the payout. */
const bookedOutcome = ({ transfers }: Group): Transfer["outcome"] => {
  const has = (one: Transfer["outcome"]) => transfers.some(({ outcome }) => outcome === one)
  if (has("delivered")) return "delivered"
  return has("open") ? "open" : "refused"
}

/** The group without the returns that recalls of the payout have recorded. */
const withoutRecalls = (group: Group, { currency, recalls = [] }: Payout.Payout): Group => {
  const recorded = recalls.flatMap(({ return: given }) =>
    given === undefined ? [] : [decimalOf(given.returned, currency)]
  )
  const isRecorded = (line: Line): boolean => {
    if (line.outcome !== "returned" || line.currency !== currency) return false
    const place = recorded.indexOf(line.amount)
    if (place !== -1) recorded.splice(place, 1)
    return place !== -1
  }
  return { ...group, lines: group.lines.filter((line) => !isRecorded(line)) }
}

/** The differences of all lines about one transfer. */
const compareLines = (
  books: Reconciliation.Books,
  group: Group,
  now: number
): ReadonlyArray<Difference> => {
  const [transfer] = group.transfers
  const payout = transfer && books.payouts.get(transfer.payoutId)
  if (payout === undefined) return [unknown(group)]
  const others = withoutRecalls(group, payout)
  return others.lines.length === 0 ? [] : compareGroup(payout, others, now)
}

/** The differences of a group from its payout. */
const compareGroup = (
  payout: Payout.Payout,
  group: Group,
  now: number
): ReadonlyArray<Difference> => {
  const { currency, id, targetAmount } = payout
  const { reference } = group
  const amount = BigInt(targetAmount)
  const booked = bookedOutcome(group)
  const stated = outcomeOf(group)
  const isUnderWay = group.transfers.some((one) => Reconciliation.isUnderWay(payout, one, now))
  const found: Array<Difference> = []
  const add = (kind: Difference["kind"], detail: string, reported: bigint) =>
    found.push({
      ...{ kind, id, reference, detail: `${reference}: ${detail}` },
      sides: { currency, books: booked === "delivered" ? amount : 0n, reported }
    })
  if (stated === "paid" && booked !== "delivered" && !isUnderWay) {
    add(
      "statement_paid_not_settled",
      `${linesOf(group)} says paid, and the books say ${booked}`,
      amount
    )
  }
  if (stated !== "paid" && booked === "delivered") {
    const detail = `${linesOf(group)} says ${stated}, and the books say paid`
    add("statement_settled_not_paid", detail, 0n)
  }
  const payments = paymentsOf(group)
  if (payments > 1) {
    const detail = `${linesOf(group)} say paid ${payments} times`
    add("statement_paid_twice", detail, amount * BigInt(payments))
  }
  return [...found, ...wrongAmount(group, id, payout)]
}

/** Settled transfers of the statement's days and currencies that no line is about. */
const missing = (
  books: Reconciliation.Books,
  { from, lines, provider, to }: Statement,
  named: ReadonlySet<string>
): ReadonlyArray<Difference> => {
  const currencies = new Set(lines.map(({ currency }) => currency))
  return [...books.references.values()].flatMap((one): ReadonlyArray<Difference> => {
    const { at, outcome, payoutId, requestedAt, transfer } = one
    const payout = books.payouts.get(payoutId)
    const isExpected =
      outcome === "delivered" &&
      requestedAt >= from &&
      at < to &&
      Reconciliation.providerOf(transfer) === provider
    if (!isExpected || payout === undefined || !currencies.has(payout.currency)) return []
    const { reference } = transfer
    if (named.has(reference) || named.has(payoutId)) return []
    const { currency, targetAmount } = payout
    return [
      {
        ...{ kind: "statement_line_missing", id: payoutId, reference },
        detail: `${reference}: paid in the books, and no line is about it`,
        sides: { currency, books: BigInt(targetAmount), reported: 0n }
      }
    ]
  })
}

/** The transfers of the provider that an id of the statement may mean. */
const transfersOf = (books: Reconciliation.Books, { identifies, provider }: Statement) => {
  const own = [...books.references.values()].filter(
    ({ transfer }) => Reconciliation.providerOf(transfer) === provider
  )
  const byId = Map.groupBy(own, ({ payoutId, transfer }) =>
    identifies === "payout" ? payoutId : transfer.reference
  )
  return (reference: string): ReadonlyArray<Transfer> => byId.get(reference) ?? []
}

/** The differences between a statement and the books. `now` in milliseconds. */
export const compare = (
  books: Reconciliation.Books,
  statement: Statement,
  now: number
): ReadonlyArray<Difference> => {
  const find = transfersOf(books, statement)
  const groups = Map.groupBy(statement.lines, ({ reference }) => reference)
  return [
    ...[...groups].flatMap(([reference, lines]) =>
      compareLines(books, { reference, lines, transfers: find(reference) }, now)
    ),
    ...missing(books, statement, new Set(groups.keys()))
  ]
}

/** A difference as a break keeps it. */
interface Found {
  readonly kind: Difference["kind"]
  readonly source: string
  readonly subject: string
  readonly reference: string
}

/** True if the comparison of a statement would have found a break of it. */
export const covers = ({ lines, provider }: Pick<Statement, "lines" | "provider">) => {
  const named = new Set(lines.map(({ reference }) => reference))
  return (one: Found): boolean =>
    Reconciliation.isOfStatement(one.kind) &&
    one.source === provider &&
    (named.has(one.reference) || named.has(one.subject))
}
