/**
 * The auditor's books of balances. They are written from the log's events, the actual chain and the
 * results of screening. They follow the contract and the laws, and never use the domain's code.
 */
import type { Balance, Movement } from "../../src/domain/balance/Balance.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import * as ChainBooks from "./ChainBooks.ts"
import { must, some } from "./Claim.ts"

type Event = Entry.Event
type Of<T extends Event["_tag"]> = Extract<Event, { _tag: T }>

/** Micro-USDC throughout. */
interface Book {
  readonly id: string
  readonly accountId: string
  readonly deposits: ChainBooks.Deposits
  readonly suspense: ChainBooks.Suspense
  /** Dust that is not credited, by sender. */
  readonly dust: Map<string, number>
  /** Final deposits that are neither credited nor held, by transaction and log index. */
  readonly waiting: Map<string, { readonly sender: string; readonly amount: number }>
  /** Senders whose last result was clear, and who have not sent since. */
  readonly cleared: Set<string>
  readonly held: Map<string, number>
  /** People who approved an action, by its name and terms. Another action replaces it. */
  approvals: { readonly action: string; readonly people: ReadonlySet<string> }
  arrived: number
  amount: number
  /** Paid to payouts and withdrawals, less what came back, and less refunds to the balance. */
  spent: number
  movements: number
  threshold: number | null
}

/** A webhook event that the books expect. */
interface Told {
  readonly type: "balance.credited" | "balance.low"
  readonly subjectId: string
  readonly at: number
  readonly sequence: number
  readonly vocabulary: number
  /** Fields of its data. */
  readonly data: Readonly<Record<string, unknown>>
}

/** The transaction of a deposit, or `null` for held deposits that were released. */
type Hash = string | null

type Tell = (accountId: string, told: Told) => void

const open = ({ accountId, id }: Of<"BalanceOpened">): Book => ({
  ...{ id, accountId, deposits: new Map(), suspense: { received: 0, released: 0 } },
  dust: new Map(),
  ...{ waiting: new Map(), cleared: new Set(), held: new Map() },
  approvals: { action: "", people: new Set() },
  ...{ arrived: 0, amount: 0, spent: 0, movements: 0, threshold: null }
})

const keyOf = (deposit: Of<"BalanceCredited">["deposit"]): string =>
  `${deposit.txHash}/${deposit.logIndex}`

const sum = (amounts: Iterable<number>): number =>
  [...amounts].reduce((total, amount) => total + amount, 0)

const vocabularies = { credited: 3, low: 9 }

interface Ledger {
  readonly chain: ChainBooks.ChainBooks
  readonly holdApprovals: number
  readonly tell: Tell
  readonly books: Map<string, Book>
  readonly ofAccount: Map<string, Book>
  /** Payouts, rows and batches that a balance pays for, with their accounts. */
  readonly paid: Map<string, { readonly accountId: string; readonly isRow: boolean }>
  /** The account of each payout and batch. */
  readonly owners: Map<string, string>
  /** Senders, with each result that screening gave. */
  readonly verdicts: Map<string, Set<"clear" | "flagged">>
}

const isLow = ({ amount, threshold }: Book): boolean => threshold !== null && amount < threshold

/** Changes a balance, of which the customer is informed if it is low from now on. */
const change = (ledger: Ledger, book: Book, at: number, make: () => void): void => {
  const wasLow = isLow(book)
  make()
  if (wasLow || !isLow(book)) return
  const facts = { subjectId: book.id, at, sequence: book.movements, data: {} }
  ledger.tell(book.accountId, { type: "balance.low", ...facts, vocabulary: vocabularies.low })
}

const move = (ledger: Ledger, book: Book, amount: number, at: number): void =>
  change(ledger, book, at, () => {
    book.amount += amount
    book.movements += 1
    must(book.amount >= 0, () => `B2: the balance ${book.id} is below zero: ${book.amount}`)
  })

/** Moves money to the balance, of which the customer is informed. */
const credit = (
  ledger: Ledger,
  book: Book,
  { amount, at, txHash }: { readonly amount: number; readonly at: number; readonly txHash: Hash }
): void => {
  move(ledger, book, amount, at)
  const data = { amount_usdc: amount / 1e6, available_usdc: book.amount / 1e6, tx_hash: txHash }
  const facts = { subjectId: book.id, at, sequence: book.movements, data }
  ledger.tell(book.accountId, {
    type: "balance.credited",
    ...facts,
    vocabulary: vocabularies.credited
  })
}

const seen = (
  ledger: Ledger,
  book: Book,
  { _tag, deposit }: Of<"BalanceDepositSeen" | "BalanceDepositFinalized">
): void => {
  const final = _tag === "BalanceDepositFinalized"
  const owner = { id: book.id, deposits: book.deposits, counts: () => true }
  book.arrived += ledger.chain.credit(owner, deposit, final)
  const sender = some(deposit.from, "A deposit to a balance has no sender")
  if (!final) return
  book.cleared.delete(sender)
  book.waiting.set(keyOf(deposit), { sender, amount: deposit.amount })
}

const screened = (ledger: Ledger, book: Book, event: Of<"BalanceSenderScreened">): void => {
  const { hold, sender } = event
  const verdict = hold === null ? "clear" : "flagged"
  must(ledger.verdicts.get(sender)?.has(verdict) === true, "A result that screening never gave")
  if (hold === null) return void book.cleared.add(sender)
  for (const [key, one] of book.waiting) {
    if (one.sender !== sender) continue
    book.waiting.delete(key)
    book.held.set(sender, (book.held.get(sender) ?? 0) + one.amount)
  }
}

const credited = (ledger: Ledger, book: Book, event: Of<"BalanceCredited">): void => {
  const { at, deposit, dust } = event
  const one = some(book.waiting.get(keyOf(deposit)), "B1: a deposit is credited once, and final")
  must(book.cleared.has(one.sender), "B1: a deposit of a sender is credited who is not clear")
  must(one.amount === deposit.amount, "B1: a deposit is credited with another amount")
  book.waiting.delete(keyOf(deposit))
  must(dust === (book.dust.get(one.sender) ?? 0), "B1: dust is credited with its own sender's")
  book.dust.delete(one.sender)
  if (dust > 0) ChainBooks.release(book.suspense, dust)
  credit(ledger, book, { amount: deposit.amount + dust, at, txHash: deposit.txHash })
}

const actionOf = (action: string, terms: object): string => `${action} ${JSON.stringify(terms)}`

const approved = (book: Book, { action, by, terms }: Of<"BalanceActionApproved">): void => {
  const named = actionOf(action, terms)
  const before = book.approvals.action === named ? book.approvals.people : []
  book.approvals = { action: named, people: new Set([...before, by]) }
}

/** Checks that an action has enough approvals, and ends it. */
const isByEnough = (
  { holdApprovals }: Ledger,
  book: Book,
  by: string,
  [action, terms]: Parameters<typeof actionOf>
): boolean => {
  const before = book.approvals
  const people = before.action === actionOf(action, terms) ? before.people : []
  book.approvals = { action: "", people: new Set() }
  return new Set([...people, by]).size >= holdApprovals
}

const corrected = (ledger: Ledger, book: Book, event: Of<"BalanceCorrected">): void => {
  const { amount, at, by } = event
  must(by !== "engine" && amount !== 0, "A balance is corrected by no person")
  must(isByEnough(ledger, book, by, ["Correct", { amount }]), "Corrected by too few")
  book.spent -= amount
  if (amount > 0) return credit(ledger, book, { amount, at, txHash: null })
  move(ledger, book, amount, at)
}

const released = (
  ledger: Ledger,
  book: Book,
  { amount, at, by, sender }: Of<"BalanceHoldReleased">
): void => {
  must(by !== "engine", "Held deposits are released by nobody")
  must(book.held.get(sender) === amount && amount > 0, "Released is not what is held")
  const action = ["ReleaseHold", { sender, amount }] as const
  must(isByEnough(ledger, book, by, [...action]), "Released by too few")
  book.held.delete(sender)
  credit(ledger, book, { amount, at, txHash: null })
}

const dusted = (ledger: Ledger, book: Book, { deposit }: Of<"BalanceDustReceived">): void => {
  const sender = some(deposit.from, "Dust for a balance has no sender")
  ledger.chain.dust(book.id, book.deposits, book.suspense, deposit)
  book.dust.set(sender, (book.dust.get(sender) ?? 0) + deposit.amount)
}

const apply = (ledger: Ledger, book: Book, event: Event): void => {
  switch (event._tag) {
    case "BalanceThresholdSet":
      return change(ledger, book, event.at, () => {
        book.threshold = event.threshold
      })
    case "BalanceDepositSeen":
    case "BalanceDepositFinalized":
      return seen(ledger, book, event)
    case "BalanceDepositDropped":
      return ledger.chain.drop(book.deposits, event.deposit)
    case "BalanceDustReceived":
      return dusted(ledger, book, event)
    case "BalanceSenderScreened":
      return screened(ledger, book, event)
    case "BalanceActionApproved":
      return approved(book, event)
    case "BalanceCorrected":
      return corrected(ledger, book, event)
    case "BalanceHoldReleased":
      return released(ledger, book, event)
    case "BalanceCredited":
      return credited(ledger, book, event)
  }
}

type Use = Of<"FundsAllocated" | "FundsReturned" | "BatchFundsAllocated" | "BatchFundsReturned">

/**
 * Books what a payout or batch takes from its account's balance, or returns to it. A row gets its
 * share from its batch, and returns it to the batch.
 */
const used = (ledger: Ledger, event: Use): Book | undefined => {
  const paid = ledger.paid.get(event.id)
  const isAllocation = event._tag.endsWith("FundsAllocated")
  if (paid === undefined || paid.isRow) return undefined
  const book = some(ledger.ofAccount.get(paid.accountId), "A payout from no balance")
  const taken = isAllocation ? event.amount : -event.amount
  book.spent += taken
  move(ledger, book, -taken, event.at)
  return book
}

const opened = (ledger: Ledger, event: Of<"BalanceOpened">): Book => {
  must(!ledger.ofAccount.has(event.accountId), "An account has two balances")
  const book = open(event)
  ledger.books.set(event.id, book)
  ledger.ofAccount.set(event.accountId, book)
  return book
}

/** Books a refund that the balance gets instead of an address. It was no part of it before. */
const refunded = (
  ledger: Ledger,
  { amount, at, id }: Of<"RefundCredited" | "BatchRefundCredited">
): Book => {
  const accountId = some(ledger.owners.get(id), "A refund of nobody's")
  const book = some(ledger.ofAccount.get(accountId), "A refund to no balance")
  book.spent -= amount
  move(ledger, book, amount, at)
  return book
}

const isUse = (event: Event): event is Use => /^(Batch)?Funds(Allocated|Returned)$/.test(event._tag)

/** Books an event. Returns the balance that it concerns. */
const take = (ledger: Ledger, event: Event): Book | undefined => {
  if (event._tag === "BalanceOpened") return opened(ledger, event)
  if (isUse(event)) return used(ledger, event)
  if (event._tag === "PayoutCreated" || event._tag === "BatchCreated") {
    ledger.owners.set(event.id, event.accountId)
  }
  if (event._tag === "RefundCredited" || event._tag === "BatchRefundCredited") {
    return refunded(ledger, event)
  }
  if (event._tag === "PayoutCreated" && event.funding === "balance") {
    ledger.paid.set(event.id, { accountId: event.accountId, isRow: event.batchId !== null })
  }
  if (event._tag === "BatchCreated" && event.fundedBy === "balance") {
    ledger.paid.set(event.id, { accountId: event.accountId, isRow: false })
  }
  const book = "id" in event ? ledger.books.get(event.id) : undefined
  if (book !== undefined) apply(ledger, book, event)
  return book
}

/** Checks that every micro-USDC that arrived is in exactly one place (L9). */
const addUp = ({ amount, arrived, held, id, spent, suspense, waiting }: Book): void => {
  const uncredited = sum([...waiting.values()].map((one) => one.amount)) + sum(held.values())
  const all = amount + spent + uncredited + ChainBooks.waiting(suspense)
  must(arrived + suspense.received === all, () => `L9: the balance ${id} does not add up`)
}

/** Compares a balance of the service with the books. */
const shows = ({ books }: Ledger, balance: Balance): void => {
  const { amount, arrived, held, movements, suspense } = some(
    books.get(balance.id),
    "A balance that is not in the log"
  )
  must(balance.amount === amount, () => `L9: the balance is ${amount}, and shows ${balance.amount}`)
  must(balance.movements === movements, "B3: a movement is missing")
  must(balance.received === arrived + suspense.received, "L9: a balance received something else")
  must(sum(balance.held.map((one) => one.amount)) === sum(held.values()), "L9: held is different")
}

export const make = (chain: ChainBooks.ChainBooks, holdApprovals: number, tell: Tell) => {
  const ledger: Ledger = {
    ...{ chain, holdApprovals, tell, books: new Map(), ofAccount: new Map() },
    ...{ paid: new Map(), owners: new Map(), verdicts: new Map() }
  }
  return {
    entry: ({ events }: Entry.Entry): void => {
      for (const event of events) {
        const book = take(ledger, event)
        if (book !== undefined) addUp(book)
      }
    },
    /** Moves micro-USDC of a withdrawal to an account's balance; negative if they leave it. */
    withdraw: (accountId: string, amount: number, at: number): void => {
      const book = some(ledger.ofAccount.get(accountId), "A withdrawal from no balance")
      book.spent -= amount
      move(ledger, book, amount, at)
      addUp(book)
    },
    /** Screening gave a result about a sender. */
    judged: (sender: string, verdict: "clear" | "flagged"): void => {
      const known = ledger.verdicts.get(sender) ?? new Set()
      ledger.verdicts.set(sender, known.add(verdict))
    },
    shows: (balance: Balance): void => shows(ledger, balance),
    /** Compares the movements of all logs, read once more at the end, with the balances. */
    lists: (all: ReadonlyArray<Movement>): void => {
      const byAccount = Map.groupBy(all, ({ accountId }) => accountId)
      for (const [accountId, { amount, id, movements }] of ledger.ofAccount) {
        const own = byAccount.get(accountId) ?? []
        const isWhole = own.every(({ number }, index) => number === index + 1)
        must(isWhole && own.length === movements, () => `B3: a movement of ${id} is not listed`)
        must(
          sum(own.map((one) => one.amount)) === amount,
          () => `B3: the listed movements of ${id} do not add up to ${amount}`
        )
      }
    },
    /** Micro-USDC held of a sender. */
    held: (id: string, sender: string): number => ledger.books.get(id)?.held.get(sender) ?? 0,
    /** Micro-USDC in all balances. */
    total: (): number => sum([...ledger.books.values()].map(({ amount }) => amount)),
    has: (id: string): boolean => ledger.books.has(id),
    accountOf: (id: string): string => some(ledger.books.get(id), "No balance").accountId,
    /** The id of an account's balance. */
    idOf: (accountId: string): string | undefined => ledger.ofAccount.get(accountId)?.id,
    /** The number of payouts and rows that a balance paid for. */
    count: (): number => [...ledger.paid.keys()].filter((id) => id.startsWith("po_")).length,
    /** Checks at the end that no final deposit still waits for its screening. */
    finish: (): void => {
      for (const { id, waiting } of ledger.books.values()) {
        must(waiting.size === 0, () => `L7: at the end deposits to ${id} are neither used nor held`)
      }
    }
  }
}
