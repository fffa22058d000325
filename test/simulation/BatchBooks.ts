/**
 * The auditor's books of batches: acceptance, deposits and rows, written from the log's events.
 * Their counters are counted again from the books of the rows. So they cannot share a mistake with
 * the program's counters, which follow the rows one event at a time (B1).
 */
import type * as Batch from "../../src/domain/batch/Batch.ts"
import type * as PayoutEvent from "../../src/domain/payout/PayoutEvent.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import * as ChainBooks from "./ChainBooks.ts"
import { must, some } from "./Claim.ts"
import { finals, type Book as RowBook } from "./PayoutBook.ts"
import type { Row } from "./Requests.ts"

/** Milliseconds for which a row's key acts only once. */
const keyMs = 24 * 60 * 60 * 1_000

/** The counters and sums that a batch shows. */
interface Counts {
  readonly waiting: number
  readonly unfunded: number
  readonly due: number
  readonly completed: number
  readonly failed: number
  readonly allocated: number
  readonly deposited: number
  readonly refunded: number
  /** The released part of amounts that were too small to be deposits. */
  readonly released: number
  /** Amount that the balance gave, less the amount that returned to it. */
  readonly provided: number
  readonly funding: Batch.Batch["funding"]
}

export interface Book {
  readonly birth: Batch.Created
  readonly rows: ReadonlyArray<PayoutEvent.Created>
  funding: Batch.Batch["funding"]
  isClosed: boolean
  readonly deposits: ChainBooks.Deposits
  arrived: number
  refunded: number
  provided: number
  readonly suspense: ChainBooks.Suspense
  /** The counts after each entry that changed the batch, in order. */
  readonly history: Array<{ readonly seq: number; readonly since: number; readonly counts: Counts }>
}

/** The counts of a batch in the program, in the order of the books. */
const countsOf = (batch: Batch.Batch): Counts => ({
  ...{ waiting: batch.waiting, unfunded: batch.unfunded, due: batch.due },
  ...{ completed: batch.completed, failed: batch.failed, allocated: batch.allocated },
  deposited: sum(batch.deposits.map(({ amount, final }) => (final ? amount : 0))),
  refunded: sum(batch.refunds.map(({ amount }) => amount)),
  released: batch.suspense?.released ?? 0,
  provided: batch.provided,
  funding: batch.funding
})

/** Maximum milliseconds of an append, even with an unavailable log or a frozen process. */
const appendMsMax = 10 * 60 * 1_000

const sum = (numbers: ReadonlyArray<number>): number =>
  numbers.reduce((total, number) => total + number, 0)

/** A key is unique within an account and a kind of batch. */
const keyOf = ({ accountId, kind }: Batch.Created, key: string | null): string =>
  `${accountId} ${kind} ${key}`

const openLedger = (
  chain: ChainBooks.ChainBooks,
  rowBook: (payoutId: string) => RowBook | undefined,
  now: () => number
) => {
  const books = new Map<string, Book>()
  const batchOf = new Map<string, string>()
  /** Time of the last use of each row key. */
  const keys = new Map<string, number>()
  return { books, rowBook, keys, batchOf, chain, now }
}

type Ledger = ReturnType<typeof openLedger>

const bookOf = (ledger: Ledger, id: string): Book =>
  some(ledger.books.get(id), "A batch that is not in the log")

const rowsOf = (ledger: Ledger, { rows }: Book): ReadonlyArray<RowBook> =>
  rows.map(({ id }) => some(ledger.rowBook(id), "A row that is not in the log"))

const isWaiting = ({ status }: RowBook): boolean =>
  status === "CREATED" || status === "AWAITING_FUNDS"

const count = (ledger: Ledger, book: Book): Counts => {
  const rows = rowsOf(ledger, book)
  const unfunded = rows.filter(isWaiting)
  const ended = rows.filter(({ status }) => finals.includes(status))
  const completed = ended.filter(({ status }) => status === "SETTLED").length
  return {
    waiting: rows.filter(({ status }) => status === "CREATED").length,
    ...{ unfunded: unfunded.length, due: sum(unfunded.map(({ birth }) => birth.sourceAmount)) },
    ...{ completed, failed: ended.length - completed },
    allocated: sum(rows.map(({ allocated, returned }) => allocated - returned)),
    ...{ deposited: book.arrived, refunded: book.refunded },
    ...{ released: book.suspense.released, provided: book.provided, funding: book.funding }
  }
}

const heldIn = ({ allocated, deposited, provided, refunded, released }: Counts): number =>
  deposited + released + provided - allocated - refunded

// ------------------------------------------------------------------- acceptance

/** Checks that a batch is created together with all of its rows in one entry. */
const accepted = (ledger: Ledger, birth: Batch.Created, events: Entry.Entry["events"]): void => {
  const rows = events.filter(
    (event): event is PayoutEvent.Created =>
      event._tag === "PayoutCreated" && event.batchId === birth.id
  )
  must(rows.length === birth.total && rows.length > 0, "A batch is accepted without all its rows")
  const others = birth.fundedBy === undefined ? 1 : 2
  must(events.length === rows.length + others, "A batch's acceptance holds something else")
  const total = sum(rows.map(({ sourceAmount }) => sourceAmount))
  must(total === birth.sourceAmount, "A batch is not the sum of its rows")
  for (const row of rows) {
    const isQuoted = row.quoteId !== null
    const begins = birth.kind === "batch" ? "CREATED" : "AWAITING_FUNDS"
    must(row.status === begins && isQuoted === (birth.kind === "bulk"), "A row of another kind")
    must(row.accountId === birth.accountId, "A row of someone else's")
    const isSame = row.depositAddress === birth.depositAddress
    must(isSame && row.fundingDeadline === birth.fundingDeadline, "A row waits for other funds")
    const key = keyOf(birth, row.idempotencyKey)
    const since = ledger.keys.get(key)
    must(since === undefined || birth.at >= since + keyMs, "L8: a row's key acted twice in a day")
    ledger.keys.set(key, birth.at)
    ledger.batchOf.set(row.id, birth.id)
  }
  ledger.books.set(birth.id, {
    ...{ birth, rows, funding: "open", isClosed: false, deposits: new Map() },
    ...{ arrived: 0, refunded: 0, provided: 0, suspense: { received: 0, released: 0 }, history: [] }
  })
}

// ------------------------------------------------------------------- events

/**
 * Rows may end while a decision about their batch is on its way to the log. So the decision must
 * fit the rows as they are, or as they were shortly before.
 */
const mustHaveBeen = (
  { history }: Book,
  { at }: Batch.Event,
  holds: (counts: Counts) => boolean,
  claim: string
): void => {
  const isRecent = (_: unknown, index: number): boolean =>
    (history[index + 1]?.since ?? at) >= at - appendMsMax
  must(
    history.filter(isRecent).some(({ counts }) => holds(counts)),
    claim
  )
}

const mustBeOpen = (book: Book, event: Batch.Event): void => {
  must(book.funding === "open", `${event._tag}, and it is ${book.funding}`)
  mustHaveBeen(book, event, ({ unfunded }) => unfunded > 0, `${event._tag}, and no row needs it`)
}

const isCoveredBy =
  ({ deposits, provided, suspense }: Book) =>
  ({ due, unfunded }: Counts): boolean =>
    unfunded > 0 && provided + ChainBooks.counted(deposits) + suspense.received >= due

const isPending = ({ birth, deposits }: Book): boolean =>
  ChainBooks.isPending(deposits, birth.fundingDeadline)

const ended = (ledger: Ledger, book: Book, event: Batch.Event, by: string): void => {
  mustBeOpen(book, event)
  const isCovered = isCoveredBy(book)
  if (event._tag === "BatchFunded") {
    mustHaveBeen(book, event, isCovered, "B3: a batch is funded with less than its rows need")
    must(count(ledger, book).waiting === 0, "A batch is funded before its rows are started")
    book.funding = "funded"
  } else if (event._tag === "BatchFundingExpired") {
    must(event.at > book.birth.fundingDeadline, "A batch expired before the window was over")
    const isShort = (counts: Counts): boolean => !isCovered(counts)
    mustHaveBeen(book, event, isShort, "A batch expired, and its funds came in time")
    must(!isPending(book), "A batch expired while money was on its way")
    book.funding = "expired"
  } else {
    must(
      by !== "engine" && book.deposits.size === 0,
      "Cancelled without a request, or with deposits"
    )
    book.funding = "cancelled"
  }
}

const apply = (ledger: Ledger, event: Batch.Event, by: string): void => {
  const book = bookOf(ledger, event.id)
  switch (event._tag) {
    case "BatchCreated":
      return
    case "BatchDepositSeen":
    case "BatchDepositFinalized": {
      const final = event._tag === "BatchDepositFinalized"
      const isInTime = (seenAt: number): boolean => seenAt <= book.birth.fundingDeadline
      const owner = { id: event.id, deposits: book.deposits, counts: isInTime }
      book.arrived += ledger.chain.credit(owner, event.deposit, final)
      return
    }
    case "BatchDustReceived":
      return ledger.chain.dust(event.id, book.deposits, book.suspense, event.deposit)
    case "BatchSuspenseReleased":
      return ChainBooks.release(book.suspense, event.amount)
    case "BatchDepositDropped":
      return ledger.chain.drop(book.deposits, event.deposit)
    case "BatchWindowClosed":
      mustBeOpen(book, event)
      must(event.at > book.birth.fundingDeadline, "A window closed before its time")
      must(isPending(book) && !book.isClosed, "A window closed without cause")
      book.isClosed = true
      return
    case "BatchFundsAllocated":
      must(book.birth.fundedBy === "balance", "A balance pays for a batch that it does not fund")
      must(book.provided === 0, "B2: a balance pays for a batch once")
      must(event.amount === book.birth.sourceAmount, "B2: a balance pays another amount")
      book.provided = event.amount
      return
    case "BatchFundsReturned": {
      const counts = count(ledger, book)
      must(counts.unfunded === 0, "B2: funds return while rows need them")
      // Another row may have returned its share while the entry was written.
      must(event.amount > 0 && event.amount <= heldIn(counts), "B2: what returns is not held")
      const isAll = (then: Counts): boolean => event.amount === heldIn(then)
      mustHaveBeen(book, event, isAll, "B2: what returns is not all that was held")
      book.provided -= event.amount
      return
    }
    case "BatchRefundOpened": {
      const counts = count(ledger, book)
      must(counts.unfunded === 0, "B2: a refund while rows need funds")
      must(event.amount > 0 && event.amount === heldIn(counts), "B2: what is due back is held")
      book.refunded += event.amount
      return
    }
    case "BatchSendersScreened":
    case "BatchRefundsReleased":
    case "BatchRefundAddressSet":
    case "BatchRefundSent":
    case "BatchRefundConfirmed":
    case "BatchRefundDisproved":
    case "BatchRefundCredited":
    case "BatchParked":
    case "BatchResumed":
      return
    default:
      return ended(ledger, book, event, by)
  }
}

/** Batches that an entry changes, itself or through a row. */
const touched = (ledger: Ledger, { events }: Entry.Entry): ReadonlyArray<Book> => {
  const ids = events.map((event) =>
    "id" in event ? (ledger.batchOf.get(event.id) ?? event.id) : ""
  )
  return [...new Set(ids)].flatMap((id) => ledger.books.get(id) ?? [])
}

// ------------------------------------------------------------------- other parts' reports
const isAtRest = (counts: Counts): boolean => counts.unfunded === 0 && heldIn(counts) === 0

/** The reason for which a batch is not at rest. Finished and reviewed rows are at rest. */
const unrest = (ledger: Ledger, book: Book): string | undefined => {
  const counts = count(ledger, book)
  const parked = rowsOf(ledger, book).filter(
    ({ status }) => status === "MANUAL_REVIEW" || status === "COMPLIANCE_HOLD"
  ).length
  const isOver = counts.completed + counts.failed + parked === book.birth.total
  return isOver && isAtRest(counts)
    ? undefined
    : `${book.birth.id} is ${book.funding} and holds ${heldIn(counts)}`
}

/** True if the batch is finished and may leave memory. */
const isOver = (ledger: Ledger, book: Book): boolean => {
  const counts = count(ledger, book)
  return counts.completed + counts.failed === book.birth.total && isAtRest(counts)
}

/** Books an entry before the books of its rows are written. */
const entry =
  (ledger: Ledger) =>
  ({ by, events }: Entry.Entry): void => {
    for (const event of events) {
      if (event._tag === "BatchCreated") {
        must(!ledger.books.has(event.id), "An id is used twice")
        accepted(ledger, event, events)
      }
      if (event._tag.startsWith("Batch")) apply(ledger, event as Batch.Event, by)
      if (event._tag !== "PayoutCreated" || event.batchId === null) continue
      must(ledger.batchOf.has(event.id), "A row comes to a batch that was accepted without it")
    }
  }

/** Checks the balance between two entries, after the books of the rows are written. */
const balance =
  (ledger: Ledger) =>
  (entry: Entry.Entry): void => {
    for (const book of touched(ledger, entry)) {
      const counts = count(ledger, book)
      must(heldIn(counts) >= 0, `B2: held is ${heldIn(counts)}`)
      book.history.push({ seq: entry.seq, since: ledger.now(), counts })
    }
  }

/** A client reads a batch, which must be as after one of its entries (L1, B1). */
const looked =
  (ledger: Ledger) =>
  (id: string, batch: Batch.Batch | undefined): void => {
    const seen = JSON.stringify(countsOf(some(batch, "An acknowledged batch is not shown")))
    const isTrue = bookOf(ledger, id).history.some(({ counts }) => JSON.stringify(counts) === seen)
    must(isTrue, () => `B1: ${id} is seen as it never was: ${seen}`)
  }

/** Compares a batch in memory or in a table with the books at a position of the log (B1, B2). */
const shows =
  (ledger: Ledger) =>
  (batch: Batch.Batch, seq: number): void => {
    const book = bookOf(ledger, batch.id)
    const place = book.history.findLast((one) => one.seq <= seq)
    const ours = some(place?.counts, "L1: a batch is shown that is not in the log")
    const theirs = countsOf(batch)
    for (const [name, value] of Object.entries(ours)) {
      const shown = theirs[name as keyof Counts]
      must(
        shown === value,
        () => `B1: ${batch.id} shows ${name} ${shown} at ${seq}; its rows say ${value}`
      )
    }
    must(batch.total === book.rows.length, "B1: a batch has another number of rows")
  }

/** A response names the batch that these rows became. */
const answered =
  (ledger: Ledger) =>
  (id: string, rows: ReadonlyArray<Row>): void => {
    const found = bookOf(ledger, id).rows.map((row) => [
      ...[row.idempotencyKey, row.name, row.phone],
      row.quoteId ?? row.sourceAmount
    ])
    const asked = rows.map((row) => [row.key, row.name, row.phone, row.quoteId ?? row.amount])
    const isSame = JSON.stringify(found) === JSON.stringify(asked)
    must(isSame, () => `L8: ${id} is answered for other rows: ${JSON.stringify([found, asked])}`)
  }

/** True if a row's key was used within a day before `at`. */
const isUsed =
  (ledger: Ledger) =>
  (accountId: string, kind: Batch.Kind, key: string, at: number): boolean => {
    const since = ledger.keys.get(`${accountId} ${kind} ${key}`)
    return since !== undefined && since > at - keyMs
  }

const unrestOf = (ledger: Ledger) => (): string | undefined => {
  for (const book of ledger.books.values()) {
    const why = unrest(ledger, book)
    if (why !== undefined) return why
  }
  return undefined
}

/** Checks at the end that every batch is at rest and holds nothing. */
const finish = (ledger: Ledger) => (): void => {
  for (const book of ledger.books.values()) {
    const counts = count(ledger, book)
    const why = unrest(ledger, book)
    must(why === undefined, `B2: at the end ${why}`)
    must(
      counts.deposited + counts.released + counts.provided === counts.allocated + counts.refunded,
      "B2: deposited + released + provided = allocated + refunds"
    )
    if (book.funding === "funded") continue
    must(counts.allocated === 0, "B3: rows are funded, and their batch is not")
  }
}

export const make = (
  chain: ChainBooks.ChainBooks,
  rowBook: (payoutId: string) => RowBook | undefined,
  now: () => number
) => {
  const ledger = openLedger(chain, rowBook, now)
  return {
    books: ledger.books as ReadonlyMap<string, Book>,
    entry: entry(ledger),
    balance: balance(ledger),
    touched: (given: Entry.Entry) => touched(ledger, given),
    looked: looked(ledger),
    shows: shows(ledger),
    answered: answered(ledger),
    isUsed: isUsed(ledger),
    unrest: unrestOf(ledger),
    isOver: (id: string): boolean => isOver(ledger, bookOf(ledger, id)),
    finish: finish(ledger)
  }
}

export type BatchBooks = ReturnType<typeof make>
