/**
 * The actors of all active payouts, or of all active batches. An actor starts when it is needed and
 * ends when its state has no step. This module turns a request into a command, and the command's
 * result into the response to the request.
 */
import { Effect, Fiber, Scope } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Ids from "../../domain/Ids.ts"
import type * as Metrics from "../../telemetry/Metrics.ts"
import type { CommandExecutor } from "../commands/CommandExecutor.ts"
import * as Request from "../commands/Request.ts"
import * as Entry from "../ports/Entry.ts"
import type { Log } from "../ports/Log.ts"
import { Unavailable } from "../ports/Unavailable.ts"
import * as Actor from "./Actor.ts"
import type {
  ActorBehavior,
  ActorContext,
  CommandResult,
  Envelope,
  Lifecycle
} from "./ActorBehavior.ts"
import type { Timers } from "./Timers.ts"

interface Dependencies {
  readonly log: Log["Service"]
  readonly timers: Timers
  /** Commands that a full mailbox refused. */
  readonly refused: Metrics.Counter
  /** Called when the actor ends; the state may be evicted. */
  readonly onEnd: (id: string) => void
}

const retryNowMessage = { _tag: "RetryNow" } as const

/** The actors of one lifecycle. */
export const make = Effect.fnUntraced(function* <L extends Lifecycle>(
  behavior: ActorBehavior<L>,
  { onEnd, log, refused, timers }: Dependencies
) {
  const actors = new Map<string, Actor.Actor<L>>()
  const scope = yield* Scope.fork(yield* Effect.scope, "parallel")
  const runFork = Effect.runForkWith(yield* Effect.context<never>())

  const context: ActorContext<L> = {
    ...{ behavior, log, timers },
    fork: (effect) => void Fiber.runIn(runFork(effect), scope),
    onEnd: (actor) => {
      if (actors.get(actor.id) !== actor) return
      actors.delete(actor.id)
      onEnd(actor.id)
    }
  }

  yield* Scope.addFinalizer(
    scope,
    Effect.sync(() => actors.forEach(Actor.endAsleep))
  )

  /**
   * Makes an actor check its next step, or gives it a command. Returns `false` if its mailbox is
   * full.
   */
  const wake = (id: string, envelope?: Envelope<L>): boolean => {
    let actor = actors.get(id)
    if (actor === undefined) {
      actor = Actor.make(id, context)
      actors.set(id, actor)
    }
    if (envelope === undefined) {
      Actor.refresh(actor)
      return true
    }
    const isTaken = Actor.offer(actor, envelope)
    if (!isTaken) refused.count += 1
    return isTaken
  }

  /**
   * Makes every actor whose state one entry changed check its next step, some in each turn of the
   * event loop.
   */
  const wakeAll = (ids: ReadonlyArray<string>): void => {
    const { wokenAtOnce } = Limits.engine
    const first = ids.length <= wokenAtOnce ? ids : ids.slice(0, wokenAtOnce)
    for (const id of first) {
      // An object that ended in an earlier turn may have left memory.
      if (behavior.read(id) !== undefined) wake(id)
    }
    if (first === ids) return
    const rest = Effect.sync(() => wakeAll(ids.slice(wokenAtOnce)))
    context.fork(Effect.andThen(Effect.yieldNow, rest))
  }

  /** Ends the pause of a step. */
  const retryNow = (id: string): void => {
    const actor = actors.get(id)
    if (actor !== undefined) Actor.offer(actor, retryNowMessage)
  }

  /**
   * Recovery is the normal path (L7): every state with a step gets its actor. They start in
   * batches, to spread the steps that became due while no process ran.
   */
  const recover = Effect.fnUntraced(function* (states: Iterable<L["State"]>) {
    const ids = [...states]
      .filter((state) => behavior.nextStep(state)._tag !== "Rest")
      .map(({ id }) => id)
    const { recoverBatch, recoverPauseMs } = Limits.engine
    for (let start = 0; start < ids.length; start += recoverBatch) {
      if (start > 0) yield* Effect.sleep(recoverPauseMs)
      for (const id of ids.slice(start, start + recoverBatch)) {
        if (behavior.read(id) !== undefined) wake(id)
      }
    }
  })

  return {
    wake,
    wakeAll,
    retryNow,
    recover,
    isActive: (id: string) => actors.has(id),
    count: () => actors.size
  }
})

export interface Commands<L extends Lifecycle> {
  /** Gives a request's command to an actor. */
  readonly give: <N>(
    request: Request.Request<L["State"]>,
    id: string,
    command: L["Command"],
    notFound: N
  ) => Effect.Effect<Request.Executed<L["State"]>, L["Rejection"] | N | Request.NotExecuted>
  /**
   * Gives the engine's own command to an actor. Returns when it is decided, and durable if it
   * changes something. Waits for the log and for room in the mailbox.
   */
  readonly giveOwn: (id: string, command: L["Command"]) => Effect.Effect<void, Unavailable>
  /** True if a command for this id was given and has no result yet. */
  readonly isUnderWay: (id: string) => boolean
}

interface Dispatch<L extends Lifecycle> {
  readonly behavior: ActorBehavior<L>
  readonly wake: (id: string, envelope: Envelope<L>) => boolean
  readonly requests: Pick<CommandExecutor, "delegate">
  /** Loads a finished object back into memory, where it stays while a command is under way. */
  readonly fetch: (id: string) => Effect.Effect<void, Unavailable>
  readonly evict: (id: string) => void
}

/** One fetch at a time for one id: a row that is read before a change must not arrive after it. */
const makeReload = <L extends Lifecycle>({ behavior, fetch }: Dispatch<L>) => {
  const fetches = new Map<string, Effect.Effect<void, Unavailable>>()
  return (id: string): Effect.Effect<void, Unavailable> =>
    Effect.suspend(() => {
      if (behavior.read(id) !== undefined || !Ids.isOf(behavior.name, id)) return Effect.void
      const running = fetches.get(id)
      if (running !== undefined) return running
      return Effect.gen(function* () {
        const fetchRow = Effect.ensuring(
          fetch(id),
          Effect.sync(() => fetches.delete(id))
        )
        const cachedFetch = yield* Effect.cached(fetchRow)
        fetches.set(id, cachedFetch)
        return yield* cachedFetch
      })
    })
}

const makeGive =
  <L extends Lifecycle>({ behavior, requests, wake }: Dispatch<L>): Commands<L>["give"] =>
  <N>(request: Request.Request<L["State"]>, id: string, command: L["Command"], notFound: N) =>
    requests.delegate<Request.Done<L["State"]>, L["Rejection"] | N | Unavailable>(
      request,
      (settle) => {
        if (behavior.read(id) === undefined) return settle(Effect.fail(notFound))
        const { idempotency } = request
        const onResult = (result: CommandResult<L>): void => {
          switch (result._tag) {
            case "Done":
              return settle(Effect.succeed({ _tag: "Done", result: result.state }))
            case "Rejected":
              return settle(Effect.fail(result.rejection))
            case "Unavailable":
              return settle(Request.notWritten)
            case "Defect":
              return settle(Effect.die(result.defect))
          }
        }
        const origin = Request.originOf(request)
        const reply =
          idempotency === null
            ? null
            : (after: L["State"]) => Entry.replyOf(idempotency, idempotency.encode(after))
        const envelope = { _tag: "Envelope", command, origin, reply, onResult } as const
        if (!wake(id, envelope)) onResult({ _tag: "Unavailable" })
      }
    )

const unavailable = (message: string) => Effect.fail(new Unavailable({ message }))

const makeGiveOwn = <L extends Lifecycle>({
  behavior,
  wake
}: Dispatch<L>): Commands<L>["giveOwn"] => {
  /** Returns `false` if the mailbox is full. */
  const attempt = (id: string, command: L["Command"]) =>
    Effect.callback<boolean, Unavailable>((resume) => {
      if (behavior.read(id) === undefined) return resume(unavailable(`There is no ${id}.`))
      const onResult = (result: CommandResult<L>): void => {
        if (result._tag === "Unavailable") resume(unavailable("The engine is stopping."))
        else if (result._tag === "Defect") resume(Effect.die(result.defect))
        else resume(Effect.succeed(true))
      }
      const origin = { by: "engine" }
      if (!wake(id, { _tag: "Envelope", command, origin, reply: null, onResult })) {
        resume(Effect.succeed(false))
      }
    })
  const giveOwn: Commands<L>["giveOwn"] = (id, command) =>
    Effect.flatMap(attempt(id, command), (isTaken) =>
      isTaken
        ? Effect.void
        : Effect.andThen(Effect.sleep(Limits.engine.restartPauseMs), giveOwn(id, command))
    )
  return giveOwn
}

/** Gives commands to actors, even if their payout or batch has left memory. */
export const commands = <L extends Lifecycle>(dispatch: Dispatch<L>): Commands<L> => {
  const underWay = new Map<string, number>()
  const reload = makeReload(dispatch)
  const give = makeGive(dispatch)
  const giveOwn = makeGiveOwn(dispatch)

  /** Keeps the payout or batch in memory during the effect. */
  const during = <A, E>(id: string, effect: Effect.Effect<A, E>) =>
    Effect.suspend(() => {
      underWay.set(id, (underWay.get(id) ?? 0) + 1)
      const done = Effect.sync(() => {
        const remaining = (underWay.get(id) ?? 0) - 1
        if (remaining > 0) return void underWay.set(id, remaining)
        underWay.delete(id)
        dispatch.evict(id)
      })
      return Effect.ensuring(Effect.andThen(reload(id), effect), done)
    })

  return {
    give: (request, id, command, notFound) => during(id, give(request, id, command, notFound)),
    giveOwn: (id, command) => during(id, giveOwn(id, command)),
    isUnderWay: (id) => underWay.has(id)
  }
}
