/** The actors of payouts, batches, balances and withdrawals, and the commands that reach them. */
import { Effect } from "effect"
import * as Metrics from "../telemetry/Metrics.ts"
import * as Actor from "./actor/Actor.ts"
import * as Actors from "./actor/Actors.ts"
import * as BalanceSteps from "./actor/BalanceSteps.ts"
import * as BatchSteps from "./actor/BatchSteps.ts"
import * as PayoutSteps from "./actor/PayoutSteps.ts"
import * as RefundSteps from "./actor/RefundSteps.ts"
import * as Timers from "./actor/Timers.ts"
import * as WithdrawalSteps from "./actor/WithdrawalSteps.ts"
import type { CommandExecutor } from "./commands/CommandExecutor.ts"
import * as Reload from "./commands/Reload.ts"
import type { Arrivals } from "./ports/Chain.ts"
import * as InstrumentedPorts from "./ports/InstrumentedPorts.ts"
import type * as ReadModel from "./ports/ReadModel.ts"
import * as Eviction from "./state/Eviction.ts"
import type { Consequences, State } from "./state/State.ts"
import * as Usage from "./Usage.ts"
import type { WritePath } from "./WritePath.ts"

export type ActiveActors = Effect.Success<ReturnType<typeof make>>

export const make = Effect.fnUntraced(function* (
  { confirm, log, state }: WritePath,
  usage: Usage.Usage,
  arrivals: Arrivals
) {
  const meter = yield* Metrics.make
  const refused = meter.counter(Metrics.refused, { queue: "mailbox" })
  const shared = { log, refused, timers: yield* Timers.make }
  const inUse = Usage.inUse(usage)
  const evict = (name: "payouts" | "batches" | "withdrawals") => (id: string) =>
    Eviction.evict(state, name, id, inUse)

  const payoutBehavior = yield* InstrumentedPorts.within(
    meter,
    PayoutSteps.make(state, confirm, arrivals)
  )
  const payouts = yield* Actors.make(payoutBehavior, { ...shared, onEnd: evict("payouts") })
  const batchBehavior = yield* BatchSteps.make(state, payouts.wake, arrivals)
  const batches = yield* Actors.make(batchBehavior, { ...shared, onEnd: evict("batches") })
  const balanceBehavior = yield* BalanceSteps.make(state)
  const balances = yield* Actors.make(balanceBehavior, { ...shared, onEnd: () => {} })
  yield* Actor.announceMetrics
  yield* RefundSteps.announceMetrics
  const withdrawalBehavior = yield* WithdrawalSteps.make(state)
  const onEnd = evict("withdrawals")
  const withdrawals = yield* Actors.make(withdrawalBehavior, { ...shared, onEnd })
  usage.payouts.push(payouts.isActive)
  usage.batches.push(batches.isActive)
  usage.withdrawals.push(withdrawals.isActive)
  return {
    ...{ payoutBehavior, payouts, batchBehavior, batches, evict },
    ...{ balanceBehavior, balances, withdrawalBehavior, withdrawals }
  }
})

/** Wakes the actors of objects whose work starts or resumes because of an entry. */
export const wake = (
  { balances, batches, payouts, withdrawals }: ActiveActors,
  changed: Consequences
): void => {
  payouts.wakeAll(changed.payouts)
  batches.wakeAll(changed.batches)
  balances.wakeAll(changed.balances)
  withdrawals.wakeAll(changed.withdrawals)
}

/** Starts the actor of every state that has a next step. */
export const recover = (actors: ActiveActors, state: State) =>
  Effect.all([
    actors.payouts.recover(state.payouts.values()),
    actors.batches.recover(state.batches.values()),
    actors.balances.recover(state.balances.values()),
    actors.withdrawals.recover(state.withdrawals.values())
  ])

/**
 * Commands for the actors. A finished object is loaded first, and stays while a command is in
 * flight.
 */
export const commands = (
  actors: ActiveActors,
  { state, usage }: { readonly state: State; readonly usage: Usage.Usage },
  requests: Pick<CommandExecutor, "delegate">,
  readModel: Pick<ReadModel.ReadModel["Service"], "payouts" | "batches" | "withdrawals">
) => {
  const { batchBehavior, batches, evict, payoutBehavior, payouts } = actors
  const { withdrawalBehavior, withdrawals } = actors
  const payoutCommands = Actors.commands({
    behavior: payoutBehavior,
    wake: payouts.wake,
    requests,
    fetch: (id) =>
      Reload.load(
        state,
        Effect.map(readModel.payouts([id]), (payouts) => ({ payouts }))
      ),
    evict: evict("payouts")
  })
  const batchCommands = Actors.commands({
    behavior: batchBehavior,
    wake: batches.wake,
    requests,
    fetch: (id) =>
      Reload.load(
        state,
        Effect.map(readModel.batches([id]), (batches) => ({ batches }))
      ),
    evict: evict("batches")
  })
  const withdrawalCommands = Actors.commands({
    behavior: withdrawalBehavior,
    wake: withdrawals.wake,
    requests,
    fetch: (id) =>
      Reload.load(
        state,
        Effect.map(readModel.withdrawals([id]), (withdrawals) => ({ withdrawals }))
      ),
    evict: evict("withdrawals")
  })
  const balanceCommands = Actors.commands({
    ...{ behavior: actors.balanceBehavior, wake: actors.balances.wake, requests },
    // All balances are in memory.
    ...{ fetch: () => Effect.void, evict: () => {} }
  })
  usage.payouts.push(payoutCommands.isUnderWay)
  usage.batches.push(batchCommands.isUnderWay)
  usage.withdrawals.push(withdrawalCommands.isUnderWay)
  return {
    ...{ payouts: payoutCommands, batches: batchCommands },
    ...{ balances: balanceCommands, withdrawals: withdrawalCommands }
  }
}
