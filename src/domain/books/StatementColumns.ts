/**
 * A description of the columns of a provider's statement file, and the reading of its lines by that
 * description. A cell that cannot be read is a problem of its line, and never a guess.
 */
import { Result } from "effect"
import type * as Statement from "./Statement.ts"

/**
 * Outcomes of a line. A `fee` is what the provider charged. A line that is `ignored` is about no
 * payout and no fee, such as a top-up.
 */
export const outcomes = ["paid", "failed", "returned", "pending", "fee", "ignored"] as const
type Outcome = (typeof outcomes)[number]

export const delimiters = [",", ";", "\t", "|"] as const
export const decimalSeparators = [".", ","] as const

export interface StatementColumns {
  readonly delimiter: (typeof delimiters)[number]
  /** Column of the id that the service gave. */
  readonly reference: string
  readonly identifies: Statement.Identified
  /** Column of the provider's own id; `null` if the file has none. */
  readonly providerReference: string | null
  readonly amount: string
  /** Column of the fee of the line's own payout; `null` if the file has none. */
  readonly fee: string | null
  readonly decimalSeparator: (typeof decimalSeparators)[number]
  readonly currency: string
  /** The column that tells payouts from other lines; `null` if the statuses do. */
  readonly type: { readonly column: string; readonly payouts: ReadonlyArray<string> } | null
  readonly status: string
  /** Outcomes by the values of the status column, in any letter case. All must be named. */
  readonly outcomes: Readonly<Record<string, Outcome>>
  readonly time: string
  /** `iso`, or a pattern of YYYY, MM, DD, HH, mm and ss. */
  readonly timeFormat: string
  /** Offset of times without one, such as `+03:00`. */
  readonly utcOffset: string
}

/**
 * The wallet statement that pawaPay's dashboard and API export. The types of transactions serve as
 * outcomes: a payout is reserved first, and returned if it fails.
 *
 * https://docs.pawapay.io/dashboard/finances/statements
 */
const pawapay: StatementColumns = {
  delimiter: ",",
  reference: "Transaction ID",
  identifies: "transfer",
  providerReference: null,
  amount: "Amount",
  fee: null,
  decimalSeparator: ".",
  currency: "Currency",
  type: null,
  status: "Type",
  outcomes: {
    Payout: "paid",
    "Failed payout refund": "returned",
    Deposit: "ignored",
    Refund: "ignored",
    "Failed refund reversal": "ignored",
    "Deposit pass-through fee": "fee",
    "Payout pass-through fee": "fee",
    "Refund pass-through fee": "fee",
    "pawaPay deposit fee": "fee",
    "pawaPay payout fee": "fee",
    "pawaPay refund fee": "fee",
    "Top up": "ignored",
    Withdrawal: "ignored"
  },
  time: "Creation Date",
  timeFormat: "iso",
  utcOffset: "+00:00"
}

/** The transaction report of MTN's partner portal. Its external id is the id of our payout. */
const mtn: StatementColumns = {
  delimiter: ",",
  reference: "External Transaction Id",
  identifies: "payout",
  providerReference: "Id",
  amount: "Amount",
  fee: null,
  decimalSeparator: ".",
  currency: "Currency",
  type: { column: "Type", payouts: ["Transfer"] },
  status: "Status",
  outcomes: {
    Successful: "paid",
    Failed: "failed",
    Rejected: "failed",
    Expired: "failed",
    Reversed: "returned",
    Pending: "pending"
  },
  time: "Date",
  timeFormat: "iso",
  utcOffset: "+00:00"
}

/** Descriptions of the files of known providers. */
export const builtIn: ReadonlyMap<string, StatementColumns> = new Map([
  ["pawapay", pawapay],
  ["mtn", mtn]
])

// ----------------------------------------------------------------------------- cells

/** The decimal of a cell without sign, grouping and needless zeros; `undefined` if it is none. */
export const amountOf = (
  cell: string,
  separator: StatementColumns["decimalSeparator"]
): string | undefined => {
  const [integers = "", fraction, ...rest] = cell.replace(/^[+-]/, "").split(separator)
  const grouping = separator === "." ? "," : "."
  const groups = integers.split(grouping)
  const isGrouped =
    groups.length > 1 &&
    /^\d{1,3}$/.test(groups[0] ?? "") &&
    groups.slice(1).every((group) => /^\d{3}$/.test(group))
  const digits = isGrouped ? groups.join("") : integers
  if (rest.length > 0 || !/^\d{1,15}$/.test(digits)) return undefined
  if (fraction !== undefined && !/^\d{1,6}$/.test(fraction)) return undefined
  const decimals = (fraction ?? "").replace(/0+$/, "")
  const whole = digits.replace(/^0+(?=\d)/, "")
  return decimals === "" ? whole : `${whole}.${decimals}`
}

const tokens = ["YYYY", "MM", "DD", "HH", "mm", "ss"] as const
type Token = (typeof tokens)[number]

const anyToken = /YYYY|MM|DD|HH|mm|ss/g

/** Tokens without which a pattern names no moment. */
const needed: ReadonlyArray<Token> = ["YYYY", "MM", "DD", "HH", "mm"]

/** True if a format is `iso`, or a pattern that has each token at most once and all needed ones. */
export const isTimeFormat = (format: string): boolean => {
  if (format === "iso") return true
  const found: ReadonlyArray<string> = format.match(anyToken) ?? []
  return new Set(found).size === found.length && needed.every((token) => found.includes(token))
}

const iso =
  /^(?<YYYY>\d{4})-(?<MM>\d{2})-(?<DD>\d{2})[T ](?<HH>\d{2}):(?<mm>\d{2})(?::(?<ss>\d{2})(?<part>\.\d{1,9})?)?\s?(?<zone>Z|UTC|[+-]\d{2}:?\d{2})?$/

const patternOf = (format: string): RegExp => {
  if (format === "iso") return iso
  const escaped = format.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  const pattern = escaped.replace(
    anyToken,
    (token) => `(?<${token}>\\d{${token === "YYYY" ? 4 : 2}})`
  )
  return new RegExp(`^${pattern}$`)
}

/** Milliseconds of an offset such as `+03:00`, `Z` or `UTC`; `undefined` if it is none. */
export const offsetMs = (offset: string): number | undefined => {
  if (offset === "Z" || offset === "UTC") return 0
  const parts = /^([+-])(\d{2}):?([0-5]\d)$/.exec(offset)
  const minutes = Number(parts?.[2]) * 60 + Number(parts?.[3])
  if (parts === null || minutes > 14 * 60) return undefined
  return (parts[1] === "-" ? -minutes : minutes) * 60_000
}

/** True if the fields of a time are those of the moment, so that 31 February is none. */
const isSame = (at: number, text: string): boolean => new Date(at).toISOString().startsWith(text)

/** The moment of a cell, milliseconds; `undefined` if it is none. */
export const timeOf = (
  cell: string,
  { timeFormat, utcOffset }: Pick<StatementColumns, "timeFormat" | "utcOffset">
): number | undefined => {
  const fields = patternOf(timeFormat).exec(cell)?.groups
  if (fields === undefined) return undefined
  const { DD, HH, MM, YYYY, mm, part = "", ss = "00", zone } = fields
  const text = `${YYYY}-${MM}-${DD}T${HH}:${mm}:${ss}`
  const local = Date.parse(`${text}Z`)
  const offset = offsetMs(zone ?? utcOffset)
  return Number.isNaN(local) || offset === undefined || !isSame(local, text)
    ? undefined
    : local + Math.floor(Number(`0${part}`) * 1_000) - offset
}

// ----------------------------------------------------------------------------- lines

/** Characters of a cell that a message shows. */
const shownCharsMax = 40

const shown = (cell: string): string =>
  cell.length > shownCharsMax ? `${cell.slice(0, shownCharsMax)}…` : cell || "nothing"

/** Visible ASCII, as all providers write ids. */
const id = /^[!-~]{1,128}$/

type Cells = Readonly<Record<string, string>>

type Read<A> = Result.Result<A, string>

const fault = (column: string, what: string, cell: string): Result.Result<never, string> =>
  Result.fail(`column \`${column}\` is not ${what}: ${shown(cell)}`)

/** The cell of a column, checked by a function that returns `undefined` if it is not readable. */
const cellOf = <A>(
  cells: Cells,
  column: string,
  what: string,
  read: (cell: string) => A | undefined
): Read<A> => {
  const cell = (cells[column] ?? "").trim()
  const value = read(cell)
  return value === undefined ? fault(column, what, cell) : Result.succeed(value)
}

const isSameWord = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

const outcomeOf = ({ outcomes }: StatementColumns, cell: string): Outcome | undefined =>
  Object.entries(outcomes).find(([value]) => isSameWord(value, cell))?.[1]

/** True if a line may be about a payout, by its type. */
const isPayout = ({ type }: StatementColumns, cells: Cells): boolean => {
  if (type === null) return true
  const cell = (cells[type.column] ?? "").trim()
  return type.payouts.some((each) => isSameWord(each, cell))
}

const idOf = (cell: string): string | undefined => (id.test(cell) ? cell : undefined)

/** The columns of a file that a description needs. */
export const columnsOf = (columns: StatementColumns): ReadonlyArray<string> => {
  const { amount, currency, fee, providerReference, reference, status, time, type } = columns
  const own = [providerReference, fee].filter((name) => name !== null)
  const types = type === null ? [] : [type.column]
  return [...new Set([reference, ...own, amount, currency, ...types, status, time])]
}

/** The payout's part and the fee of a line. A line may have both, one or none. */
export interface Parts {
  readonly line?: Statement.Line
  readonly fee?: Statement.Fee
}

const amountIn = (columns: StatementColumns, cells: Cells, column: string): Read<string> =>
  cellOf(cells, column, "an amount", (cell) => amountOf(cell, columns.decimalSeparator))

/** The fee of a payout's own line; `undefined` if the file has none, or the cell is empty. */
const ownFeeOf = (columns: StatementColumns, cells: Cells): Read<string | undefined> =>
  columns.fee === null || (cells[columns.fee] ?? "").trim() === ""
    ? Result.succeed(undefined)
    : amountIn(columns, cells, columns.fee)

/** Reads a line. The failure names a column and its cell. */
export const read = (columns: StatementColumns, line: number, cells: Cells): Read<Parts> =>
  Result.gen(function* () {
    if (!isPayout(columns, cells)) return {}
    const outcome = yield* cellOf(cells, columns.status, "a status of the description", (cell) =>
      outcomeOf(columns, cell)
    )
    if (outcome === "ignored") return {}
    const currency = yield* cellOf(cells, columns.currency, "a currency code", (cell) =>
      /^[A-Z]{3}$/.test(cell) ? cell : undefined
    )
    const amount = yield* amountIn(columns, cells, columns.amount)
    if (outcome === "fee") return { fee: { currency, amount } }
    const fee = yield* ownFeeOf(columns, cells)
    const reference = yield* cellOf(cells, columns.reference, "a reference", idOf)
    const { providerReference } = columns
    const own =
      providerReference === null || (cells[providerReference] ?? "").trim() === ""
        ? null
        : yield* cellOf(cells, providerReference, "a reference", idOf)
    const at = yield* cellOf(
      cells,
      columns.time,
      `a time of the form ${columns.timeFormat}`,
      (cell) => timeOf(cell, columns)
    )
    return {
      line: { line, reference, providerReference: own, outcome, amount, currency, at },
      ...(fee === undefined ? {} : { fee: { currency, amount: fee } })
    }
  })
