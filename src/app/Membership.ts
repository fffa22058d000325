/**
 * This process among the others over the same database: what it writes about itself every second,
 * and what it reads about them. Nothing here decides who writes a log.
 */

import type { PgClient } from "@effect/sql-pg/PgClient"
import { Clock, Effect, Exit, Fiber, Schema } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Version from "../config/Version.ts"
import type * as DirectoryReplica from "../engine/DirectoryReplica.ts"
import type * as Partitions from "../engine/Partitions.ts"
import type * as NodesPort from "../engine/ports/Nodes.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"
import * as Nodes from "../postgres/Nodes.ts"
import * as ClusterMetrics from "../telemetry/ClusterMetrics.ts"

/** A partition that this process runs, and since when, milliseconds. */
export interface OwnPartition extends Partitions.Running {
  readonly since: number
}

/** This process's part, and what the others wrote about theirs. */
export interface Membership {
  readonly address: string
  readonly startedAt: number
  readonly agreed: NodesPort.Agreed
  readonly own: Map<number, OwnPartition>
  readonly replica: Effect.Success<ReturnType<typeof DirectoryReplica.make>>
  /** As they were a moment ago. */
  nodes: ReadonlyArray<NodesPort.Node>
  /** When its last row that was stored was made, milliseconds by `performance.now()`. */
  beatAt: number
  /** When it last noted that it runs, milliseconds by `performance.now()`. */
  tickAt: number
  /** Whether its logs are known to be its own since it last stood still. */
  isConfirmed: boolean
  /** Milliseconds that its clock is ahead of the database's. */
  skewMs: number
  /** The live nodes that do not answer it. */
  unreached: ReadonlyArray<string>
  /** Which of these processes do not answer this one. */
  findUnreached: (addresses: ReadonlyArray<string>) => ReadonlyArray<string>
}

/** A process whose clock is too far from the database's would make ids and windows of another time. */
export class ClockWrong extends Schema.TaggedError<ClockWrong>()("ClockWrong", {
  message: Schema.String
}) {}

const rowOf = ({ own, replica, ...fixed }: Membership): NodesPort.Row => ({
  ...{ address: fixed.address, startedAt: fixed.startedAt, agreed: fixed.agreed },
  version: Version.version,
  followed: replica.seq(),
  partitions: Array.from(own.values(), ({ engine, since }) => ({
    ...{ number: engine.partition.number, ...engine.tip(), since }
  })),
  health: { skewMs: Math.round(fixed.skewMs), unreached: fixed.unreached }
})

/** The other nodes that are alive. */
export const othersOf = ({ address, nodes }: Membership): ReadonlyArray<string> =>
  nodes.flatMap((node) => (node.isAlive && node.address !== address ? [node.address] : []))

interface Readings {
  readonly before: number
  /** The database's clock, which was read between the two others. */
  readonly databaseNow: number
  readonly after: number
}

/** Milliseconds that a clock is ahead of the database's; a slow answer shows no skew. */
export const skewOf = ({ after, before, databaseNow }: Readings): number =>
  databaseNow < before ? before - databaseNow : Math.min(0, after - databaseNow)

/** Writes this process's row, and reads those of the others. */
const exchangeHeartbeats = Effect.fnUntraced(function* (sql: PgClient, membership: Membership) {
  const at = performance.now()
  const before = yield* Clock.currentTimeMillis
  const databaseNow = yield* Nodes.writeHeartbeat(sql, rowOf(membership))
  const after = yield* Clock.currentTimeMillis
  membership.skewMs = skewOf({ before, databaseNow, after })
  membership.beatAt = at
  membership.nodes = yield* Nodes.list(sql)
  membership.unreached = membership.findUnreached(othersOf(membership))
})

/** Refuses a clock that is too far from the database's. */
export const checkClock = Effect.fnUntraced(function* ({ skewMs }: Membership) {
  const { clockSkewMsMax } = Limits.cluster
  if (Math.abs(skewMs) <= clockSkewMsMax) return
  const seconds = (Math.abs(skewMs) / 1_000).toFixed(1)
  const message = `The clock of this machine is ${seconds} s ${skewMs > 0 ? "ahead of" : "behind"} the database's; at most ${clockSkewMsMax / 1_000} s are allowed. Set it by NTP and start again.`
  return yield* new ClockWrong({ message })
})

/** Returns once a partition's log is proven to be this process's, or it runs here no longer. */
const confirmOne = (membership: Membership, number: number, { engine, scope }: OwnPartition) => {
  const isOver = () => membership.own.get(number)?.engine !== engine
  const over: Effect.Effect<void> = Effect.suspend(() =>
    isOver() ? Effect.void : Effect.andThen(Effect.sleep(Limits.cluster.movedPauseMs), over)
  )
  const verified = Effect.flatMap(
    Effect.forkIn(engine.verify, scope, { startImmediately: true }),
    (fiber) =>
      Effect.flatMap(Fiber.await(fiber), (exit) => (Exit.isSuccess(exit) ? Effect.void : over))
  )
  return Effect.raceFirst(verified, over)
}

/**
 * Proves that each log is this process's after it stood still: another may run its partitions by
 * now and have answers that this one does not know.
 */
const confirmAll = (membership: Membership): Effect.Effect<void> =>
  Effect.forEach([...membership.own], ([number, own]) => confirmOne(membership, number, own), {
    concurrency: "unbounded",
    discard: true
  }).pipe(
    Effect.timeoutOrElse({
      duration: Limits.cluster.confirmMsMax,
      orElse: () => Effect.suspend(() => confirmAll(membership))
    })
  )

/** Notes that this process runs, and confirms its logs after it stood still. */
export const tick = (membership: Membership): Effect.Effect<void> =>
  Effect.suspend(() => {
    const now = performance.now()
    const stoodStill = now - membership.tickAt > Limits.cluster.pauseMsMax
    membership.tickAt = now
    if (!stoodStill) return Effect.void
    membership.isConfirmed = false
    return Effect.andThen(
      confirmAll(membership),
      Effect.sync(() => {
        // A pause in the meantime is confirmed by the next tick.
        membership.isConfirmed = performance.now() - membership.tickAt <= Limits.cluster.pauseMsMax
      })
    )
  })

/** Joins the others, unless one of them has other settings, and leaves when the scope closes. */
export const join = Effect.fnUntraced(function* (sql: PgClient, membership: Membership) {
  const { address } = membership
  yield* exchangeHeartbeats(sql, membership)
  yield* Effect.addFinalizer(() => Effect.ignore(Nodes.leave(sql, address)))
  yield* checkClock(membership)
  yield* Nodes.check(sql, membership)
  membership.tickAt = performance.now()
  yield* Effect.forkScoped(Effect.forever(Effect.delay(tick(membership), Limits.cluster.tickMs)))
  yield* Effect.forkScoped(
    Effect.ignore(exchangeHeartbeats(sql, membership)).pipe(
      Effect.delay(Limits.cluster.beatEveryMs),
      Effect.forever
    )
  )
})

const numbersOf = (
  { nodes, own }: Membership,
  takes: (node: NodesPort.Node) => boolean
): Set<number> =>
  new Set([
    ...own.keys(),
    ...nodes.flatMap((node) => (takes(node) ? node.partitions.map(({ number }) => number) : []))
  ])

/** Partitions that have an owner: this process, or another that is alive. */
const owned = (membership: Membership): Set<number> =>
  numbersOf(membership, ({ isAlive }) => isAlive)

/** Partitions with an owner that answers this process. */
export const reachable = (membership: Membership): Set<number> =>
  numbersOf(
    membership,
    ({ address, isAlive }) => isAlive && !membership.unreached.includes(address)
  )

/** Whether it is cut off: it runs no partition, and none of the live nodes answers it. */
const isCutOff = (membership: Membership): boolean => {
  const others = othersOf(membership)
  return (
    membership.own.size === 0 &&
    others.length > 0 &&
    others.every((address) => membership.unreached.includes(address))
  )
}

/**
 * Whether it shows the directory as it was a moment ago. Others wait for a node to show a change
 * until its row is too old: one that did not write it for so long may be behind without a limit.
 * One that stood still does not know yet what became of its partitions, and one that is cut off
 * can serve none.
 */
export const isCurrent = (membership: Membership): boolean => {
  const { beatAt, isConfirmed, replica, tickAt } = membership
  const now = performance.now()
  const { nodeSilenceMsMax, pauseMsMax } = Limits.cluster
  return (
    replica.isCurrent() &&
    now - beatAt < nodeSilenceMsMax &&
    isConfirmed &&
    now - tickAt <= pauseMsMax &&
    !isCutOff(membership)
  )
}

/** Metrics of this process's part. */
export const metricsOf = (count: number, membership: Membership) =>
  ClusterMetrics.make(() => {
    const { nodes, own, replica } = membership
    const alive = nodes.filter(({ isAlive }) => isAlive).length
    return {
      ...{ owned: own.size, unowned: count - owned(membership).size },
      ...{ alive, silent: nodes.length - alive, directoryLagSeconds: replica.age() },
      ...{ unreached: membership.unreached.length, clockSkewSeconds: membership.skewMs / 1_000 }
    }
  })

/** Waits until all nodes that are alive show the directory's log up to this entry. */
export const appliedEverywhere = (sql: PgClient, seq: number) => {
  const look: Effect.Effect<void, Unavailable> = Effect.flatMap(
    Nodes.lowestFollowed(sql),
    (lowest) =>
      lowest !== null && lowest >= seq
        ? Effect.void
        : Effect.andThen(Effect.sleep(Limits.cluster.shownLookMs), look)
  )
  return look.pipe(Effect.timeoutOption(Limits.cluster.shownMsMax), Effect.ignore)
}
