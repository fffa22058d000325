/**
 * This process among the others over the same database: what it writes about itself every second,
 * and what it reads about them. Nothing here decides who writes a log.
 */
import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as DirectoryReplica from "../engine/DirectoryReplica.ts"
import type * as Partitions from "../engine/Partitions.ts"
import type * as NodesPort from "../engine/ports/Nodes.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"
import * as Nodes from "../postgres/Nodes.ts"
import * as ClusterMetrics from "../telemetry/ClusterMetrics.ts"

/** A partition that this process runs, and since when, milliseconds. */
export interface Own extends Partitions.Running {
  readonly since: number
}

/** This process's part, and what the others wrote about theirs. */
export interface Membership {
  readonly address: string
  readonly startedAt: number
  readonly agreed: NodesPort.Agreed
  readonly own: Map<number, Own>
  readonly replica: Effect.Success<ReturnType<typeof DirectoryReplica.make>>
  /** As they were a moment ago. */
  nodes: ReadonlyArray<NodesPort.Node>
  /** When its last row that was stored was made, milliseconds by `performance.now()`. */
  beatAt: number
}

const rowOf = ({ own, replica, ...fixed }: Membership): NodesPort.Row => ({
  ...{ address: fixed.address, startedAt: fixed.startedAt, agreed: fixed.agreed },
  version: Limits.version,
  followed: replica.seq(),
  partitions: Array.from(own.values(), ({ engine, since }) => ({
    ...{ number: engine.partition.number, ...engine.tip(), since }
  }))
})

/** Writes this process's row, and reads those of the others. */
const meet = Effect.fnUntraced(function* (sql: PgClient, membership: Membership) {
  const at = performance.now()
  yield* Nodes.beat(sql, rowOf(membership))
  membership.beatAt = at
  membership.nodes = yield* Nodes.list(sql)
})

/** Joins the others, unless one of them has other settings, and leaves when the scope closes. */
export const join = Effect.fnUntraced(function* (sql: PgClient, membership: Membership) {
  const { address } = membership
  yield* meet(sql, membership)
  yield* Effect.addFinalizer(() => Effect.ignore(Nodes.leave(sql, address)))
  yield* Nodes.check(sql, membership)
  yield* Effect.forkScoped(
    Effect.ignore(meet(sql, membership)).pipe(
      Effect.delay(Limits.cluster.beatEveryMs),
      Effect.forever
    )
  )
})

/** Partitions that have an owner: this process, or another that is alive. */
export const owned = ({ nodes, own }: Membership): Set<number> =>
  new Set([
    ...own.keys(),
    ...nodes.flatMap(({ isAlive, partitions }) =>
      isAlive ? partitions.map(({ number }) => number) : []
    )
  ])

/**
 * Whether it shows the directory as it was a moment ago. Others wait for a node to show a change
 * until its row is too old: one that did not write it for so long may be behind without a limit.
 */
export const isCurrent = ({ beatAt, replica }: Membership): boolean =>
  replica.isCurrent() && performance.now() - beatAt < Limits.cluster.nodeSilenceMsMax

/** Metrics of this process's part. */
export const metricsOf = (count: number, membership: Membership) =>
  ClusterMetrics.make(() => {
    const { nodes, own, replica } = membership
    const alive = nodes.filter(({ isAlive }) => isAlive).length
    return {
      ...{ owned: own.size, unowned: count - owned(membership).size },
      ...{ alive, silent: nodes.length - alive, directoryLagSeconds: replica.age() }
    }
  })

/** Waits until all nodes that are alive show the directory's log up to this entry. */
export const shownEverywhere = (sql: PgClient, seq: number) => {
  const look: Effect.Effect<void, Unavailable> = Effect.flatMap(
    Nodes.lowestFollowed(sql),
    (lowest) =>
      lowest !== null && lowest >= seq
        ? Effect.void
        : Effect.andThen(Effect.sleep(Limits.cluster.shownLookMs), look)
  )
  return look.pipe(Effect.timeoutOption(Limits.cluster.shownMsMax), Effect.ignore)
}
