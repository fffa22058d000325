/**
 * The auditor's books of refunds of payouts and batches: due amounts, recorded transactions, and
 * amounts that the balance got instead. Every record is checked against the treasury.
 */
import type * as Entry from "../../src/engine/ports/Entry.ts"
import { must, some } from "./Claim.ts"
import type { Sent, TreasuryBooks } from "./TreasuryBooks.ts"

interface Book {
  due: number
  readonly sent: Map<string, Sent>
  readonly proven: Set<string>
  /** True if the account wants refunds in its balance. */
  isForBalance: boolean
  /** True if screening holds the refund. */
  isHeld: boolean
  /** True once somebody named an address for refunds. */
  hasAddress: boolean
}

type Of<T extends Entry.Event["_tag"]> = Extract<Entry.Event, { _tag: T }>

const openLedger = (treasury: TreasuryBooks) => ({ treasury, books: new Map<string, Book>() })

type Ledger = ReturnType<typeof openLedger>

const bookOf = ({ books }: Ledger, id: string): Book => {
  const known = books.get(id)
  if (known !== undefined) return known
  const made = {
    ...{ due: 0, sent: new Map(), proven: new Set<string>() },
    ...{ isForBalance: false, isHeld: false, hasAddress: false }
  }
  books.set(id, made)
  return made
}

const take = (ledger: Ledger, id: string, txHash: string, by: string): Sent => {
  must(by === "engine", "A refund is confirmed, or disproved, on somebody's word")
  const { sent } = bookOf(ledger, id)
  const refund = some(sent.get(txHash), "A refund is confirmed that was never sent")
  sent.delete(txHash)
  return refund
}

const opened = (book: Book, { amount }: Of<"RefundOpened" | "BatchRefundOpened">): void => {
  must(amount > 0, "A refund of nothing")
  book.due += amount
}

const sent = (book: Book, event: Of<"RefundSent" | "BatchRefundSent">): void => {
  const { address, amount, txHash } = event
  must(amount === book.due && amount > 0, "L9: what is sent is what is due")
  must(!book.sent.has(txHash) && !book.proven.has(txHash), "L8: one transaction, two refunds")
  book.due = 0
  book.sent.set(txHash, { address, amount })
}

const credited = (book: Book, { amount }: Of<"RefundCredited" | "BatchRefundCredited">): void => {
  must(book.isForBalance && !book.hasAddress, "A balance gets a refund that belongs elsewhere")
  must(!book.isHeld, "A balance gets a refund that screening holds")
  must(amount === book.due && amount > 0, "L9: what the balance gets is what is due")
  book.due = 0
}

const confirmed = (
  ledger: Ledger,
  { id, txHash }: Of<"RefundConfirmed" | "BatchRefundConfirmed">,
  by: string
): void => {
  ledger.treasury.proves(id, txHash, take(ledger, id, txHash, by))
  bookOf(ledger, id).proven.add(txHash)
}

const disproved = (
  ledger: Ledger,
  { id, txHash }: Of<"RefundDisproved" | "BatchRefundDisproved">,
  by: string
): void => {
  const refund = take(ledger, id, txHash, by)
  ledger.treasury.disproves(txHash, refund)
  bookOf(ledger, id).due += refund.amount
}

const born = (book: Book, { excess, ...birth }: Of<"PayoutCreated" | "BatchCreated">): void => {
  book.isForBalance = excess === "balance"
  book.hasAddress = "refundAddress" in birth && birth.refundAddress !== null
}

/** Books facts that decide where a refund goes, and whether it may. */
const directed = (ledger: Ledger, event: Entry.Event, by: string): void => {
  switch (event._tag) {
    case "PayoutCreated":
    case "BatchCreated":
      return born(bookOf(ledger, event.id), event)
    case "RefundAddressSet":
    case "BatchRefundAddressSet":
      must(by !== "engine", "A refund address comes from nowhere")
      bookOf(ledger, event.id).hasAddress = true
      return
    case "SendersScreened":
    case "BatchSendersScreened":
      if (event.hold !== null) bookOf(ledger, event.id).isHeld = true
      return
    case "RefundsReleased":
    case "BatchRefundsReleased":
      bookOf(ledger, event.id).isHeld = false
  }
}

const apply = (ledger: Ledger, event: Entry.Event, by: string): void => {
  switch (event._tag) {
    case "RefundOpened":
    case "BatchRefundOpened":
      return opened(bookOf(ledger, event.id), event)
    case "RefundSent":
    case "BatchRefundSent":
      return sent(bookOf(ledger, event.id), event)
    case "RefundCredited":
    case "BatchRefundCredited":
      return credited(bookOf(ledger, event.id), event)
    case "RefundConfirmed":
    case "BatchRefundConfirmed":
      return confirmed(ledger, event, by)
    case "RefundDisproved":
    case "BatchRefundDisproved":
      return disproved(ledger, event, by)
    default:
      return directed(ledger, event, by)
  }
}

const unproven = ({ books }: Ledger): string | undefined =>
  [...books].find(([, book]) => book.sent.size > 0)?.[0]

export const make = (treasury: TreasuryBooks) => {
  const ledger = openLedger(treasury)
  return {
    entry: ({ by, events }: Entry.Entry): void => {
      for (const event of events) apply(ledger, event, by)
    },
    /** The amount that is due and not sent. */
    due: (id: string): number => ledger.books.get(id)?.due ?? 0,
    /** True if a sent refund is not proven yet. */
    isSent: (id: string): boolean => (ledger.books.get(id)?.sent.size ?? 0) > 0,
    /** True if the balance must get what is due, now that the payout or batch is over. */
    isForBalance: (id: string): boolean => {
      const { due, hasAddress, isForBalance, isHeld } = bookOf(ledger, id)
      return due > 0 && isForBalance && !hasAddress && !isHeld
    },
    unrest: (): string | undefined => {
      const id = unproven(ledger)
      return id === undefined ? undefined : `the refund of ${id} is neither proven nor disproved`
    },
    finish: (): void => {
      const id = unproven(ledger)
      must(id === undefined, () => `L7: at the end the refund of ${id} is not proven`)
    }
  }
}
