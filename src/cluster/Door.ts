/**
 * Calls to the owners of partitions. Short ones wait for the batch of their partition, of which one
 * at a time is under way: what arrives meanwhile goes with the next, so that a message carries
 * more calls the more there are. Others travel alone.
 *
 * A message may arrive twice: the library sends it again when it lost the connection. What it
 * calls is made for that.
 */
import { Cause, Clock, Effect, Exit, Schedule, Schema, type Scope, Stream } from "effect"
import { Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"
import * as Limits from "../config/Limits.ts"
import * as Peers from "../engine/ports/Peers.ts"
import { Unavailable } from "../engine/ports/Unavailable.ts"
import * as Metrics from "../telemetry/Metrics.ts"

/** Plain JSON values, which sender and receiver look at themselves. */
const Values = Schema.Array(Schema.Any)

const Call = Rpc.make("Call", { payload: { calls: Values }, success: Values })

const Changes = Rpc.make("Changes", { success: Schema.String, stream: true })

/** The owner of a partition, as others call it. */
export const Door = Entity.make("Partition", [Call, Changes])

type Client = Effect.Success<typeof Door.client>

const unreachable = new Unavailable({ message: "The partition cannot be reached right now." })

const crowded = new Unavailable({ message: "Too many requests for one partition are under way." })

/** A call that waits for its answer. */
interface Waiting {
  readonly message: unknown
  /** When it is given up, milliseconds. */
  readonly until: number
  readonly settle: (answer: Effect.Effect<unknown, Unavailable>) => void
}

/** The short calls to a partition. */
interface Line {
  readonly partition: number
  waiting: Array<Waiting>
  /** The message that is under way; empty: none is. */
  underWay: ReadonlyArray<Waiting>
  isBusy: boolean
  /** Other calls that are under way. */
  alone: number
}

const calls = {
  name: "payout_forwarded_calls_total",
  description: "Calls to partitions of other processes, by outcome"
}

const seconds = {
  name: "payout_forwarded_call_seconds",
  description: "From a call's being made until its answer, with its wait for the batch before"
}

type DoorClient = ReturnType<Client>

const failed = Effect.fail(unreachable)

/** Sends calls in one message; what fails is unavailable, whatever it was. */
const send = (
  client: DoorClient,
  calls: ReadonlyArray<unknown>,
  msMax: number
): Effect.Effect<ReadonlyArray<unknown>, Unavailable> =>
  client.Call({ calls }).pipe(
    Effect.timeout(msMax),
    Effect.sandbox,
    Effect.mapError((cause) =>
      Cause.hasDies(cause)
        ? new Unavailable({ message: unreachable.message, detail: Cause.pretty(cause) })
        : unreachable
    )
  )

/** Gives up the calls of a line whose time is over: one look at all costs less than a timer each. */
const giveUp = (line: Line, now: number): void => {
  const isOver = ({ until }: Waiting): boolean => until <= now
  for (const { settle } of [...line.underWay, ...line.waiting].filter(isOver)) settle(failed)
  line.waiting = line.waiting.filter((call) => !isOver(call))
}

/** Gives each call of a message its answer; those of a message that failed wait again. */
const settle = (
  line: Line,
  exit: Exit.Exit<ReadonlyArray<unknown>, Unavailable>,
  now: number
): void => {
  const { underWay } = line
  line.underWay = []
  if (Exit.isFailure(exit)) {
    line.waiting = [...underWay, ...line.waiting]
    return giveUp(line, now)
  }
  for (const [index, { settle }] of underWay.entries()) {
    const answer = exit.value[index]
    settle(answer === undefined ? failed : Effect.succeed(answer))
  }
}

const { attemptMsMax, batchMax, longAttemptMsMax, movedPauseMs } = Limits.cluster

/**
 * Sends what waits in a line, message by message, until nothing does. One that is not answered is
 * sent again: the process that had it may have given the partition away.
 */
const flush = (line: Line, client: DoorClient, clock: Clock.Clock): Effect.Effect<void> =>
  Effect.suspend(() => {
    line.underWay = line.waiting.splice(0, batchMax)
    if (line.underWay.length === 0) {
      line.isBusy = false
      return Effect.void
    }
    const messages = line.underWay.map(({ message }) => message)
    return Effect.exit(send(client, messages, attemptMsMax)).pipe(
      Effect.flatMap((exit) => {
        settle(line, exit, clock.currentTimeMillisUnsafe())
        return Exit.isFailure(exit) ? Effect.sleep(movedPauseMs) : Effect.void
      }),
      Effect.andThen(flush(line, client, clock))
    )
  })

/** What the calls of this process share. */
interface Calls {
  readonly clientFor: Client
  /** The name of a partition among the cluster's. */
  readonly nameOf: (partition: number) => string
  readonly lines: Map<number, Line>
  readonly clock: Clock.Clock
  readonly scope: Scope.Scope
}

const lineOf = ({ lines }: Calls, partition: number): Line => {
  const known = lines.get(partition)
  if (known !== undefined) return known
  const line: Line = { partition, waiting: [], underWay: [], isBusy: false, alone: 0 }
  lines.set(partition, line)
  return line
}

const clientOf = ({ clientFor, nameOf }: Calls, partition: number): DoorClient =>
  clientFor(nameOf(partition))

/** Makes a short call with the next message to its partition. */
const together = (
  calls: Calls,
  { message, msMax, partition }: Peers.Call
): Effect.Effect<unknown, Unavailable> =>
  Effect.suspend((): Effect.Effect<unknown, Unavailable> => {
    const line = lineOf(calls, partition)
    if (line.waiting.length >= Limits.cluster.waitingMax) return Effect.fail(crowded)
    const until = calls.clock.currentTimeMillisUnsafe() + msMax
    const answered = Effect.callback<unknown, Unavailable>((settle) => {
      const waiting = { message, until, settle }
      line.waiting.push(waiting)
      // What was not sent yet need not be.
      return Effect.sync(() => {
        line.waiting = line.waiting.filter((other) => other !== waiting)
      })
    })
    if (line.isBusy) return answered
    line.isBusy = true
    const begin = Effect.forkIn(flush(line, clientOf(calls, partition), calls.clock), calls.scope)
    return Effect.andThen(begin, answered)
  })

/** Sends one call, and again where it is not answered, until its time is over. */
const sendAlone = (
  client: DoorClient,
  message: unknown,
  msMax: number
): Effect.Effect<unknown, Unavailable> =>
  Effect.retry(send(client, [message], longAttemptMsMax), {
    while: ({ detail }) => detail === undefined,
    schedule: Schedule.spaced(movedPauseMs)
  }).pipe(
    Effect.timeoutOrElse({ duration: msMax, orElse: () => failed }),
    Effect.flatMap(([answer]) => (answer === undefined ? failed : Effect.succeed(answer)))
  )

/** Makes another call in a message of its own. */
const alone = (
  calls: Calls,
  { message, msMax, partition }: Peers.Call
): Effect.Effect<unknown, Unavailable> =>
  Effect.suspend((): Effect.Effect<unknown, Unavailable> => {
    const line = lineOf(calls, partition)
    if (line.alone >= Limits.cluster.aloneMax) return Effect.fail(crowded)
    line.alone += 1
    return sendAlone(clientOf(calls, partition), message, msMax).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          line.alone -= 1
        })
      )
    )
  })

/** Repeats a call while the partition has no owner, or has one that does not serve it yet. */
const untilOwned = (
  calls: Calls,
  call: Peers.Call,
  until: number
): Effect.Effect<unknown, Unavailable> =>
  Effect.flatMap(call.isShort ? together(calls, call) : alone(calls, call), (answer) => {
    if (answer !== Peers.moved) return Effect.succeed(answer)
    const msMax = until - calls.clock.currentTimeMillisUnsafe() - movedPauseMs
    if (msMax <= 0) return failed
    return Effect.delay(untilOwned(calls, { ...call, msMax }, until), movedPauseMs)
  })

/** Makes the calls of this process. `nameOf`: of a partition among the cluster's. */
export const make = Effect.fnUntraced(function* (nameOf: Calls["nameOf"]) {
  const clock = yield* Clock.Clock
  const lines = new Map<number, Line>()
  const scope = yield* Effect.scope
  const made: Calls = { clientFor: yield* Door.client, nameOf, lines, clock, scope }
  const meter = yield* Metrics.make
  const answered = meter.counter(calls, { outcome: "answered" })
  const unavailable = meter.counter(calls, { outcome: "unavailable" })
  const took = meter.histogram(seconds)
  const sweep = Effect.sync(() => {
    for (const line of lines.values()) giveUp(line, clock.currentTimeMillisUnsafe())
  })
  yield* Effect.forkScoped(Effect.forever(Effect.delay(sweep, Limits.engine.sweepMs)))
  return {
    call: (call: Peers.Call): Effect.Effect<unknown, Unavailable> =>
      Effect.suspend(() => {
        const since = clock.currentTimeMillisUnsafe()
        return Effect.onExit(untilOwned(made, call, since + call.msMax), (exit) => {
          const counter = Exit.isSuccess(exit) ? answered : unavailable
          counter.count += 1
          took.observe((clock.currentTimeMillisUnsafe() - since) / 1000)
          return Effect.void
        })
      }),
    changes: (partition: number): Stream.Stream<string, Unavailable> =>
      Stream.mapError(clientOf(made, partition).Changes(), () => unreachable)
  }
})
