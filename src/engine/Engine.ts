/**
 * The machine: it opens the log, folds it into the core, keeps one fiber per active payout, and
 * gives every other change its turn. Whoever calls it gets an answer that is durable, a rejection,
 * or `Unavailable`; never an answer that is not yet true (L1).
 */
import { Clock, Context, Effect, FiberMap, Layer, Queue, Result } from "effect"
import * as Config from "../Config.ts"
import * as Delivery from "../domain/Delivery.ts"
import * as Payout from "../domain/Payout.ts"
import * as Actor from "./Actor.ts"
import * as Claims from "./Claims.ts"
import * as Core from "./Core.ts"
import * as Entry from "./Entry.ts"
import * as Log from "./Log.ts"
import * as Steps from "./Steps.ts"
import { Unavailable } from "./Unavailable.ts"
import * as Waiting from "./Waiting.ts"

/** What makes two requests the same request (contract §2). */
export interface Idempotency {
  readonly scope: string
  readonly key: string
  readonly fingerprint: string
}

/** Who asks for what, when. */
export interface Request {
  readonly at: number
  /** An API key's id, or `engine`. */
  readonly by: string
  readonly idempotency: Idempotency | null
}

/** The answer as it goes out: HTTP status and exact body. */
export interface Answer {
  readonly status: number
  readonly body: string
}

export interface Answered extends Answer {
  /** A kept answer to an earlier request with the same key. */
  readonly replayed: boolean
}

/** The same key came with other parameters. */
export interface KeyReused {
  readonly _tag: "KeyReused"
  readonly key: string
}

export interface PayoutNotFound {
  readonly _tag: "PayoutNotFound"
  readonly id: string
}

/** What a change writes, and what it answers. */
export interface Change {
  readonly events: ReadonlyArray<Entry.Event>
  readonly answer: Answer
  /** The body kept for retries where the answer's own holds something to be shown only once. */
  readonly kept?: string
}

export class Engine extends Context.Service<
  Engine,
  {
    /** The state core, for reading. Whatever it shows is durable. */
    readonly core: Core.Core
    /**
     * Decides about the core and makes the change durable. `claims` names what must not be decided
     * about by anyone else meanwhile.
     */
    readonly transact: <R>(
      request: Request,
      claims: ReadonlyArray<string>,
      decide: (core: Core.Core) => Result.Result<Change, R>
    ) => Effect.Effect<Answered, R | KeyReused | Unavailable>
    /** Runs an effect whose answer is kept for retries of the same request. */
    readonly once: <R>(
      request: Request,
      effect: Effect.Effect<Answer, R>
    ) => Effect.Effect<Answered, R | KeyReused | Unavailable>
    /** Gives a command to a payout's fiber. */
    readonly command: (
      request: Request,
      payoutId: string,
      command: Payout.Command,
      answer: (after: Payout.Payout) => Answer
    ) => Effect.Effect<Answered, Payout.Rejection | PayoutNotFound | KeyReused | Unavailable>
    /**
     * Reports what happened to a delivery; returns when it is durable. For the one fiber that makes
     * it: anyone else changes a delivery by `transact`, with the claim `delivery ID`.
     */
    readonly reportDelivery: (
      id: string,
      command: Delivery.Command
    ) => Effect.Effect<void, Delivery.Rejection>
    /** Deliveries to make, in log order; at start, all that are not finished. */
    readonly deliveries: Queue.Dequeue<string>
    /** Whether changes are taken now. */
    readonly isWritable: () => boolean
    readonly tip: () => Log.Tip
    readonly activePayouts: () => number
    /** Fails when another process took over. */
    readonly lost: Effect.Effect<never, Log.LeadershipLost>
  }
>()("payouts/engine/Engine") {}

const unavailable = new Unavailable({ message: "Nothing can be written right now." })

const notWritten = Effect.fail(unavailable)

const idempotencyClaim = ({ idempotency }: Request): ReadonlyArray<string> =>
  idempotency === null ? [] : [`key ${Core.replyKey(idempotency.scope, idempotency.key)}`]

/** The kept answer to a request, a refusal of its key, or nothing: it is new. */
const replay = (
  core: Core.Core,
  { at, idempotency }: Request
): Result.Result<Answered, KeyReused> | undefined => {
  if (idempotency === null) return undefined
  const { fingerprint, key, scope } = idempotency
  const kept = Core.findReply(core, scope, key, at)
  if (kept === undefined) return undefined
  return kept.fingerprint === fingerprint
    ? Result.succeed({ status: kept.status, body: kept.body, replayed: true })
    : Result.fail({ _tag: "KeyReused", key })
}

const draftOf = (
  { at, by, idempotency }: Request,
  { answer: { body, status }, events, kept }: Change
): Entry.Draft => ({
  v: Entry.version,
  at,
  by,
  events,
  reply: idempotency === null ? null : { ...idempotency, status, body: kept ?? body }
})

const make = Effect.gen(function* () {
  const log = yield* Log.Log
  const steps = yield* Steps.make
  const core = Core.make()
  const claims = Claims.make(Config.engine.claimWaitersMax)
  const waiting = yield* Waiting.make
  const deliveries = yield* Queue.unbounded<string>()
  const actors = new Map<string, Actor.Mailbox>()
  const runActor = yield* FiberMap.makeRuntime<never, string, never, void>()
  let isLive = false

  const retired = (id: string, inbox: Actor.Mailbox): void => {
    if (actors.get(id) === inbox) actors.delete(id)
  }

  /**
   * Makes sure that a payout's fiber runs, and gives it a command; `false`: its mailbox is full.
   */
  const wake = (id: string, envelope?: Actor.Envelope): boolean => {
    const running = actors.get(id)
    const inbox = running ?? Actor.mailbox()
    // First the command: a fiber starts at once, and with nothing to do it retires at once.
    const isTaken = envelope === undefined || Queue.offerUnsafe(inbox, envelope)
    if (running === undefined) {
      actors.set(id, inbox)
      runActor(id, Actor.run(id, inbox, { core, log, steps, retired }))
    }
    return isTaken
  }

  const apply = (entry: Entry.Entry): void => {
    const consequences = Core.apply(core, entry)
    if (!isLive) return
    for (const id of consequences.payouts) wake(id)
    for (const id of consequences.deliveries) Queue.offerUnsafe(deliveries, id)
  }

  /**
   * Runs `body` when all claims are held and the request is neither known nor given up. `body`
   * calls `release` once, when what it decided is durable or certainly not written.
   */
  const exclusively = <A, E>(
    request: Request,
    others: ReadonlyArray<string>,
    body: (
      release: () => void,
      resume: (answer: Effect.Effect<A, E | KeyReused | Unavailable>) => void
    ) => void
  ): Effect.Effect<A | Answered, E | KeyReused | Unavailable> =>
    waiting.wait<A | Answered, E | KeyReused | Unavailable>((resume, isGivenUp) => {
      const keys = [...idempotencyClaim(request), ...others]
      const granted = (): void => {
        const release = () => claims.release(keys)
        if (isGivenUp()) return release()
        const known = replay(core, request)
        if (known !== undefined) {
          release()
          return resume(Effect.fromResult(known))
        }
        body(release, resume)
      }
      if (!claims.acquire(keys, granted)) resume(notWritten)
    })

  const transact: Engine["Service"]["transact"] = (request, others, decide) =>
    exclusively(request, others, (release, resume) => {
      const decision = Result.try(() => decide(core))
      if (Result.isFailure(decision)) {
        release()
        return resume(Effect.die(decision.failure))
      }
      if (Result.isFailure(decision.success)) {
        release()
        return resume(Effect.fail(decision.success.failure))
      }
      const change = decision.success.success
      const answered = Effect.succeed({ ...change.answer, replayed: false })
      if (change.events.length === 0 && request.idempotency === null) {
        release()
        return resume(answered)
      }
      log.append(draftOf(request, change), (durable) => {
        release()
        resume(durable ? answered : notWritten)
      })
    })

  const command: Engine["Service"]["command"] = (request, payoutId, given, answer) =>
    exclusively(request, [], (release, resume) => {
      if (!core.payouts.has(payoutId)) {
        release()
        return resume(Effect.fail({ _tag: "PayoutNotFound", id: payoutId }))
      }
      const { idempotency } = request
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
            return resume(notWritten)
          case "Defect":
            return resume(Effect.die(settlement.defect))
        }
      }
      const reply =
        idempotency === null
          ? null
          : (after: Payout.Payout) => ({ ...idempotency, ...answer(after) })
      const envelope = { _tag: "Envelope", command: given, by: request.by, reply, settled } as const
      if (!wake(payoutId, envelope)) settled({ _tag: "Unavailable" })
    })

  const once: Engine["Service"]["once"] = <R>(request: Request, effect: Effect.Effect<Answer, R>) =>
    Effect.suspend(() => {
      // Who goes away releases the claim, unless an append is in flight: then its outcome does.
      let release = (): void => {}
      const claimed = exclusively<null, never>(request, [], (released, resume) => {
        release = released
        resume(Effect.succeed(null))
      })
      const keep = (answer: Answer) =>
        waiting.wait<Answered, Unavailable>((resume) => {
          const settled = release
          release = () => {}
          log.append(draftOf(request, { events: [], answer }), (durable) => {
            settled()
            resume(durable ? Effect.succeed({ ...answer, replayed: false }) : notWritten)
          })
        })
      const act = Effect.flatMap(effect, (answer) =>
        request.idempotency === null ? Effect.succeed({ ...answer, replayed: false }) : keep(answer)
      )
      return claimed.pipe(
        Effect.flatMap((known) => (known === null ? act : Effect.succeed(known))),
        Effect.ensuring(Effect.sync(() => release()))
      )
    })

  /** The deliverer has nobody to answer: it waits until its report can be written. */
  const reportDelivery: Engine["Service"]["reportDelivery"] = Effect.fnUntraced(
    function* (id, given) {
      while (true) {
        const delivery = core.deliveries.get(id)
        if (delivery === undefined) return
        const decision = Delivery.decide(delivery, given)
        const events = yield* Effect.fromResult(decision)
        const at = yield* Clock.currentTimeMillis
        const draft = { v: Entry.version, at, by: "engine", events, reply: null } as const
        if (yield* Actor.commit(log, draft)) return
        yield* Actor.untilWritable(log)
      }
    }
  )

  yield* Actor.announceMetrics
  yield* log.open(apply)
  isLive = true
  // Recovery is the normal path (L7): whoever owes something to the world gets its fiber.
  for (const [id, payout] of core.payouts) {
    if (Payout.nextStep(payout)._tag !== "Rest") wake(id)
  }
  for (const [id, delivery] of core.deliveries) {
    if (Delivery.nextStep(delivery)._tag !== "Rest") Queue.offerUnsafe(deliveries, id)
  }
  yield* Effect.logInfo(
    `Recovered ${core.payouts.size} payouts, ${actors.size} of them active, at seq ${log.tip().seq}`
  )

  return Engine.of({
    core,
    transact,
    once,
    command,
    reportDelivery,
    deliveries,
    isWritable: log.isWritable,
    tip: log.tip,
    activePayouts: () => actors.size,
    lost: log.lost
  })
})

export const layer = Layer.effect(Engine, make)
