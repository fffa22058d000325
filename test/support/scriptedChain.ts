/**
 * A chain that shows by script: what arrives at an address, what a real one would tell of, and
 * whether a transaction is the proof of a refund.
 */
import { Effect } from "effect"
import type * as ChainCursor from "../../src/domain/ChainCursor.ts"
import { sleepUntil } from "../../src/engine/actor/Timers.ts"
import * as Chain from "../../src/engine/ports/Chain.ts"
import type { Unavailable } from "../../src/engine/ports/Unavailable.ts"
import { quietChain } from "./quiet.ts"

/** What the chain shows. Each function must answer the same after a restart of the engine. */
export interface Script {
  /** `undefined`: a simulated chain, which is not followed. */
  readonly chainId: number | undefined
  /** What arrives for a payout or batch, and how long after its creation. */
  readonly arrivals: (funded: Chain.Funded) => ReadonlyArray<readonly [number, Chain.Observation]>
  readonly prove: (
    txHash: string,
    to: string,
    amount: number,
    since: number
  ) => Effect.Effect<Chain.Proof, Unavailable>
  readonly lookedPast: (at: number) => Effect.Effect<void>
  /** What a real chain tells, from a place on. */
  readonly follow: (
    from: ChainCursor.ChainCursor | undefined,
    ear: Chain.DepositListener
  ) => Effect.Effect<never>
}

/** A transfer that pays the payout or batch exactly, or as much as said. */
export const deposit = (
  { createdAt, id, sourceAmount }: Pick<Chain.Funded, "createdAt" | "id" | "sourceAmount">,
  seenAfterMs: number,
  amount = sourceAmount
) => ({
  chainId: 1,
  txHash: `transaction of ${id} after ${seenAfterMs}`,
  logIndex: 0,
  blockNumber: 1,
  amount,
  seenAt: createdAt + seenAfterMs
})

/** Everything is paid after a second, and every refund is proven. */
export const everythingWorks: Script = {
  chainId: undefined,
  arrivals: (funded) => [[1_000, { _tag: "Finalized", deposit: deposit(funded, 1_000) }]],
  prove: quietChain.prove,
  lookedPast: quietChain.lookedPast,
  follow: quietChain.follow
}

export const make = ({ arrivals, chainId, follow, lookedPast, prove }: Script) =>
  Chain.Chain.of({
    ...quietChain,
    ...{ chainId, follow, lookedPast, prove },
    // A script that throws is a defect of the step that watches.
    watch: (funded, report) =>
      Effect.flatMap(
        Effect.sync(() => arrivals(funded)),
        (coming) =>
          Effect.gen(function* () {
            for (const [afterMs, observation] of coming) {
              yield* sleepUntil(funded.createdAt + afterMs)
              yield* report(observation)
            }
          }).pipe(
            Effect.forkDetach,
            Effect.map((fiber) => () => fiber.interruptUnsafe())
          )
      )
  })
