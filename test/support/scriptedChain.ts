/**
 * A scripted chain: the deposits of an address, the reports of a chain of blocks, and the proofs of
 * refunds.
 */
import { Effect, FiberMap } from "effect"
import { sleepUntil } from "../../src/engine/actor/Timers.ts"
import * as Chain from "../../src/engine/ports/Chain.ts"
import type { Unavailable } from "../../src/engine/ports/Unavailable.ts"
import { quietArrivals, quietChain } from "./quiet.ts"

/** The results of the chain. Each function must return the same after a restart of the engine. */
export interface Script {
  readonly chainId: number
  /** The observations for a payout or batch, each with its milliseconds after the creation. */
  readonly arrivals: (funded: Chain.Funded) => ReadonlyArray<readonly [number, Chain.Observation]>
  readonly prove: (
    txHash: string,
    to: string,
    amount: number,
    since: number
  ) => Effect.Effect<Chain.Proof, Unavailable>
  readonly lookedPast: (at: number) => Effect.Effect<void>
  /**
   * Reports of a chain of blocks from a cursor on. They are used if `chainId` is not the simulated
   * chain's.
   */
  readonly follow: Chain.Blocks["follow"]
}

/** A transfer that pays the payout or batch exactly, or the given amount. */
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

/** A script that pays everything after a second, and proves every refund. */
export const everythingWorks: Script = {
  chainId: quietChain.chainId,
  arrivals: (funded) => [[1_000, { _tag: "Finalized", deposit: deposit(funded, 1_000) }]],
  prove: quietChain.prove,
  lookedPast: quietArrivals.awaitReported,
  follow: () => Effect.never
}

/** Blocks that are read completely as soon as they are followed. */
const blocksOf = ({ chainId, follow }: Script): Chain.Blocks => ({
  _tag: "Blocks",
  first: Effect.succeed({ chainId, blockNumber: 1, blockHash: "0x1", blockAt: 12_000 }),
  follow: (from, listener) =>
    Effect.suspend(() => {
      const head = { latest: from.blockNumber, finalized: from.blockNumber }
      listener.onRead?.({ completeBefore: Number.MAX_SAFE_INTEGER, head })
      return follow(from, listener)
    })
})

const simulationOf = ({ arrivals, lookedPast }: Script): Chain.Simulation => {
  /** The arrivals that were announced before the chain is followed. */
  const announced = new Map<string, ReturnType<typeof arrivals>>()
  const keep = (id: string, coming: ReturnType<typeof arrivals>): void =>
    void announced.set(id, coming)
  let deliver = keep

  const follow = Effect.fnUntraced(function* (listener: Chain.ArrivalListener) {
    const run = yield* FiberMap.makeRuntime<never, string, never, void>()
    const report = Effect.fnUntraced(function* (id: string, coming: ReturnType<typeof arrivals>) {
      const createdAt = (yield* listener.awaiting(id))?.createdAt ?? 0
      for (const [afterMs, observation] of coming) {
        yield* sleepUntil(createdAt + afterMs)
        if ((yield* listener.awaiting(id)) === undefined) return
        yield* listener.report(id, observation)
      }
    })
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        // The chain reports each payout once, however often it is announced.
        const isReported = new Set<string>()
        deliver = (id, coming) => {
          if (!isReported.has(id)) run(id, report(id, coming))
          isReported.add(id)
        }
        for (const [id, coming] of announced) deliver(id, coming)
        announced.clear()
      }),
      () =>
        Effect.sync(() => {
          deliver = keep
        })
    )
    return yield* Effect.never
  }, Effect.scoped)

  return {
    ...{ _tag: "Simulation", awaitReported: lookedPast, follow },
    // A script that throws is a defect of the step that announces.
    announce: (funded) => deliver(funded.id, arrivals(funded))
  }
}

/** Makes one port for all engines of a test, of which one runs at a time. */
export const make = (script: Script) => {
  const { chainId, prove } = script
  const isSimulated = chainId === quietChain.chainId
  const deposits = isSimulated ? simulationOf(script) : blocksOf(script)
  return Chain.Chain.of({ ...quietChain, chainId, prove, deposits })
}
