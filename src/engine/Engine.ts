/**
 * The machine: it opens the log, folds it into the core, keeps one fiber per active payout, and
 * gives every other change its turn. Whoever calls it gets an answer that is durable, a rejection,
 * or `Unavailable`; never an answer that is not yet true (L1).
 */
import { Context, Effect, FiberMap, Layer, Result } from "effect"
import * as Config from "../Config.ts"
import * as Delivery from "../domain/Delivery.ts"
import * as Ids from "../domain/Ids.ts"
import * as Payout from "../domain/Payout.ts"
import type * as Quote from "../domain/Quote.ts"
import * as Actor from "./Actor.ts"
import * as Core from "./Core.ts"
import * as Deliveries from "./Deliveries.ts"
import type * as Entry from "./Entry.ts"
import * as Listing from "./Listing.ts"
import * as Log from "./Log.ts"
import * as Projector from "./Projector.ts"
import * as Recovery from "./Recovery.ts"
import * as Requests from "./Requests.ts"
import * as Steps from "./Steps.ts"
import * as Timers from "./Timers.ts"
import type { Unavailable } from "./Unavailable.ts"
import * as Views from "./Views.ts"
import * as Waiting from "./Waiting.ts"

export type { Answer, Answered, Change, Idempotency, KeyReused, Request } from "./Requests.ts"

export interface PayoutNotFound {
  readonly _tag: "PayoutNotFound"
  readonly id: string
}

export interface DeliveryNotFound {
  readonly _tag: "DeliveryNotFound"
  readonly id: string
}

export class Engine extends Context.Service<
  Engine,
  {
    /** What is active, for reading. Whatever it shows is durable. */
    readonly core: Core.Core
    /**
     * Decides about the core and makes the change durable. `claims` names what must not be decided
     * about by anyone else meanwhile.
     */
    readonly transact: <R>(
      request: Requests.Request,
      claims: ReadonlyArray<string>,
      decide: Requests.Decide<R>,
      prepare?: Requests.Prepare
    ) => Effect.Effect<Requests.Answered, R | Requests.KeyReused | Unavailable>
    /** Runs an effect whose answer is kept for retries of the same request. */
    readonly once: <R>(
      request: Requests.Request,
      effect: Effect.Effect<Requests.Answer, R>
    ) => Effect.Effect<Requests.Answered, R | Requests.KeyReused | Unavailable>
    /** Gives a command to a payout's fiber. */
    readonly command: (
      request: Requests.Request,
      payoutId: string,
      command: Payout.Command,
      answer: (after: Payout.Payout) => Requests.Answer
    ) => Effect.Effect<
      Requests.Answered,
      Payout.Rejection | PayoutNotFound | Requests.KeyReused | Unavailable
    >
    /** A payout, active or finished. */
    readonly payout: (id: string) => Effect.Effect<Payout.Payout | undefined, Unavailable>
    /** A quote, open or ended. */
    readonly quote: (id: string) => Effect.Effect<Quote.Quote | undefined, Unavailable>
    /** Newest first. Shows whatever was durable when it was asked for. */
    readonly listPayouts: (
      filter: Views.PayoutFilter,
      page: Views.Page
    ) => Effect.Effect<Views.Listed<Payout.Payout>, Unavailable>
    readonly pendingDeliveries: Effect.Effect<number, Unavailable>
    /** For the deliverer. */
    readonly deliveries: Deliveries.Deliveries
    /** Makes a delivery again, whether it failed or was delivered. */
    readonly resend: (
      request: Requests.Request,
      deliveryId: string,
      answer: (after: Delivery.Delivery) => Requests.Answer
    ) => Effect.Effect<
      Requests.Answered,
      Delivery.Rejection | DeliveryNotFound | Requests.KeyReused | Unavailable
    >
    /** Whether changes are taken now. */
    readonly isWritable: () => boolean
    readonly tip: () => Log.Tip
    readonly activePayouts: () => number
    /** Fails when another process took over. */
    readonly lost: Effect.Effect<never, Log.LeadershipLost | Log.LogRefused>
  }
>()("payouts/engine/Engine") {}

/** What must be claimed to make a payout of a quote. */
export const quoteClaim = (quoteId: string): string => `quote ${quoteId}`

/** A row that is not what was written is a defect: nobody is answered by it. */
const orDie = <A>(read: Effect.Effect<A, Unavailable | Views.ViewsBroken>) =>
  Effect.catchTag(read, "ViewsBroken", Effect.die)

/** The fibers of active payouts. */
const makeActors = Effect.fnUntraced(function* (
  core: Core.Core,
  log: Log.Log["Service"],
  forget: (id: string) => void
) {
  const steps = yield* Steps.make
  const timers = yield* Timers.make
  const actors = new Map<string, Actor.Inbox>()
  const runActor = yield* FiberMap.makeRuntime<never, string, never, void>()

  const retired = (id: string, inbox: Actor.Inbox): void => {
    if (actors.get(id) !== inbox) return
    actors.delete(id)
    forget(id)
  }

  const around = { core, log, steps, timers, retired }

  /**
   * Makes sure that a payout's fiber runs, and gives it a command; `false`: its mailbox is full.
   */
  const wake = (id: string, envelope?: Actor.Envelope): boolean => {
    const running = actors.get(id)
    const inbox = running ?? Actor.inbox()
    // First the command: a fiber starts at once, and with nothing to do it retires at once.
    const isTaken = envelope === undefined || inbox.offer(envelope)
    if (running === undefined) {
      actors.set(id, inbox)
      runActor(id, Actor.run(id, inbox, around))
    }
    return isTaken
  }

  /**
   * Recovery is the normal path (L7): whoever owes something to the world gets its fiber. Not all
   * at once: what became due while nobody ran is spread.
   */
  const recover = Effect.gen(function* () {
    const ids = [...core.payouts.values()]
      .filter((payout) => Payout.nextStep(payout)._tag !== "Rest")
      .map(({ id }) => id)
    const { recoverBatch, recoverPauseMs } = Config.engine
    for (let start = 0; start < ids.length; start += recoverBatch) {
      if (start > 0) yield* Effect.sleep(recoverPauseMs)
      for (const id of ids.slice(start, start + recoverBatch)) if (core.payouts.has(id)) wake(id)
    }
  })

  return { wake, recover, isAwake: (id: string) => actors.has(id), count: () => actors.size }
})

/** Finished payouts come back to memory while a command is given to them. */
const makeRecall = (core: Core.Core, views: Views.Views["Service"]) => {
  const recalls = new Map<string, Effect.Effect<void, Unavailable>>()
  return (id: string): Effect.Effect<void, Unavailable> =>
    Effect.suspend(() => {
      if (core.payouts.has(id) || !Ids.isId(id)) return Effect.void
      const running = recalls.get(id)
      if (running !== undefined) return running
      // One at a time for one payout: a row read before the payout changed must not come after.
      return Effect.gen(function* () {
        const shared = yield* Effect.cached(
          orDie(views.payouts([id])).pipe(
            Effect.map((payouts) => Core.adopt(core, { payouts })),
            Effect.ensuring(Effect.sync(() => recalls.delete(id)))
          )
        )
        recalls.set(id, shared)
        return yield* shared
      })
    })
}

const make = Effect.gen(function* () {
  const log = yield* Log.Log
  const views = yield* Views.Views
  const core = Core.make()
  const waiting = yield* Waiting.make
  const recovery = yield* Recovery.make(core, views)
  /** Commands under way, by payout. */
  const commands = new Map<string, number>()
  let isClosing = false
  const holders: Core.Holders = {
    holdsPayout: (id) => isClosing || actors.isAwake(id) || commands.has(id),
    holdsDelivery: (id) => isClosing || outgoing.isHeld(id),
    holdsQuote: (id) => isClosing || requests.isClaimed(quoteClaim(id))
  }
  const forget = (id: string): void => Core.forgetPayout(core, id, holders)
  const actors = yield* makeActors(core, log, forget)
  const outgoing = Deliveries.make(
    core,
    log,
    views,
    Effect.suspend(() => projector.caughtUp)
  )
  let live: (consequences: Core.Consequences) => void = () => {}

  yield* Actor.announceMetrics
  yield* log.open({
    warm: recovery.warm,
    restore: recovery.restore,
    follow: recovery.follow,
    apply: (entry: Entry.Entry) => live(Core.apply(core, entry))
  })
  // From here on what waits in the read model is all there is to deliver.
  yield* recovery.project
  const projector = yield* Projector.make(core, views, waiting, holders)
  const requests = yield* Requests.make({
    core,
    log,
    views,
    waiting,
    isBehind: projector.isBehind
  })
  const recall = makeRecall(core, views)
  const listing = Listing.make(core, views, projector.caughtUp)
  live = (consequences) => {
    projector.changed()
    for (const id of consequences.payouts) {
      listing.born(id)
      actors.wake(id)
    }
    for (const id of consequences.deliveries) outgoing.tell(id)
  }
  yield* Effect.logInfo(`Recovered ${core.payouts.size} active payouts at seq ${log.tip().seq}`)
  // What is in flight at the end still becomes durable, and is folded in: it must find its things.
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      isClosing = true
    })
  )
  yield* Effect.forkScoped(actors.recover)
  yield* Effect.forkScoped(recovery.recallKeys)

  const give = (
    request: Requests.Request,
    payoutId: string,
    given: Payout.Command,
    answer: (after: Payout.Payout) => Requests.Answer
  ) =>
    requests.exclusively<Requests.Answered, Payout.Rejection | PayoutNotFound>(
      request,
      [],
      (release, resume) => {
        if (!core.payouts.has(payoutId)) {
          release()
          return resume(Effect.fail({ _tag: "PayoutNotFound", id: payoutId }))
        }
        const settled = (settlement: Actor.Settlement): void => {
          release()
          switch (settlement._tag) {
            case "Done": {
              const { body, status } = settlement.reply ?? answer(settlement.payout)
              return resume(Effect.succeed({ status, body, replayed: false }))
            }
            case "Rejected":
              return resume(Effect.fail(settlement.rejection))
            case "Unavailable":
              return resume(Requests.notWritten)
            case "Defect":
              return resume(Effect.die(settlement.defect))
          }
        }
        const { by, idempotency } = request
        const reply =
          idempotency === null
            ? null
            : (after: Payout.Payout) => ({ ...idempotency, ...answer(after) })
        const envelope = { _tag: "Envelope", command: given, by, reply, settled } as const
        if (!actors.wake(payoutId, envelope)) settled({ _tag: "Unavailable" })
      }
    )

  /** While a command is on its way its payout stays in memory. */
  const command: Engine["Service"]["command"] = (request, id, given, answer) =>
    Effect.suspend(() => {
      commands.set(id, (commands.get(id) ?? 0) + 1)
      const done = Effect.sync(() => {
        const others = (commands.get(id) ?? 0) - 1
        if (others > 0) return void commands.set(id, others)
        commands.delete(id)
        forget(id)
      })
      return recall(id).pipe(
        Effect.andThen(give(request, id, given, answer)),
        Effect.ensuring(done)
      )
    })

  const resend: Engine["Service"]["resend"] = (request, id, answer) =>
    outgoing.during(
      id,
      requests.transact<Delivery.Rejection | DeliveryNotFound>(
        request,
        [`delivery ${id}`],
        ({ deliveries }) => {
          const delivery = deliveries.get(id)
          if (delivery === undefined) return Result.fail({ _tag: "DeliveryNotFound", id })
          return Result.map(
            Delivery.decide(delivery, { _tag: "Resend", at: request.at }),
            (events) => ({
              events,
              answer: answer(events.reduce(Delivery.evolve, delivery))
            })
          )
        },
        () => outgoing.recall(id)
      )
    )

  const payout: Engine["Service"]["payout"] = (id) =>
    Effect.suspend(() => {
      const active = core.payouts.get(id)
      if (active !== undefined || !Ids.isId(id)) return Effect.succeed(active)
      return Effect.map(orDie(views.payouts([id])), ([row]) => row?.state)
    })

  const quote: Engine["Service"]["quote"] = (id) =>
    Effect.suspend(() => {
      const open = core.quotes.get(id)
      if (open !== undefined || !Ids.isId(id)) return Effect.succeed(open)
      return Effect.map(orDie(views.quotes([id])), ([row]) => row?.state)
    })

  return Engine.of({
    core,
    transact: requests.transact,
    once: requests.once,
    command,
    resend,
    payout,
    quote,
    listPayouts: (filter, page) => orDie(listing.payouts(filter, page)),
    pendingDeliveries: orDie(views.pendingDeliveries),
    deliveries: outgoing.deliveries,
    isWritable: log.isWritable,
    tip: log.tip,
    activePayouts: () => actors.count(),
    lost: Effect.raceFirst(log.lost, projector.ended)
  })
})

export const layer = Layer.effect(Engine, make)
