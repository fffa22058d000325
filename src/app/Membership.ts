/**
 * This node among the others over one database: the row that it writes about itself every second,
 * and the rows of the others. Nothing here decides who writes a log.
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

/** A partition that this node runs. `since` is when it started, milliseconds. */
export interface OwnPartition extends Partitions.Running {
  readonly since: number
}

/** The state of this node, and the rows of all nodes. */
export interface Membership {
  readonly address: string
  readonly startedAt: number
  readonly agreed: NodesPort.AgreedSettings
  readonly ownPartitions: Map<number, OwnPartition>
  readonly replica: Effect.Success<ReturnType<typeof DirectoryReplica.make>>
  /** The nodes as of a moment ago. */
  nodes: ReadonlyArray<NodesPort.Node>
  /** When the last stored row of this node was made, milliseconds by `performance.now()`. */
  heartbeatAt: number
  /** When this node last noted that it runs, milliseconds by `performance.now()`. */
  tickAt: number
  /** True if this node has proved that its logs are still its own since it was last suspended. */
  isConfirmed: boolean
  /** Milliseconds by which this node's clock is ahead of the database's. */
  skewMs: number
  /** The live nodes that do not respond to this node. */
  unreached: ReadonlyArray<string>
  /** Returns the nodes among these that do not respond to this node. */
  findUnreached: (addresses: ReadonlyArray<string>) => ReadonlyArray<string>
}

/** The clock is too far from the database's: its ids and funding windows would be wrong. */
export class ClockWrong extends Schema.TaggedError<ClockWrong>()("ClockWrong", {
  message: Schema.String
}) {}

const rowOf = ({ ownPartitions, replica, ...fixed }: Membership): NodesPort.Row => ({
  ...{ address: fixed.address, startedAt: fixed.startedAt, agreed: fixed.agreed },
  version: Version.version,
  followed: replica.seq(),
  partitions: Array.from(ownPartitions.values(), ({ engine, since }) => ({
    ...{ number: engine.partition.number, ...engine.tip(), since }
  })),
  health: { skewMs: Math.round(fixed.skewMs), unreached: fixed.unreached }
})

/** The other live nodes. */
export const otherNodesOf = ({ address, nodes }: Membership): ReadonlyArray<string> =>
  nodes.flatMap((node) => (node.isAlive && node.address !== address ? [node.address] : []))

interface Readings {
  readonly before: number
  /** The database's clock, read between the two others. */
  readonly databaseNow: number
  readonly after: number
}

/** Milliseconds by which a clock is ahead of the database's. A slow response causes no skew. */
export const skewOf = ({ after, before, databaseNow }: Readings): number =>
  databaseNow < before ? before - databaseNow : Math.min(0, after - databaseNow)

/** Writes this node's row, and reads the rows of the others. */
const exchangeHeartbeats = Effect.fnUntraced(function* (sql: PgClient, membership: Membership) {
  const at = performance.now()
  // The row that is written now tells the others, instead of the next one.
  membership.unreached = membership.findUnreached(otherNodesOf(membership))
  const before = yield* Clock.currentTimeMillis
  const databaseNow = yield* Nodes.writeHeartbeat(sql, rowOf(membership))
  const after = yield* Clock.currentTimeMillis
  membership.skewMs = skewOf({ before, databaseNow, after })
  membership.heartbeatAt = at
  membership.nodes = yield* Nodes.list(sql)
})

/** Refuses a clock that is too far from the database's. */
export const checkClock = Effect.fnUntraced(function* ({ skewMs }: Membership) {
  const { clockSkewMsMax } = Limits.cluster
  if (Math.abs(skewMs) <= clockSkewMsMax) return
  const seconds = (Math.abs(skewMs) / 1_000).toFixed(1)
  const message = `The clock of this machine is ${seconds} s ${skewMs > 0 ? "ahead of" : "behind"} the database's; at most ${clockSkewMsMax / 1_000} s are allowed. Set it by NTP and start again.`
  return yield* new ClockWrong({ message })
})

/**
 * Returns once a partition's log is proven to be this node's, or the partition no longer runs here.
 */
const confirmOne = (membership: Membership, number: number, { engine, scope }: OwnPartition) => {
  const hasLeft = () => membership.ownPartitions.get(number)?.engine !== engine
  const untilLeft: Effect.Effect<void> = Effect.suspend(() =>
    hasLeft() ? Effect.void : Effect.andThen(Effect.sleep(Limits.cluster.movedPauseMs), untilLeft)
  )
  const verified = Effect.flatMap(
    Effect.forkIn(engine.verify, scope, { startImmediately: true }),
    (fiber) =>
      Effect.flatMap(Fiber.await(fiber), (exit) => (Exit.isSuccess(exit) ? Effect.void : untilLeft))
  )
  return Effect.raceFirst(verified, untilLeft)
}

/**
 * Proves that each log is still this node's after it was suspended. Another node may run its
 * partitions by now, and may have given responses that this one does not know.
 */
const confirmAll = (membership: Membership): Effect.Effect<void> =>
  Effect.forEach(
    [...membership.ownPartitions],
    ([number, own]) => confirmOne(membership, number, own),
    {
      concurrency: "unbounded",
      discard: true
    }
  ).pipe(
    Effect.timeoutOrElse({
      duration: Limits.cluster.confirmMsMax,
      orElse: () => Effect.suspend(() => confirmAll(membership))
    })
  )

/** Notes that this node runs, and confirms its logs after it was suspended. */
export const tick = (membership: Membership): Effect.Effect<void> =>
  Effect.suspend(() => {
    const now = performance.now()
    const wasSuspended = now - membership.tickAt > Limits.cluster.pauseMsMax
    membership.tickAt = now
    if (!wasSuspended) return Effect.void
    membership.isConfirmed = false
    return Effect.andThen(
      confirmAll(membership),
      Effect.sync(() => {
        // If there was another pause in the meantime, the next tick confirms the logs.
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
  { nodes, ownPartitions }: Membership,
  counts: (node: NodesPort.Node) => boolean
): Set<number> =>
  new Set([
    ...ownPartitions.keys(),
    ...nodes.flatMap((node) => (counts(node) ? node.partitions.map(({ number }) => number) : []))
  ])

/** Partitions that have an owner: this node, or another live one. */
const ownedNumbers = (membership: Membership): Set<number> =>
  numbersOf(membership, ({ isAlive }) => isAlive)

/** Partitions with an owner that responds to this node. */
export const reachable = (membership: Membership): Set<number> =>
  numbersOf(
    membership,
    ({ address, isAlive }) => isAlive && !membership.unreached.includes(address)
  )

/** True if the node is cut off: it runs no partition, and no live node responds to it. */
const isCutOff = (membership: Membership): boolean => {
  const others = otherNodesOf(membership)
  return (
    membership.ownPartitions.size === 0 &&
    others.length > 0 &&
    others.every((address) => membership.unreached.includes(address))
  )
}

/**
 * True if this node may admit requests. Other nodes stop waiting for a node whose row is old, so
 * such a node may miss a revocation. A suspended node must confirm its partitions first, and a node
 * that is cut off can serve none.
 */
export const isCurrent = (membership: Membership): boolean => {
  const { heartbeatAt, isConfirmed, replica, tickAt } = membership
  const now = performance.now()
  const { nodeSilenceMsMax, pauseMsMax } = Limits.cluster
  return (
    replica.isCurrent() &&
    now - heartbeatAt < nodeSilenceMsMax &&
    isConfirmed &&
    now - tickAt <= pauseMsMax &&
    !isCutOff(membership)
  )
}

/** Metrics of this node's state. */
export const metricsOf = (count: number, membership: Membership) =>
  ClusterMetrics.make(() => {
    const { nodes, ownPartitions, replica } = membership
    const alive = nodes.filter(({ isAlive }) => isAlive).length
    return {
      ...{ owned: ownPartitions.size, unowned: count - ownedNumbers(membership).size },
      ...{ alive, silent: nodes.length - alive, directoryLagSeconds: replica.age() },
      ...{ unreached: membership.unreached.length, clockSkewSeconds: membership.skewMs / 1_000 }
    }
  })

/** Waits until all live nodes have applied the directory's log up to this entry. */
export const appliedEverywhere = (sql: PgClient, seq: number) => {
  const poll: Effect.Effect<void, Unavailable> = Effect.flatMap(
    Nodes.readLowestFollowed(sql),
    (lowest) =>
      lowest !== null && lowest >= seq
        ? Effect.void
        : Effect.andThen(Effect.sleep(Limits.cluster.appliedPollMs), poll)
  )
  return poll.pipe(Effect.timeoutOption(Limits.cluster.appliedMsMax), Effect.ignore)
}
