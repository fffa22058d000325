/**
 * Calls to the owners of partitions. Short ones wait for the batch of their partition, of which one
 * at a time is under way: what arrives meanwhile goes with the next, so that a message carries
 * more calls the more there are. Others travel alone.
 *
 * A message may arrive twice: the library sends it again when it lost the connection. What it
 * calls is made for that.
 */
import { Cause, Clock, Deferred, Effect, Exit, Schema, Stream } from "effect"
import { Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"
import * as Limits from "../config/Limits.ts"
import * as Peers from "../engine/ports/Peers.ts"
import { Unavailable } from "../engine/ports/Unavailable.ts"
import * as Metrics from "../telemetry/Metrics.ts"

const Texts = Schema.Array(Schema.String)

const Call = Rpc.make("Call", { payload: { texts: Texts }, success: Texts })

const Changes = Rpc.make("Changes", { success: Schema.String, stream: true })

/** The owner of a partition, as others call it. */
export const Door = Entity.make("Partition", [Call, Changes])

type Client = Effect.Success<typeof Door.client>

const unreachable = new Unavailable({ message: "The partition cannot be reached right now." })

const crowded = new Unavailable({ message: "Too many requests for one partition are under way." })

/** A call that waits for its answer. */
interface Waiting {
  readonly text: string
  readonly done: Deferred.Deferred<string, Unavailable>
}

/** The short calls to a partition. */
interface Line {
  waiting: Array<Waiting>
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

/** Sends texts in one message; what fails is unavailable, whatever it was. */
const send = (
  client: DoorClient,
  texts: ReadonlyArray<string>,
  msMax: number
): Effect.Effect<ReadonlyArray<string>, Unavailable> =>
  client.Call({ texts }).pipe(
    Effect.timeout(msMax),
    Effect.sandbox,
    Effect.mapError((cause) =>
      Cause.hasDies(cause)
        ? new Unavailable({ message: unreachable.message, detail: Cause.pretty(cause) })
        : unreachable
    )
  )

/** Gives each call of a message its answer. */
const settle = (
  batch: ReadonlyArray<Waiting>,
  exit: Exit.Exit<ReadonlyArray<string>, Unavailable>
): void => {
  for (const [index, { done }] of batch.entries()) {
    const answer = Exit.isSuccess(exit) ? exit.value[index] : undefined
    const outcome = answer === undefined ? Effect.fail(unreachable) : Effect.succeed(answer)
    Deferred.doneUnsafe(done, outcome)
  }
}

/** Sends what waits in a line, message by message, until nothing does. */
const flush = (line: Line, client: DoorClient): Effect.Effect<void> =>
  Effect.suspend(() => {
    const batch = line.waiting.splice(0, Limits.cluster.batchMax)
    if (batch.length === 0) {
      line.isBusy = false
      return Effect.void
    }
    const texts = batch.map(({ text }) => text)
    return Effect.exit(send(client, texts, Limits.cluster.callMsMax)).pipe(
      Effect.flatMap((exit) => Effect.sync(() => settle(batch, exit))),
      Effect.andThen(flush(line, client))
    )
  })

/** Makes the calls of this process. `idOf`: the name of a partition among the cluster's. */
export const make = Effect.fnUntraced(function* (idOf: (partition: number) => string) {
  const clientFor = yield* Door.client
  const meter = yield* Metrics.make
  const clock = yield* Clock.Clock
  const scope = yield* Effect.scope
  const answered = meter.counter(calls, { outcome: "answered" })
  const failed = meter.counter(calls, { outcome: "unavailable" })
  const took = meter.histogram(seconds)
  const lines = new Map<number, Line>()
  const lineOf = (partition: number): Line => {
    const known = lines.get(partition)
    if (known !== undefined) return known
    const line: Line = { waiting: [], isBusy: false, alone: 0 }
    lines.set(partition, line)
    return line
  }

  const together = Effect.fnUntraced(function* ({ msMax, partition, text }: Peers.Call) {
    const line = lineOf(partition)
    if (line.waiting.length >= Limits.cluster.waitingMax) return yield* crowded
    const done = yield* Deferred.make<string, Unavailable>()
    const waiting = { text, done }
    line.waiting.push(waiting)
    if (!line.isBusy) {
      line.isBusy = true
      yield* Effect.forkIn(flush(line, clientFor(idOf(partition))), scope)
    }
    return yield* Deferred.await(done).pipe(
      Effect.timeoutOrElse({ duration: msMax, orElse: () => Effect.fail(unreachable) }),
      // What was not sent yet need not be.
      Effect.onError(() =>
        Effect.sync(() => {
          line.waiting = line.waiting.filter((other) => other !== waiting)
        })
      )
    )
  })

  const alone = ({ msMax, partition, text }: Peers.Call) =>
    Effect.suspend((): Effect.Effect<string, Unavailable> => {
      const line = lineOf(partition)
      if (line.alone >= Limits.cluster.aloneMax) return Effect.fail(crowded)
      line.alone += 1
      return send(clientFor(idOf(partition)), [text], msMax).pipe(
        Effect.flatMap(([answer]) =>
          answer === undefined ? Effect.fail(unreachable) : Effect.succeed(answer)
        ),
        Effect.ensuring(
          Effect.sync(() => {
            line.alone -= 1
          })
        )
      )
    })

  /** Repeats a call while the partition has no owner, or has one that does not serve it yet. */
  const untilOwned = (call: Peers.Call, until: number): Effect.Effect<string, Unavailable> =>
    Effect.flatMap(call.isShort ? together(call) : alone(call), (answer) => {
      if (answer !== Peers.moved) return Effect.succeed(answer)
      const msMax = until - clock.currentTimeMillisUnsafe() - Limits.cluster.movedPauseMs
      if (msMax <= 0) return Effect.fail(unreachable)
      return Effect.delay(untilOwned({ ...call, msMax }, until), Limits.cluster.movedPauseMs)
    })

  return {
    call: (call: Peers.Call): Effect.Effect<string, Unavailable> =>
      Effect.suspend(() => {
        const since = clock.currentTimeMillisUnsafe()
        return Effect.onExit(untilOwned(call, since + call.msMax), (exit) =>
          Effect.sync(() => {
            const counter = Exit.isSuccess(exit) ? answered : failed
            counter.count += 1
            took.observe((clock.currentTimeMillisUnsafe() - since) / 1000)
          })
        )
      }),
    changes: (partition: number): Stream.Stream<string, Unavailable> =>
      Stream.mapError(clientFor(idOf(partition)).Changes(), () => unreachable)
  }
})
