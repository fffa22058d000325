/**
 * A provider that responds by script and keeps the port's contract: at most one transfer per
 * reference. It counts per payout, so that a payout paid under two references shows.
 */
import { Effect } from "effect"
import type { FailureReason, Payout, Transfer } from "../../src/domain/payout/Payout.ts"
import * as Provider from "../../src/engine/ports/Provider.ts"
import { quietProvider } from "./quiet.ts"

/** A call to the provider. `count` is the number of calls for this reference so far, from 1. */
export interface Call {
  readonly kind: "submit" | "check"
  readonly payout: Payout
  readonly transfer: Transfer
  readonly count: number
}

export type Reaction =
  | "accept"
  | "deliver"
  | "refuse"
  | "refuse for good"
  | "queue"
  | "unknown"
  | "hopeless"
  | "die"
  | "hang"
  | "interrupt itself"
  | "pay and die"
  | "pay and hang"

/** The provider's behavior. Each function must return the same after a restart of the engine. */
export interface Script {
  readonly provider: (question: Call) => Reaction
  readonly precheck: (payout: Payout) => FailureReason | undefined
  readonly choose: Provider.Provider["Service"]["choose"]
  readonly registeredName: (recipient: Pick<Payout, "phone" | "network">) => string | undefined
}

export const everythingWorks: Script = {
  provider: ({ kind }) => (kind === "submit" ? "accept" : "deliver"),
  precheck: () => undefined,
  choose: quietProvider.choose,
  registeredName: () => undefined
}

/** Counts by key, from 1. */
export const tally = () => {
  const counts = new Map<string, number>()
  return (key: string): number => {
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count
  }
}

/** The calls, and the transfers that were paid, one per reference. */
interface Books {
  readonly calls: Array<Call>
  readonly transfers: Array<{ readonly payoutId: string; readonly reference: string }>
}

export const make = (
  { choose, precheck, provider: react, registeredName }: Script,
  { calls, transfers }: Books
) => {
  const count = tally()
  const settled = new Map<string, Provider.Outcome>()

  const pay = (payoutId: string, reference: string): Provider.Outcome => {
    const known = settled.get(reference)
    if (known !== undefined) return known
    transfers.push({ payoutId, reference })
    const outcome = { _tag: "Delivered", providerReference: `paid ${reference}` } as const
    settled.set(reference, outcome)
    return outcome
  }

  const refuse = (reference: string, retryable: boolean): Provider.Outcome => {
    const outcome = { _tag: "Refused", reason: "network_unavailable", retryable } as const
    settled.set(reference, outcome)
    return outcome
  }

  const answer = (
    kind: Call["kind"],
    payout: Payout,
    transfer: Transfer
  ): Effect.Effect<Provider.Outcome> => {
    const { reference } = transfer
    const question = { kind, payout, transfer, count: count(`${kind} ${reference}`) }
    calls.push(question)
    const reaction = react(question)
    const known = settled.get(reference)
    switch (reaction) {
      case "die":
        return Effect.die(new Error("The provider's adapter is broken"))
      case "hang":
        return Effect.never
      case "interrupt itself":
        return Effect.interrupt
      case "unknown":
      case "hopeless":
        return Effect.succeed({
          _tag: "Unknown",
          checkAgainAt: null,
          isPermanent: reaction === "hopeless"
        })
      case "pay and die":
      case "pay and hang":
        pay(payout.id, reference)
        return reaction === "pay and hang" ? Effect.never : Effect.die(new Error("Answer lost"))
      case "accept":
        return Effect.succeed(known ?? { _tag: "Accepted", checkAgainAt: null })
      case "deliver":
        return Effect.succeed(pay(payout.id, reference))
      case "queue":
        return Effect.succeed({ _tag: "Queued", checkAgainAt: null })
      case "refuse":
      case "refuse for good":
        return Effect.succeed(known ?? refuse(reference, reaction === "refuse"))
    }
  }

  return Provider.Provider.of({
    ...quietProvider,
    choose,
    registeredName: (recipient) => Effect.sync(() => registeredName(recipient)),
    precheck: (payout) => Effect.sync(() => precheck(payout)),
    submit: (payout, transfer) => Effect.suspend(() => answer("submit", payout, transfer)),
    check: (payout, transfer) => Effect.suspend(() => answer("check", payout, transfer))
  })
}
