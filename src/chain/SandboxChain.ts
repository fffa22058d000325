/**
 * A chain without a chain: the exact deposit of every payout, simulated a moment after its
 * creation. The addresses are made as in production; nothing is ever sent to them.
 */
import { Effect, FiberSet, Layer } from "effect"
import * as Funding from "../domain/Funding.ts"
import * as Sandbox from "../domain/Sandbox.ts"
import * as Chain from "../engine/Chain.ts"
import * as Timers from "../engine/Timers.ts"
import * as DepositAddress from "./DepositAddress.ts"

/** No chain has this id, so a simulated deposit is never taken for a real one. */
const chainId = 0

export const layer = (options: {
  readonly factory: DepositAddress.Factory
  readonly timeScale: number
}): Layer.Layer<Chain.Chain> =>
  Layer.effect(
    Chain.Chain,
    Effect.gen(function* () {
      const timers = yield* Timers.make
      const run = yield* FiberSet.makeRuntime<never, void, never>()

      const watch: Chain.Chain["Service"]["watch"] = (payout, report) =>
        Effect.sync(() => {
          if (Funding.deposited(payout.deposits) >= payout.sourceAmount) return () => {}
          const at = Math.round(payout.createdAt + Sandbox.depositAfterMs * options.timeScale)
          const deposit = {
            chainId,
            txHash: `sandbox:${payout.id}`,
            logIndex: 0,
            blockNumber: 0,
            amount: payout.sourceAmount,
            seenAt: at
          }
          const timer = timers.at(at, () => run(report({ _tag: "Finalized", deposit })))
          return () => timers.cancel(timer)
        })

      const depositAddress = yield* DepositAddress.make(options.factory)
      return Chain.Chain.of({ depositAddress, watch })
    })
  )
