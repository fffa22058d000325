/**
 * The books of an auditor of payouts. The auditor sees only commands and events, and never asks
 * the code under test for a sum or a status. Payout.ts defines the invariants P1 to P7.
 */

import * as Funding from "../../../src/domain/money/Funding.ts"
import * as Payout from "../../../src/domain/payout/Payout.ts"
import type * as PayoutEvent from "../../../src/domain/payout/PayoutEvent.ts"
import * as Guards from "../../../src/domain/payout/PayoutGuards.ts"
import * as Refund from "../../../src/domain/refund/Refund.ts"
import { assets } from "../../support/fixtures.ts"

type Status = Payout.Status
type Verb = Payout.Command["_tag"]

/** The commands that cause each transition, by `from>to`. */
export const moves: Readonly<Record<string, ReadonlyArray<Verb>>> = {
  "CREATED>AWAITING_FUNDS": ["OpenFunding"],
  "CREATED>FAILED": ["Cancel"],
  "CREATED>MANUAL_REVIEW": ["Park"],
  "AWAITING_FUNDS>STABLECOIN_RECEIVED": ["FinalizeDeposit", "Fund"],
  "AWAITING_FUNDS>FAILED": [
    ...(["Cancel", "CloseFundingWindow", "DropDeposit", "RefuseRecipient"] as const),
    // The last seen deposit becomes final as dust.
    "FinalizeDeposit"
  ],
  "AWAITING_FUNDS>MANUAL_REVIEW": ["CloseFundingWindow", "DropDeposit", "FinalizeDeposit", "Park"],
  "STABLECOIN_RECEIVED>PAYOUT_INITIATED": ["ClearScreening"],
  "STABLECOIN_RECEIVED>COMPLIANCE_HOLD": ["Hold"],
  "STABLECOIN_RECEIVED>MANUAL_REVIEW": ["Park"],
  "COMPLIANCE_HOLD>PAYOUT_INITIATED": ["Approve"],
  "COMPLIANCE_HOLD>REVERSED": ["Reject"],
  "COMPLIANCE_HOLD>MANUAL_REVIEW": ["Park"],
  "PAYOUT_INITIATED>PAYOUT_CONFIRMED": ["AcceptTransfer"],
  "PAYOUT_INITIATED>SETTLED": ["DeliverTransfer"],
  "PAYOUT_INITIATED>FAILED": ["RefuseTransfer"],
  "PAYOUT_INITIATED>MANUAL_REVIEW": ["ExpireTransfer", "Park"],
  "PAYOUT_CONFIRMED>SETTLED": ["DeliverTransfer"],
  "PAYOUT_CONFIRMED>FAILED": ["RefuseTransfer"],
  "PAYOUT_CONFIRMED>MANUAL_REVIEW": ["ExpireTransfer", "Park"],
  "MANUAL_REVIEW>STABLECOIN_RECEIVED": ["Retry"],
  "MANUAL_REVIEW>PAYOUT_INITIATED": ["Retry"],
  "MANUAL_REVIEW>SETTLED": ["Settle"],
  "MANUAL_REVIEW>FAILED": ["Fail"],
  "MANUAL_REVIEW>REVERSED": ["Reverse"]
}

const finals: ReadonlyArray<Status> = ["SETTLED", "FAILED", "REVERSED"]

class Violation extends Error {}

export const must = (holds: boolean, claim: string): void => {
  if (!holds) throw new Violation(claim)
}

interface Seen {
  readonly seenAt: number
  readonly amount: number
  readonly final: boolean
  /** True if the deposit came in time for a payout that waited for it. */
  readonly counts: boolean
}

/** The auditor's own books, written from commands and events alone. */
export const openBooks = (birth: PayoutEvent.Created) => ({
  source: birth.sourceAmount,
  isRow: birth.batchId !== null,
  status: birth.status as Status,
  isClosed: false,
  deadline: birth.fundingDeadline,
  deposits: new Map<string, Seen>(),
  arrived: 0,
  /** Amounts of transfers too small to be deposits, by name. `released` is the part that counts. */
  dust: new Map<string, number>(),
  released: 0,
  /** The reason for which refunds are kept back. */
  hold: null as string | null,
  /** Senders of final deposits that were not screened. */
  strangers: new Set<string>(),
  allocated: 0,
  paidOut: 0,
  owedBack: 0,
  /** The amount due for a refund, and in `sent` the refunds without a confirmation. */
  due: 0,
  sent: [] as Array<{ readonly txHash: string; readonly amount: number }>,
  /** Foreign deposits that were booked, by name. */
  booked: new Set<string>(),
  /** The units of each foreign asset that are due, and in `foreignSent` those on their way. */
  foreignDue: new Map<number, bigint>(),
  foreignSent: new Map<string, { readonly chainId: number; readonly units: bigint }>(),
  /** Transactions that are, or may be, the proof of a refund. */
  proofs: new Set<string>(),
  refundAddress: birth.refundAddress ?? null,
  /** True if the account wants refunds in its balance. */
  isWanted: birth.excess === "balance",
  isCleared: false,
  /** Approvers of the current hold. */
  approvals: new Set<string>(),
  isFrozen: false,
  /** Users who decided to unfreeze the hold, while more approvals are needed. */
  thawers: new Set<string>(),
  thawTerms: "",
  screening: null as unknown,
  live: null as string | null,
  /** Attempt and provider of the live transfer, which a postponement does not change. */
  attempt: 0,
  provider: undefined as string | undefined,
  dead: new Set<string>(),
  sequence: 1,
  timeline: [{ status: birth.status, at: birth.at }]
})
export type Books = ReturnType<typeof openBooks>

const held = (books: Books): number =>
  books.arrived + books.released + books.allocated - books.paidOut - books.owedBack

const dustOf = ({ dust }: Books): number => [...dust.values()].reduce((sum, one) => sum + one, 0)

const waiting = (books: Books): number => dustOf(books) - books.released

const keyOf = (one: { chainId: number; txHash: string; logIndex: number }): string =>
  `${one.chainId}/${one.txHash}/${one.logIndex}`

export const bookDeposit = (books: Books, event: Payout.Event, command: Payout.Command): void => {
  if (!("deposit" in event)) return
  must("deposit" in command && command.deposit === event.deposit, "deposits come from commands")
  const key = keyOf(event.deposit)
  const known = books.deposits.get(key)
  must(known?.final !== true, "P4: a final deposit is counted once and never dropped")
  if (event._tag === "DepositDropped") {
    must(known !== undefined, "only a known deposit is dropped")
    books.deposits.delete(key)
    return
  }
  const final = event._tag === "DepositFinalized"
  const { amount } = event.deposit
  must(amount > 0, "a transfer of nothing is no deposit")
  if (event._tag === "DustReceived") {
    must(!books.dust.has(key), "P4: a transfer is counted once, however small")
    books.dust.set(key, amount)
    books.deposits.delete(key)
    return
  }
  const seenAt = known?.seenAt ?? event.deposit.seenAt
  const counts = final && books.status === "AWAITING_FUNDS" && seenAt <= books.deadline
  books.deposits.set(key, { amount, final, seenAt, counts })
  if (final && event.deposit.from !== undefined) books.strangers.add(event.deposit.from)
  if (final) books.arrived += amount
}

export const bookTransfer = (books: Books, event: Payout.Event): void => {
  switch (event._tag) {
    case "TransferRequested":
      must(!books.isFrozen, "P6: frozen money pays no recipient")
      must(!books.dead.has(event.reference), "P3: a refused reference never comes back")
      must(
        books.live === null || books.live === event.reference,
        "P3: a new reference needs a definite refusal of the last one"
      )
      must(held(books) >= books.source, "P2: only held money pays a recipient")
      must(books.isCleared, "only a cleared or approved recipient is paid")
      if (books.live === event.reference) {
        must(event.attempt === books.attempt, "more time is no further attempt")
        must(event.provider === books.provider, "P3: a live transfer stays with its provider")
      } else must(event.attempt === books.attempt + 1, "attempts are counted")
      books.live = event.reference
      books.attempt = event.attempt
      books.provider = event.provider
      return
    case "TransferRefused":
      must(books.live === event.reference, "P5: only the live transfer is refused")
      books.dead.add(event.reference)
      books.live = null
      return
    case "TransferAccepted":
      must(books.live === event.reference, "only the live transfer is accepted")
  }
}

/** Removes a refund from those on their way, and returns its amount. */
const takeSent = ({ sent }: Books, txHash: string): number => {
  const index = sent.findIndex((one) => one.txHash === txHash)
  must(index >= 0, "only what was sent is confirmed, or disproved")
  return sent.splice(index, 1)[0]?.amount ?? 0
}

const changeForeign = ({ foreignDue }: Books, chainId: number, units: bigint): void => {
  foreignDue.set(chainId, (foreignDue.get(chainId) ?? 0n) + units)
}

/** Counts the confirmed refund of a payout that was not paid, which has a public event. */
const countRefund = (books: Books): void => {
  if (books.status === "FAILED" || books.status === "REVERSED") books.sequence += 1
}

/** Books money in foreign assets. Returns true if the event is about nothing else. */
const bookForeign = (books: Books, event: Payout.Event): boolean => {
  switch (event._tag) {
    case "ForeignDepositBooked": {
      const { chainId, from, logIndex, token, txHash, units } = event.transfer
      const key = `${chainId}/${token}/${txHash}/${logIndex}`
      must(!books.isFrozen, "P6: nothing is booked for a frozen payout")
      must(!books.booked.has(key), "D1: a foreign deposit is booked once")
      must(BigInt(units) > 0n, "a transfer of nothing is no deposit")
      books.booked.add(key)
      books.strangers.add(from)
      changeForeign(books, chainId, BigInt(units))
      return true
    }
    case "RefundOpened": {
      if (event.asset === undefined) return false
      must(event.amount === 0, "L9: a foreign refund moves no micro-USDC")
      return true
    }
    case "RefundSent": {
      const { amount, asset, flagged, txHash } = event
      if (asset === undefined) return false
      const due = books.foreignDue.get(asset.chainId) ?? 0n
      must(amount === 0 && due > 0n && BigInt(asset.units) === due, "R3: all that is due is sent")
      must(!books.isFrozen && !books.proofs.has(txHash), "L8: a transaction proves one refund")
      must(books.hold === null || flagged !== undefined, "what is kept back is not sent")
      books.hold = flagged ?? books.hold
      changeForeign(books, asset.chainId, -due)
      books.foreignSent.set(txHash, { chainId: asset.chainId, units: due })
      books.proofs.add(txHash)
      return true
    }
    case "RefundConfirmed":
    case "RefundDisproved": {
      const sent = books.foreignSent.get(event.txHash)
      if (sent === undefined) return false
      books.foreignSent.delete(event.txHash)
      if (event._tag === "RefundConfirmed") {
        countRefund(books)
        return true
      }
      changeForeign(books, sent.chainId, sent.units)
      books.proofs.delete(event.txHash)
      return true
    }
    default:
      return false
  }
}

export const bookMoney = (books: Books, event: Payout.Event): void => {
  if (bookForeign(books, event)) return
  switch (event._tag) {
    case "FundingOpened":
      books.deadline = event.fundingDeadline
      return
    case "FundsAllocated":
      must(books.allocated === 0 && event.amount === books.source, "P2: a row gets its share once")
      books.allocated += event.amount
      return
    case "PayoutSettled":
      books.paidOut += books.source
      return
    case "PayoutFrozen":
    case "PayoutUnfrozen": {
      must(books.isFrozen === (event._tag === "PayoutUnfrozen"), "what is frozen is unfrozen")
      const { due, held: kept, suspense } = event
      must(kept === held(books), "P6: all that is held is frozen")
      must(suspense === waiting(books) && due === books.due, "P6: all that waits is frozen")
      books.isFrozen = event._tag === "PayoutFrozen"
      return
    }
    case "SuspenseReleased":
      must(!books.isFrozen, "P6: nothing frozen is released")
      must(event.amount > 0 && event.amount <= waiting(books), "what waits is released")
      books.released += event.amount
      return
    case "RefundOpened":
      must(!books.isFrozen, "P6: nothing frozen is due back")
      must(event.amount > 0, "a refund is of something")
      books.owedBack += event.amount
      books.due += event.amount
      return
    case "RefundSent":
      must(!books.isFrozen, "P6: nothing frozen is sent")
      must(event.amount > 0 && event.amount === books.due, "what is sent is all that is due")
      must(!books.proofs.has(event.txHash), "L8: a transaction is the proof of one refund")
      must(books.hold === null || event.flagged !== undefined, "what is kept back is not sent")
      books.hold = event.flagged ?? books.hold
      books.due = 0
      books.sent.push({ txHash: event.txHash, amount: event.amount })
      books.proofs.add(event.txHash)
      return
    case "RefundCredited":
      must(books.isWanted && books.refundAddress === null, "R3: the balance gets what it wants")
      must(!books.isFrozen && books.hold === null, "P6: nothing frozen or held is credited")
      must(books.strangers.size === 0, "R2: no money of an unscreened sender is credited")
      must(event.amount > 0 && event.amount === books.due, "what is credited is all that is due")
      books.due = 0
      return
    case "RefundConfirmed":
      takeSent(books, event.txHash)
      // An unpaid payout's refund is reported when it is confirmed.
      countRefund(books)
      return
    case "RefundDisproved":
      books.due += takeSent(books, event.txHash)
      books.proofs.delete(event.txHash)
  }
}

type EventOf<Tag extends Payout.Event["_tag"]> = Extract<Payout.Event, { readonly _tag: Tag }>

const bookPendingUnfreeze = (
  books: Books,
  event: EventOf<"ActionApproved">,
  command: Payout.Command
): void => {
  must(command._tag === "Unfreeze" && command.by === event.by, "an approval names its author")
  // A decision with other parameters replaces the pending action.
  if (JSON.stringify(event.terms) !== books.thawTerms) books.thawers.clear()
  books.thawTerms = JSON.stringify(event.terms)
  must(!books.thawers.has(event.by), "a person counts once")
  books.thawers.add(event.by)
}

const bookUnfreeze = (books: Books, command: Payout.Command): void => {
  if (command._tag === "Unfreeze" && command.vote !== undefined) {
    books.thawers.add(command.by)
    must(books.thawers.size >= command.vote.peopleMin, "as many unfreeze it as must")
  }
  books.thawers.clear()
}

const bookApproval = (
  books: Books,
  event: EventOf<"HoldApproved">,
  command: Payout.Command
): void => {
  must(command._tag === "Approve" && command.by === event.by, "an approval names its author")
  must(!books.approvals.has(event.by), "a person approves a hold once")
  books.approvals.add(event.by)
  if (command._tag === "Approve" && books.approvals.size >= command.approvalsMin) {
    books.isCleared = true
  }
}

const bookSenders = (
  books: Books,
  event: EventOf<"SendersScreened">,
  command: Payout.Command
): void => {
  must("hold" in command && command.hold === event.hold, "a finding is a command's")
  // A new hold ends a pending decision to unfreeze.
  if (event.hold !== null && event.hold !== books.hold) books.thawers.clear()
  books.hold = event.hold ?? books.hold
  for (const sender of event.senders) books.strangers.delete(sender)
}

/** Books screenings, approvals and the refund address, which move no money. */
export const bookWords = (books: Books, event: Payout.Event, command: Payout.Command): void => {
  switch (event._tag) {
    case "PayoutScreened":
      must("evidence" in command && command.evidence === event.evidence, "evidence is a command's")
      books.screening = event.evidence
      return
    case "SendersScreened":
      return bookSenders(books, event, command)
    case "RefundsReleased":
      must(books.hold !== null, "only a held refund is released")
      books.hold = null
      return
    case "RefundConfirmed":
    case "RefundDisproved":
    case "RefundCredited":
      books.thawers.clear()
      return
    case "PayoutHeld":
      books.approvals.clear()
      return
    case "PayoutFrozen":
      books.approvals.clear()
      books.thawers.clear()
      return
    case "ActionApproved":
      return bookPendingUnfreeze(books, event, command)
    case "PayoutUnfrozen":
      return bookUnfreeze(books, command)
    case "HoldApproved":
      return bookApproval(books, event, command)
    case "RefundAddressSet": {
      const given = command._tag === "SetRefundAddress" ? [command.address] : []
      must([...given, command.refundAddress].includes(event.address), "an address was given")
      books.refundAddress = event.address
    }
  }
}

const enters = (status: Status, event: Payout.Event): Status => {
  switch (event._tag) {
    case "FundingOpened":
      return "AWAITING_FUNDS"
    case "FundsReceived":
      return "STABLECOIN_RECEIVED"
    case "PayoutHeld":
      return "COMPLIANCE_HOLD"
    case "TransferRequested":
      return status === "PAYOUT_CONFIRMED" ? status : "PAYOUT_INITIATED"
    case "TransferAccepted":
      return "PAYOUT_CONFIRMED"
    case "PayoutSettled":
      return "SETTLED"
    case "PayoutFailed":
      return "FAILED"
    case "PayoutReversed":
      return "REVERSED"
    case "ReviewOpened":
      return "MANUAL_REVIEW"
    default:
      return status
  }
}

/** The moves that the lives have taken so far, with their causes. */
export const taken = new Set<string>()

export const bookStatus = (books: Books, event: Payout.Event, verb: Verb): void => {
  const before = books.status
  const after = enters(before, event)
  if (after === before) return
  must(!books.isFrozen, "P6: a frozen hold stays one")
  must(!finals.includes(before), `P1: ${before} is final`)
  must(moves[`${before}>${after}`]?.includes(verb) === true, `${before}>${after} by ${verb}`)
  taken.add(`${before}>${after} by ${verb}`)
  books.status = after
  books.timeline.push({ status: after, at: event.at })
  books.sequence += 1
}

/** The status that a command about funds must result in. */
export const fundedTo = (books: Books): Status => {
  const all = [...books.deposits.values()]
  const paid = all.reduce((sum, one) => sum + (one.counts ? one.amount : 0), dustOf(books))
  if (paid >= books.source) return "STABLECOIN_RECEIVED"
  const isPending = all.some((one) => !one.final && one.seenAt <= books.deadline)
  if (!books.isClosed || isPending) return "AWAITING_FUNDS"
  return paid > 9_999 ? "MANUAL_REVIEW" : "FAILED"
}

export const aboutFunds: ReadonlyArray<Verb> = [
  ...(["SeeDeposit", "DropDeposit", "FinalizeDeposit", "CloseFundingWindow"] as const)
]

/** Checks the money that each status implies. */
export const auditMoney = (books: Books): void => {
  const { source, status } = books
  const rest = held(books)
  must(rest >= 0, `P2: held is never negative, and is ${rest}`)
  if (finals.includes(status) || status === "CREATED") must(rest === 0, `P2: ${status} holds none`)
  if (status === "AWAITING_FUNDS") must(rest < source, "a funded payout waits no more")
  if (status === "STABLECOIN_RECEIVED" || status === "COMPLIANCE_HOLD") {
    // An excess that arrived during a review is returned at the end at the latest.
    const isReviewed = books.timeline.some((one) => one.status === "MANUAL_REVIEW")
    const isMore = isReviewed || books.isFrozen
    must(isMore ? rest >= source : rest === source, "P2: what is paid out next is held")
  }
  if (books.live !== null && !finals.includes(status)) {
    must(rest >= source, "P2: what a live transfer pays is held")
  }
}

const nameOf = (one: { readonly txHash: string | null; readonly amount: number }): string =>
  `${one.txHash} ${one.amount}`

const liveOf = ({ transfer }: Payout.Payout): string | null =>
  transfer?.phase === "refused" ? null : (transfer?.reference ?? null)

const auditFinalStep = (books: Books, payout: Payout.Payout, hasSentRefund: boolean): void => {
  // Only the screening of senders, and the proof or the credit of refunds may be left.
  const proof = hasSentRefund ? "ProveRefund" : "Rest"
  const isFree = books.hold === null && books.refundAddress === null
  const next = books.isWanted && isFree && books.due > 0 ? "CreditRefund" : proof
  const left = Refund.unscreened(payout).length > 0 ? "ScreenSenders" : next
  must(Payout.nextStep(payout)._tag === left, "P1: a final state has no other step")
  must(Guards.isFinished(payout) === (left === "Rest"), "finished is: no step left")
  must(waiting(books) <= 9_999, "P2: no more than dust waits in the end")
}

const auditStep = (books: Books, payout: Payout.Payout, hasSentRefund: boolean): void => {
  const { status } = payout
  const step = Payout.nextStep(payout)
  if (finals.includes(status)) auditFinalStep(books, payout, hasSentRefund)
  if (books.isFrozen) must(step._tag !== "AwaitDecision", "P6: a frozen hold awaits no decision")
  const isPaying = status === "PAYOUT_INITIATED" || status === "PAYOUT_CONFIRMED"
  if (!isPaying) return must(!("transfer" in step), "no transfer is a step")
  must(
    "transfer" in step && step.transfer.reference === liveOf(payout),
    "the live transfer is the step"
  )
}

const auditForeign = (books: Books, payout: Payout.Payout): void => {
  const foreign = payout.refunds.filter(({ asset }) => asset !== undefined)
  must(
    foreign.every(({ amount }) => amount === 0),
    "L9: a foreign refund has no micro-USDC"
  )
  for (const { chainId } of assets) {
    const due = foreign.filter(
      ({ asset, status }) => status === "due" && asset?.chainId === chainId
    )
    must(due.length <= 1, "R3: at most one refund is due in each asset")
    const units = BigInt(due[0]?.asset?.units ?? 0)
    must(units === (books.foreignDue.get(chainId) ?? 0n), "L9: the units due are in the books")
  }
  const sent = foreign.filter(({ status }) => status === "sent").map(({ txHash }) => txHash)
  must(
    `${sent.toSorted()}` === `${[...books.foreignSent.keys()].toSorted()}`,
    "foreign refunds on their way are booked"
  )
  must((payout.foreignDeposits ?? []).length === books.booked.size, "D1: all booked are kept")
}

export const auditState = (books: Books, payout: Payout.Payout): void => {
  const { status } = payout
  const deposited = payout.deposits.reduce((sum, one) => sum + (one.final ? one.amount : 0), 0)
  const refunds = payout.refunds.reduce((sum, one) => sum + one.amount, 0)
  must(deposited === books.arrived, "P4: the state's deposits are those in the books")
  must(refunds === books.owedBack, "P2: the state's refunds are those in the books")
  must(Guards.held(payout) === held(books), "P2: what is held is what the books say")
  must(Funding.suspenseBalance(payout.suspense) === waiting(books), "P2: dust waits in suspense")
  must(Guards.isFrozen(payout) === books.isFrozen, "P6: it is frozen until it is unfrozen")
  must(payout.refundHold === books.hold, "refunds are kept back for the reason that was found")
  const due = Refund.own(payout.refunds).filter((one) => one.status === "due")
  must(due.length <= 1 && (due[0]?.amount ?? 0) === books.due, "at most one refund is due")
  const sent = Refund.own(payout.refunds)
    .filter((one) => one.status === "sent")
    .map(nameOf)
  must(`${sent.toSorted()}` === `${books.sent.map(nameOf).toSorted()}`, "sent refunds are booked")
  auditForeign(books, payout)
  must(payout.refundAddress === books.refundAddress, "the refund address is the last one set")
  must(payout.screening === books.screening, "the evidence is that of the last screening")
  must(`${payout.approvals}` === `${[...books.approvals]}`, "approvals are those of this hold")
  must(status === books.status, "the state's status is the one in the books")
  must(payout.sequence === books.sequence, "P7: the sequence counts public transitions")
  must(
    JSON.stringify(payout.timeline) === JSON.stringify(books.timeline),
    "the timeline lists every state with its moment"
  )
  must(liveOf(payout) === books.live, "P3: the live transfer is the one in the books")
  must((status === "FAILED") === (payout.failureReason !== null), "a failure has a reason")
  must((status === "SETTLED") === (payout.settledAt !== null), "a settlement has a moment")
  const isUnreviewed = status === "STABLECOIN_RECEIVED" || status === "PAYOUT_INITIATED"
  if (isUnreviewed) must(payout.reviewReason === null, "a retry ends the review")
  auditStep(books, payout, sent.length + books.foreignSent.size > 0)
}

type RefundCommand = Extract<
  Payout.Command,
  { readonly _tag: "SendRefund" | "ConfirmRefund" | "DisproveRefund" }
>

const auditRefusedRefund = (books: Books, command: RefundCommand): void => {
  if (command._tag === "SendRefund") {
    const { asset } = command
    const foreignDue = asset && (books.foreignDue.get(asset.chainId) ?? 0n)
    const isDue =
      asset === undefined
        ? command.amount === books.due && books.due > 0
        : BigInt(asset.units) === foreignDue && foreignDue > 0n
    const isHeld = books.hold !== null || books.strangers.size > 0
    must(!isDue || books.proofs.has(command.txHash) || isHeld, "not due, or another's proof")
    return
  }
  const { txHash } = command
  must(!books.sent.some((one) => one.txHash === txHash), "not sent")
  must(!books.foreignSent.has(txHash), "not sent in a foreign asset")
}

/** A customer's `Cancel` is refused without a mention of the freeze. */
const auditFrozen = (command: Payout.Command, no: Payout.Rejection): void =>
  must(
    no._tag === "InvalidState" && (no.cause === "frozen") === (command._tag !== "Cancel"),
    "P6: it says to the staff alone that it is frozen"
  )

const auditRefusedBooking = ({ isRow, status }: Books, command: Payout.Command): void => {
  if (command._tag !== "BookForeignDeposits") return
  must(status === "COMPLIANCE_HOLD" || isRow, "only a held payout and a row book nothing")
}

export const auditRejection = (
  books: Books,
  command: Payout.Command,
  no: Payout.Rejection
): void => {
  const { live, status } = books
  const reference = "reference" in command ? command.reference : null
  const paying = status === "PAYOUT_INITIATED" || status === "PAYOUT_CONFIRMED"
  must(!("deposit" in command), "deposits are accepted in every state")
  auditRefusedBooking(books, command)
  if (no._tag === "StaleTransfer") must(paying && reference !== live, "it is indeed stale")
  else if (no._tag === "InvalidState") {
    must(no.status === status && no.command === command._tag, "the rejection says why")
  } else must(false, "only recalls have other rejections")
  const isOfRefund = command._tag === "ConfirmRefund" || command._tag === "DisproveRefund"
  if (books.isFrozen && !isOfRefund) return auditFrozen(command, no)
  if (command._tag === "SendRefund" || isOfRefund) auditRefusedRefund(books, command)
  must(command._tag !== "SetRefundAddress", "a refund address is accepted in every state")
  // A transfer that the provider has accepted is not postponed.
  if (command._tag === "PostponeTransfer") return
  if (paying && live !== null) must(reference !== live, "a result of the live transfer is accepted")
}
