/**
 * A simulated chain: the exact deposit of every payout and batch, a moment after its creation. Each
 * deposit is a pure function of the payout or batch (SandboxScript), so nothing is stored.
 * Addresses are made as in production; nothing is ever sent to them.
 */
import { Clock, Context, Effect, FiberSet, Layer } from "effect"
import * as ChainCursor from "../domain/ChainCursor.ts"
import * as KnownChain from "../domain/KnownChain.ts"
import * as SandboxScript from "../domain/payout/SandboxScript.ts"
import * as Timers from "../engine/actor/Timers.ts"
import * as Chain from "../engine/ports/Chain.ts"
import * as ScriptedDeposits from "../engine/ports/ScriptedDeposits.ts"
import * as SandboxForeign from "./SandboxForeign.ts"
import * as SandboxRefund from "./SandboxRefund.ts"

/**
 * Circle's USDC on the test network Sepolia: a wallet that follows a simulated payout's payment
 * link must not send real money to an address that no watcher follows. Sentences name Ethereum, as
 * production does by default, because the simulated deposits stand for those.
 */
const token: Chain.Token = {
  chainId: KnownChain.sepolia.id,
  chain: KnownChain.ethereum.name,
  address: KnownChain.sepolia.usdc
}

interface Deposits {
  readonly timers: Timers.Timers
  readonly timeScale: number
  /** Deposits that are still to come, by payout or batch. */
  readonly scheduled: Map<string, Timers.Timer>
  /** Deposits that arrived and whose report is not durable, with the moment of arrival. */
  readonly unreported: Map<string, number>
  /** Called when a deposit arrives, and when its report is durable. */
  readonly listeners: Set<() => void>
  /** Reports a deposit that arrived; does nothing while the chain is not followed. */
  report: (id: string) => void
}

const cancel = ({ scheduled, timers }: Deposits, id: string): void => {
  const timer = scheduled.get(id)
  if (timer === undefined) return
  timers.cancel(timer)
  scheduled.delete(id)
}

const announce = (deposits: Deposits, funded: Chain.Funded): void => {
  const { id } = funded
  cancel(deposits, id)
  const deposit = SandboxScript.scriptedDeposit(funded, deposits.timeScale)
  if (deposit === undefined) return
  // The partition left this process before the report, and is back.
  if (deposits.unreported.has(id)) return deposits.report(id)
  const timer = deposits.timers.at(deposit.seenAt, () => {
    deposits.scheduled.delete(id)
    deposits.unreported.set(id, deposit.seenAt)
    deposits.report(id)
  })
  deposits.scheduled.set(id, timer)
}

/**
 * Reports deposits as they arrive. A payout or batch that has been funded, cancelled or closed by
 * then gets no deposit.
 */
const follow = Effect.fnUntraced(function* (deposits: Deposits, listener: Chain.ArrivalListener) {
  const reports = yield* FiberSet.make<void, never>()
  const run = yield* FiberSet.runtime(reports)<never>()
  const report = Effect.fnUntraced(function* (id: string) {
    const funded = yield* listener.awaiting(id)
    const deposit = funded && SandboxScript.scriptedDeposit(funded, deposits.timeScale)
    if (deposit !== undefined) yield* listener.report(id, { _tag: "Finalized", deposit })
    deposits.unreported.delete(id)
    for (const check of deposits.listeners) check()
  })
  deposits.report = (id) => void run(report(id))
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      deposits.report = () => {}
    })
  )
  // A defect may have ended these reports, so they are made once more.
  for (const id of deposits.unreported.keys()) deposits.report(id)
  return yield* Effect.andThen(FiberSet.join(reports), Effect.never)
}, Effect.scoped)

/** Waits until all deposits up to this moment are reported. */
const awaitReported = (
  { listeners, timers, unreported }: Deposits,
  at: number
): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const check = (): void => {
      for (const arrivedAt of unreported.values()) if (arrivedAt <= at) return
      listeners.delete(check)
      resume(Effect.void)
    }
    // Timers run in the order of their times, so all deposits up to `at` have arrived by then.
    const timer = timers.at(at + 1, () => {
      listeners.add(check)
      check()
    })
    return Effect.sync(() => {
      timers.cancel(timer)
      listeners.delete(check)
    })
  })

export const layer = (options: {
  readonly depositAddress: (id: string) => string
  /** The factory of the deposit addresses. */
  readonly factory?: string
  readonly timeScale: number
}): Layer.Layer<Chain.Chain> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const deposits: Deposits = {
        ...{ timers: yield* Timers.make, timeScale: options.timeScale },
        ...{ scheduled: new Map(), unreported: new Map(), listeners: new Set(), report: () => {} }
      }
      const chain = Chain.Chain.of({
        chainId: ChainCursor.simulatedChainId,
        token,
        depositAddress: options.depositAddress,
        deposits: {
          _tag: "Simulation",
          announce: (funded) => announce(deposits, funded),
          awaitReported: (at) => awaitReported(deposits, at),
          follow: (listener) => follow(deposits, listener)
        },
        head: () => undefined,
        // The simulated chain has nothing to read, so it confirms what the operator recorded.
        prove: (txHash) =>
          Effect.map(Clock.currentTimeMillis, (now) => SandboxRefund.proofOf(txHash, now)),
        foreign: SandboxForeign.chains,
        holdings: () => Effect.succeed(undefined),
        isOwn: (address) =>
          Effect.succeed(
            [token.address, options.factory].some(
              (ownAddress) => ownAddress?.toLowerCase() === address
            )
          ),
        isBlacklisted: () => Effect.succeed(false)
      })
      return Context.make(Chain.Chain, chain).pipe(
        Context.add(ScriptedDeposits.ScriptedDeposits, {
          cancel: (id) => cancel(deposits, id)
        })
      )
    })
  )
