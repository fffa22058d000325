/**
 * One payout's or batch's fiber: one bounded mailbox, one command at a time, one child that does what is owed
 * to the world. It decides, appends, and answers when the entry is durable (L1); then it looks at
 * what its new state owes and begins anew. It never changes state itself: the core does, from the
 * log.
 *
 * A defect ends this fiber alone. It restarts from the state the log gave, a bounded number of
 * times within a time; then its payout or batch is parked for a person (L12).
 *
 * There is one for every active payout and nearly all of them wait, so a waiting one is this
 * record, one fiber and its timers: functions here take the record, and nothing is closed over.
 */
import { Cause, Clock, Deferred, Effect, Exit, Fiber, Metric, Result } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Tracing from "../../telemetry/Tracing.ts"
import * as Entry from "../ports/Entry.ts"
import type { Log } from "../ports/Log.ts"
import type {
  ActorContext,
  Command,
  CommandResult,
  Envelope,
  Inbox,
  Message,
  Step,
  StepDone
} from "./ActorBehavior.ts"
import * as Mailbox from "./Mailbox.ts"
import type { Outcome } from "./PayoutSteps.ts"
import type { Cancel, Timer } from "./Timers.ts"

interface Actor<S, C extends Command, R> {
  readonly id: string
  readonly inbox: Inbox<S, C, R>
  readonly around: ActorContext<S, C, R>
  /** The debt that is worked off; empty for none. */
  owed: string
  /** Rises with each debt: what a child of an earlier turn still says is not heard. */
  turn: number
  /** Who works it off. */
  child: Fiber.Fiber<void> | undefined
  /** Ends what watches for it instead. */
  unwatch: Cancel | undefined
  /** When it is done again. */
  timer: Timer | undefined
  /** When it failed lately, milliseconds; at most one more than may be restarted. */
  failedAt: ReadonlyArray<number>
}

const counterOf = (name: string, description: string) => ({
  payout: Metric.counter(name, { description, attributes: { kind: "payout" } }),
  batch: Metric.counter(name, { description, attributes: { kind: "batch" } })
})
const restarts = counterOf(
  "payout_actor_restarts_total",
  "Fibers of payouts and batches that were restarted after a defect"
)
const parked = counterOf(
  "payout_actor_parked_total",
  "Payouts and batches parked for a person after repeated defects: someone must look"
)

/** Makes the alarms' metrics visible from the start, at zero. */
export const announceMetrics = Effect.forEach(
  [restarts.payout, restarts.batch, parked.payout, parked.batch],
  (counter) => Metric.update(counter, 0),
  { discard: true }
)

export const inbox = <S, C, R>(): Inbox<S, C, R> => Mailbox.make(Limits.engine.mailboxMax)

/** Of an actor that has not failed: one value for all. */
const never: ReadonlyArray<number> = []

/** The engine itself asks. */
const engine = { by: "engine" } as const

/** Whether the draft became durable; `false`: it certainly was not written. */
export const commit = (log: Log["Service"], draft: Entry.Draft): Effect.Effect<boolean> =>
  Effect.callback((resume) => log.append(draft, (durable) => resume(Effect.succeed(durable))))

/**
 * Waits until a refused append may be tried again. A log whose queue is full stays writable: pause.
 */
export const untilWritable = (log: Log["Service"]): Effect.Effect<void> =>
  Effect.andThen(Effect.sleep(Limits.engine.restartPauseMs), log.awaitWritable)

// ----------------------------------------------------------------------------- commands

const current = <S, C extends Command, R>({ around: { kind }, id }: Actor<S, C, R>): S => {
  const state = kind.read(id)
  if (state === undefined) throw new Error(`The actor of ${id} has no state`)
  return state
}

const attempt = Effect.fnUntraced(function* <S, C extends Command, R>(
  actor: Actor<S, C, R>,
  envelope: Envelope<S, C, R>
) {
  const { command, origin } = envelope
  const { kind } = actor.around
  const before = current(actor)
  const decision = kind.decide(before, command)
  if (Result.isFailure(decision)) {
    return { _tag: "Rejected", rejection: decision.failure } as const
  }
  const events = decision.success
  const state = events.reduce(kind.evolve, before)
  const reply = envelope.reply?.(state) ?? null
  if (events.length === 0 && reply === null) return { _tag: "Done", state, reply } as const
  const draft = { v: Entry.version, at: command.at, ...origin, events, reply } as const
  return (yield* commit(actor.around.log, draft))
    ? ({ _tag: "Done", state, reply } as const)
    : ({ _tag: "Unavailable" } as const)
})

/** The engine's own commands wait for the log; a caller's are answered at once. */
const handle = Effect.fnUntraced(
  function* <S, C extends Command, R>(actor: Actor<S, C, R>, envelope: Envelope<S, C, R>) {
    let settlement: CommandResult<S, R> = yield* attempt(actor, envelope)
    while (settlement._tag === "Unavailable" && envelope.origin.by === "engine") {
      yield* untilWritable(actor.around.log)
      settlement = yield* attempt(actor, envelope)
    }
    envelope.settled(settlement)
  },
  (effect, _, envelope) =>
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

// ----------------------------------------------------------------------------- what is owed

/** A full mailbox delays the actor's own messages; it never loses them. */
const post = <S, C extends Command, R>(
  actor: Actor<S, C, R>,
  message: Message<S, C, R>
): Effect.Effect<void> =>
  Effect.suspend(() =>
    actor.inbox.offer(message)
      ? Effect.void
      : Effect.andThen(Effect.sleep(Limits.engine.restartPauseMs), post(actor, message))
  )

/** Sends a command to the actor itself; returns when it is decided and durable. */
const tell = <S, C extends Command, R>(actor: Actor<S, C, R>, command: C): Effect.Effect<void> =>
  Effect.suspend(() => {
    const answer = Deferred.makeUnsafe<void>()
    // Of what was not written nothing is told: who asks in vain is about to be stopped.
    const settled = ({ _tag }: CommandResult<S, R>): void => {
      if (_tag === "Done" || _tag === "Rejected") Deferred.doneUnsafe(answer, Effect.void)
    }
    return Effect.andThen(
      post(actor, { _tag: "Envelope", command, origin: engine, reply: null, settled }),
      Deferred.await(answer)
    )
  })

/** Puts a message into the mailbox at a moment, or as soon after as there is room. */
const postAt = <S, C extends Command, R>(
  actor: Actor<S, C, R>,
  at: number,
  message: Message<S, C, R>
): void => {
  actor.timer = actor.around.timers.at(at, () => {
    if (!actor.inbox.offer(message)) postAt(actor, at + Limits.engine.restartPauseMs, message)
  })
}

/** Ends the watch that a step began and nobody took over. */
const unwatch = (exit: Exit.Exit<Outcome>): Effect.Effect<void> =>
  Effect.sync(() => {
    if (Exit.isSuccess(exit) && exit.value._tag === "Pause") exit.value.unwatch?.()
  })

/** What the state owes, running. Who was stopped has nothing to say. */
const pursue = <S, C extends Command, R>(
  actor: Actor<S, C, R>,
  state: S,
  round: number
): Effect.Effect<void> => {
  const { turn } = actor
  return Effect.flatMap(
    Effect.exit(actor.around.kind.steps(state, (command) => tell(actor, command), round)),
    (exit) =>
      turn === actor.turn
        ? Effect.onInterrupt(post(actor, { _tag: "Stepped", turn, round, exit }), () =>
            unwatch(exit)
          )
        : unwatch(exit)
  )
}

const stop = <S, C extends Command, R>(actor: Actor<S, C, R>, next: string): Effect.Effect<void> =>
  Effect.suspend(() => {
    const { child } = actor
    actor.owed = next
    actor.turn += 1
    actor.child = undefined
    rest(actor)
    return child === undefined ? Effect.void : Fiber.interrupt(child)
  })

/** Ends what waits. */
const rest = <S, C extends Command, R>(actor: Actor<S, C, R>): void => {
  actor.unwatch?.()
  if (actor.timer !== undefined) actor.around.timers.cancel(actor.timer)
  actor.unwatch = undefined
  actor.timer = undefined
}

/**
 * The child belongs to this record: whatever ends the actor ends it first (`end`). It starts at
 * once, and most are done at once; a list of children and a queue of its own per fiber would weigh
 * more than the payout's state.
 */
const begin = <S, C extends Command, R>(
  actor: Actor<S, C, R>,
  state: S,
  round: number
): Effect.Effect<void> =>
  Effect.suspend(() => {
    rest(actor)
    const work = Effect.forkDetach(pursue(actor, state, round), { startImmediately: true })
    // Nothing comes between the birth of a child and its being known.
    return Effect.uninterruptible(
      Effect.map(work, (child) => {
        actor.child = child
      })
    )
  })

/** Stops what was owed before, then begins what is owed now. */
const turnTo = <S, C extends Command, R>(
  actor: Actor<S, C, R>,
  state: S,
  step: Step
): Effect.Effect<void> =>
  step._tag === "Rest"
    ? stop(actor, step.key)
    : Effect.andThen(stop(actor, step.key), begin(actor, state, 0))

/** The child is done for now. If its debt is then still owed, that is a defect. */
const stepped = <S, C extends Command, R>(
  actor: Actor<S, C, R>,
  { exit, round, turn }: StepDone
): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (turn !== actor.turn) return unwatch(exit)
    const pause = Exit.isSuccess(exit) ? exit.value : undefined
    actor.child = undefined
    if (Exit.isFailure(exit)) return Effect.die(Cause.squash(exit.cause))
    if (pause?._tag !== "Pause") {
      return Effect.die(new Error(`A step of ${actor.id} is over, and still owed: ${actor.owed}`))
    }
    actor.unwatch = pause.unwatch
    if (pause.until !== null) {
      postAt(actor, pause.until, { _tag: "Again", turn, round: round + 1 })
    }
    return Effect.void
  })

// ----------------------------------------------------------------------------- life

const park = Effect.fnUntraced(function* <S, C extends Command, R>(actor: Actor<S, C, R>) {
  const { kind } = actor.around
  yield* Metric.update(parked[kind.name], 1)
  yield* Effect.logError(
    `Parking ${actor.id}: its fiber failed ${actor.failedAt.length} times`
  ).pipe(Effect.annotateLogs(Tracing.naming(actor.id)))
  const command = kind.park(yield* Clock.currentTimeMillis)
  let isRejected = false
  const settled = ({ _tag }: CommandResult<S, R>): void => {
    isRejected = _tag === "Rejected"
  }
  yield* handle(actor, { _tag: "Envelope", command, origin: engine, reply: null, settled })
  // What is over, or waits for a person already, is not parked: its fiber ends.
  if (isRejected) return yield* Effect.die(new Error(`${actor.id} cannot be parked`))
})

const restart = Effect.fnUntraced(function* <S, C extends Command, R>(
  actor: Actor<S, C, R>,
  cause: Cause.Cause<never>
) {
  yield* stop(actor, "")
  const { restartsMax, restartsWithinMs } = Limits.engine
  const now = yield* Clock.currentTimeMillis
  actor.failedAt = [...actor.failedAt.filter((at) => now - at < restartsWithinMs), now]
  yield* Metric.update(restarts[actor.around.kind.name], 1)
  yield* Effect.logError(`The fiber of ${actor.id} failed and restarts`, cause).pipe(
    Effect.annotateLogs(Tracing.naming(actor.id))
  )
  if (actor.failedAt.length > restartsMax) {
    yield* park(actor)
    actor.failedAt = never
  }
  yield* Effect.sleep(Limits.engine.restartPauseMs)
})

/** Turns to what is owed, takes a message, and so on, until nothing is owed and nothing waits. */
const live = <S, C extends Command, R>(actor: Actor<S, C, R>): Effect.Effect<void> =>
  Effect.suspend(() => {
    const state = current(actor)
    const step = actor.around.kind.nextStep(state)
    if (step.key !== actor.owed) return Effect.andThen(turnTo(actor, state, step), live(actor))
    if (step._tag === "Rest" && actor.inbox.isEmpty()) {
      actor.around.retired(actor.id, actor.inbox)
      return Effect.void
    }
    return Effect.flatMap(actor.inbox.take, (message) => take(actor, state, message))
  })

const take = <S, C extends Command, R>(
  actor: Actor<S, C, R>,
  state: S,
  message: Message<S, C, R>
): Effect.Effect<void> => {
  switch (message._tag) {
    case "Envelope":
      return Effect.andThen(handle(actor, message), live(actor))
    case "Stepped":
      return Effect.andThen(stepped(actor, message), live(actor))
    case "Again":
      return message.turn === actor.turn
        ? Effect.andThen(begin(actor, state, message.round), live(actor))
        : live(actor)
    case "Sooner":
      return actor.timer === undefined || actor.child !== undefined
        ? live(actor)
        : Effect.andThen(begin(actor, state, 0), live(actor))
    case "Look":
      return live(actor)
  }
}

/**
 * Begins a life anew after a defect, a bounded number of times within a time; then the payout or
 * batch is parked (L12).
 */
const lives = <S, C extends Command, R>(actor: Actor<S, C, R>): Effect.Effect<void> =>
  Effect.catchCause(live(actor), (cause) =>
    Cause.hasInterrupts(cause)
      ? Effect.failCause(cause)
      : Effect.andThen(restart(actor, cause), lives(actor))
  )

/** Nobody waits for an answer that cannot come. */
const end = <S, C extends Command, R>(actor: Actor<S, C, R>): Effect.Effect<void> =>
  Effect.andThen(
    stop(actor, ""),
    Effect.suspend(() => {
      const left = actor.inbox.drain()
      for (const message of left) {
        if (message._tag === "Envelope") message.settled({ _tag: "Unavailable" })
      }
      actor.around.retired(actor.id, actor.inbox)
      const watches = left.flatMap((message) => (message._tag === "Stepped" ? [message.exit] : []))
      return Effect.forEach(watches, unwatch, { discard: true })
    })
  )

export const run = <S, C extends Command, R>(
  id: string,
  inbox: Inbox<S, C, R>,
  around: ActorContext<S, C, R>
): Effect.Effect<void> => {
  const actor: Actor<S, C, R> = {
    ...{ id, inbox, around, owed: "", turn: 0, child: undefined },
    ...{ unwatch: undefined, timer: undefined, failedAt: never }
  }
  return Effect.onExit(lives(actor), (exit) =>
    Exit.isFailure(exit) && !Cause.hasInterrupts(exit.cause)
      ? Effect.andThen(
          Effect.annotateLogs(
            Effect.logFatal(`The fiber of ${id} cannot even be parked and ends`, exit.cause),
            Tracing.naming(id)
          ),
          end(actor)
        )
      : end(actor)
  )
}
