/**
 * The auditor's books of refunds of payouts and batches: due amounts, recorded transactions and
 * actual ones. Every record is checked, and one transaction proves only one refund.
 */
import type * as Entry from "../../src/engine/ports/Entry.ts"
import { must, some } from "./Claim.ts"

/** A transaction of the treasury on the chain. */
export interface Returned {
  readonly to: string
  readonly amount: number
  readonly state: "mined" | "final" | "gone"
}

interface Sent {
  readonly amount: number
  readonly address: string
}

interface Book {
  due: number
  readonly sent: Map<string, Sent>
  readonly proven: Set<string>
}

type Of<T extends Entry.Event["_tag"]> = Extract<Entry.Event, { _tag: T }>

export const make = () => {
  const books = new Map<string, Book>()
  const returned = new Map<string, Returned>()
  /** The refund that each transaction proves. */
  const proofs = new Map<string, string>()

  const bookOf = (id: string): Book => {
    const known = books.get(id)
    if (known !== undefined) return known
    const made = { due: 0, sent: new Map(), proven: new Set<string>() }
    books.set(id, made)
    return made
  }

  const isReturned = (txHash: string, { address, amount }: Sent): boolean => {
    const found = returned.get(txHash)
    return found?.to === address && found.amount === amount && found.state !== "gone"
  }

  const take = (id: string, txHash: string, by: string): Sent => {
    must(by === "engine", "A refund is confirmed, or disproved, on somebody's word")
    const sent = some(bookOf(id).sent.get(txHash), "A refund is confirmed that was never sent")
    bookOf(id).sent.delete(txHash)
    return sent
  }

  const opened = ({ amount, id }: Of<"RefundOpened" | "BatchRefundOpened">): void => {
    must(amount > 0, "A refund of nothing")
    bookOf(id).due += amount
  }

  const sent = ({ address, amount, id, txHash }: Of<"RefundSent" | "BatchRefundSent">): void => {
    const book = bookOf(id)
    must(amount === book.due && amount > 0, "L9: what is sent is what is due")
    must(!book.sent.has(txHash) && !book.proven.has(txHash), "L8: one transaction, two refunds")
    book.due = 0
    book.sent.set(txHash, { address, amount })
  }

  const confirmed = (event: Of<"RefundConfirmed" | "BatchRefundConfirmed">, by: string): void => {
    const { id, txHash } = event
    const refund = take(id, txHash, by)
    must(isReturned(txHash, refund), "L9: a refund is confirmed, and nothing went back")
    must(returned.get(txHash)?.state === "final", "A refund is confirmed before it is final")
    must(!proofs.has(txHash), "L8: one transaction is the proof of two refunds")
    proofs.set(txHash, id)
    bookOf(id).proven.add(txHash)
  }

  const disproved = (event: Of<"RefundDisproved" | "BatchRefundDisproved">, by: string): void => {
    const { id, txHash } = event
    const refund = take(id, txHash, by)
    must(!isReturned(txHash, refund), "L8: a refund is due again, and it went back")
    bookOf(id).due += refund.amount
  }

  const apply = (event: Entry.Event, by: string): void => {
    switch (event._tag) {
      case "RefundOpened":
      case "BatchRefundOpened":
        return opened(event)
      case "RefundSent":
      case "BatchRefundSent":
        return sent(event)
      case "RefundConfirmed":
      case "BatchRefundConfirmed":
        return confirmed(event, by)
      case "RefundDisproved":
      case "BatchRefundDisproved":
        return disproved(event, by)
      case "RefundAddressSet":
      case "BatchRefundAddressSet":
        return must(by !== "engine", "A refund address comes from nowhere")
    }
  }

  const unproven = (): string | undefined => [...books].find(([, { sent }]) => sent.size > 0)?.[0]

  return {
    entry: ({ by, events }: Entry.Entry): void => {
      for (const event of events) apply(event, by)
    },
    /** The chain shows or removes a transaction of the treasury. */
    returned: (txHash: string, transaction: Returned): void => {
      returned.set(txHash, { ...transaction })
    },
    /** The amount that is due and not sent. */
    due: (id: string): number => books.get(id)?.due ?? 0,
    /** True if a sent refund is not proven yet. */
    isSent: (id: string): boolean => (books.get(id)?.sent.size ?? 0) > 0,
    unrest: (): string | undefined => {
      const id = unproven()
      return id === undefined ? undefined : `the refund of ${id} is neither proven nor disproved`
    },
    finish: (): void => {
      const id = unproven()
      must(id === undefined, () => `L7: at the end the refund of ${id} is not proven`)
    }
  }
}
