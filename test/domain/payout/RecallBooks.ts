/**
 * The books of an auditor of recalls, written from commands and events alone. Recall.ts has the
 * invariants C1 to C4.
 */
import type * as Payout from "../../../src/domain/payout/Payout.ts"
import * as Guards from "../../../src/domain/payout/PayoutGuards.ts"
import * as Recall from "../../../src/domain/payout/Recall.ts"
import { must } from "./PayoutBooks.ts"

/** The books of a payout that has just settled. */
export const openBooks = ({ sequence, sourceAmount, targetAmount }: Payout.Payout) => ({
  source: sourceAmount,
  target: targetAmount,
  /** The recall that is not closed, and whether it has a return. */
  open: null as { readonly id: string; readonly hasReturn: boolean } | null,
  count: 0,
  /** Minor units and micro-USDC that came back in all. */
  returned: 0,
  value: 0,
  /** Micro-USDC that arrived since the settlement, and that were promised back. */
  arrived: 0,
  owedBack: 0,
  sequence
})
export type Books = ReturnType<typeof openBooks>

const bookReturn = (
  books: Books,
  event: Extract<Payout.Event, { _tag: "RecallReturned" }>
): void => {
  const { open } = books
  must(open?.id === event.recallId && !open.hasReturn, "C3: a recall has one return")
  must(event.returned > 0, "C3: a return is of something")
  books.open = { id: event.recallId, hasReturn: true }
  books.returned += event.returned
  books.value += event.value
  must(books.returned <= books.target, "C3: at most the target amount comes back")
  // Cross multiplication has no rounding: value ≤ source × returned / target < value + 1.
  const [whole, part] = [BigInt(books.target), BigInt(books.source) * BigInt(books.returned)]
  const value = BigInt(books.value)
  must(value * whole <= part && part < (value + 1n) * whole, "C4: the value is rounded down")
  if (books.returned === books.target) must(books.value === books.source, "C4: all is all")
}

export const book = (books: Books, event: Payout.Event): void => {
  switch (event._tag) {
    case "RecallOpened":
      must(books.open === null, "C2: one recall is open")
      books.open = { id: event.recallId, hasReturn: false }
      books.count += 1
      must(books.count <= Recall.countMax, "C2: recalls are bounded")
      break
    case "RecallReturned":
      bookReturn(books, event)
      break
    case "RecallClosed":
      must(books.open?.id === event.recallId, "C2: the open recall is closed")
      must((event.outcome === "returned") === books.open?.hasReturn, "the outcome is a fact")
      books.open = null
      break
    case "DepositFinalized":
      books.arrived += event.deposit.amount
      return
    case "RefundOpened":
      books.owedBack += event.amount
      return
    default:
      return
  }
  books.sequence += 1
}

export const audit = (books: Books, payout: Payout.Payout): void => {
  must(payout.status === "SETTLED", "C1: the status stays")
  must(Guards.held(payout) === 0, "C4: a settled payout holds nothing")
  must(books.owedBack === books.arrived + books.value, "L9: all that came goes back")
  must(payout.sequence === books.sequence, "P7: the sequence counts changes of recalls")
  must(Recall.openOf(payout)?.id === books.open?.id, "C2: the open recall is in the books")
  must(Recall.returned(payout) === books.returned, "C3: the returned money is in the books")
  const isIdle = payout.refunds.every(({ status }) => status !== "sent")
  must(
    Guards.isFinished(payout) === (books.open === null && isIdle),
    "an open recall and an unproven refund are work"
  )
}
