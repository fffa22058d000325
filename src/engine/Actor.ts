/**
 * One payout's fiber: one bounded mailbox, one command at a time, one child that does what is owed
 * to the world. It decides, appends, and answers when the entry is durable (L1); then it looks at
 * what its new state owes and begins anew. It never changes state itself: the core does, from the
 * log.
 *
 * A defect ends this fiber alone. It restarts from the state the log gave, a bounded number of
 * times; then the payout is parked for a person (L12).
 */
import { Cause, Clock, Deferred, Effect, Exit, Fiber, Metric, Queue, Result } from "effect"
import * as Config from "../Config.ts"
import * as Payout from "../domain/Payout.ts"
import type * as Core from "./Core.ts"
import * as Entry from "./Entry.ts"
import type { Log } from "./Log.ts"
import type { Steps } from "./Steps.ts"

/** How a command ended. */
export type Settlement =
  | { readonly _tag: "Done"; readonly payout: Payout.Payout; readonly reply: Entry.Reply | null }
  | { readonly _tag: "Rejected"; readonly rejection: Payout.Rejection }
  /** Not written; nothing was done. */
  | { readonly _tag: "Unavailable" }
  | { readonly _tag: "Defect"; readonly defect: unknown }

/** A command with its way back. */
export interface Envelope {
  readonly _tag: "Envelope"
  readonly command: Payout.Command
  /** Who asks: an API key's id, or `engine` for the payout's own steps. */
  readonly by: string
  /** The answer to keep for retries, made from the state after the command. */
  readonly reply: ((after: Payout.Payout) => Entry.Reply) | null
  /** Called once. */
  readonly settled: (settlement: Settlement) => void
}

/** The child that did what was owed is done. If it is still owed, that is a defect. */
interface Ended {
  readonly _tag: "Ended"
  readonly key: string
  readonly defect: unknown
}

type Message = Envelope | Ended

export type Mailbox = Queue.Queue<Message>

export interface Surroundings {
  readonly core: Core.Core
  readonly log: Log["Service"]
  readonly steps: Steps
  /**
   * Nothing is owed and nothing waits: the actor is forgotten until needed. May be called again.
   */
  readonly retired: (id: string, inbox: Mailbox) => void
}

const restarts = Metric.counter("payout_actor_restarts_total", {
  description: "Fibers of payouts that were restarted after a defect"
})
const parked = Metric.counter("payout_actor_parked_total", {
  description: "Payouts parked in MANUAL_REVIEW after repeated defects: someone must look"
})

/** Makes the alarms' metrics visible from the start, at zero. */
export const announceMetrics = Effect.andThen(Metric.update(restarts, 0), Metric.update(parked, 0))

export const mailbox = (): Mailbox => Effect.runSync(Queue.dropping(Config.engine.mailboxMax))

/** Whether the draft became durable; `false`: it certainly was not written. */
export const commit = (log: Log["Service"], draft: Entry.Draft): Effect.Effect<boolean> =>
  Effect.callback((resume) => log.append(draft, (durable) => resume(Effect.succeed(durable))))

/**
 * Waits until a refused append may be tried again. A log whose queue is full stays writable: pause.
 */
export const untilWritable = (log: Log["Service"]): Effect.Effect<void> =>
  Effect.andThen(Effect.sleep(Config.engine.restartPauseMs), log.awaitWritable)

/** The commands of a payout, one at a time, each answered when it is durable. */
const makeHandler = (id: string, { core, log }: Surroundings) => {
  const current = (): Payout.Payout => {
    const payout = core.payouts.get(id)
    if (payout === undefined) throw new Error(`The actor of ${id} has no payout`)
    return payout
  }

  const attempt = Effect.fnUntraced(function* (envelope: Envelope) {
    const { by, command } = envelope
    const before = current()
    const decision = Payout.decide(before, command)
    if (Result.isFailure(decision)) {
      return { _tag: "Rejected", rejection: decision.failure } as const
    }
    const events = decision.success
    const payout = events.reduce(Payout.evolve, before)
    const reply = envelope.reply?.(payout) ?? null
    if (events.length === 0 && reply === null) return { _tag: "Done", payout, reply } as const
    const draft = { v: Entry.version, at: command.at, by, events, reply } as const
    return (yield* commit(log, draft))
      ? ({ _tag: "Done", payout, reply } as const)
      : ({ _tag: "Unavailable" } as const)
  })

  /** The payout's own commands wait for the log; a caller's are answered at once. */
  const handle = Effect.fnUntraced(
    function* (envelope: Envelope) {
      let settlement: Settlement = yield* attempt(envelope)
      while (settlement._tag === "Unavailable" && envelope.by === "engine") {
        yield* untilWritable(log)
        settlement = yield* attempt(envelope)
      }
      envelope.settled(settlement)
    },
    (effect, envelope) =>
      Effect.onError(effect, (cause) =>
        Effect.sync(() =>
          envelope.settled(
            Cause.hasInterrupts(cause)
              ? { _tag: "Unavailable" }
              : { _tag: "Defect", defect: Cause.squash(cause) }
          )
        )
      )
  )

  return { current, handle }
}

/** The one child that works off what is owed, and what it says to the payout's own mailbox. */
const makeChild = (id: string, inbox: Mailbox, steps: Steps) => {
  let fiber: Fiber.Fiber<void> | undefined
  /** The debt that is worked off; empty for none. */
  let owed = ""

  /** A full mailbox delays the payout's own commands; it never loses them. */
  const post = (message: Message): Effect.Effect<void> =>
    Effect.suspend(() =>
      Queue.offerUnsafe(inbox, message)
        ? Effect.void
        : Effect.andThen(Effect.sleep(Config.engine.restartPauseMs), post(message))
    )

  const tell = (command: Payout.Command): Effect.Effect<void> =>
    Effect.suspend(() => {
      const answer = Deferred.makeUnsafe<void>()
      // Of what was not written nothing is told: who asks in vain is about to be stopped.
      const settled = ({ _tag }: Settlement): void => {
        if (_tag === "Done" || _tag === "Rejected") Deferred.doneUnsafe(answer, Effect.void)
      }
      return Effect.andThen(
        post({ _tag: "Envelope", command, by: "engine", reply: null, settled }),
        Deferred.await(answer)
      )
    })

  /** What the state owes, running. Who was stopped has nothing to say. */
  const pursue = (payout: Payout.Payout, step: Payout.Step): Effect.Effect<void> =>
    Effect.flatMap(Effect.exit(steps(payout, step, tell)), (exit) => {
      const { key } = step
      const defect = Exit.isFailure(exit)
        ? Cause.squash(exit.cause)
        : new Error(`${step._tag} of ${id} is over, and still owed`)
      return key === owed ? post({ _tag: "Ended", key, defect }) : Effect.void
    })

  const stop = (next: string): Effect.Effect<void> =>
    Effect.suspend(() => {
      owed = next
      return fiber === undefined ? Effect.void : Fiber.interrupt(fiber)
    })

  /** Stops what was owed before, then begins what is owed now. */
  const turnTo = Effect.fnUntraced(function* (payout: Payout.Payout, step: Payout.Step) {
    yield* stop(step.key)
    if (step._tag !== "Rest") fiber = yield* Effect.forkChild(pursue(payout, step))
  })

  return { isOwed: (key: string) => key === owed, turnTo, stop: stop("") }
}

/**
 * Begins a life anew after a defect, a bounded number of times; then the payout is parked (L12).
 */
const supervise = (
  id: string,
  live: Effect.Effect<void>,
  handle: (envelope: Envelope) => Effect.Effect<void>
): Effect.Effect<void> => {
  let failures = 0

  const park = Effect.gen(function* () {
    yield* Metric.update(parked, 1)
    yield* Effect.logError(`Parking ${id}: its fiber failed ${failures} times`)
    const command = { _tag: "Park", at: yield* Clock.currentTimeMillis } as const
    yield* handle({ _tag: "Envelope", command, by: "engine", reply: null, settled: () => {} })
  })

  const restart = Effect.fnUntraced(function* (cause: Cause.Cause<never>) {
    failures += 1
    yield* Metric.update(restarts, 1)
    yield* Effect.logError(`The fiber of ${id} failed and restarts`, cause)
    if (failures > Config.engine.restartsMax) yield* park
    yield* Effect.sleep(Config.engine.restartPauseMs)
  })

  const lives: Effect.Effect<void> = live.pipe(
    Effect.catchCause((cause) =>
      Cause.hasInterrupts(cause) ? Effect.failCause(cause) : Effect.andThen(restart(cause), lives)
    )
  )
  return Effect.onError(lives, (cause) =>
    Cause.hasInterrupts(cause)
      ? Effect.void
      : Effect.logFatal(`The fiber of ${id} cannot even be parked and ends`, cause)
  )
}

export const run = (id: string, inbox: Mailbox, around: Surroundings): Effect.Effect<void> => {
  const { current, handle } = makeHandler(id, around)
  const child = makeChild(id, inbox, around.steps)

  const live = Effect.gen(function* () {
    while (true) {
      const payout = current()
      const step = Payout.nextStep(payout)
      if (!child.isOwed(step.key)) yield* child.turnTo(payout, step)
      if (step._tag === "Rest" && Queue.sizeUnsafe(inbox) === 0) return around.retired(id, inbox)
      const message = yield* Queue.take(inbox)
      if (message._tag === "Envelope") yield* handle(message)
      else if (child.isOwed(message.key)) return yield* Effect.die(message.defect)
    }
  }).pipe(Effect.ensuring(child.stop))

  /** Nobody waits for an answer that cannot come. */
  const end = Effect.sync(() => {
    around.retired(id, inbox)
    for (let left = Queue.takeUnsafe(inbox); left !== undefined; left = Queue.takeUnsafe(inbox)) {
      const message = Exit.isSuccess(left) ? left.value : undefined
      if (message?._tag === "Envelope") message.settled({ _tag: "Unavailable" })
    }
  })
  return Effect.ensuring(supervise(id, live, handle), end)
}
