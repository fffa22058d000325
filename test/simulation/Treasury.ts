/**
 * The treasury with refunds of operators, and their transactions on the chain. A transaction is
 * mined, may disappear for a while, and is final in the end. A query about it may get no response.
 */
import { Effect } from "effect"
import type * as Chain from "../../src/engine/ports/Chain.ts"
import { Unavailable } from "../../src/engine/ports/Unavailable.ts"
import type { Host } from "./Host.ts"
import type { Setting } from "./Setting.ts"

interface Transaction {
  readonly to: string
  readonly amount: number
  state: "mined" | "final" | "gone"
}

export interface World {
  /** Sends an amount, and returns the hash of the transaction. */
  readonly send: (to: string, amount: number) => string
  readonly prove: (host: Host) => Chain.Chain["Service"]["prove"]
}

const away = new Unavailable({ message: "No node answers." })

export const make = (setting: Setting): World => {
  const { audit, breach, faults, machine } = setting
  const random = setting.random.stream("treasury")
  const transactions = new Map<string, Transaction>()
  let sent = 0

  const turn = (txHash: string, transaction: Transaction, state: "final" | "gone"): void => {
    transaction.state = state
    audit.returned(txHash, transaction)
  }

  const send: World["send"] = (to, amount) => {
    const txHash = `0x${(++sent).toString(16).padStart(64, "b")}`
    const transaction: Transaction = { to, amount, state: "mined" }
    transactions.set(txHash, transaction)
    audit.returned(txHash, transaction)
    const isGone = faults.strikes("chain: refund vanishes", 0.1)
    const later = random.int(1_000, random.chance(0.1) ? 3_000_000 : 60_000)
    machine.world.after(later, () => turn(txHash, transaction, isGone ? "gone" : "final"))
    if (isGone) {
      machine.world.after(later + random.int(1_000, 3_000_000), () =>
        turn(txHash, transaction, "final")
      )
    }
    return txHash
  }

  const proofOf = (txHash: string, to: string, amount: number): Chain.Proof => {
    const found = transactions.get(txHash)
    if (breach === "chain proves what was never sent")
      return { _tag: "Final", transfers: 1, isThirdParty: false }
    if (found === undefined || found.state === "gone") return { _tag: "Absent" }
    const isFinal = found.state === "final"
    const isIt = found.to === to && found.amount === amount
    if (!isIt) return { _tag: "Wrong", reason: "it is another one", isFinal }
    return isFinal
      ? { _tag: "Final", transfers: 1, isThirdParty: false }
      : { _tag: "Pending", transfers: 1 }
  }

  return {
    send,
    prove:
      ({ realm }) =>
      (txHash, to, amount) =>
        realm.wait((resume) => {
          const isAway = faults.strikes("chain: cannot be asked", 0.1)
          machine.world.after(random.int(1, 500), () => {
            const proof = proofOf(txHash, to, amount)
            const answer = isAway ? Effect.fail(away) : Effect.succeed(proof)
            realm.after(random.int(1, 500), () => resume(answer))
          })
        })
  }
}
