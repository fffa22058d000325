/**
 * Calls to the owners of partitions. A partition's entity in the cluster returns which node owns
 * it. The call uses this node's link to that node, and is retried if the partition moved or the
 * link ended. So it may arrive twice, and the called partition must allow that.
 */
import { Clock, Deferred, Effect, Exit, Stream } from "effect"
import * as Limits from "../config/Limits.ts"
import * as OtherNodes from "../engine/ports/OtherNodes.ts"
import { Unavailable } from "../engine/ports/Unavailable.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import * as Link from "./Link.ts"
import { PartitionEntity } from "./PartitionEntity.ts"
import type * as Transport from "./Transport.ts"

const tooManyCalls = new Unavailable({
  message: "Too many requests for one partition are under way."
})

const calls = {
  name: "payout_forwarded_calls_total",
  description: "Calls to partitions of other processes, by outcome"
}

const seconds = {
  name: "payout_forwarded_call_seconds",
  description: "From a call's being made until its answer, with its wait for the partition"
}

export interface Options {
  /** The address of this node. */
  readonly address: Transport.Address
  /** The name of a partition's entity in the cluster. */
  readonly nameOf: (partition: number) => string
  readonly connect: (address: Transport.Address) => ReturnType<typeof Transport.connect>
  /** Responds to a call to a partition that has moved to this node. */
  readonly answer: OtherNodes.Receiver["answer"]
}

const { attemptMsMax, longCallsMax, movedPauseMs, shortCallsMax, sweepMs } = Limits.cluster

const nameOfAddress = ({ host, port }: Transport.Address): string => `${host}:${port}`

const addressOf = (name: string): Transport.Address => {
  const colon = name.lastIndexOf(":")
  return { host: name.slice(0, colon), port: Number(name.slice(colon + 1)) }
}

/** The nodes that run the partitions, by name, as the partitions' entities returned them. */
const makeOwners = Effect.fnUntraced(function* ({ nameOf }: Pick<Options, "nameOf">) {
  const scope = yield* Effect.scope
  const clientOf = yield* PartitionEntity.client
  const clock = yield* Clock.Clock
  const owners = new Map<number, string>()
  const queries = new Map<number, Deferred.Deferred<void>>()
  /** Queries the entity once. No owner is recorded if the entity cannot be reached. */
  const query = (partition: number, done: Deferred.Deferred<void>) =>
    clientOf(nameOf(partition))
      .Where()
      .pipe(
        Effect.timeout(attemptMsMax),
        Effect.exit,
        Effect.flatMap((exit) => {
          if (Exit.isSuccess(exit)) owners.set(partition, exit.value)
          return Exit.isSuccess(exit) ? Effect.void : Effect.sleep(movedPauseMs)
        }),
        Effect.ensuring(Effect.sync(() => queries.delete(partition))),
        Effect.andThen(Deferred.succeed(done, undefined))
      )
  /** Waits until the entity was queried: one query at a time per partition. */
  const refresh = (partition: number, until: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      const duration = until - clock.currentTimeMillisUnsafe()
      const pending = queries.get(partition)
      if (pending !== undefined)
        return Effect.ignore(Effect.timeout(Deferred.await(pending), duration))
      const done = Deferred.makeUnsafe<void>()
      queries.set(partition, done)
      return Effect.andThen(
        Effect.forkIn(query(partition, done), scope),
        Effect.ignore(Effect.timeout(Deferred.await(done), duration))
      )
    })
  return {
    get: (partition: number) => owners.get(partition),
    refresh,
    /** Forgets the recorded owner of a partition, which has moved. */
    forget: (partition: number, owner: string): void => {
      if (owners.get(partition) === owner) owners.delete(partition)
    },
    /** Forgets what a node runs, because its connection ended and others may run its partitions. */
    forgetAll: (owner: string): void => {
      for (const [partition, name] of owners) if (name === owner) owners.delete(partition)
    },
    changes: (partition: number): Stream.Stream<string, Unavailable> =>
      Stream.catchCause(clientOf(nameOf(partition)).Changes(), () => Stream.fromEffect(Link.failed))
  }
})

/** When each of the other nodes last responded, over any link, including closed ones. */
const makeWatch = (clock: Clock.Clock) =>
  Effect.sync(() => {
    const heardAt = new Map<string, number>()
    return {
      record: (name: string, at: number | undefined): void => {
        if (at !== undefined) heardAt.set(name, Math.max(at, heardAt.get(name) ?? at))
      },
      /** A node that is named for the first time has the whole time limit to respond. */
      silent: (names: ReadonlyArray<string>): ReadonlyArray<string> => {
        const now = clock.currentTimeMillisUnsafe()
        for (const name of heardAt.keys()) if (!names.includes(name)) heardAt.delete(name)
        return names.filter((name) => {
          const at = heardAt.get(name)
          if (at === undefined) heardAt.set(name, now)
          return at !== undefined && now - at > Limits.cluster.unreachedMsMax
        })
      }
    }
  })

/** The links of this node to the others, which open when they are needed. */
const makeLinks = Effect.fnUntraced(function* (
  { connect }: Pick<Options, "connect">,
  onEnd: (name: string) => void
) {
  const clock = yield* Clock.Clock
  const links = new Map<string, Link.Link>()
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      for (const link of links.values()) link.close()
    })
  )
  const linkTo = (name: string): Link.Link => {
    const existing = links.get(name)
    if (existing?.isOpen() === true) return existing
    const link = Link.make(connect(addressOf(name)), clock)
    links.set(name, link)
    return link
  }
  const watch = yield* makeWatch(clock)
  const sweep = Effect.sync(() => {
    const now = clock.currentTimeMillisUnsafe()
    for (const [name, link] of links) {
      if (link.isOpen()) link.check(now)
      watch.record(name, link.lastHeardAt())
      if (link.isOpen()) continue
      links.delete(name)
      onEnd(name)
    }
  })
  yield* Effect.forkScoped(Effect.forever(Effect.delay(sweep, sweepMs)))
  /** Names the nodes that do not respond. Opens a link to each, so that each can respond. */
  const unreached = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
    for (const name of names) linkTo(name)
    return watch.silent(names)
  }
  return { linkTo, unreached }
})

/** The calls to each partition that have no response yet. */
const makeBounds = () => {
  const short = new Map<number, number>()
  const long = new Map<number, number>()
  /** Runs a call unless there are too many to its partition. */
  return <A>({ isShort, partition }: OtherNodes.Call, run: Effect.Effect<A, Unavailable>) =>
    Effect.suspend((): Effect.Effect<A, Unavailable> => {
      const [counts, max] = isShort ? [short, shortCallsMax] : [long, longCallsMax]
      const count = counts.get(partition) ?? 0
      if (count >= max) return Effect.fail(tooManyCalls)
      counts.set(partition, count + 1)
      return Effect.ensuring(
        run,
        Effect.sync(() => counts.set(partition, (counts.get(partition) ?? 1) - 1))
      )
    })
}

export const make = Effect.fnUntraced(function* (options: Options) {
  const clock = yield* Clock.Clock
  const owners = yield* makeOwners(options)
  const { linkTo, unreached } = yield* makeLinks(options, owners.forgetAll)
  const withinBounds = makeBounds()
  const self = nameOfAddress(options.address)
  const meter = yield* Metrics.make
  const answered = meter.counter(calls, { outcome: "answered" })
  const unavailable = meter.counter(calls, { outcome: "unavailable" })
  const duration = meter.histogram(seconds)

  const callAt = (owner: string, call: OtherNodes.Call, until: number) => {
    const { message, partition } = call
    if (owner !== self) return linkTo(owner).call(partition, message, until)
    const duration = until - clock.currentTimeMillisUnsafe()
    const local = options.answer(partition, message)
    return Effect.timeoutOrElse(local, { duration, orElse: () => Link.failed })
  }

  /** Retries a call while the partition has no owner, or has one that does not serve it yet. */
  const untilAnswered = (
    call: OtherNodes.Call,
    until: number
  ): Effect.Effect<unknown, Unavailable> =>
    Effect.suspend(() => {
      if (until <= clock.currentTimeMillisUnsafe()) return Link.failed
      const owner = owners.get(call.partition)
      if (owner === undefined) {
        return Effect.andThen(owners.refresh(call.partition, until), untilAnswered(call, until))
      }
      return Effect.flatMap(callAt(owner, call, until), (answer) => {
        if (answer !== OtherNodes.moved) return Effect.succeed(answer)
        owners.forget(call.partition, owner)
        return Effect.delay(untilAnswered(call, until), movedPauseMs)
      })
    })

  return {
    call: (call: OtherNodes.Call): Effect.Effect<unknown, Unavailable> =>
      Effect.suspend(() => {
        const since = clock.currentTimeMillisUnsafe()
        return Effect.onExit(
          withinBounds(call, untilAnswered(call, since + call.msMax)),
          (exit) => {
            const counter = Exit.isSuccess(exit) ? answered : unavailable
            counter.count += 1
            duration.observe((clock.currentTimeMillisUnsafe() - since) / 1000)
            return Effect.void
          }
        )
      }),
    changes: owners.changes,
    unreached
  }
})
