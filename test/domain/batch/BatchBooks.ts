/**
 * The books of an auditor of batches. The auditor sees each command, its source and its events. It
 * never asks the code under test for a sum or a status. Batch.ts defines the invariants B1 to B4.
 */
import * as Batch from "../../../src/domain/batch/Batch.ts"
import * as Funding from "../../../src/domain/money/Funding.ts"
import type * as Payout from "../../../src/domain/payout/Payout.ts"
import type * as PayoutEvent from "../../../src/domain/payout/PayoutEvent.ts"
import type { BatchEvent, Together } from "../../support/fixtures.ts"

class Violation extends Error {}

export const must = (holds: boolean, claim: string): void => {
  if (!holds) throw new Violation(claim)
}

/** The source of a command: a step of the batch, or anything else. */
export type By = "batch" | "outside"

interface Known {
  readonly amount: number
  readonly seenAt: number
  readonly final: boolean
}

interface Row {
  readonly source: number
  status: Payout.Status
  allocated: number
}

export const open = ([birth, ...rows]: readonly [
  Batch.Created,
  ...Array<PayoutEvent.Created>
]) => ({
  total: rows.length,
  deadline: birth.fundingDeadline,
  isClosed: false,
  funding: "open" as Batch.Batch["funding"],
  deposits: new Map<string, Known>(),
  /** Amounts of transfers too small to be deposits, by name. `released` is their spent part. */
  dust: new Map<string, number>(),
  released: 0,
  /** The reason for which refunds are kept back. */
  hold: null as string | null,
  rows: new Map<string, Row>(
    rows.map(({ id, sourceAmount, status }) => [id, { source: sourceAmount, status, allocated: 0 }])
  ),
  returned: 0,
  /** `returned` has three parts: due, `sent` without a proof, and `proven`. */
  due: 0,
  sent: new Map<string, number>(),
  proven: new Map<string, number>(),
  refundAddress: null as string | null,
  /** Tags of the events so far. A test checks that the lives together cover every known way. */
  deeds: [] as Array<string>
})
export type Books = ReturnType<typeof open>

const sum = (amounts: Iterable<number>): number => [...amounts].reduce((all, one) => all + one, 0)

const needsFunds = ({ status }: Row): boolean => status === "CREATED" || status === "AWAITING_FUNDS"
export const isFinal = (status: Payout.Status): boolean =>
  status === "SETTLED" || status === "FAILED" || status === "REVERSED"

const rowsThat = (books: Books, fit: (row: Row) => boolean): ReadonlyArray<Row> =>
  [...books.rows.values()].filter(fit)

const due = (books: Books): number => sum(rowsThat(books, needsFunds).map(({ source }) => source))

const arrived = ({ deposits }: Books, until = Number.POSITIVE_INFINITY): number =>
  sum([...deposits.values()].map((one) => (one.final && one.seenAt <= until ? one.amount : 0)))

const dustOf = ({ dust }: Books): number => sum(dust.values())

const waiting = (books: Books): number => dustOf(books) - books.released

const held = (books: Books): number =>
  arrived(books) +
  books.released -
  books.returned -
  sum([...books.rows.values()].map((row) => row.allocated))

/** True if the deposits in time pay for every row that still needs funds. */
const isCovered = (books: Books): boolean =>
  arrived(books, books.deadline) + dustOf(books) >= due(books)

/** True if a deposit in time may still become final. */
const isPending = ({ deadline, deposits }: Books): boolean =>
  [...deposits.values()].some(({ final, seenAt }) => !final && seenAt <= deadline)

// ------------------------------------------------------------------------------- batch events

type Deposited = Extract<Batch.Event, { deposit: unknown }>

const bookDeposit = (books: Books, { _tag, deposit }: Deposited): void => {
  const key = `${deposit.chainId}/${deposit.txHash}/${deposit.logIndex}`
  const known = books.deposits.get(key)
  must(known?.final !== true, "B4: a final deposit is counted once and never dropped")
  if (_tag === "BatchDepositDropped") {
    must(known !== undefined, "only a known deposit is dropped")
    books.deposits.delete(key)
    return
  }
  must(deposit.amount > 0, "a transfer of nothing is no deposit")
  if (_tag === "BatchDustReceived") {
    must(!books.dust.has(key), "B4: a transfer is counted once, however small")
    books.dust.set(key, deposit.amount)
    books.deposits.delete(key)
    return
  }
  const isFinalized = _tag === "BatchDepositFinalized"
  must(isFinalized || known === undefined, "a deposit is seen once")
  const seenAt = known?.seenAt ?? deposit.seenAt
  books.deposits.set(key, { amount: deposit.amount, seenAt, final: isFinalized })
}

type Returning = Exclude<
  Extract<Batch.Event, { _tag: `BatchRefund${string}` }>,
  { _tag: "BatchRefundsReleased" }
>

const isReturning = (event: Batch.Event): event is Returning =>
  event._tag.startsWith("BatchRefund") && event._tag !== "BatchRefundsReleased"

const batchEnds = new Set<string>([
  ...["BatchWindowClosed", "BatchFunded", "BatchFundingExpired", "BatchCancelled"]
])

const takeSent = ({ sent }: Books, txHash: string): number => {
  const amount = sent.get(txHash)
  if (amount === undefined) throw new Violation("only what was sent is confirmed, or disproved")
  sent.delete(txHash)
  return amount
}

const bookRefund = (books: Books, event: Returning): void => {
  switch (event._tag) {
    case "BatchRefundOpened":
      must(rowsThat(books, needsFunds).length === 0, "no row needs what goes back")
      must(event.amount > 0 && event.amount === held(books), "B2: all that is held goes back")
      must(waiting(books) === 0, "B2: the suspense account is part of a refund")
      books.returned += event.amount
      books.due += event.amount
      return
    case "BatchRefundAddressSet":
      must(event.address !== books.refundAddress, "an address is set when it is another")
      books.refundAddress = event.address
      return
    case "BatchRefundSent": {
      const { amount, txHash } = event
      must(amount > 0 && amount === books.due, "what is sent is all that is due")
      must(!books.sent.has(txHash) && !books.proven.has(txHash), "a transaction is of one refund")
      must(books.hold === null || event.flagged !== undefined, "what is kept back is not sent")
      books.hold = event.flagged ?? books.hold
      books.due = 0
      books.sent.set(txHash, amount)
      return
    }
    case "BatchRefundConfirmed":
      books.proven.set(event.txHash, takeSent(books, event.txHash))
      return
    case "BatchRefundDisproved":
      books.due += takeSent(books, event.txHash)
  }
}

const bookBatch = (books: Books, event: Batch.Event): void => {
  if ("deposit" in event) return bookDeposit(books, event)
  if (event._tag === "BatchSuspenseReleased") {
    must(event.amount > 0 && event.amount <= waiting(books), "what waits is released")
    books.released += event.amount
    return
  }
  if (event._tag === "BatchSendersScreened") {
    books.hold = event.hold ?? books.hold
    return
  }
  if (event._tag === "BatchRefundsReleased") {
    must(books.hold !== null, "what is kept back is released")
    books.hold = null
    return
  }
  if (isReturning(event)) return bookRefund(books, event)
  const isOver = event.at > books.deadline
  must(batchEnds.has(event._tag), `${event._tag} is booked`)
  must(books.funding === "open", "funding ends once")
  must(due(books) > 0, "funding ends for rows that need it")
  switch (event._tag) {
    case "BatchWindowClosed":
      must(isOver && !books.isClosed && isPending(books), "a window closes for what is pending")
      books.isClosed = true
      return
    case "BatchFunded":
      must(isCovered(books), "B3: the deposits cover all rows that need funds")
      must(rowsThat(books, ({ status }) => status === "CREATED").length === 0, "rows have started")
      books.funding = "funded"
      return
    case "BatchFundingExpired":
      must(isOver && !isPending(books), "a window expires when it is over, with nothing pending")
      must(!isCovered(books), "B3: what is covered does not expire")
      books.funding = "expired"
      return
    case "BatchCancelled":
      must(books.deposits.size === 0, "nothing is cancelled once a deposit is seen")
      books.funding = "cancelled"
  }
}

// ------------------------------------------------------------------------------- row events

const enters: { readonly [T in Payout.Event["_tag"]]?: Payout.Status } = {
  ...{ FundingOpened: "AWAITING_FUNDS", FundsReceived: "STABLECOIN_RECEIVED" },
  ...{ PayoutHeld: "COMPLIANCE_HOLD", TransferAccepted: "PAYOUT_CONFIRMED" },
  ...{ PayoutSettled: "SETTLED", PayoutFailed: "FAILED", PayoutReversed: "REVERSED" },
  ReviewOpened: "MANUAL_REVIEW"
}

const stops = { open: [], funded: [], cancelled: ["cancelled"], expired: ["deposit_expired"] }

const bookRow = (books: Books, event: Payout.Event, by: By): void => {
  const row = books.rows.get(event.id)
  if (row === undefined) throw new Violation(`${event.id} is a row of the batch`)
  if (event._tag === "FundsAllocated") {
    must(books.funding === "funded", "B3: no row is funded before the batch is")
    must(row.allocated === 0 && event.amount === row.source, "B2: a row gets its share once")
    must(row.status === "AWAITING_FUNDS", "only a row that waits gets its share")
    row.allocated = event.amount
  }
  if (event._tag === "PayoutFailed" && by === "batch") {
    const reasons: ReadonlyArray<string> = stops[books.funding]
    must(reasons.includes(event.reason), `B3: ${books.funding} stops no row as ${event.reason}`)
  }
  const isAgain = event._tag === "TransferRequested" && row.status !== "PAYOUT_CONFIRMED"
  row.status = isAgain ? "PAYOUT_INITIATED" : (enters[event._tag] ?? row.status)
}

/** Books an event. `by` is the source of its command. */
export const book = (books: Books, event: BatchEvent, by: By): void => {
  const isOfBatch = event._tag.startsWith("Batch")
  books.deeds.push(isOfBatch ? event._tag : `row ${event._tag}`)
  if (isOfBatch) bookBatch(books, event as Batch.Event)
  else bookRow(books, event as Payout.Event, by)
}

// ------------------------------------------------------------------------------- the state

const statusOf = (books: Books): Batch.Status => {
  if (books.funding === "cancelled") return "cancelled"
  if (rowsThat(books, ({ status }) => !isFinal(status)).length === 0) return "completed"
  const isQueued = rowsThat(books, ({ status }) => status !== "CREATED").length === 0
  return isQueued ? "queued" : "processing"
}

/** Compares the refunds with the books. */
const auditRefunds = (books: Books, { refundAddress, refunds }: Batch.Batch): void => {
  const named = (status: string) =>
    refunds.filter((one) => one.status === status).map((one) => `${one.txHash} ${one.amount}`)
  const booked = (those: ReadonlyMap<string, number>) =>
    [...those].map(([txHash, amount]) => `${txHash} ${amount}`)
  must(refundAddress === books.refundAddress, "the refund address is the last one set")
  must(`${named("due")}` === (books.due > 0 ? `null ${books.due}` : ""), "one refund is due")
  must(`${named("sent")}` === `${booked(books.sent)}`, "what was sent is in the books")
  must(
    `${named("confirmed").toSorted()}` === `${booked(books.proven).toSorted()}`,
    "what is proven is in the books"
  )
}

/** Compares the whole state with the books after each event. */
export const audit = (books: Books, { batch, rows }: Together): void => {
  const counted = (fit: (row: Row) => boolean) => rowsThat(books, fit).length
  must(batch.completed === counted(({ status }) => status === "SETTLED"), "B1: completed")
  const failed = counted(({ status }) => isFinal(status) && status !== "SETTLED")
  must(batch.failed === failed, "B1: failed")
  must(Batch.pending(batch) === counted(({ status }) => !isFinal(status)), "B1: pending")
  must(batch.waiting === counted(({ status }) => status === "CREATED"), "B1: waiting")
  must(batch.unfunded === counted(needsFunds), "B1: unfunded")
  must(batch.due === due(books), "B1: due")
  must(batch.total === books.total, "B1: total")
  auditRefunds(books, batch)
  const allocated = sum([...rows.values()].map((row) => row.allocated))
  must(batch.allocated === allocated, "B2: what is allocated is what the rows were given")
  must(Batch.held(batch) === held(books), "B2: what is held is what the books say")
  must(Funding.suspenseBalance(batch.suspense) === waiting(books), "B2: dust waits in suspense")
  must(Batch.received(batch) === arrived(books) + dustOf(books), "all that arrived is received")
  must(batch.refundHold === books.hold, "refunds are kept back for the reason that was found")
  must(held(books) >= 0, "B2: held is never negative")
  // A row that has its share still counts as unfunded until its next event.
  const promised = sum(rowsThat(books, needsFunds).map((row) => row.source - row.allocated))
  if (batch.funding === "funded") must(held(books) >= promised, "B3: what is promised is held")
  must(batch.funding === books.funding, "funding is what the books say")
  must(Batch.status(batch) === statusOf(books), `its status is ${statusOf(books)}`)
  const step = Batch.nextStep(batch)
  if (counted(needsFunds) > 0)
    must(step._tag !== "Rest", "rows that need funds have a pending step")
  else if (held(books) > 0 || waiting(books) > 9_999)
    must(step._tag === "OpenRefund", "what is left over is due back")
  else if (books.sent.size > 0) must(step._tag === "ProveRefund", "what was sent is proven")
  else must(step._tag === "Rest", "B2: at rest nothing is held, and nothing is due")
  must(
    Batch.isFinished(batch) ===
      (step._tag === "Rest" && batch.failed + batch.completed === books.total),
    "finished means no pending step and no row under way"
  )
}

/** Audits the end of a life. */
export const close = (books: Books, { batch }: Together): void => {
  must(Batch.isFinished(batch), "every life comes to its end")
  must(held(books) === 0, "B2: nothing is held in the end")
  must(waiting(books) <= 9_999, "B2: no more than dust waits in the end")
  must(books.due + books.sent.size === 0, "all that is due back is proven to be back")
  must(rowsThat(books, ({ status }) => !isFinal(status)).length === 0, "every row is final")
}
