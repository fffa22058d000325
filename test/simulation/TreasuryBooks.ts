/**
 * The auditor's books of the treasury's transactions on the chain. One of them proves one refund or
 * one withdrawal.
 */
import { must } from "./Claim.ts"

/** A transaction of the treasury on the chain. Micro-USDC. */
export interface Returned {
  readonly to: string
  readonly amount: number
  readonly state: "mined" | "final" | "gone"
}

/** The part of a refund or withdrawal that its transaction must send. Micro-USDC. */
export interface Sent {
  readonly amount: number
  readonly address: string
}

export const make = () => {
  const returned = new Map<string, Returned>()
  /** The payout, batch or withdrawal that each transaction proves. */
  const proofs = new Map<string, string>()

  const isReturned = (txHash: string, { address, amount }: Sent): boolean => {
    const found = returned.get(txHash)
    return found?.to === address && found.amount === amount && found.state !== "gone"
  }

  return {
    /** The chain shows or removes a transaction. */
    shows: (txHash: string, transaction: Returned): void => {
      returned.set(txHash, { ...transaction })
    },
    /** The log counts a transaction as the proof that something was sent. */
    proves: (id: string, txHash: string, sent: Sent): void => {
      must(isReturned(txHash, sent), "L9: a refund is confirmed, and nothing went back")
      must(returned.get(txHash)?.state === "final", "A refund is confirmed before it is final")
      must(!proofs.has(txHash), "L8: one transaction is the proof of two refunds")
      proofs.set(txHash, id)
    },
    /** The log no longer counts a transaction as sent. */
    disproves: (txHash: string, sent: Sent): void => {
      must(!isReturned(txHash, sent), "L8: a refund is due again, and it went back")
    }
  }
}

export type TreasuryBooks = ReturnType<typeof make>
