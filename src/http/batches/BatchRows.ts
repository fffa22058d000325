/**
 * The rows of a batch. Each is decoded separately, so that the problems of all rows are named at
 * once.
 */
import { Result } from "effect"
import type * as NewBatch from "../../domain/batch/NewBatch.ts"
import * as Money from "../../domain/money/Money.ts"
import * as Network from "../../domain/Network.ts"
import * as Quote from "../../domain/quote/Quote.ts"
import * as PartyJson from "../contract/PartyJson.ts"
import type { FieldError } from "../contract/Rejection.ts"
import * as Csv from "../decoding/Csv.ts"
import * as Decode from "../decoding/Decode.ts"
import * as PartyRules from "../decoding/PartyRules.ts"
import * as ValidationMessages from "../decoding/ValidationMessages.ts"
import * as BatchContract from "./BatchContract.ts"

/** Good rows, and the problems of the others. */
interface DecodedRows<R> {
  readonly rows: ReadonlyArray<R>
  readonly problems: ReadonlyArray<NewBatch.RowProblem>
}

/** Fields that must differ between rows, and their nouns in the message. */
const unique = { idempotency_key: "key", quote_id: "quote" } as const

/** Errors of rows that repeat a value of an earlier row, whether that row is good or not. */
const repeatedRows = (rows: ReadonlyArray<Decode.Fields>): ReadonlyArray<FieldError> =>
  Object.entries(unique).flatMap(([field, noun]) => {
    const first = new Map<unknown, number>()
    return rows.flatMap((given, index) => {
      const [row, value] = [index + 1, given[field]]
      if (typeof value !== "string" || value === "") return []
      const before = first.get(value)
      if (before === undefined) first.set(value, row)
      const message = `is the ${noun} of row ${before} too`
      return before === undefined ? [] : [{ row, field, code: "duplicate", message }]
    })
  })

/** `formErrors`: problems in the form of the rows. */
const decodeRows = <T, R>(
  rows: ReadonlyArray<Decode.Fields>,
  formErrors: ReadonlyArray<FieldError>,
  decode: (row: Decode.Fields) => ReturnType<ReturnType<typeof Decode.decoder>>,
  make: (row: number, value: T) => R
): DecodedRows<R> => {
  const good: Array<R> = []
  const bad: Array<FieldError> = []
  const named = new Set(formErrors.map(({ row }) => row))
  rows.forEach((given, index) => {
    const row = index + 1
    const decoded = decode(given)
    if (Result.isFailure(decoded)) {
      const { failure } = decoded
      bad.push(
        ...(failure._tag === "Invalid" ? failure.errors : []).map((one) => ({ ...one, row }))
      )
    } else if (!named.has(row)) good.push(make(row, decoded.success as T))
  })
  const problems = Csv.join(formErrors, bad)
  // The decision about the good rows names those that repeat one another.
  const repeated = problems.length === 0 ? [] : repeatedRows(rows)
  return {
    rows: good,
    problems: [...problems, ...repeated].map((one) => ({ ...one, row: one.row ?? 0 }))
  }
}

const decodeBare = Decode.decoder(BatchContract.Row)

/** Decodes a row of a batch, with the limit of its amount. */
const decodeRow = (bounds: Quote.AmountBounds, at: number) => (given: Decode.Fields) => {
  const problem = Quote.amountMaxProblem(ValidationMessages.numberOf(given.amount_usdc), bounds)
  const future = PartyRules.futureBirth(given, "recipient_details", at)
  return decodeBare(
    given,
    problem === undefined ? future : [{ field: "amount_usdc", ...problem }, ...future]
  )
}

const decodeBareBulk = Decode.decoder(BatchContract.BulkRow)

const decodeBulkRow = (at: number) => (given: Decode.Fields) =>
  decodeBareBulk(given, PartyRules.futureBirth(given, "recipient_details", at))

const network = (text: string): Network.Network => Network.parse(text) as Network.Network

const rowOf = (row: number, value: typeof BatchContract.Row.Type): NewBatch.Row => ({
  row,
  phone: value.phone,
  name: value.name ?? null,
  network: network(value.network),
  amount: Money.micro(value.amount_usdc),
  idempotencyKey: value.idempotency_key,
  reference: value.reference ?? null,
  parties: PartyJson.partiesOf(value)
})

const bulkRowOf = (row: number, value: typeof BatchContract.BulkRow.Type): NewBatch.BulkRow => ({
  row,
  quoteId: value.quote_id,
  phone: value.recipient_phone,
  name: value.recipient_name ?? null,
  network: network(value.network),
  idempotencyKey: value.idempotency_key,
  reference: value.reference ?? null,
  parties: PartyJson.partiesOf(value)
})

/** Rows as they were sent, and the problems in their form. */
export interface Sent {
  readonly given: ReadonlyArray<Decode.Fields>
  readonly formErrors: ReadonlyArray<FieldError>
  /** Time of the request, milliseconds. */
  readonly at: number
}

/** The rows of `POST /v1/batches`. */
export const rows = (
  { at, formErrors, given }: Sent,
  bounds: Quote.AmountBounds
): DecodedRows<NewBatch.Row> => decodeRows(given, formErrors, decodeRow(bounds, at), rowOf)

/** The rows of `POST /v1/payouts/bulk`. */
export const bulkRows = ({ at, formErrors, given }: Sent): DecodedRows<NewBatch.BulkRow> =>
  decodeRows(given, formErrors, decodeBulkRow(at), bulkRowOf)
