/**
 * The auditor's account of every batch: its acceptance, its deposits, and what became of its rows,
 * written from the log's events. Its counters are counted anew from the books of the rows, so they
 * cannot share a mistake with the program's, which follow the rows one event at a time (B1).
 */
import type * as Batch from "../../src/domain/batch/Batch.ts"
import type * as PayoutEvent from "../../src/domain/payout/PayoutEvent.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import * as ChainBooks from "./ChainBooks.ts"
import { must, some } from "./Claim.ts"
import { finals, type Book as RowBook } from "./PayoutBook.ts"
import type { Row } from "./Requests.ts"

/** For so long a row's key acts once (spec 5, item 8). */
const keyMs = 24 * 60 * 60 * 1_000

/** What a batch shows of its rows. */
interface Counts {
  readonly waiting: number
  readonly unfunded: number
  readonly due: number
  readonly completed: number
  readonly failed: number
  readonly allocated: number
  readonly deposited: number
  readonly refunded: number
  /** Of what came in amounts too small to be deposits. */
  readonly released: number
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
  readonly suspense: ChainBooks.Suspense
  /** What it came to, by the entries that changed it, the first first. */
  readonly history: Array<{ readonly seq: number; readonly since: number; readonly counts: Counts }>
}

/** The same fields in the same order, whoever counts. */
const countsOf = (batch: Batch.Batch): Counts => ({
  ...{ waiting: batch.waiting, unfunded: batch.unfunded, due: batch.due },
  ...{ completed: batch.completed, failed: batch.failed, allocated: batch.allocated },
  deposited: sum(batch.deposits.map(({ amount, final }) => (final ? amount : 0))),
  refunded: sum(batch.refunds.map(({ amount }) => amount)),
  released: batch.suspense?.released ?? 0,
  funding: batch.funding
})

/** For no longer an append is under way, milliseconds: a log that is away, a frozen process. */
const appendMsMax = 10 * 60 * 1_000

const sum = (numbers: ReadonlyArray<number>): number =>
  numbers.reduce((total, number) => total + number, 0)

/** A key is unique within an account and a kind of batch. */
const keyOf = ({ accountId, kind }: Batch.Created, key: string | null): string =>
  `${accountId} ${kind} ${key}`

export const make = (
  chain: ChainBooks.ChainBooks,
  rowBook: (payoutId: string) => RowBook | undefined,
  now: () => number
) => {
  const books = new Map<string, Book>()
  const batchOf = new Map<string, string>()
  /** When a row's key acted last. */
  const keys = new Map<string, number>()

  const bookOf = (id: string): Book => some(books.get(id), "A batch that is not in the log")

  const rowsOf = ({ rows }: Book): ReadonlyArray<RowBook> =>
    rows.map(({ id }) => some(rowBook(id), "A row that is not in the log"))

  const isWaiting = ({ status }: RowBook): boolean =>
    status === "CREATED" || status === "AWAITING_FUNDS"

  const count = (book: Book): Counts => {
    const rows = rowsOf(book)
    const unfunded = rows.filter(isWaiting)
    const ended = rows.filter(({ status }) => finals.includes(status))
    const completed = ended.filter(({ status }) => status === "SETTLED").length
    return {
      waiting: rows.filter(({ status }) => status === "CREATED").length,
      ...{ unfunded: unfunded.length, due: sum(unfunded.map(({ birth }) => birth.sourceAmount)) },
      ...{ completed, failed: ended.length - completed },
      allocated: sum(rows.map(({ allocated }) => allocated)),
      ...{ deposited: book.arrived, refunded: book.refunded },
      ...{ released: book.suspense.released, funding: book.funding }
    }
  }

  const heldIn = ({ allocated, deposited, refunded, released }: Counts): number =>
    deposited + released - allocated - refunded

  // ------------------------------------------------------------------- acceptance

  /** A batch is born with all of its rows, in one entry, and each of them as it must be. */
  const accepted = (birth: Batch.Created, events: Entry.Entry["events"]): void => {
    const rows = events.filter(
      (event): event is PayoutEvent.Created =>
        event._tag === "PayoutCreated" && event.batchId === birth.id
    )
    must(rows.length === birth.total && rows.length > 0, "A batch is accepted without all its rows")
    must(events.length === rows.length + 1, "A batch's acceptance holds something else")
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
      const since = keys.get(key)
      must(since === undefined || birth.at >= since + keyMs, "L8: a row's key acted twice in a day")
      keys.set(key, birth.at)
      batchOf.set(row.id, birth.id)
    }
    books.set(birth.id, {
      ...{ birth, rows, funding: "open", isClosed: false, deposits: new Map() },
      ...{ arrived: 0, refunded: 0, suspense: { received: 0, released: 0 }, history: [] }
    })
  }

  // ------------------------------------------------------------------- events

  /**
   * Rows decide for themselves, and may end while a decision about their batch is on its way to the
   * log. So it must be right about the rows as they are, or as they were a moment before.
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
    ({ deposits, suspense }: Book) =>
    ({ due, unfunded }: Counts): boolean =>
      unfunded > 0 && ChainBooks.counted(deposits) + suspense.received >= due

  const isPending = ({ birth, deposits }: Book): boolean =>
    ChainBooks.isPending(deposits, birth.fundingDeadline)

  const ended = (book: Book, event: Batch.Event, by: string): void => {
    mustBeOpen(book, event)
    const isCovered = isCoveredBy(book)
    if (event._tag === "BatchFunded") {
      mustHaveBeen(book, event, isCovered, "B3: a batch is funded with less than its rows need")
      must(count(book).waiting === 0, "A batch is funded before its rows are started")
      book.funding = "funded"
    } else if (event._tag === "BatchFundingExpired") {
      must(event.at > book.birth.fundingDeadline, "A batch expired before the window was over")
      const isShort = (counts: Counts): boolean => !isCovered(counts)
      mustHaveBeen(book, event, isShort, "A batch expired, and its funds came in time")
      must(!isPending(book), "A batch expired while money was on its way")
      book.funding = "expired"
    } else {
      must(by !== "engine" && book.deposits.size === 0, "Cancelled by itself, or with deposits")
      book.funding = "cancelled"
    }
  }

  const apply = (event: Batch.Event, by: string): void => {
    const book = bookOf(event.id)
    switch (event._tag) {
      case "BatchCreated":
        return
      case "BatchDepositSeen":
      case "BatchDepositFinalized": {
        const final = event._tag === "BatchDepositFinalized"
        const isInTime = (seenAt: number): boolean => seenAt <= book.birth.fundingDeadline
        book.arrived += chain.credit(event.id, book.deposits, event.deposit, final, isInTime)
        return
      }
      case "BatchDustReceived":
        return chain.dust(event.id, book.deposits, book.suspense, event.deposit)
      case "BatchSuspenseReleased":
        return ChainBooks.release(book.suspense, event.amount)
      case "BatchDepositDropped":
        return chain.drop(book.deposits, event.deposit)
      case "BatchWindowClosed":
        mustBeOpen(book, event)
        must(event.at > book.birth.fundingDeadline, "A window closed before its time")
        must(isPending(book) && !book.isClosed, "A window closed without cause")
        book.isClosed = true
        return
      case "BatchRefundOpened": {
        const counts = count(book)
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
      case "BatchParked":
      case "BatchResumed":
        return
      default:
        return ended(book, event, by)
    }
  }

  /** Batches that an entry speaks of, or one of whose rows it speaks of. */
  const touched = ({ events }: Entry.Entry): ReadonlyArray<Book> => {
    const ids = events.map((event) => ("id" in event ? (batchOf.get(event.id) ?? event.id) : ""))
    return [...new Set(ids)].flatMap((id) => books.get(id) ?? [])
  }

  // ------------------------------------------------------------------- what others show

  const isAtRest = (counts: Counts): boolean => counts.unfunded === 0 && heldIn(counts) === 0

  /** Why it is not at rest, or nothing: it is over, or waits for people who look at rows. */
  const unrest = (book: Book): string | undefined => {
    const counts = count(book)
    const parked = rowsOf(book).filter(
      ({ status }) => status === "MANUAL_REVIEW" || status === "COMPLIANCE_HOLD"
    ).length
    const isOver = counts.completed + counts.failed + parked === book.birth.total
    return isOver && isAtRest(counts)
      ? undefined
      : `${book.birth.id} is ${book.funding} and holds ${heldIn(counts)}`
  }

  /** Everything is done: nobody has a reason to remember it. */
  const isOver = (book: Book): boolean => {
    const counts = count(book)
    return counts.completed + counts.failed === book.birth.total && isAtRest(counts)
  }

  return {
    books: books as ReadonlyMap<string, Book>,
    /** Before the books of its rows are written. */
    entry: ({ by, events }: Entry.Entry): void => {
      for (const event of events) {
        if (event._tag === "BatchCreated") {
          must(!books.has(event.id), "An id is used twice")
          accepted(event, events)
        }
        if (event._tag.startsWith("Batch")) apply(event as Batch.Event, by)
        if (event._tag !== "PayoutCreated" || event.batchId === null) continue
        must(batchOf.has(event.id), "A row comes to a batch that was accepted without it")
      }
    },
    /** After the books of its rows are written: what must be true between any two entries. */
    balance: (entry: Entry.Entry): void => {
      for (const book of touched(entry)) {
        const counts = count(book)
        must(heldIn(counts) >= 0, `B2: held is ${heldIn(counts)}`)
        book.history.push({ seq: entry.seq, since: now(), counts })
      }
    },
    touched,
    /** Someone looks at a batch and sees how it stood after one of its entries (L1, B1). */
    looked: (id: string, batch: Batch.Batch | undefined): void => {
      const seen = JSON.stringify(countsOf(some(batch, "An acknowledged batch is not shown")))
      const isTrue = bookOf(id).history.some(({ counts }) => JSON.stringify(counts) === seen)
      must(isTrue, () => `B1: ${id} is seen as it never was: ${seen}`)
    },
    /** A batch as a core or a table shows it at a place in the log (B1, B2). */
    shows: (batch: Batch.Batch, seq: number): void => {
      const book = bookOf(batch.id)
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
    },
    /** Someone was answered that these rows are that batch. */
    answered: (id: string, rows: ReadonlyArray<Row>): void => {
      const found = bookOf(id).rows.map((row) => [
        ...[row.idempotencyKey, row.name, row.phone],
        row.quoteId ?? row.sourceAmount
      ])
      const asked = rows.map((row) => [row.key, row.name, row.phone, row.quoteId ?? row.amount])
      const isSame = JSON.stringify(found) === JSON.stringify(asked)
      must(isSame, () => `L8: ${id} is answered for other rows: ${JSON.stringify([found, asked])}`)
    },
    /** Whether a row's key was used within a day before `at`. */
    isUsed: (accountId: string, kind: Batch.Kind, key: string, at: number): boolean => {
      const since = keys.get(`${accountId} ${kind} ${key}`)
      return since !== undefined && since > at - keyMs
    },
    unrest: (): string | undefined => {
      for (const book of books.values()) {
        const why = unrest(book)
        if (why !== undefined) return why
      }
      return undefined
    },
    isOver: (id: string): boolean => isOver(bookOf(id)),
    /** The end: every batch is over or waits for people, and has nothing. */
    finish: (): void => {
      for (const book of books.values()) {
        const counts = count(book)
        const why = unrest(book)
        must(why === undefined, `B2: at the end ${why}`)
        must(
          counts.deposited + counts.released === counts.allocated + counts.refunded,
          "B2: deposited + released = allocated + refunds"
        )
        if (book.funding === "funded") continue
        must(counts.allocated === 0, "B3: rows are funded, and their batch is not")
      }
    }
  }
}

export type BatchBooks = ReturnType<typeof make>
