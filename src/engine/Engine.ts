/**
 * The composed engine. It opens the log and folds it into the state, runs an actor for each active
 * payout and batch, and executes all other commands. A caller gets a durable result, a rejection,
 * or `Unavailable`; never a result that is not durable yet (L1).
 */
import { Context, Effect, Layer } from "effect"
import * as Limits from "../config/Limits.ts"
import type { Registry } from "../domain/account/Registry.ts"
import type * as Facts from "../domain/incident/Facts.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import * as ActiveActors from "./ActiveActors.ts"
import * as ChainProgress from "./chain/ChainProgress.ts"
import * as DepositIntake from "./chain/DepositIntake.ts"
import * as CommandExecutor from "./commands/CommandExecutor.ts"
import * as DeliveryReports from "./commands/DeliveryReports.ts"
import type { EngineCommands } from "./commands/EngineCommands.ts"
import * as PendingRequests from "./commands/PendingRequests.ts"
import * as Resend from "./commands/Resend.ts"
import * as Partition from "./Partition.ts"
import * as Projector from "./Projector.ts"
import { Chain } from "./ports/Chain.ts"
import * as Conditions from "./ports/Conditions.ts"
import * as DatabaseHealth from "./ports/DatabaseHealth.ts"
import type * as Entry from "./ports/Entry.ts"
import type * as Log from "./ports/Log.ts"
import { ReadModel } from "./ports/ReadModel.ts"
import * as QuoteExpiry from "./QuoteExpiry.ts"
import * as BookQueries from "./queries/BookQueries.ts"
import * as Directory from "./queries/Directory.ts"
import * as Lookups from "./queries/Lookups.ts"
import * as Queries from "./queries/Queries.ts"
import * as Recovery from "./Recovery.ts"
import * as RetentionRun from "./RetentionRun.ts"
import * as PersonLookup from "./state/PersonLookup.ts"
import * as State from "./state/State.ts"
import * as StateCounters from "./state/StateCounters.ts"
import * as Usage from "./Usage.ts"
import * as WritePath from "./WritePath.ts"

export type {
  BatchNotFound,
  PayoutNotFound,
  WithdrawalNotFound
} from "./commands/EngineCommands.ts"
export { quoteLock } from "./commands/KeyLocks.ts"
export type {
  CommandContext,
  Decision,
  Executed,
  KeyRefused,
  NotExecuted,
  Request
} from "./commands/Request.ts"
export type { DeliveryNotFound, EndpointNotActive } from "./commands/Resend.ts"

export interface EngineService extends EngineCommands, Lookups.Lookups {
  readonly partition: Partition.Slot
  /** Look-up of accounts, keys, users and endpoints, and of an id's owner. */
  readonly directory: Directory.Directory
  /** Accounts, keys, users and open invitations by id, as input for the domain's rules. */
  readonly registry: Registry
  /** Lists that contain every entry that was durable when they were called. */
  readonly lists: Queries.Queries
  readonly books: BookQueries.Books
  /** For the follower of the chain. */
  readonly deposits: DepositIntake.Intake
  /** For the webhook dispatcher. */
  readonly deliveries: DeliveryReports.Deliveries
  /** Calls back with every entry that is durable and applied. A listener must be quick. */
  readonly watch: (listener: (entry: Entry.Entry) => void) => void
  /** Durable entries that the read model does not have yet. */
  readonly behind: () => number
  /** True if changes are accepted now. */
  readonly isWritable: () => boolean
  readonly tip: () => Log.Tip
  /** Returns once it is proven that this process owns the log now. */
  readonly verify: Effect.Effect<void>
  readonly activePayouts: () => number
  /** Observations of this process at the chain, providers, feeds and lists. */
  readonly conditions: () => Facts.ProcessFacts
  /** Fails when another process takes over. */
  readonly lost: Effect.Effect<never, Log.LeadershipLost | Log.LogRefused>
}

export class Engine extends Context.Service<Engine, EngineService>()("payouts/engine/Engine") {}

/** The condition of a chain that another process reads is taken from that reader's reports. */
const conditionsOf = Effect.fnUntraced(function* (progress: ChainProgress.Progress) {
  const read = yield* Conditions.Conditions
  const chain = yield* Chain
  return (): Facts.ProcessFacts => {
    const facts = read()
    if (facts.chain !== null) return facts
    return { ...facts, chain: ChainProgress.conditionOf(chain, progress) }
  }
})

/** Opens the log: from here on this process is its writer, and its state is complete. */
const recover = Effect.fnUntraced(function* (
  { apply, log, state }: WritePath.WritePath,
  recovery: Recovery.Recovery
) {
  const { follow, loadActive, restore } = recovery
  yield* log.open({ loadActive, restore, follow, people: PersonLookup.make(state), apply })
  const refused = DepositIntake.refusal(state, yield* Chain)
  if (refused !== undefined) return yield* refused
  StateCounters.publish(state.counters, state, yield* Metrics.make)
  // From here on every pending delivery is in the read model.
  yield* recovery.finish
})

const giveTo =
  ({
    balances,
    batches,
    payouts
  }: ReturnType<typeof ActiveActors.commands>): DepositIntake.GiveCommand =>
  (id, command) => {
    if (id.startsWith("po_")) return payouts.giveOwn(id, command)
    return (id.startsWith("bal_") ? balances : batches).giveOwn(id, command)
  }

/** The commands of use cases to actors. */
const commandsOf = ({
  balances,
  batches,
  payouts,
  withdrawals
}: ReturnType<typeof ActiveActors.commands>): Pick<
  EngineCommands,
  "command" | "commandBatch" | "commandBalance" | "commandWithdrawal"
> => ({
  command: (request, id, command) =>
    payouts.give(request, id, command, { _tag: "PayoutNotFound", id } as const),
  commandBatch: (request, id, command) =>
    batches.give(request, id, command, { _tag: "BatchNotFound", id } as const),
  commandBalance: (request, id, command) =>
    balances.give(request, id, command, { _tag: "BalanceNotFound", id } as const),
  commandWithdrawal: (request, id, command) =>
    withdrawals.give(request, id, command, { _tag: "WithdrawalNotFound", id } as const)
})

const make = Effect.fnUntraced(function* (state: State.State) {
  const readModel = yield* ReadModel
  const usage = Usage.make()
  const writePath = yield* WritePath.make(state)
  const { log, observers } = writePath
  const waiting = yield* PendingRequests.make
  const recovery = yield* Recovery.make(state, readModel)
  const chain = yield* Chain
  const progress = yield* ChainProgress.make
  const arrivals = ChainProgress.arrivalsOf(chain, state, progress)
  const actors = yield* ActiveActors.make(writePath, usage, arrivals)
  yield* recover(writePath, recovery)

  const evictionRules = { inUse: Usage.inUse(usage), rowsPerTurn: Limits.readModel.rowsPerTurn }
  const projector = yield* Projector.make(state, readModel, waiting, evictionRules)
  const parts = { state, log, readModel, waiting, isBehind: projector.isBehind }
  const requests = yield* CommandExecutor.make(parts)
  const { actOnce, claim, execute, executeOwn, executeUnkeyed, unlessReplayed } = requests
  const commands = ActiveActors.commands(actors, { state, usage }, requests, readModel)
  const outgoing = DeliveryReports.make(state, log, readModel, projector)
  usage.deliveries.push(outgoing.isHeld)
  const expiry = yield* QuoteExpiry.make(state, requests)
  const caughtUp = (yield* DatabaseHealth.DatabaseHealth).guard(projector.caughtUp)
  const lists = Queries.make(state, readModel, {
    ...{ caughtUp, tableSeq: projector.seq, reopenings: projector.reopenings }
  })
  observers.push((_, changed) => {
    projector.changed()
    expiry.changed()
    ActiveActors.wake(actors, changed)
    for (const id of changed.deliveries) outgoing.changed(id)
  })

  yield* Effect.logInfo(`Recovered ${state.payouts.size} active payouts at seq ${log.tip().seq}`)
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      usage.isClosing = true
    })
  )
  yield* Effect.forkScoped(ActiveActors.recover(actors, state))
  yield* Effect.forkScoped(recovery.loadIdempotencyKeys)
  yield* Effect.forkScoped(expiry.run)
  yield* Effect.forkScoped(RetentionRun.run(state, requests, readModel))
  const give = giveTo(commands)
  const deposits = { state, readModel, requests, give, progress }
  // Before the log has a cursor, no deposit address may be given out: its deposit would be missed.
  yield* DepositIntake.begin(chain, deposits)

  return Engine.of({
    partition: yield* Partition.Partition,
    deposits,
    directory: Directory.make(state),
    registry: state,
    ...{ execute, executeOwn, executeUnkeyed, actOnce, claim, unlessReplayed },
    ...commandsOf(commands),
    availableBalance: requests.availableBalance,
    resend: Resend.make(state, requests, outgoing),
    checkTransferNow: (id, reference) => {
      if (state.payouts.get(id)?.transfer?.reference === reference) actors.payouts.retryNow(id)
    },
    ...Lookups.make(state, readModel, caughtUp),
    books: BookQueries.make(state, readModel, caughtUp),
    lists,
    deliveries: outgoing.deliveries,
    watch: (listener) => void observers.push(listener),
    behind: () => state.seq - projector.seq(),
    isWritable: log.isWritable,
    ...{ tip: log.tip, verify: writePath.verify },
    activePayouts: actors.payouts.count,
    conditions: yield* conditionsOf(progress),
    lost: Effect.raceFirst(log.lost, projector.ended)
  })
})

/** An engine that folds its log into this new state. Tests use it to read the state. */
export const layerOn = (state: State.State) => Layer.effect(Engine, make(state))

export const layer = Layer.unwrap(Effect.sync(() => layerOn(State.make())))
