/**
 * The decision about a new batch, which is accepted if all of its rows are good. All rows are
 * decided together, so one entry records the batch and every payout in it.
 */
import { Result } from "effect"
import type * as Money from "../money/Money.ts"
import type * as Network from "../Network.ts"
import * as NewPayout from "../payout/NewPayout.ts"
import * as Parties from "../payout/Parties.ts"
import type * as Payout from "../payout/Payout.ts"
import type * as PayoutEvent from "../payout/PayoutEvent.ts"
import * as Quote from "../quote/Quote.ts"
import type * as Batch from "./Batch.ts"
import * as BatchRow from "./BatchRow.ts"

interface Recipient {
  /** Number of the row, from 1, as the client counts. */
  readonly row: number
  readonly phone: string
  readonly name: string | null
  readonly network: Network.Network
  readonly idempotencyKey: string
  /** The client's name of the payout. */
  readonly reference: string | null
  readonly parties?: Parties.Parties | undefined
}

/** A row that the service prices itself. */
export interface Row extends Recipient {
  readonly amount: Money.Micro
}

/** A row with a quote. */
export interface BulkRow extends Recipient {
  readonly quoteId: string
}

/** A problem of one field of one row. */
export interface RowProblem {
  readonly row: number
  readonly field: string
  readonly code: string
  readonly message: string
}

export interface Proposal {
  readonly id: string
  readonly accountId: string
  readonly depositAddress: string
  readonly at: number
  /** Ids of the payouts, one per row. */
  readonly payoutIds: ReadonlyArray<string>
  /** The client's name of the batch. Rows submitted again under another name are the same batch. */
  readonly name?: string | undefined
  /** The account's balance pays. Absent if a deposit does. */
  readonly fundedBy?: "balance" | undefined
  /** Refunds go to the account's balance. Absent if operators send them. */
  readonly excess?: "balance" | undefined
}

/** Rows of the account's earlier batches within a day, by key. */
export type EarlierRows = ReadonlyMap<string, Payout.Payout>

/** The problems of all rows, earlier ones included. */
export interface Rejection {
  readonly _tag: "InvalidRows"
  readonly problems: ReadonlyArray<RowProblem>
}

/** The rows, problems found earlier, and earlier rows with the same keys. */
export interface Submission<R> {
  readonly rows: ReadonlyArray<R>
  readonly problems: ReadonlyArray<RowProblem>
  readonly earlier: EarlierRows
}

export type Events = readonly [Batch.Created, ...Array<PayoutEvent.Created>]

const problem = (
  { row }: Recipient,
  { code, field, message }: { field: string; code: string; message: string }
): RowProblem => ({ row, field, code, message })

/** Problems of keys. A key must be new, and different from the keys of all other rows. */
const keyProblems = (
  rows: ReadonlyArray<Recipient>,
  earlier: EarlierRows
): ReadonlyArray<RowProblem> => {
  const first = new Map<string, number>()
  const field = "idempotency_key"
  return rows.flatMap((row) => {
    const before = first.get(row.idempotencyKey)
    if (before !== undefined) {
      const message = `is the key of row ${before} too`
      return [problem(row, { field, code: "duplicate", message })]
    }
    first.set(row.idempotencyKey, row.row)
    const payout = earlier.get(row.idempotencyKey)
    if (payout === undefined) return []
    const message = `was used within 24 hours by a row of ${payout.batchId}`
    return [problem(row, { field, code: "already_used", message })]
  })
}

/**
 * Id of the batch that these rows made earlier, if they did: all of its rows, no others, with the
 * same parameters.
 */
export const repeatedBatchId = <R extends Recipient>(
  rows: ReadonlyArray<R>,
  earlier: EarlierRows,
  isSame: (row: R, payout: Payout.Payout) => boolean
): string | undefined => {
  const batchId = earlier.get(rows[0]?.idempotencyKey ?? "")?.batchId ?? undefined
  const isRepeated = rows.every((row) => {
    const payout = earlier.get(row.idempotencyKey)
    return (
      payout?.batchId === batchId &&
      payout?.phone === row.phone &&
      payout.name === row.name &&
      payout.reference === row.reference &&
      payout.network === row.network.slug &&
      Parties.isSame(payout.parties, row.parties) &&
      isSame(row, payout)
    )
  })
  const keys = new Set(rows.map(({ idempotencyKey }) => idempotencyKey))
  return isRepeated && keys.size === rows.length ? batchId : undefined
}

export const isSameAmount = (row: Row, payout: Payout.Payout): boolean =>
  payout.sourceAmount === row.amount

export const isSameQuote = (row: BulkRow, payout: Payout.Payout): boolean =>
  payout.quoteId === row.quoteId

const batchOf = (
  kind: Batch.Kind,
  { accountId, at, depositAddress, excess, fundedBy, id, name }: Proposal,
  payouts: ReadonlyArray<PayoutEvent.Created>,
  fundingWindowMs: number
): Batch.Created => ({
  _tag: "BatchCreated",
  id,
  at,
  accountId,
  kind,
  total: payouts.length,
  sourceAmount: payouts.reduce((sum, { sourceAmount }) => sum + sourceAmount, 0),
  depositAddress,
  fundingDeadline: at + fundingWindowMs,
  currencies: BatchRow.totals(payouts),
  ...(name === undefined ? {} : { name }),
  ...(fundedBy === undefined ? {} : { fundedBy }),
  ...(excess === undefined ? {} : { excess })
})

/** All events of a new batch. One that a balance pays for gets its whole amount at once. */
export const events = ([batch, ...payouts]: Events): ReadonlyArray<Batch.Event | Payout.Event> => {
  const { at, fundedBy, id, sourceAmount } = batch
  if (fundedBy === undefined) return [batch, ...payouts]
  return [batch, { _tag: "BatchFundsAllocated", id, at, amount: sourceAmount }, ...payouts]
}

/** Refuses a batch that costs more than its account's balance has, if the balance pays. */
export const afford = (
  events: Events,
  available: Money.Micro
): Result.Result<Events, NewPayout.BalanceInsufficient> => {
  const [{ fundedBy, sourceAmount: needed }] = events
  return fundedBy === undefined || needed <= available
    ? Result.succeed(events)
    : Result.fail({ _tag: "BalanceInsufficient", needed, available })
}

/** All problems by row, one for each field: the first one found. */
const inOrder = (problems: ReadonlyArray<RowProblem>): ReadonlyArray<RowProblem> => {
  const byField = new Map<string, RowProblem>()
  for (const rowProblem of problems) {
    const key = `${rowProblem.row} ${rowProblem.field}`
    if (!byField.has(key)) byField.set(key, rowProblem)
  }
  return [...byField.values()].sort((left, right) => left.row - right.row)
}

const refuse = (problems: ReadonlyArray<RowProblem>): Result.Result<never, Rejection> =>
  Result.fail({ _tag: "InvalidRows", problems: inOrder(problems) })

/** The quote of one row, or the problem of its amount. */
const price = (
  row: Row,
  { accountId, at }: Proposal,
  middle: (currency: Network.Currency) => Money.Rate,
  policy: Quote.Policy
): Result.Result<Quote.Created, RowProblem> => {
  const { currency } = row.network
  const amount = { _tag: "Source", micro: row.amount } as const
  const request = { id: "", accountId, currency, amount, middle: middle(currency), at }
  return Result.mapError(Quote.create(request, policy), (rejection) =>
    problem(row, { field: "amount_usdc", ...Quote.amountProblem(rejection) })
  )
}

const payoutOf = (
  row: Row,
  id: string,
  { accountId, at, depositAddress, excess, fundedBy, id: batchId }: Proposal,
  quote: Quote.Created & { readonly fundingDeadline: number }
): PayoutEvent.Created => ({
  _tag: "PayoutCreated",
  id,
  at,
  accountId,
  quoteId: null,
  batchId,
  status: "CREATED",
  currency: quote.currency,
  sourceAmount: quote.sourceAmount,
  targetAmount: quote.targetAmount,
  rate: quote.rate,
  phone: row.phone,
  name: row.name,
  network: row.network.slug,
  depositAddress,
  fundingDeadline: quote.fundingDeadline,
  beneficiaryId: null,
  idempotencyKey: row.idempotencyKey,
  reference: row.reference,
  metadata: {},
  spread: quote.spread,
  ...(fundedBy === undefined ? {} : { funding: fundedBy }),
  ...(excess === undefined ? {} : { excess })
})

/** A row and its future payout. */
export interface PricedRow {
  readonly row: number
  readonly payout: PayoutEvent.Created
}

/** Every row with a price, and all problems in the order of the rows. */
export interface Examination {
  readonly priced: ReadonlyArray<PricedRow>
  readonly problems: ReadonlyArray<RowProblem>
}

/** Prices the rows and collects their problems. */
export const examine = (
  proposal: Proposal,
  { earlier, problems: earlierProblems, rows }: Submission<Row>,
  middle: (currency: Network.Currency) => Money.Rate,
  policy: Quote.Policy & NewPayout.Policy
): Examination => {
  const problems = [...earlierProblems, ...keyProblems(rows, earlier)]
  const priced: Array<PricedRow> = []
  for (const [index, row] of rows.entries()) {
    const phone = NewPayout.phoneProblem(row.network, row.phone)
    if (phone !== undefined) problems.push(problem(row, { field: "phone", ...phone }))
    const quote = price(row, proposal, middle, policy)
    if (Result.isFailure(quote)) {
      problems.push(quote.failure)
      continue
    }
    const id = proposal.payoutIds[index] ?? ""
    const fundingDeadline = proposal.at + policy.fundingWindowMs
    const bare = payoutOf(row, id, proposal, { ...quote.success, fundingDeadline })
    const payout = Parties.attach(bare, row.parties)
    priced.push({ row: row.row, payout })
    const amount = NewPayout.amountProblem(row.network, payout.targetAmount, policy)
    if (amount !== undefined) problems.push(problem(row, { field: "amount_usdc", ...amount }))
    const name = NewPayout.nameProblem(row.network.slug, row.name, policy)
    if (name !== undefined) problems.push(problem(row, { field: "name", ...name }))
  }
  return { priced, problems: inOrder(problems) }
}

/** A batch whose rows the service prices, or all problems of the rows. */
export const decide = (
  proposal: Proposal,
  submission: Submission<Row>,
  middle: (currency: Network.Currency) => Money.Rate,
  policy: Quote.Policy & NewPayout.Policy
): Result.Result<Events, Rejection> => {
  const { priced, problems } = examine(proposal, submission, middle, policy)
  if (problems.length > 0) return Result.fail({ _tag: "InvalidRows", problems })
  const payouts = priced.map(({ payout }) => payout)
  return Result.succeed([batchOf("batch", proposal, payouts, policy.fundingWindowMs), ...payouts])
}

/** The problems of a rejected row. */
const rowProblems = (row: BulkRow, rejection: NewPayout.Rejection): ReadonlyArray<RowProblem> => {
  const field = "quote_id"
  switch (rejection._tag) {
    case "InvalidFields":
      return rejection.problems.map((one) => problem(row, one))
    case "QuoteNotFound":
      return [problem(row, { field, code: "not_found", message: "is not a quote of this account" })]
    case "QuoteExpired":
      return [problem(row, { field, code: "expired", message: "is expired; create a new one" })]
    case "QuoteAlreadyUsed":
      return [problem(row, { field, code: "already_used", message: "already has a payout" })]
  }
}

/** Problems of quotes. A quote is used once, so two rows cannot have the same one. */
const quoteProblems = (rows: ReadonlyArray<BulkRow>): ReadonlyArray<RowProblem> => {
  const first = new Map<string, number>()
  return rows.flatMap((row) => {
    const before = first.get(row.quoteId)
    if (before === undefined) {
      first.set(row.quoteId, row.row)
      return []
    }
    const message = `is the quote of row ${before} too`
    return [problem(row, { field: "quote_id", code: "duplicate", message })]
  })
}

/** A batch whose rows have quotes, or all problems of the rows. */
export const decideBulk = (
  proposal: Proposal,
  { earlier, problems: earlierProblems, rows }: Submission<BulkRow>,
  quotes: (id: string) => Quote.Quote | undefined,
  policy: NewPayout.Policy
): Result.Result<Events, Rejection> => {
  const problems = [...earlierProblems, ...keyProblems(rows, earlier), ...quoteProblems(rows)]
  const payouts: Array<PayoutEvent.Created> = []
  for (const [index, row] of rows.entries()) {
    const { accountId, at, depositAddress, excess, fundedBy, id: batchId } = proposal
    const { idempotencyKey, name, network, parties, phone, quoteId, reference } = row
    const request = {
      ...{ id: proposal.payoutIds[index] ?? "", accountId, quoteId, batchId, phone, name, network },
      ...{ depositAddress, idempotencyKey, beneficiaryId: null, reference, metadata: {}, at },
      ...{ refundAddress: null, parties, funding: fundedBy, excess }
    }
    const created = NewPayout.decide(request, quotes(quoteId), policy)
    if (Result.isSuccess(created)) payouts.push(created.success)
    else problems.push(...rowProblems(row, created.failure))
  }
  return problems.length > 0
    ? refuse(problems)
    : Result.succeed([batchOf("bulk", proposal, payouts, policy.fundingWindowMs), ...payouts])
}

/** Names of a payout's fields in the rows of a batch. */
const fieldOfRow = {
  network: "network",
  source_amount_usdc: "amount_usdc",
  recipient_name: "name",
  recipient_phone: "phone"
}

/**
 * Problems that production would refuse, of a batch that was accepted here. Each kind is listed
 * once, with its first row: all rows of a batch often lack the same field.
 */
export const warnings = (
  payouts: ReadonlyArray<
    Pick<PayoutEvent.Created, "name" | "network" | "targetAmount" | "quoteId">
  >,
  policy: NewPayout.Policy
): ReadonlyArray<RowProblem> => {
  const first = new Map<string, RowProblem>()
  const counts = new Map<string, number>()
  payouts.forEach((payout, index) => {
    for (const warning of NewPayout.warnings(payout, policy)) {
      const key = `${warning.field} ${warning.message}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
      if (first.has(key)) continue
      const field = payout.quoteId === null ? fieldOfRow[warning.field] : warning.field
      first.set(key, { ...warning, row: index + 1, field })
    }
  })
  return [...first].map(([key, warning]) => {
    const count = counts.get(key) ?? 1
    const where = count === 1 ? "" : ` (${count} rows)`
    return { ...warning, message: `${warning.message}${where}` }
  })
}
