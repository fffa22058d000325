/**
 * A chain without a chain: the exact deposit of every payout, simulated a moment after its
 * creation. The addresses are made as in production; nothing is ever sent to them.
 */
import { Clock, Effect, FiberSet, Layer } from "effect"
import * as SandboxScript from "../domain/payout/SandboxScript.ts"
import * as Timers from "../engine/actor/Timers.ts"
import * as Chain from "../engine/ports/Chain.ts"
import * as DepositAddress from "../ethereum/DepositAddress.ts"
import * as SandboxRefund from "./SandboxRefund.ts"

/** No chain has this id, so a simulated deposit is never taken for a real one. */
const chainId = 0

/**
 * Circle's USDC on the test network Sepolia: a wallet that follows a simulated payout's payment link
 * must not send real money to an address that nobody watches.
 * https://developers.circle.com/stablecoins/usdc-contract-addresses
 */
const token: Chain.Token = {
  chainId: 11_155_111,
  address: "0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238"
}

export const layer = (options: {
  readonly factory: DepositAddress.Factory
  readonly timeScale: number
}): Layer.Layer<Chain.Chain> =>
  Layer.effect(
    Chain.Chain,
    Effect.gen(function* () {
      const timers = yield* Timers.make
      /** Deposits that are about to be made. */
      const underWay = new Map<string, Timers.Timer>()
      const run = yield* FiberSet.makeRuntime<never, void, never>()

      const watch: Chain.Chain["Service"]["watch"] = (funded, report) =>
        Effect.sync(() => {
          // Where someone says what arrives, nothing else does.
          if (funded.deposits.length > 0 || SandboxScript.isUnfunded(funded)) return () => {}
          const at = Math.round(funded.createdAt + SandboxScript.depositAfterMs * options.timeScale)
          const deposit = {
            chainId,
            txHash: `sandbox:${funded.id}`,
            logIndex: 0,
            blockNumber: 0,
            amount: funded.sourceAmount,
            seenAt: at
          }
          const timer = timers.at(at, () => {
            underWay.delete(funded.id)
            run(report({ _tag: "Finalized", deposit }))
          })
          underWay.set(funded.id, timer)
          return () => {
            timers.cancel(timer)
            if (underWay.get(funded.id) === timer) underWay.delete(funded.id)
          }
        })

      const hush = (id: string): void => {
        const timer = underWay.get(id)
        if (timer !== undefined) timers.cancel(timer)
      }

      const depositAddress = yield* DepositAddress.make(options.factory)
      return Chain.Chain.of({
        depositAddress,
        watch,
        hush,
        chainId: undefined,
        token,
        lookedPast: () => Effect.void,
        follow: () => Effect.never,
        head: () => undefined,
        // Nobody can look at a chain that is not there: what an operator says is believed.
        prove: (txHash) =>
          Effect.map(Clock.currentTimeMillis, (now) => SandboxRefund.proofOf(txHash, now)),
        holdings: undefined,
        isBlacklisted: () => Effect.succeed(false)
      })
    })
  )
