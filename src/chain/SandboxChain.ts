/**
 * A chain without a chain: the exact deposit of every payout, simulated a moment after its
 * creation. The addresses are made as in production; nothing is ever sent to them.
 */
import { Effect, Layer } from "effect"
import * as Funding from "../domain/Funding.ts"
import * as Sandbox from "../domain/Sandbox.ts"
import * as Chain from "../engine/Chain.ts"
import { sleepUntil } from "../engine/Steps.ts"
import * as DepositAddress from "./DepositAddress.ts"

/** No chain has this id, so a simulated deposit is never taken for a real one. */
const chainId = 0

export const layer = (options: {
  readonly factory: DepositAddress.Factory
  readonly timeScale: number
}): Layer.Layer<Chain.Chain> =>
  Layer.succeed(
    Chain.Chain,
    Chain.Chain.of({
      depositAddress: DepositAddress.make(options.factory),
      watch: Effect.fnUntraced(function* (payout, report) {
        const at = Math.round(payout.createdAt + Sandbox.depositAfterMs * options.timeScale)
        const isPaid = Funding.deposited(payout.deposits) >= payout.sourceAmount
        if (isPaid) return yield* Effect.never
        yield* sleepUntil(at)
        const deposit = {
          chainId,
          txHash: `sandbox:${payout.id}`,
          logIndex: 0,
          blockNumber: 0,
          amount: payout.sourceAmount,
          seenAt: at
        }
        yield* report({ _tag: "Finalized", deposit })
        return yield* Effect.never
      })
    })
  )
