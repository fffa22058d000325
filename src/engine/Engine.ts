/**
 * The machine: it opens the log, folds it into the core, keeps one fiber per active payout and
 * batch, and gives every other change its turn. Whoever calls it gets an answer that is durable, a
 * rejection, or `Unavailable`; never an answer that is not yet true (L1).
 */

import { Context, Effect, Latch, Layer, Result } from "effect"
import type { Registry } from "../domain/account/Registry.ts"
import type * as Beneficiary from "../domain/Beneficiary.ts"
import type * as Batch from "../domain/batch/Batch.ts"
import * as Ids from "../domain/Ids.ts"
import type * as Payout from "../domain/payout/Payout.ts"
import type * as Quote from "../domain/quote/Quote.ts"
import type * as Refund from "../domain/refund/Refund.ts"
import * as Delivery from "../domain/webhook/Delivery.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import * as Tracing from "../telemetry/Tracing.ts"
import * as Actor from "./actor/Actor.ts"
import * as Actors from "./actor/Actors.ts"
import * as BatchSteps from "./actor/BatchSteps.ts"
import * as PayoutSteps from "./actor/PayoutSteps.ts"
import * as RefundSteps from "./actor/RefundSteps.ts"
import * as Timers from "./actor/Timers.ts"
import * as CommandExecutor from "./commands/CommandExecutor.ts"
import * as DeliveryReports from "./commands/DeliveryReports.ts"
import * as Leadership from "./commands/Leadership.ts"
import * as PendingRequests from "./commands/PendingRequests.ts"
import * as Request from "./commands/Request.ts"
import * as DepositIntake from "./DepositIntake.ts"
import * as Projector from "./Projector.ts"
import { Chain } from "./ports/Chain.ts"
import * as DatabaseHealth from "./ports/DatabaseHealth.ts"
import type * as Entry from "./ports/Entry.ts"
import * as InstrumentedPorts from "./ports/InstrumentedPorts.ts"
import * as Log from "./ports/Log.ts"
import * as ReadModel from "./ports/ReadModel.ts"
import type { Unavailable } from "./ports/Unavailable.ts"
import * as QuoteExpiry from "./QuoteExpiry.ts"
import * as Directory from "./queries/Directory.ts"
import * as Queries from "./queries/Queries.ts"
import * as RefundLookup from "./queries/RefundLookup.ts"
import * as Recovery from "./Recovery.ts"
import * as ConservationCheck from "./state/ConservationCheck.ts"
import * as Eviction from "./state/Eviction.ts"
import * as Fold from "./state/Fold.ts"
import * as State from "./state/State.ts"
import * as StateCounters from "./state/StateCounters.ts"
import * as TransitionSpans from "./TransitionSpans.ts"

export type {
  Decision,
  Done,
  Executed,
  IdempotencyKey,
  KeyRefused,
  NotExecuted,
  Replayed,
  Request,
  RequestContext
} from "./commands/Request.ts"
export { quoteClaim } from "./QuoteExpiry.ts"

export interface PayoutNotFound {
  readonly _tag: "PayoutNotFound"
  readonly id: string
}

export interface BatchNotFound {
  readonly _tag: "BatchNotFound"
  readonly id: string
}

export interface DeliveryNotFound {
  readonly _tag: "DeliveryNotFound"
  readonly id: string
}

/** Nothing is sent to an endpoint that is switched off or deleted. */
export interface EndpointOff {
  readonly _tag: "EndpointOff"
  readonly id: string
  readonly isDeleted: boolean
}

export class Engine extends Context.Service<
  Engine,
  {
    /** What is active, for reading. Whatever it shows is durable. */
    readonly core: State.State
    /** Accounts, keys, users, invitations and endpoints, and whose a thing is. */
    readonly directory: Directory.Directory
    /** Accounts, keys, users and open invitations by id, as the domain's rules take them. */
    readonly registry: Registry
    /**
     * Runs `work` when the request holds its locks and its idempotency key is unknown, makes durable
     * what it decides, and answers with its result. `locks` name what nobody else may decide about
     * meanwhile; they come in a fixed order.
     */
    readonly execute: <A, E>(
      request: Request.Request<A>,
      locks: ReadonlyArray<string>,
      work: Effect.Effect<Request.Decision<A>, E>
    ) => Effect.Effect<Request.Executed<A>, E | Request.NotExecuted>
    /** Acts on the outside world, at most once for one key: its intent is durable first. */
    readonly actOnce: <A, E>(
      request: Request.Request<A>,
      act: Effect.Effect<A, E>
    ) => Effect.Effect<Request.Executed<A>, E | Request.NotExecuted>
    /**
     * The kept answer to an earlier request with the same key, or else what the effect gives. The
     * effect looks first, and then executes the same request.
     */
    readonly unlessReplayed: <A, E>(
      request: Request.RequestContext,
      effect: Effect.Effect<A, E>
    ) => Effect.Effect<A | Request.Replayed, E | Request.NotExecuted>
    /** Gives a command to a payout's fiber; the result is the payout after it. */
    readonly command: (
      request: Request.Request<Payout.Payout>,
      payoutId: string,
      command: Payout.Command
    ) => Effect.Effect<
      Request.Executed<Payout.Payout>,
      Payout.Rejection | PayoutNotFound | Request.NotExecuted
    >
    /** Gives a command to a batch's fiber; the result is the batch after it. */
    readonly commandBatch: (
      request: Request.Request<Batch.Batch>,
      batchId: string,
      command: Batch.Command
    ) => Effect.Effect<
      Request.Executed<Batch.Batch>,
      Batch.Rejection | BatchNotFound | Request.NotExecuted
    >
    /** A payout, active or finished. */
    readonly payout: (id: string) => Effect.Effect<Payout.Payout | undefined, Unavailable>
    /** A quote, open or ended. */
    readonly quote: (id: string) => Effect.Effect<Quote.Quote | undefined, Unavailable>
    /**
     * A quote for who has claimed it and decides about it. One that is open and not in memory is
     * known to a later writer alone: this process can say nothing about it.
     */
    readonly claimedQuote: (id: string) => Effect.Effect<Quote.Quote | undefined, Unavailable>
    /** Someone has heard that this transfer is decided: it is asked about now. */
    readonly askNow: (payoutId: string, reference: string) => void
    /**
     * Refunds that are said to have been sent with this transaction, of everyone. Who decides about
     * one lets nobody else decide meanwhile.
     */
    readonly refundsWith: (
      txHash: string
    ) => Effect.Effect<ReadonlyArray<Refund.Refund>, Unavailable>
    readonly batch: (id: string) => Effect.Effect<Batch.Batch | undefined, Unavailable>
    readonly delivery: (id: string) => Effect.Effect<Delivery.Delivery | undefined, Unavailable>
    readonly beneficiary: (
      id: string
    ) => Effect.Effect<Beneficiary.Beneficiary | undefined, Unavailable>
    /** What is read from the tables. Shows whatever was durable when it was asked for. */
    readonly lists: Queries.Queries
    readonly pendingDeliveries: Effect.Effect<number, Unavailable>
    /** When the delivery that waits longest was due, milliseconds; `undefined`: none waits. */
    readonly oldestDue: Effect.Effect<number | undefined, Unavailable>
    /** For the deliverer. */
    readonly deliveries: DeliveryReports.Deliveries
    /** Makes a delivery again, or a pending one now. */
    readonly resend: (
      request: Request.Request<Delivery.Delivery>,
      deliveryId: string
    ) => Effect.Effect<
      Request.Executed<Delivery.Delivery>,
      Delivery.Rejection | DeliveryNotFound | EndpointOff | Request.NotExecuted
    >
    /** Tells of every entry once it is durable and folded in. A listener must be quick. */
    readonly watch: (listener: (entry: Entry.Entry) => void) => void
    /** Entries that are durable and that lists do not show yet. */
    readonly behind: () => number
    /** Whether changes are taken now. */
    readonly isWritable: () => boolean
    readonly tip: () => Log.Tip
    readonly activePayouts: () => number
    /** Fails when another process took over. */
    readonly lost: Effect.Effect<never, Log.LeadershipLost | Log.LogRefused>
  }
>()("payouts/engine/Engine") {}

/** A row that is not what was written is a defect: nobody is answered by it. */
const orDie = <A>(read: Effect.Effect<A, Unavailable | ReadModel.ReadModelBroken>) =>
  Effect.catchTag(read, "ViewsBroken", Effect.die)

/** What is active from memory, what is finished from the read model. */
const makeLookup =
  <A>(
    active: ReadonlyMap<string, A>,
    read: (
      ids: ReadonlyArray<string>
    ) => Effect.Effect<
      ReadonlyArray<{ readonly state: A }>,
      Unavailable | ReadModel.ReadModelBroken
    >
  ) =>
  (id: string): Effect.Effect<A | undefined, Unavailable> =>
    Effect.suspend(() => {
      const found = active.get(id)
      if (found !== undefined || !Ids.isId(id)) return Effect.succeed(found)
      return Effect.map(orDie(read([id])), ([row]) => row?.state)
    })

const decideResend = (
  { deliveries, endpoints }: State.State,
  id: string,
  at: number
): Result.Result<
  Request.Decision<Delivery.Delivery>,
  Delivery.Rejection | DeliveryNotFound | EndpointOff
> => {
  const delivery = deliveries.get(id)
  if (delivery === undefined) return Result.fail({ _tag: "DeliveryNotFound", id })
  const { endpointId } = delivery
  const endpoint = endpoints.get(endpointId)
  if (endpoint?.isActive !== true) {
    return Result.fail({ _tag: "EndpointOff", id: endpointId, isDeleted: endpoint === undefined })
  }
  return Result.map(Delivery.decide(delivery, { _tag: "Resend", at }), (events) => ({
    events,
    result: events.reduce(Delivery.evolve, delivery)
  }))
}

const make = Effect.gen(function* () {
  const core = State.make()
  const meter = yield* Metrics.make
  const violations = meter.counter(ConservationCheck.violations)
  const every = yield* ConservationCheck.Every
  const { confirm, log } = yield* Leadership.make(
    ConservationCheck.over(yield* Log.Log, core, every, violations)
  )
  const views = yield* ReadModel.ReadModel
  const apply = TransitionSpans.recording(yield* Tracing.Trace, core, (entry) =>
    Fold.apply(core, entry)
  )
  const waiting = yield* PendingRequests.make
  const recovery = yield* Recovery.make(core, views)
  let isClosing = false
  const inUse: Eviction.InUse = {
    payouts: (id) => isClosing || payouts.isAwake(id) || payoutCommands.isUnderWay(id),
    batches: (id) => isClosing || batches.isAwake(id) || batchCommands.isUnderWay(id),
    deliveries: (id) => isClosing || outgoing.isHeld(id)
  }
  const forgetPayout = (id: string): void => Eviction.evict(core, "payouts", id, inUse)
  const forgetBatch = (id: string): void => Eviction.evict(core, "batches", id, inUse)
  const timers = yield* Timers.make
  const refusedBy = meter.counter(Metrics.refused, { queue: "mailbox" })
  const parts = { log, timers, refused: refusedBy }
  const payoutBehavior = yield* InstrumentedPorts.within(meter, PayoutSteps.make(core, confirm))
  const payouts = yield* Actors.make(payoutBehavior, { ...parts, forget: forgetPayout })
  const batchBehavior = yield* BatchSteps.make(core, payouts.wake)
  const batches = yield* Actors.make(batchBehavior, { ...parts, forget: forgetBatch })
  const outgoing = DeliveryReports.make(
    core,
    log,
    views,
    Effect.suspend(() => projector.caughtUp)
  )
  let live: (consequences: State.Consequences) => void = () => {}
  const listeners: Array<(entry: Entry.Entry) => void> = []

  yield* Actor.announceMetrics
  yield* RefundSteps.announceMetrics
  yield* log.open({
    loadActive: recovery.loadActive,
    restore: recovery.restore,
    follow: recovery.follow,
    apply: (entry: Entry.Entry) => {
      live(apply(entry))
      for (const listener of listeners) listener(entry)
    }
  })
  const refused = DepositIntake.refusal(core, yield* Chain)
  if (refused !== undefined) return yield* refused
  StateCounters.publish(core.counters, core.frozen, meter)
  // From here on what waits in the read model is all there is to deliver.
  yield* recovery.finish
  const projector = yield* Projector.make(core, views, waiting, inUse)
  const requests = yield* CommandExecutor.make({
    core,
    log,
    views,
    waiting,
    isBehind: projector.isBehind
  })
  const payoutCommands = Actors.commands({
    behavior: payoutBehavior,
    wake: payouts.wake,
    requests,
    fetch: (id) =>
      Effect.map(orDie(views.payouts([id])), (lent) => Eviction.hydrate(core, { payouts: lent })),
    forget: forgetPayout
  })
  const batchCommands = Actors.commands({
    behavior: batchBehavior,
    wake: batches.wake,
    requests,
    fetch: (id) =>
      Effect.map(orDie(views.batches([id])), (lent) => Eviction.hydrate(core, { batches: lent })),
    forget: forgetBatch
  })
  const expiry = yield* QuoteExpiry.make(core, requests)
  const { guard } = yield* DatabaseHealth.DatabaseHealth
  const listing = Queries.make(core, views, guard(projector.caughtUp))
  live = (consequences) => {
    projector.changed()
    expiry.changed()
    for (const id of consequences.payouts) {
      listing.born(id)
      payouts.wake(id)
    }
    for (const id of consequences.batches) batches.wake(id)
    for (const id of consequences.deliveries) outgoing.tell(id)
  }
  yield* Effect.logInfo(`Recovered ${core.payouts.size} active payouts at seq ${log.tip().seq}`)
  // What is in flight at the end still becomes durable, and is folded in: it must find its things.
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      isClosing = true
    })
  )
  yield* Effect.forkScoped(
    Effect.andThen(payouts.recover(core.payouts.values()), batches.recover(core.batches.values()))
  )
  yield* Effect.forkScoped(recovery.loadIdempotencyKeys)
  yield* Effect.forkScoped(expiry.run)
  const give: DepositIntake.GiveCommand = (id, command) =>
    (id.startsWith("po_") ? payoutCommands : batchCommands).giveOwn(id, command)
  const chain = yield* Chain
  const ready = yield* Latch.make(false)
  yield* Effect.forkScoped(DepositIntake.run(chain, { core, views, requests, give, ready }))
  // A deposit to an address that is given out before the chain is followed would be missed.
  yield* ready.await

  const resend: Engine["Service"]["resend"] = (request, id) => {
    const decided = Effect.suspend(() => Effect.fromResult(decideResend(core, id, request.at)))
    const loaded = Effect.suspend(() => outgoing.recall(id) ?? Effect.void)
    return outgoing.deliveries.during(
      id,
      requests.execute(request, [`delivery ${id}`], Effect.andThen(loaded, decided))
    )
  }

  const quote = makeLookup(core.quotes, views.quotes)

  const claimedQuote: Engine["Service"]["claimedQuote"] = (id) =>
    Effect.flatMap(quote(id), (found) =>
      found?.lock === "none" && !core.quotes.has(id) ? Request.notWritten : Effect.succeed(found)
    )

  const beneficiary: Engine["Service"]["beneficiary"] = (id) =>
    Effect.suspend(() => {
      // What changed and is not shown yet is here, or gone.
      if (core.dirty.beneficiaries.has(id) || !Ids.isId(id)) {
        return Effect.succeed(core.beneficiaries.get(id))
      }
      return orDie(views.beneficiary(id))
    })

  return Engine.of({
    core,
    directory: Directory.make(core),
    registry: core,
    execute: requests.execute,
    actOnce: requests.actOnce,
    unlessReplayed: requests.unlessReplayed,
    command: (request, id, given) =>
      payoutCommands.give(request, id, given, { _tag: "PayoutNotFound", id } as const),
    commandBatch: (request, id, given) =>
      batchCommands.give(request, id, given, { _tag: "BatchNotFound", id } as const),
    resend,
    refundsWith: (txHash) => orDie(RefundLookup.find(core, views, txHash)),
    askNow: (id, reference) => {
      if (core.payouts.get(id)?.transfer?.reference === reference) payouts.retryNow(id)
    },
    payout: makeLookup(core.payouts, views.payouts),
    quote,
    claimedQuote,
    batch: makeLookup(core.batches, views.batches),
    delivery: makeLookup(core.deliveries, views.deliveries),
    beneficiary,
    lists: listing.lists,
    pendingDeliveries: orDie(views.pendingDeliveries),
    oldestDue: orDie(views.oldestDue),
    deliveries: outgoing.deliveries,
    watch: (listener) => void listeners.push(listener),
    behind: () => core.seq - projector.seq(),
    isWritable: log.isWritable,
    tip: log.tip,
    activePayouts: () => payouts.count(),
    lost: Effect.raceFirst(log.lost, projector.ended)
  })
})

export const layer = Layer.effect(Engine, make)
