/**
 * The auditor's books of withdrawals. Each takes its amount from the balance with the request, and
 * either returns it once or sends it once to an address that the account named before.
 */
import type { Withdrawal } from "../../src/domain/balance/Withdrawal.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import { must, some } from "./Claim.ts"
import type { TreasuryBooks } from "./TreasuryBooks.ts"

type Event = Entry.Event
type Of<T extends Event["_tag"]> = Extract<Event, { _tag: T }>

interface Address {
  readonly address: string
  usableFrom: number
}

interface Book {
  readonly id: string
  readonly accountId: string
  /** Micro-USDC. */
  readonly amount: number
  readonly address: string
  status: Withdrawal["status"]
  /** True if the address was flagged when its transaction was recorded. */
  isFlagged: boolean
  txHash: string | undefined
  sequence: number
  /** The pending action, and the people who approved it. */
  pending: { readonly action: string; readonly people: Set<string> } | undefined
}

/** A webhook event that the books expect. */
interface Told {
  readonly type: string
  readonly subjectId: string
  readonly at: number
  readonly sequence: number
}

interface World {
  readonly treasury: TreasuryBooks
  readonly holdApprovals: number
  /** Moves micro-USDC to an account's balance; negative if they leave it. */
  readonly move: (accountId: string, amount: number, at: number) => void
  readonly tell: (accountId: string, told: Told) => void
}

const openLedger = (world: World) => ({
  ...world,
  books: new Map<string, Book>(),
  addresses: new Map<string, Address>(),
  /** The account of each balance. */
  owners: new Map<string, string>()
})

type Ledger = ReturnType<typeof openLedger>

const requested = (ledger: Ledger, event: Of<"WithdrawalRequested">): Book => {
  const { accountId, address, addressId, amount, at, id } = event
  must(!ledger.books.has(id), "An id is used twice")
  must(amount > 0, "A withdrawal of nothing")
  const named = some(
    ledger.addresses.get(addressId),
    "A withdrawal to an address that nobody named"
  )
  must(named.address === address, "A withdrawal whose address is not the named one")
  must(named.usableFrom <= at, "A withdrawal to an address that waits")
  ledger.move(accountId, -amount, at)
  const fresh = { status: "requested", isFlagged: false, txHash: undefined } as const
  const book = { id, accountId, amount, address, ...fresh, sequence: 0, pending: undefined }
  ledger.books.set(id, book)
  return book
}

const enter = (
  book: Book,
  status: Book["status"],
  ...from: ReadonlyArray<Book["status"]>
): void => {
  must(from.includes(book.status), () => `A ${book.status} withdrawal became ${status}`)
  book.status = status
}

const approvedBy = (ledger: Ledger, { pending }: Book, action: string, by: string): void => {
  must(by !== "engine", "A withdrawal is decided by nobody")
  const people = pending?.action === action ? pending.people : new Set<string>()
  must(new Set([...people, by]).size >= ledger.holdApprovals, "A withdrawal is decided by too few")
}

/** Books a decision of staff or of the customer. */
const decided = (ledger: Ledger, book: Book, event: Event): void => {
  const { accountId, amount } = book
  switch (event._tag) {
    case "WithdrawalApproved":
      enter(book, "approved", "requested", "held")
      return approvedBy(ledger, book, "ApproveWithdrawal", event.by)
    case "WithdrawalHeld":
      return enter(book, "held", "requested", "held")
    case "WithdrawalCancelled":
      enter(book, "cancelled", "requested", "held")
      return ledger.move(accountId, amount, event.at)
    case "WithdrawalRejected":
      enter(book, "rejected", "requested", "held", "approved")
      approvedBy(ledger, book, "RejectWithdrawal", event.by)
      return ledger.move(accountId, amount, event.at)
  }
}

const mustProve = (book: Book, txHash: string, by: string): void => {
  must(by === "engine", "A withdrawal is confirmed, or disproved, on somebody's word")
  must(book.txHash === txHash, "A withdrawal ends with a transaction that was never recorded")
}

/** Books the transaction and its proof. */
const followed = ({ treasury }: Ledger, book: Book, event: Event, by: string): void => {
  switch (event._tag) {
    case "WithdrawalSent":
      book.txHash = event.txHash
      book.isFlagged = event.flagged !== undefined
      return enter(book, "sent", "approved")
    case "WithdrawalCompleted":
      mustProve(book, event.txHash, by)
      treasury.proves(book.id, event.txHash, book)
      return enter(book, "completed", "sent")
    case "WithdrawalDisproved":
      mustProve(book, event.txHash, by)
      treasury.disproves(event.txHash, book)
      return enter(book, book.isFlagged ? "held" : "approved", "sent")
  }
}

const approval = (book: Book, { action, by }: Of<"WithdrawalActionApproved">): void => {
  if (book.pending?.action !== action) book.pending = { action, people: new Set() }
  must(!book.pending?.people.has(by), "Somebody decides twice on a withdrawal")
  book.pending?.people.add(by)
}

const isWithdrawal = (event: Event): event is Extract<Event, { _tag: `Withdrawal${string}` }> =>
  event._tag.startsWith("Withdrawal")

const withdrawal = (ledger: Ledger, event: Event, by: string): void => {
  if (!isWithdrawal(event)) return
  const book =
    event._tag === "WithdrawalRequested"
      ? requested(ledger, event)
      : some(ledger.books.get(event.id), "A withdrawal that nobody requested")
  if (event._tag === "WithdrawalActionApproved") return approval(book, event)
  decided(ledger, book, event)
  followed(ledger, book, event, by)
  book.pending = undefined
  book.sequence += 1
  const { accountId, id: subjectId, sequence, status } = book
  ledger.tell(accountId, { type: `withdrawal.${status}`, subjectId, at: event.at, sequence })
}

/** Books the addresses that accounts name for withdrawals. */
const address = ({ addresses, owners, tell }: Ledger, event: Event): void => {
  if (event._tag === "BalanceOpened") owners.set(event.id, event.accountId)
  if (event._tag === "BalanceAddressActivated") {
    some(addresses.get(event.addressId), "No such address").usableFrom = event.at
  }
  if (event._tag !== "BalanceAddressAdded") return
  const { addressId, at, id, usableFrom } = event
  addresses.set(addressId, { address: event.address, usableFrom })
  const owner = some(owners.get(id), "An address of no balance")
  tell(owner, { type: "withdrawal.address_added", subjectId: addressId, at, sequence: 1 })
}

const unproven = ({ books }: Ledger): string | undefined =>
  [...books.values()].find(({ status }) => status === "sent")?.id

export const make = (world: World) => {
  const ledger = openLedger(world)
  return {
    books: ledger.books as ReadonlyMap<string, Book>,
    entry: ({ by, events }: Entry.Entry): void => {
      for (const event of events) {
        address(ledger, event)
        withdrawal(ledger, event, by)
      }
    },
    count: (): number => ledger.books.size,
    unrest: (): string | undefined => {
      const id = unproven(ledger)
      return id === undefined ? undefined : `the withdrawal ${id} is neither proven nor disproved`
    },
    finish: (): void => {
      const id = unproven(ledger)
      must(id === undefined, () => `L7: at the end the withdrawal ${id} is not proven`)
    }
  }
}
