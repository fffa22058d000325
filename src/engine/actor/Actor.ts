/**
 * The actor of one payout or batch: a fiber with a bounded mailbox that handles one message at a
 * time, and at most one child fiber that runs the state's next step. It decides, appends, and
 * responds when the entry is durable (L1). Only the fold of the log changes the state, never the
 * actor.
 *
 * The fiber runs while there is a message or a step to handle. Between them, while the next attempt
 * only waits for its moment, the actor is asleep: a record with a timer. The next message gives it
 * a fiber again.
 *
 *                     step done: pause            retry due, retry now
 *             ┌───────────────────────────▶ Waiting ───────────────────┐
 *             │                                │                       │
 *          Running ◀───────────────────────────┼───────────────────────┘
 *             ▲  │                             │
 *             │  │ the state has another step  │ the state has another step
 *   next step │  ▼                             ▼
 *           Idle ◀─────────────────────────────┘    no step and no message: the actor ends
 *                                                   Waiting and no message: it falls asleep
 *
 * A1  A stopped step changes nothing any more: `generation` rises with each step, and a message of
 *     an earlier step is ignored.
 * A2  A step that ends as `Over` while the state still has it is a defect.
 * A3  A defect restarts the actor from the state in memory, a bounded number of times within a
 *     period; then its payout or batch is parked for an operator (L12).
 * A4  The end of an actor, for any reason, ends its step first and fails every waiting command.
 *
 * Every active payout has an actor and nearly all of them are asleep. Functions here take the
 * record and close over nothing.
 */
import { Cause, Clock, Deferred, Effect, Exit, Fiber, Metric, Result } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Tracing from "../../telemetry/Tracing.ts"
import * as Entry from "../ports/Entry.ts"
import { commit, untilWritable } from "../ports/Log.ts"
import type {
  ActorContext,
  Attempt,
  CommandResult,
  Envelope,
  Inbox,
  Lifecycle,
  Message,
  Step,
  StepDone,
  StepOutcome
} from "./ActorBehavior.ts"
import * as Mailbox from "./Mailbox.ts"
import type { Timer } from "./Timers.ts"

type Activity =
  | { readonly _tag: "Idle" }
  | { readonly _tag: "Running"; readonly fiber: Fiber.Fiber<void> }
  /** `timer` is for the next attempt; `undefined` if only a message ends the wait. */
  | { readonly _tag: "Waiting"; readonly timer: Timer | undefined }

export interface Actor<L extends Lifecycle> {
  readonly id: string
  readonly context: ActorContext<L>
  /**
   * The mailbox while the actor's fiber runs; `undefined` while the actor is asleep and nothing
   * waits.
   */
  inbox: Inbox<L> | undefined
  /** The key of the step that was started last; empty for none. */
  pendingStep: string
  /** Rises with each step. */
  generation: number
  activity: Activity
  /** The latest failures, milliseconds; at most one more than the restarts that are allowed. */
  failedAt: ReadonlyArray<number>
}

const counterOf = (name: string, description: string) => ({
  payout: Metric.counter(name, { description, attributes: { kind: "payout" } }),
  batch: Metric.counter(name, { description, attributes: { kind: "batch" } }),
  balance: Metric.counter(name, { description, attributes: { kind: "balance" } }),
  withdrawal: Metric.counter(name, { description, attributes: { kind: "withdrawal" } })
})
const restarts = counterOf(
  "payout_actor_restarts_total",
  "Actors of payouts, batches and balances that were restarted after a defect"
)
const parked = counterOf(
  "payout_actor_parked_total",
  "Payouts, batches and balances that stop after repeated defects. Each needs an operator"
)

/** Makes the alarms' metrics visible from the start, at zero. */
export const announceMetrics = Effect.forEach(
  [...Object.values(restarts), ...Object.values(parked)],
  (counter) => Metric.update(counter, 0),
  { discard: true }
)

// Shared by all actors, to save memory.
const idle: Activity = { _tag: "Idle" }
const noFailures: ReadonlyArray<number> = []

const byEngine = { by: "engine" } as const

/** A new actor, asleep. */
export const make = <L extends Lifecycle>(id: string, context: ActorContext<L>): Actor<L> => ({
  id,
  context,
  inbox: undefined,
  pendingStep: "",
  generation: 0,
  activity: idle,
  failedAt: noFailures
})

const start = <L extends Lifecycle>(actor: Actor<L>, inbox: Inbox<L>): void => {
  actor.inbox = inbox
  actor.context.fork(run(actor, inbox))
}

const newInbox = <L extends Lifecycle>(): Inbox<L> => Mailbox.make(Limits.engine.mailboxMax)

/**
 * Puts a message into the actor's mailbox, and wakes it. Returns `false` if the mailbox is full.
 */
export const offer = <L extends Lifecycle>(actor: Actor<L>, message: Message<L>): boolean => {
  if (actor.inbox !== undefined) return actor.inbox.offer(message)
  const inbox = newInbox<L>()
  // The message comes first: the fiber runs at once, and with nothing to do it ends at once.
  inbox.offer(message)
  start(actor, inbox)
  return true
}

/**
 * Makes the actor check its next step. A full mailbox needs no refresh, because each of its
 * messages does that.
 */
export const refresh = <L extends Lifecycle>(actor: Actor<L>): void => {
  if (actor.inbox === undefined) start(actor, newInbox<L>())
  else actor.inbox.offer({ _tag: "Refresh" })
}

// ----------------------------------------------------------------------------- commands

const current = <L extends Lifecycle>({ context: { behavior }, id }: Actor<L>): L["State"] => {
  const state = behavior.read(id)
  if (state === undefined) throw new Error(`The actor of ${id} has no state`)
  return state
}

const decideAndAppend = Effect.fnUntraced(function* <L extends Lifecycle>(
  actor: Actor<L>,
  envelope: Envelope<L>
) {
  const { command, origin } = envelope
  const { behavior, log } = actor.context
  const before = current(actor)
  const decision = behavior.decide(before, command)
  if (Result.isFailure(decision)) {
    return { _tag: "Rejected", rejection: decision.failure } as const
  }
  const events = decision.success
  const state = events.reduce(behavior.evolve, before)
  const reply = envelope.reply?.(state) ?? null
  if (events.length === 0 && reply === null) return { _tag: "Done", state } as const
  const draft = { v: Entry.version, at: command.at, ...origin, events, reply } as const
  return (yield* commit(log, draft))
    ? ({ _tag: "Done", state } as const)
    : ({ _tag: "Unavailable" } as const)
})

/** The engine's own commands wait for the log; a caller's get a response at once. */
const handle = Effect.fnUntraced(
  function* <L extends Lifecycle>(actor: Actor<L>, envelope: Envelope<L>) {
    let result: CommandResult<L> = yield* decideAndAppend(actor, envelope)
    while (result._tag === "Unavailable" && envelope.origin.by === "engine") {
      yield* untilWritable(actor.context.log)
      result = yield* decideAndAppend(actor, envelope)
    }
    envelope.onResult(result)
  },
  (effect, _, envelope) =>
    Effect.onError(effect, (cause) =>
      Effect.sync(() =>
        envelope.onResult(
          Cause.hasInterrupts(cause)
            ? { _tag: "Unavailable" }
            : { _tag: "Defect", defect: Cause.squash(cause) }
        )
      )
    )
)

// ----------------------------------------------------------------------------- the step

/** A full mailbox delays the actor's own messages and never loses them. */
const post = <L extends Lifecycle>(actor: Actor<L>, message: Message<L>): Effect.Effect<void> =>
  Effect.suspend(() =>
    offer(actor, message)
      ? Effect.void
      : Effect.andThen(Effect.sleep(Limits.engine.restartPauseMs), post(actor, message))
  )

/** Gives a command to the actor itself, and returns when it is decided and durable. */
const giveSelf = <L extends Lifecycle>(
  actor: Actor<L>,
  command: L["Command"]
): Effect.Effect<void> =>
  Effect.suspend(() => {
    const answer = Deferred.makeUnsafe<void>()
    // If nothing was written there is no response: the step is about to be stopped.
    const onResult = ({ _tag }: CommandResult<L>): void => {
      if (_tag === "Done" || _tag === "Rejected") Deferred.doneUnsafe(answer, Effect.void)
    }
    return Effect.andThen(
      post(actor, { _tag: "Envelope", command, origin: byEngine, reply: null, onResult }),
      Deferred.await(answer)
    )
  })

/** The end of a pause. Nearly every active payout has one, so it is a single object. */
class Retry<L extends Lifecycle> implements Timer {
  readonly at: number
  position = -1
  private readonly actor: Actor<L>
  private readonly generation: number
  private readonly attempt: number

  constructor(actor: Actor<L>, at: number, { attempt, generation }: Attempt) {
    this.at = at
    this.actor = actor
    this.generation = generation
    this.attempt = attempt
  }

  run(): void {
    const { actor, attempt, generation } = this
    if (offer(actor, { _tag: "RetryDue", generation, attempt })) return
    pauseUntil(actor, this.at + Limits.engine.restartPauseMs, { generation, attempt })
  }
}

/** Makes the next attempt at a moment, or as soon afterwards as the mailbox has room. */
const pauseUntil = <L extends Lifecycle>(actor: Actor<L>, at: number, next: Attempt): void => {
  const timer = new Retry(actor, at, next)
  actor.context.timers.set(timer)
  actor.activity = { _tag: "Waiting", timer }
}

/** One attempt at the step. Its end is posted as a message. */
const runAndPost = <L extends Lifecycle>(
  actor: Actor<L>,
  running: Effect.Effect<StepOutcome>,
  attempt: number
): Effect.Effect<void> => {
  const { generation } = actor
  return Effect.flatMap(Effect.exit(running), (exit) =>
    generation === actor.generation
      ? post(actor, { _tag: "StepDone", generation, attempt, exit })
      : Effect.void
  )
}

/** Stops the step that runs or waits; `next` is the key of the one that replaces it. */
const stopStep = <L extends Lifecycle>(actor: Actor<L>, next: string): Effect.Effect<void> =>
  Effect.suspend(() => {
    const { activity } = actor
    actor.pendingStep = next
    actor.generation += 1
    cancelTimer(actor)
    return activity._tag === "Running" ? Fiber.interrupt(activity.fiber) : Effect.void
  })

const cancelTimer = <L extends Lifecycle>(actor: Actor<L>): void => {
  const { activity } = actor
  if (activity._tag === "Waiting" && activity.timer !== undefined) {
    actor.context.timers.cancel(activity.timer)
  }
  actor.activity = idle
}

/**
 * Runs an attempt as a fiber of this record, unless it ends at once: the end of the actor ends it
 * first (A4).
 */
const runAttempt = <L extends Lifecycle>(
  actor: Actor<L>,
  state: L["State"],
  attempt: number
): Effect.Effect<void> =>
  Effect.suspend(() => {
    cancelTimer(actor)
    const { generation } = actor
    const running = actor.context.behavior.runStep(
      state,
      (command) => giveSelf(actor, command),
      attempt
    )
    // An attempt that waited for nothing has ended already, and needs no fiber.
    if (Exit.isExit(running)) {
      // The type check cannot see that this is the exit of this very effect.
      const exit = running as Exit.Exit<StepOutcome>
      return stepDone(actor, { generation, attempt }, exit)
    }
    const forked = Effect.forkDetach(runAndPost(actor, running, attempt), {
      startImmediately: true
    })
    // An interruption between the fork and the assignment would leave a fiber without an owner.
    return Effect.uninterruptible(
      Effect.map(forked, (fiber) => {
        actor.activity = { _tag: "Running", fiber }
      })
    )
  })

/** Stops the previous step, then starts the next one. */
const startStep = <L extends Lifecycle>(
  actor: Actor<L>,
  state: L["State"],
  step: Step
): Effect.Effect<void> =>
  step._tag === "Rest"
    ? stopStep(actor, step.key)
    : Effect.andThen(stopStep(actor, step.key), runAttempt(actor, state, 0))

/** An attempt ended: the next one comes after its pause. */
const stepDone = <L extends Lifecycle>(
  actor: Actor<L>,
  { attempt, generation }: Attempt,
  exit: StepDone["exit"]
): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (generation !== actor.generation) return Effect.void
    actor.activity = idle
    if (Exit.isFailure(exit)) return Effect.die(Cause.squash(exit.cause))
    const outcome = exit.value
    if (outcome._tag !== "Pause") {
      return Effect.die(
        new Error(`A step of ${actor.id} is over and its state still has it: ${actor.pendingStep}`)
      )
    }
    actor.activity = { _tag: "Waiting", timer: undefined }
    if (outcome.until !== null) {
      pauseUntil(actor, outcome.until, { generation, attempt: attempt + 1 })
    }
    return Effect.void
  })

// ----------------------------------------------------------------------------- the loop

const park = Effect.fnUntraced(function* <L extends Lifecycle>(actor: Actor<L>) {
  const { behavior } = actor.context
  yield* Metric.update(parked[behavior.name], 1)
  yield* Effect.logError(
    `Parking ${actor.id}: its actor failed ${actor.failedAt.length} times`
  ).pipe(Effect.annotateLogs(Tracing.naming(actor.id)))
  const command = behavior.park(yield* Clock.currentTimeMillis)
  let isRejected = false
  const onResult = ({ _tag }: CommandResult<L>): void => {
    isRejected = _tag === "Rejected"
  }
  yield* handle(actor, {
    _tag: "Envelope",
    command,
    origin: byEngine,
    reply: null,
    onResult
  })
  // A final or already parked object rejects the command, and its actor ends.
  if (isRejected) return yield* Effect.die(new Error(`${actor.id} cannot be parked`))
})

const restart = Effect.fnUntraced(function* <L extends Lifecycle>(
  actor: Actor<L>,
  cause: Cause.Cause<never>
) {
  yield* stopStep(actor, "")
  const { restartsMax, restartsWithinMs } = Limits.engine
  const now = yield* Clock.currentTimeMillis
  actor.failedAt = [...actor.failedAt.filter((at) => now - at < restartsWithinMs), now]
  yield* Metric.update(restarts[actor.context.behavior.name], 1)
  yield* Effect.logError(`The actor of ${actor.id} failed and restarts`, cause).pipe(
    Effect.annotateLogs(Tracing.naming(actor.id))
  )
  if (actor.failedAt.length > restartsMax) {
    yield* park(actor)
    actor.failedAt = noFailures
  }
  yield* Effect.sleep(Limits.engine.restartPauseMs)
})

/**
 * Starts the pending step, then handles one message. Without a message the actor ends if there is
 * no step, and falls asleep if the step waits.
 */
const loop = <L extends Lifecycle>(actor: Actor<L>, inbox: Inbox<L>): Effect.Effect<void> =>
  Effect.suspend(() => {
    const state = current(actor)
    const step = actor.context.behavior.nextStep(state)
    if (step.key !== actor.pendingStep) {
      return Effect.andThen(startStep(actor, state, step), loop(actor, inbox))
    }
    const hasNoStep = step._tag === "Rest"
    if (inbox.isEmpty() && (hasNoStep || actor.activity._tag === "Waiting")) {
      actor.inbox = undefined
      if (hasNoStep) actor.context.onEnd(actor)
      return Effect.void
    }
    return attend(actor, inbox)
  })

/** Handles the next message. */
const attend = <L extends Lifecycle>(actor: Actor<L>, inbox: Inbox<L>): Effect.Effect<void> =>
  Effect.flatMap(inbox.take, (message) => Effect.andThen(take(actor, message), loop(actor, inbox)))

/**
 * The next attempt at the step that waits. If the state has another step by now, the loop starts
 * it.
 */
const retry = <L extends Lifecycle>(actor: Actor<L>, attempt: number): Effect.Effect<void> => {
  const state = current(actor)
  return actor.context.behavior.nextStep(state).key === actor.pendingStep
    ? runAttempt(actor, state, attempt)
    : Effect.void
}

const take = <L extends Lifecycle>(actor: Actor<L>, message: Message<L>): Effect.Effect<void> => {
  switch (message._tag) {
    case "Envelope":
      return handle(actor, message)
    case "StepDone":
      return stepDone(actor, message, message.exit)
    case "RetryDue":
      // Another message may have ended the pause while this one waited in the mailbox.
      return message.generation === actor.generation && actor.activity._tag === "Waiting"
        ? retry(actor, message.attempt)
        : Effect.void
    case "RetryNow":
      return actor.activity._tag === "Waiting" && actor.activity.timer !== undefined
        ? retry(actor, 0)
        : Effect.void
    case "Refresh":
      return Effect.void
  }
}

/** Restarts the loop after a defect (A3). */
const supervised = <L extends Lifecycle>(
  actor: Actor<L>,
  inbox: Inbox<L>,
  work: Effect.Effect<void>
): Effect.Effect<void> =>
  Effect.catchCause(work, (cause) =>
    Cause.hasInterrupts(cause)
      ? Effect.failCause(cause)
      : Effect.andThen(restart(actor, cause), supervised(actor, inbox, loop(actor, inbox)))
  )

/** Ends an actor whose fiber was interrupted or cannot continue (A4). */
const end = <L extends Lifecycle>(actor: Actor<L>, inbox: Inbox<L>): Effect.Effect<void> =>
  Effect.andThen(
    stopStep(actor, ""),
    Effect.sync(() => {
      for (const message of inbox.drain()) {
        if (message._tag === "Envelope") message.onResult({ _tag: "Unavailable" })
      }
      actor.context.onEnd(actor)
    })
  )

/** Ends an actor if it is asleep: it has no fiber that the scope could end. */
export const endAsleep = <L extends Lifecycle>(actor: Actor<L>): void => {
  if (actor.inbox !== undefined) return
  cancelTimer(actor)
  actor.context.onEnd(actor)
}

/** The actor's fiber, until there is nothing to do. The message that woke it comes first. */
const run = <L extends Lifecycle>(actor: Actor<L>, inbox: Inbox<L>): Effect.Effect<void> => {
  const isWoken = actor.activity._tag === "Waiting" && !inbox.isEmpty()
  const first = isWoken ? attend(actor, inbox) : loop(actor, inbox)
  return Effect.onExit(supervised(actor, inbox, first), (exit) => {
    if (Exit.isSuccess(exit)) return Effect.void
    if (Cause.hasInterrupts(exit.cause)) return end(actor, inbox)
    return Effect.andThen(
      Effect.annotateLogs(
        Effect.logFatal(`The actor of ${actor.id} could not be parked and ended`, exit.cause),
        Tracing.naming(actor.id)
      ),
      end(actor, inbox)
    )
  })
}
