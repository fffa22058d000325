/**
 * The auditor. Every part of the world reports its events to it at once. It keeps separate books
 * and remembers the first false claim. It never decides what happens next.
 */
import * as Limits from "../../src/config/Limits.ts"
import type * as Batch from "../../src/domain/batch/Batch.ts"
import type * as Funding from "../../src/domain/money/Funding.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import type { State } from "../../src/engine/state/State.ts"
import * as BalanceBooks from "./BalanceBooks.ts"
import * as BatchBooks from "./BatchBooks.ts"
import * as BookingBooks from "./BookingBooks.ts"
import * as ChainBooks from "./ChainBooks.ts"
import { must, Violation } from "./Claim.ts"
import * as CursorBooks from "./CursorBooks.ts"
import * as DeliveryBooks from "./DeliveryBooks.ts"
import type { Host } from "./Host.ts"
import * as LogBooks from "./LogBooks.ts"
import type { Row } from "./LogRow.ts"
import * as MoneyBooks from "./MoneyBooks.ts"
import { finals } from "./PayoutBook.ts"
import * as PayoutBooks from "./PayoutBooks.ts"
import * as PeriodBooks from "./PeriodBooks.ts"
import * as RefundBooks from "./RefundBooks.ts"
import * as RequestBooks from "./RequestBooks.ts"
import type { Answered, Request } from "./Requests.ts"
import * as RowResponses from "./RowResponses.ts"
import { type Spread, statesOf } from "./Spread.ts"
import * as StateCheck from "./StateCheck.ts"
import * as TreasuryBooks from "./TreasuryBooks.ts"
import * as WithdrawalBooks from "./WithdrawalBooks.ts"

/** Facts about the processes that the auditor needs. */
export interface Insight {
  /** Number of users who must approve a hold. */
  readonly holdApprovals: number
  readonly now: () => number
  readonly spread: Spread
  readonly stateOf: (host: Host) => State | undefined
  /** True if no later process has taken over. */
  readonly isCurrent: (host: Host) => boolean
  readonly note: (line: () => string) => void
}

const openBooks = ({ holdApprovals, now, spread }: Insight) => {
  const deliveries = DeliveryBooks.make()
  const chainBooks = ChainBooks.make()
  const treasury = TreasuryBooks.make()
  const refunds = RefundBooks.make(treasury)
  const batches: BatchBooks.BatchBooks = BatchBooks.make(
    chainBooks,
    (id) => payouts.books.get(id),
    now
  )
  const payouts = PayoutBooks.make(
    deliveries.transition,
    chainBooks,
    (batchId) => batches.books.get(batchId)?.funding,
    holdApprovals
  )
  const balances = BalanceBooks.make(chainBooks, holdApprovals, deliveries.balance)
  const withdrawals = WithdrawalBooks.make({
    ...{ treasury, holdApprovals, move: balances.withdraw, tell: deliveries.withdrawal }
  })
  const log = LogBooks.make()
  const money = MoneyBooks.make(spread, BookingBooks.make(holdApprovals, balances.total))
  const places = CursorBooks.make(spread, chainBooks)
  const periods = PeriodBooks.make(holdApprovals, now)
  const requests = RequestBooks.make()
  const rows = RowResponses.make(batches, log)
  const isOver = (batchId: string): boolean => batches.isOver(batchId) && !refunds.isSent(batchId)
  const isBusy = (id: string): boolean => refunds.isSent(id) || payouts.isRecalled(id)
  const rest = { isOver, isBusy }
  /** One check of states per partition. */
  const states = statesOf(spread.count).map((folded, number) =>
    StateCheck.make(rest, folded, number)
  )
  const ofPayouts = { balances, batches, payouts, refunds, rows, treasury, withdrawals }
  const ofLogs = { log, money, periods, places, requests, states }
  return { ...ofPayouts, ...ofLogs, chain: chainBooks, deliveries }
}

type Books = ReturnType<typeof openBooks>

/** Runs a report. A violation in it is noted and ends the audit, but not the caller. */
type Heed = <A extends ReadonlyArray<unknown>>(
  name: string,
  report: (...args: A) => void
) => (...args: A) => void

const makeHeed = (note: Insight["note"]) => {
  const found: { violation: string | undefined } = { violation: undefined }
  const heed: Heed =
    (name, report) =>
    (...args) => {
      if (found.violation !== undefined) return
      try {
        report(...args)
      } catch (error) {
        const isClaim = error instanceof Violation
        found.violation = isClaim ? error.message : `The audit of "${name}" broke: ${String(error)}`
        note(() => `VIOLATION ${found.violation}`)
      }
    }
  return { found, heed }
}

const ofLog = (books: Books, heed: Heed, { note, spread, stateOf }: Insight) => ({
  durable: heed("durable", (partition: number, row: Row, entry: Entry.Entry) => {
    const { balances, batches, deliveries, log, money } = books
    const { payouts, periods, places, refunds, requests, states, withdrawals } = books
    const where = spread.count === 1 ? "" : ` of partition ${partition}`
    note(() => `#${row.seq}${where} epoch ${row.epoch} ${row.body}`)
    log.entry(partition, row, entry)
    places.entry(partition, entry)
    requests.entry(entry)
    balances.entry(entry)
    withdrawals.entry(entry)
    money.entry(partition, entry)
    batches.entry(entry)
    payouts.entry(entry)
    refunds.entry(entry)
    batches.balance(entry)
    deliveries.entry(entry)
    const state = states[partition]
    state?.entry(entry)
    periods.entry(entry, state?.posted() ?? [])
  }),
  applied: heed("applied", (host: Host, entry: Entry.Entry) => {
    const { batches, states } = books
    const live = stateOf(host)
    for (const { birth } of batches.touched(entry)) {
      const batch = live?.batches.get(birth.id)
      if (batch !== undefined) batches.shows(batch, host.appliedSeq)
    }
    states[host.partition]?.applied(host, live, entry)
  }),
  /** Batches in the read model at a position of the log. */
  projected: heed("projected", (all: ReadonlyArray<Batch.Batch>, seq: number) => {
    for (const batch of all) books.batches.shows(batch, seq)
  })
})

const ofChain = ({ chain: chainBooks, treasury }: Books, heed: Heed, { note }: Insight) => {
  const chain = (what: string) =>
    heed(what, (id: string, deposit: Funding.Deposit) => {
      note(() => `chain ${what} ${deposit.amount} for ${id}`)
      chainBooks.shows(id, deposit, what)
    })
  return {
    mined: chain("mined"),
    dropped: chain("dropped"),
    final: chain("final"),
    /** A deposit is final in a block, in runs that follow blocks. */
    settles: heed("settles", chainBooks.settles),
    /** The chain shows or removes a transaction of the treasury. */
    returned: heed("returned", (txHash: string, transaction: TreasuryBooks.Returned) => {
      note(() => `the treasury's ${txHash} is ${transaction.state}`)
      treasury.shows(txHash, transaction)
    })
  }
}

const ofPayouts = ({ balances, payouts }: Books, heed: Heed, { note, now }: Insight) => {
  /** Decision time of the last entry that each process saw written. */
  const proven = new Map<Host, number>()
  return {
    screens: heed("screens", payouts.screens),
    judged: heed("judged", balances.judged),
    screened: heed("screened", payouts.screened),
    cleared: heed("cleared", payouts.cleared),
    decided: heed("decided", payouts.decided),
    asked: heed("asked", payouts.asked),
    /** A process saw one of its entries in the log, so it was the writer at that decision. */
    proven: (host: Host, at: number): void => void proven.set(host, at),
    /** A process instructs a provider to pay. It must have led the log just before (L3, L6). */
    submits: heed("submits", (host: Host) => {
      const provenAt = proven.get(host) ?? Number.NEGATIVE_INFINITY
      const isOurs = Math.abs(now() - provenAt) <= Limits.engine.leadershipProofMsMax
      must(isOurs, "L3: a provider is told to pay, and nobody asked whether the log is still ours")
    }),
    provided: heed("provided", payouts.provided),
    hopeless: heed("hopeless", payouts.hopeless),
    voided: (reference: string) => note(() => `the provider voids ${reference}`),
    paid: heed("paid", (reference: string, payout: Parameters<typeof payouts.paid>[1]) => {
      note(() => `the provider pays ${payout.id} under ${reference}`)
      payouts.paid(reference, payout)
    })
  }
}

const ofDeliveries = ({ deliveries }: Books, heed: Heed, { isCurrent, now }: Insight) => ({
  attempted: heed("attempted", (host: Host, parcel: Parameters<typeof deliveries.attempted>[1]) =>
    deliveries.attempted({ host, isCurrent: isCurrent(host) }, parcel, now())
  ),
  answered: heed("answered", deliveries.answered)
})

const ofClients = (
  { batches, log, payouts, periods, requests, rows }: Books,
  heed: Heed,
  { note }: Insight
) => ({
  performs: heed("performs", requests.performs),
  answers: heed("answers", requests.answers),
  revokes: heed("revokes", requests.revokes),
  admits: heed("admits", requests.admits),
  acknowledged: heed("acknowledged", (request: Request, answer: Answered) => {
    note(() => `acknowledged ${answer.status} ${answer.body} for ${request.idempotency?.key}`)
    log.acknowledged(request, answer)
  }),
  looked: heed("looked", payouts.looked),
  lookedAtBatch: heed("lookedAtBatch", batches.looked),
  answeredRows: heed("answeredRows", rows.answered),
  rejected: heed("rejected", (...refusal: Parameters<typeof log.rejected>) => {
    log.rejected(...refusal)
    const [, request, tag, subject] = refusal
    periods.rejected(request, tag, subject)
  }),
  refusedRows: heed("refusedRows", rows.refused)
})

/** The log and tables of a partition at the end. */
export interface Remains {
  readonly entries: ReadonlyArray<Entry.Entry>
  readonly shown: StateCheck.Shown
}

const ofTheEnd = (books: Books, heed: Heed, { spread, stateOf }: Insight) => ({
  whole: heed("whole", (host: Host) => {
    const { balances, log, states } = books
    const live = stateOf(host)
    states[host.partition]?.whole(host, live)
    if (host.appliedSeq !== log.tip(host.partition).seq) return
    for (const balance of live?.balances.values() ?? []) balances.shows(balance)
  }),
  rests: heed("rests", (host: Host) => books.states[host.partition]?.rests(stateOf(host))),
  /** Checks the end of a run. `all` is by partition. */
  finish: heed("finish", (all: ReadonlyArray<Remains>) => {
    const { balances, batches, deliveries, payouts, refunds, states, withdrawals } = books
    books.chain.finish()
    payouts.finish()
    balances.finish()
    refunds.finish()
    withdrawals.finish()
    for (const { birth, status } of payouts.books.values()) {
      const isOwed = finals.includes(status) && refunds.isForBalance(birth.id)
      must(!isOwed, `L7: at the end the balance lacks the refund of ${birth.id}`)
    }
    batches.finish()
    for (const { shown } of all) {
      for (const batch of shown.batches.values()) batches.shows(batch as Batch.Batch, shown.seq)
    }
    deliveries.finish()
    const fresh = statesOf(spread.count)
    all.forEach(({ entries, shown }, number) => {
      const again = fresh[number]
      if (again !== undefined) states[number]?.again(entries, again)
      states[number]?.shows(shown)
    })
    books.periods.finish(fresh.map(({ dirty }) => dirty.postings))
    balances.lists(fresh.flatMap(({ dirty }) => dirty.movements))
  })
})

export const make = (insight: Insight) => {
  const books = openBooks(insight)
  const { found, heed } = makeHeed(insight.note)
  return {
    violation: () => found.violation,
    /** Records a false claim that another part found. */
    object: (claim: string): void => {
      found.violation ??= claim
    },
    books: books.payouts.books,
    balances: books.balances,
    batches: books.batches,
    refunds: { due: books.refunds.due, unrest: books.refunds.unrest },
    withdrawals: {
      get: (id: string) => books.withdrawals.books.get(id),
      ...{ count: books.withdrawals.count, unrest: books.withdrawals.unrest }
    },
    deliveries: books.deliveries.count,
    periods: { count: books.periods.count, refused: books.periods.refused },
    pending: books.deliveries.pending,
    admitted: books.requests.admitted,
    tip: books.log.tip,
    places: { areApart: books.places.areApart, isBehind: books.places.isBehind },
    ...ofLog(books, heed, insight),
    ...ofChain(books, heed, insight),
    ...ofPayouts(books, heed, insight),
    ...ofDeliveries(books, heed, insight),
    ...ofClients(books, heed, insight),
    ...ofTheEnd(books, heed, insight)
  }
}

export type Audit = ReturnType<typeof make>
