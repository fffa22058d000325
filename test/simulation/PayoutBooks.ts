/**
 * The auditor's books of payouts. They are written from the log's events and compared with the
 * actual chain, provider and screening. They follow the contract and the laws, and never use the
 * domain's code.
 */

import type { Payout, Status } from "../../src/domain/payout/Payout.ts"
import type * as PayoutEvent from "../../src/domain/payout/PayoutEvent.ts"
import type { Evidence } from "../../src/domain/ScreeningEvidence.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import type * as Provider from "../../src/engine/ports/Provider.ts"
import * as ChainBooks from "./ChainBooks.ts"
import { must, some } from "./Claim.ts"
import { type Book, finals, held, open } from "./PayoutBook.ts"

type Event = PayoutEvent.Event
type Of<T extends Event["_tag"]> = Extract<Event, { _tag: T }>

/** The funding of a batch in the books of batches. */
export type FundingOf = (batchId: string) => "open" | "funded" | "expired" | "cancelled" | undefined

/** A transition with a webhook event. */
export interface Transition {
  readonly book: Book
  readonly previousStatus: Status | null
  readonly at: number
  /** True if a recall changed, but no status. */
  readonly isRecall?: boolean
}

/** The actual outcome of a reference. */
interface Truth {
  payments: number
  isAccepted: boolean
  isRefused: boolean
  isHopeless: boolean
  /** True if the provider asked to wait. */
  isQueued: boolean
}

/** Maximum of references: the first and two retries. */
const referencesMax = 3

const paying: ReadonlyArray<Status> = ["PAYOUT_INITIATED", "PAYOUT_CONFIRMED"]

const openLedger = (
  onTransition: (transition: Transition) => void,
  chain: ChainBooks.ChainBooks,
  fundingOf: FundingOf,
  holdApprovals: number
) => {
  const books = new Map<string, Book>()
  const truths = new Map<string, Truth>()
  /** The payout of each reference, which never changes (L8). */
  const references = new Map<string, string>()
  const paidTo = new Map<string, number>()
  return { truths, onTransition, chain, fundingOf, references, holdApprovals, paidTo, books }
}

type Ledger = ReturnType<typeof openLedger>

const truthOf = (ledger: Ledger, reference: string): Truth => {
  const known = ledger.truths.get(reference)
  if (known !== undefined) return known
  const made = { payments: 0, isAccepted: false, isRefused: false }
  const truth = { ...made, isHopeless: false, isQueued: false }
  ledger.truths.set(reference, truth)
  return truth
}

const enter = (
  ledger: Ledger,
  book: Book,
  { at, status }: { readonly status: Status; readonly at: number },
  ...from: ReadonlyArray<Status>
): void => {
  must(!book.isFrozen, () => `P6: ${book.status} is frozen, and became ${status}`)
  must(!finals.includes(book.status), `P1: ${book.status} is final, and became ${status}`)
  must(from.includes(book.status), `${book.status} may not become ${status}`)
  const previousStatus = book.status
  book.status = status
  book.timeline.push({ status, at })
  book.sequence += 1
  ledger.onTransition({ book, previousStatus, at })
}

const isPending = ({ deadline, deposits }: Book): boolean =>
  ChainBooks.isPending(deposits, deadline)

/** Sum of the deposits that were final and in time while the payout waited. */
const counted = ({ deposits, suspense }: Book): number =>
  ChainBooks.counted(deposits) + suspense.received

const seen = (ledger: Ledger, book: Book, event: Of<"DepositSeen" | "DepositFinalized">): void => {
  const final = event._tag === "DepositFinalized"
  const isAwaited = book.status === "AWAITING_FUNDS" && book.birth.batchId === null
  const counts = (seenAt: number): boolean => isAwaited && seenAt <= book.deadline
  const owner = { id: book.birth.id, deposits: book.deposits, counts }
  book.arrived += ledger.chain.credit(owner, event.deposit, final)
}

/** The funding of a row's batch. `undefined` for a single payout. */
const fundingOfRow = (ledger: Ledger, { birth: { batchId } }: Book) =>
  batchId === null ? undefined : ledger.fundingOf(batchId)

/** True for a payout that the balance of its account pays for. */
const isFromBalance = ({ birth }: Book): boolean => birth.funding === "balance"

/**
 * A row gets its whole share once, from the funds of its batch (B2, B3). A payout from a balance
 * gets its amount with its creation.
 */
const allocated = (ledger: Ledger, book: Book, { amount }: Of<"FundsAllocated">): void => {
  const isRow = book.birth.batchId !== null
  must(isRow || isFromBalance(book), "Funds are allocated to what is no row")
  must(book.allocated === 0, "B2: a row is allocated its share once")
  must(amount === book.birth.sourceAmount, "B2: a row is allocated its amount")
  must(book.status === "AWAITING_FUNDS", `B2: a ${book.status} row is allocated funds`)
  const isProvided = !isRow || fundingOfRow(ledger, book) === "funded"
  must(isProvided, "B3: a row is funded, and its batch is not")
  book.allocated = amount
}

const requested = (
  ledger: Ledger,
  book: Book,
  event: Of<"TransferRequested">,
  by: string
): void => {
  const { reference } = event
  const owner = ledger.references.get(reference)
  const isAgain = owner === book.birth.id && book.live === reference
  must(owner === undefined || isAgain, "P3: a reference is never used again")
  must(book.live === null || isAgain, "P3: a new reference only after a definite refusal")
  must(held(book) >= book.birth.sourceAmount, "L9: nobody is paid with money that is not held")
  if (book.status === "STABLECOIN_RECEIVED") must(book.isCleared, "Paid without being cleared")
  if (book.status === "COMPLIANCE_HOLD") {
    const isEnough = book.approvals.size >= ledger.holdApprovals
    if (by === "engine") must(book.decision === "approve", "Paid out of a hold nobody released")
    else must(isEnough, "Paid out of a hold that too few released")
  }
  if (isAgain) {
    must(event.provider === book.provider, "P3: a live transfer goes to another provider")
    const isPutOff = by === "engine" && truthOf(ledger, reference).isQueued
    must(isPutOff || book.status === "MANUAL_REVIEW", "Put off, and nobody told it to wait")
  }
  if (book.status === "MANUAL_REVIEW") {
    must(by !== "engine", "Only a person ends a review")
    must(book.hasPaid, "Paid out of a review without being screened")
  }
  if (!isAgain) {
    book.references += 1
    const isBounded = by !== "engine" || book.references <= referencesMax
    must(isBounded, "L10: refused each time, and tried once more by nobody's order")
  }
  book.hasPaid = true
  ledger.references.set(reference, book.birth.id)
  book.live = reference
  book.provider = event.provider
  book.transferDeadline = event.deadline
  book.isAccepted = false
  if (paying.includes(book.status)) return
  const from = ["STABLECOIN_RECEIVED", "COMPLIANCE_HOLD", "MANUAL_REVIEW"] as const
  enter(ledger, book, { status: "PAYOUT_INITIATED", at: event.at }, ...from)
}

const failed = (
  ledger: Ledger,
  book: Book,
  { at, reason }: Of<"PayoutFailed">,
  by: string
): void => {
  const { status } = book
  if (status === "AWAITING_FUNDS" || status === "CREATED") {
    if (reason === "cancelled") {
      const isOrdered = by !== "engine" || fundingOfRow(ledger, book) === "cancelled"
      must(isOrdered && book.deposits.size === 0, "Cancelled without a request, or with deposits")
    } else if (reason === "deposit_expired") {
      const isRow = book.birth.batchId !== null
      must(
        !isRow || fundingOfRow(ledger, book) === "expired",
        "B3: a row expires, and its batch did not"
      )
      must(at > book.deadline, "Expired before the window was over")
      const isLittle = ChainBooks.waiting(book.suspense) < 10_000
      must(held(book) === 0 && isLittle && !isPending(book), "Expired, and money had come")
    } else must(reason === "invalid_recipient", `Failed while waiting for funds: ${reason}`)
  } else if (status === "MANUAL_REVIEW") must(by !== "engine", "Only a person ends a review")
  else must(book.live === null, "P5: failed while a transfer is live")
  enter(
    ledger,
    book,
    { status: "FAILED", at: at },
    "CREATED",
    "AWAITING_FUNDS",
    "MANUAL_REVIEW",
    ...paying
  )
}

const reviewed = (ledger: Ledger, book: Book, { at, reason }: Of<"ReviewOpened">): void => {
  if (reason === "underpaid") {
    must(at > book.deadline && !isPending(book), "A review before the window was over")
    const isSome = held(book) + ChainBooks.waiting(book.suspense) > 0
    const isLess = counted(book) < book.birth.sourceAmount && isSome
    must(book.status === "AWAITING_FUNDS" && isLess, "A review of what is not underpaid")
  }
  if (reason === "provider_unknown") {
    const isHopeless = book.live !== null && truthOf(ledger, book.live).isHopeless
    must(at >= book.transferDeadline || isHopeless, "A review before the deadline")
    must(paying.includes(book.status), "A review of a transfer that is not under way")
  }
  const from = ["CREATED", "AWAITING_FUNDS", "STABLECOIN_RECEIVED", "COMPLIANCE_HOLD"] as const
  enter(ledger, book, { status: "MANUAL_REVIEW", at: at }, ...from, ...paying)
}

const settled = (ledger: Ledger, book: Book, { at }: Of<"PayoutSettled">, by: string): void => {
  if (book.status === "MANUAL_REVIEW") must(by !== "engine", "Only a person ends a review")
  const { payments } = truthOf(
    ledger,
    some(book.live ?? undefined, "Settled without a live transfer")
  )
  must(payments === 1, "Settled, and the recipient has no money")
  book.paidOut += book.birth.sourceAmount
  enter(ledger, book, { status: "SETTLED", at: at }, ...paying, "MANUAL_REVIEW")
}

const received = (ledger: Ledger, book: Book, at: number, by: string): void => {
  if (book.status === "AWAITING_FUNDS") {
    const isOwn = book.birth.batchId === null && !isFromBalance(book)
    const paid = isOwn ? counted(book) : book.allocated
    must(paid >= book.birth.sourceAmount, "Funded with less than the amount, in time")
  } else must(by !== "engine" && book.live === null, "Screened again while a transfer is live")
  must(held(book) >= book.birth.sourceAmount, "Funded with less than the amount")
  enter(ledger, book, { status: "STABLECOIN_RECEIVED", at: at }, "AWAITING_FUNDS", "MANUAL_REVIEW")
  book.isCleared = false
  book.decision = undefined
}

const refunds = (book: Book, event: Event): void => {
  if (["RefundOpened", "RefundSent", "RefundCredited"].includes(event._tag)) {
    must(!book.isFrozen, "P6: a refund of what is frozen")
  }
  if (event._tag === "RefundSent") book.sent.set(event.txHash, event.amount)
  if (event._tag === "RefundCredited") book.sent.set(`credit ${book.sent.size}`, event.amount)
  if (event._tag === "RefundDisproved") book.sent.delete(event.txHash)
  if (event._tag === "RefundOpened") {
    must(event.amount > 0, "A refund of nothing")
    book.owedBack += event.amount
  }
}

/** A payout that ends unpaid, or is recalled, returns its money to the balance that paid. */
const returned = (book: Book, { amount }: Of<"FundsReturned">): void => {
  must(isFromBalance(book), "Funds return to a balance that did not pay")
  must(finals.includes(book.status), "Funds return from what may be paid")
  must(
    !book.isFrozen && amount === held(book) && amount > 0,
    "L9: what returns is not what is held"
  )
  book.returned += amount
}

/** A provider returned money. Its value is the same share of the amount, rounded down. */
const recallReturned = (book: Book, event: Of<"RecallReturned">): void => {
  const { sourceAmount, targetAmount } = book.birth
  const recall = some(book.recall, "C2: money of no recall")
  must(recall.id === event.recallId && !recall.hasMoney, "C3: a recall gets money once")
  recall.hasMoney = true
  const minor = book.recalled.minor + event.returned
  must(event.returned > 0 && minor <= targetAmount, "C3: more is returned than was paid")
  const value = Number((BigInt(sourceAmount) * BigInt(minor)) / BigInt(targetAmount))
  must(event.value === value - book.recalled.value, "C4: the value is another share")
  book.recalled = { minor, value }
  book.paidOut -= event.value
}

/** Books the recalls of a settled payout. */
const recalls = (
  ledger: Ledger,
  book: Book,
  event: Of<"RecallOpened" | "RecallReturned" | "RecallClosed">,
  by: string
): void => {
  const { at, recallId } = event
  must(by !== "engine" && book.status === "SETTLED", "C1: a recall of what is not settled")
  if (event._tag === "RecallOpened") {
    must(book.recall === undefined, "C2: two recalls are open")
    book.recall = { id: recallId, hasMoney: false }
  } else if (event._tag === "RecallReturned") recallReturned(book, event)
  else {
    must(book.recall?.id === recallId, "C2: a recall is closed that is not open")
    const hasMoney = book.recall?.hasMoney === true
    must((event.outcome === "returned") === hasMoney, "C2: a recall is closed as it did not end")
    book.recall = undefined
  }
  book.sequence += 1
  ledger.onTransition({ book, previousStatus: "SETTLED", at, isRecall: true })
}

/** Books screening results and approvals. */
const said = (book: Book, event: Of<"PayoutScreened" | "HoldApproved">): void => {
  if (event._tag === "PayoutScreened") {
    return must(book.found.has(JSON.stringify(event.evidence)), "Evidence that nobody gave")
  }
  must(book.status === "COMPLIANCE_HOLD", "An approval of what is not held")
  must(!book.approvals.has(event.by), "Somebody approves a hold twice")
  book.approvals.add(event.by)
}

/** Books freezes. Unfreezing needs as many users as a release of the hold. */
const frozen = (
  ledger: Ledger,
  book: Book,
  event: Of<"PayoutFrozen" | "PayoutUnfrozen" | "ActionApproved">
) => {
  if (event._tag === "ActionApproved") {
    must(event.action === "Unfreeze" && book.isFrozen, "A word about what is not frozen")
    must(!book.thawers.has(event.by), "Somebody unfreezes a hold twice")
    return void book.thawers.add(event.by)
  }
  must(book.status === "COMPLIANCE_HOLD", "Frozen, and not held")
  must(book.isFrozen === (event._tag === "PayoutUnfrozen"), "Frozen, or unfrozen, twice")
  const { due, held: kept, suspense } = event
  const all = book.arrived + book.suspense.received + book.allocated - book.paidOut - book.returned
  const gone = [...book.sent.values()].reduce((sum, one) => sum + one, 0)
  must(kept + suspense + due === all - gone, "L9: what is frozen is not all that is there")
  if (book.isFrozen) {
    const people = book.thawers.add(event.by).size
    must(people >= ledger.holdApprovals, "Unfrozen by too few")
  }
  book.isFrozen = !book.isFrozen
  book.approvals.clear()
  book.thawers.clear()
}

const transferAccepted = (ledger: Ledger, book: Book, event: Of<"TransferAccepted">): void => {
  must(book.live === event.reference, "P5: news of a transfer that is not live")
  must(truthOf(ledger, event.reference).isAccepted, "Confirmed, and the provider accepted nothing")
  if (book.status !== "PAYOUT_CONFIRMED") {
    enter(ledger, book, { status: "PAYOUT_CONFIRMED", at: event.at }, "PAYOUT_INITIATED")
  }
}

const transferRefused = (ledger: Ledger, book: Book, event: Of<"TransferRefused">): void => {
  must(book.live === event.reference, "P5: news of a transfer that is not live")
  must(truthOf(ledger, event.reference).isRefused, "L6: refused, and the provider refused nothing")
  book.live = null
}

const apply = (ledger: Ledger, book: Book, event: Event, by: string): void => {
  switch (event._tag) {
    case "PayoutCreated":
      return ledger.onTransition({ book, previousStatus: null, at: event.at })
    case "FundingOpened":
      book.deadline = event.fundingDeadline
      return enter(ledger, book, { status: "AWAITING_FUNDS", at: event.at }, "CREATED")
    case "FundingWindowClosed":
      must(event.at > book.deadline && isPending(book), "A window closed without cause")
      book.isClosed = true
      return
    case "DepositSeen":
    case "DepositFinalized":
      return seen(ledger, book, event)
    case "DustReceived":
      return ledger.chain.dust(event.id, book.deposits, book.suspense, event.deposit)
    case "SuspenseReleased":
      return ChainBooks.release(book.suspense, event.amount)
    case "DepositDropped":
      return ledger.chain.drop(book.deposits, event.deposit)
    case "FundsAllocated":
      return allocated(ledger, book, event)
    case "FundsReturned":
      return returned(book, event)
    case "FundsReceived":
      return received(ledger, book, event.at, by)
    case "PayoutScreened":
    case "HoldApproved":
      return said(book, event)
    case "PayoutFrozen":
    case "PayoutUnfrozen":
    case "ActionApproved":
      return frozen(ledger, book, event)
    case "PayoutHeld":
      book.approvals.clear()
      return enter(ledger, book, { status: "COMPLIANCE_HOLD", at: event.at }, "STABLECOIN_RECEIVED")
    case "TransferRequested":
      return requested(ledger, book, event, by)
    case "TransferAccepted":
      return transferAccepted(ledger, book, event)
    case "TransferRefused":
      return transferRefused(ledger, book, event)
    case "PayoutSettled":
      return settled(ledger, book, event, by)
    case "PayoutFailed":
      return failed(ledger, book, event, by)
    case "PayoutReversed":
      if (by === "engine") must(book.decision === "reject", "Reversed by nobody")
      return enter(
        ledger,
        book,
        { status: "REVERSED", at: event.at },
        "COMPLIANCE_HOLD",
        "MANUAL_REVIEW"
      )
    case "ReviewOpened":
      return reviewed(ledger, book, event)
    case "RecallOpened":
    case "RecallReturned":
    case "RecallClosed":
      return recalls(ledger, book, event, by)
    case "RefundConfirmed": {
      const { status } = book
      refunds(book, event)
      // Only the refund of an unpaid payout has an event.
      if (status !== "FAILED" && status !== "REVERSED") return
      book.sequence += 1
      return ledger.onTransition({ book, previousStatus: status, at: event.at })
    }
    default:
      return refunds(book, event)
  }
}

/** Checks a payout between any two entries (L8, L9). */
const balance = (ledger: Ledger, book: Book): void => {
  const rest = held(book)
  const { sourceAmount } = book.birth
  must(rest >= 0, `L9: held is ${rest}`)
  if (finals.includes(book.status)) must(rest === 0, `L9: ${book.status} holds ${rest}`)
  if (book.status === "AWAITING_FUNDS") {
    const isProvided = counted(book) >= sourceAmount || book.allocated > 0
    must(!isProvided, "Funded, and still waiting for funds")
    if (book.isClosed) must(isPending(book), "Waiting for funds with nothing to wait for")
  }
  if (paying.includes(book.status)) {
    must(rest >= sourceAmount && book.live !== null, "L9: what a live transfer pays is held")
  }
  if (book.status === "FAILED" || book.status === "REVERSED") {
    const paid = paymentsTo(ledger, book.birth.id)
    must(paid === 0, `L8: ${book.status} and to be refunded, and the recipient has the money`)
  }
}

const paymentsTo = (ledger: Ledger, payoutId: string): number => ledger.paidTo.get(payoutId) ?? 0

/** Checks that a row is paid with its batch's funds, or with deposits during its review. */
const mayBePaid = (ledger: Ledger, payoutId: string): void => {
  const book = some(ledger.books.get(payoutId), "L1: a payout that is not in the log")
  const { batchId, sourceAmount } = book.birth
  if (isFromBalance(book) && batchId === null) {
    return must(
      book.allocated === sourceAmount,
      "B2: paid with money that the balance did not give"
    )
  }
  if (batchId === null || book.arrived + book.suspense.received >= sourceAmount) return
  const isProvided = fundingOfRow(ledger, book) === "funded" && book.allocated === sourceAmount
  must(isProvided, "B3: a row is paid whose batch was not funded")
}

const entry =
  (ledger: Ledger) =>
  ({ by, events }: Entry.Entry): void => {
    const touched = new Set<Book>()
    for (const event of events as ReadonlyArray<Event>) {
      if (event._tag === "PayoutCreated") {
        must(!ledger.books.has(event.id), "An id is used twice")
        ledger.books.set(event.id, open(event))
      }
      const book = ledger.books.get(event.id)
      if (book === undefined) continue
      apply(ledger, book, event, by)
      touched.add(book)
    }
    for (const book of touched) balance(ledger, book)
  }

/** Checks that screening gets the senders of the deposits, for a row those of its batch. */
const screens = ({ batchId, funding, id }: Payout, senders: ReadonlyArray<string>): void => {
  // The senders of a balance's money are screened before it is part of the balance.
  if (funding === "balance")
    return must(senders.length === 0, "A payout from a balance has senders")
  const known = [`sender to ${id}`, `sender to ${batchId}`]
  must(senders.length > 0, "Screened without a word of who sent the money")
  must(
    senders.every((one) => known.includes(one)),
    "Screened with someone else's senders"
  )
}

const screened =
  (ledger: Ledger) =>
  (payoutId: string, evidence: Evidence): void => {
    ledger.books.get(payoutId)?.found.add(JSON.stringify(evidence))
  }

const cleared =
  (ledger: Ledger) =>
  (payoutId: string): void => {
    const book = ledger.books.get(payoutId)
    if (book !== undefined) book.isCleared = true
  }

const decided =
  (ledger: Ledger) =>
  (payoutId: string, decision: "approve" | "reject"): void => {
    const book = ledger.books.get(payoutId)
    if (book !== undefined) book.decision = decision
  }

/** The engine calls a provider with a reference, which must be in the log (L6). */
const asked =
  (ledger: Ledger) =>
  (
    { id, network, phone, targetAmount }: Payout,
    reference: string,
    provider: string | undefined
  ): void => {
    must(
      ledger.references.get(reference) === id,
      "L6: the reference is in the log before anyone acts"
    )
    const book = some(ledger.books.get(id), "L1: a payout that is not in the log")
    const { birth } = book
    const isLive = book.live === reference
    must(!isLive || book.provider === provider, "L6: a provider other than the log's is asked")
    const isSame = birth.phone === phone && birth.network === network
    must(isSame && birth.targetAmount === targetAmount, "The instruction pays someone else")
    mayBePaid(ledger, id)
  }

const provided =
  (ledger: Ledger) =>
  (reference: string, { _tag }: Provider.Outcome): void => {
    const truth = truthOf(ledger, reference)
    if (_tag === "Accepted") truth.isAccepted = true
    if (_tag === "Refused") truth.isRefused = true
    if (_tag === "Queued") truth.isQueued = true
  }

const hopeless =
  (ledger: Ledger) =>
  (reference: string): void => {
    truthOf(ledger, reference).isHopeless = true
  }

const paid =
  (ledger: Ledger) =>
  (reference: string, { id }: Payout): void => {
    const truth = truthOf(ledger, reference)
    truth.payments += 1
    ledger.paidTo.set(id, paymentsTo(ledger, id) + 1)
    must(truth.payments === 1, "L8: a reference is paid once")
    must(paymentsTo(ledger, id) === 1, "L8: a payout is paid once")
    const status = ledger.books.get(id)?.status
    must(status !== "FAILED" && status !== "REVERSED", `L8: a ${status} payout is paid`)
    mayBePaid(ledger, id)
  }

/** A client reads an acknowledged payout, whose shown state must be durable (L1). */
const looked =
  (ledger: Ledger) =>
  (id: string, timeline: Payout["timeline"] | undefined): void => {
    const book = some(ledger.books.get(id), "L1: a payout that is not in the log")
    const known = JSON.stringify(book.timeline.slice(0, timeline?.length))
    must(timeline !== undefined, "An acknowledged payout is not shown")
    must(JSON.stringify(timeline) === known, "L1: something is shown that is not in the log")
  }

/** Checks at the end that everything adds up (L9). */
const finish = (ledger: Ledger) => (): void => {
  let [arrived, accounted] = [0, 0]
  for (const book of ledger.books.values()) {
    arrived += book.arrived + book.suspense.received + book.allocated
    accounted +=
      book.paidOut + book.owedBack + book.returned + held(book) + ChainBooks.waiting(book.suspense)
    const paid = paymentsTo(ledger, book.birth.id)
    must(
      paid === (book.status === "SETTLED" ? 1 : 0) || book.status === "MANUAL_REVIEW",
      () => `${book.birth.id} is ${book.status}, and was paid ${paid} times`
    )
  }
  must(arrived === accounted, "L9: deposited + allocated = settled + refunds + held")
}

export const make = (
  onTransition: (transition: Transition) => void,
  chain: ChainBooks.ChainBooks,
  fundingOf: FundingOf,
  holdApprovals: number
) => {
  const ledger = openLedger(onTransition, chain, fundingOf, holdApprovals)
  return {
    books: ledger.books,
    entry: entry(ledger),
    screens,
    screened: screened(ledger),
    cleared: cleared(ledger),
    decided: decided(ledger),
    asked: asked(ledger),
    provided: provided(ledger),
    hopeless: hopeless(ledger),
    paid: paid(ledger),
    looked: looked(ledger),
    /** True if a recall of the payout is open. */
    isRecalled: (id: string): boolean => ledger.books.get(id)?.recall !== undefined,
    finish: finish(ledger)
  }
}
