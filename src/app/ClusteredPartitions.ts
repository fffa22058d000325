/**
 * The partitions of one of several processes: it runs those that the cluster gives it, follows the
 * directory, and calls the owners of the others.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Cause, Clock, Context, Effect, Redacted, Scope } from "effect"
import * as Cluster from "../cluster/Cluster.ts"
import * as Limits from "../config/Limits.ts"
import type { Settings } from "../config/Settings.ts"
import * as DepositIntake from "../engine/DepositIntake.ts"
import * as DirectoryReplica from "../engine/DirectoryReplica.ts"
import type * as Engine from "../engine/Engine.ts"
import * as Partition from "../engine/Partition.ts"
import * as Partitions from "../engine/Partitions.ts"
import * as Chain from "../engine/ports/Chain.ts"
import * as NodesPort from "../engine/ports/Nodes.ts"
import * as Peers from "../engine/ports/Peers.ts"
import { Unavailable } from "../engine/ports/Unavailable.ts"
import * as Collections from "../engine/state/Collections.ts"
import * as State from "../engine/state/State.ts"
import * as LeaderLock from "../postgres/log/LeaderLock.ts"
import * as Nodes from "../postgres/Nodes.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import * as RunningPartitions from "./RunningPartitions.ts"
import * as Storage from "./Storage.ts"

type Clustered = NonNullable<Settings["cluster"]>

/** A partition that this process runs, and since when, milliseconds. */
interface Own extends Partitions.Running {
  readonly since: number
}

/** What this process says of itself, and hears of the others. */
interface Membership {
  readonly address: string
  readonly own: ReadonlyMap<number, Own>
  readonly replica: Effect.Success<ReturnType<typeof DirectoryReplica.make>>
  /** As they were a moment ago. */
  nodes: ReadonlyArray<NodesPort.Node>
}

/** Runs what is to be prepared for partitions, once for each that runs here. */
const makePreparation = () => {
  const preparations: Array<Partitions.Attach> = []
  const prepared = new Map<Partitions.Running, Set<Partitions.Attach>>()
  const once = (running: Partitions.Running, prepare: Partitions.Attach) =>
    Effect.suspend(() => {
      const done = prepared.get(running)
      if (done === undefined || done.has(prepare)) return Effect.void
      done.add(prepare)
      return Effect.asVoid(Scope.provide(prepare(running), running.scope))
    })
  return {
    /** Prepares a partition that begins to run, for as long as its scope is open. */
    begin: Effect.fnUntraced(function* (running: Partitions.Running) {
      yield* Effect.acquireRelease(
        Effect.sync(() => prepared.set(running, new Set())),
        () => Effect.sync(() => prepared.delete(running))
      )
      for (const prepare of preparations) yield* once(running, prepare)
    }),
    attach: (prepare: Partitions.Attach) =>
      Effect.suspend(() => {
        preparations.push(prepare)
        return Effect.forEach([...prepared.keys()], (running) => once(running, prepare), {
          discard: true
        })
      })
  }
}

const addressOf = ({ address: { host, port } }: Clustered): string => `${host}:${port}`

const rowOf = ({ agreed }: Clustered, startedAt: number, membership: Membership): NodesPort.Row => ({
  address: membership.address,
  startedAt,
  version: Limits.version,
  agreed,
  followed: membership.replica.seq(),
  partitions: Array.from(membership.own.values(), ({ engine, since }) => ({
    ...{ number: engine.partition.number, ...engine.tip(), since }
  }))
})

/** Writes this process's row, and reads those of the others. */
const meet = (sql: PgClient, cluster: Clustered, startedAt: number, membership: Membership) =>
  Effect.gen(function* () {
    yield* Nodes.beat(sql, rowOf(cluster, startedAt, membership))
    membership.nodes = yield* Nodes.list(sql)
  })

/** Partitions that have an owner: this process, or another that is alive. */
const owned = ({ nodes, own }: Membership): Set<number> =>
  new Set([
    ...own.keys(),
    ...nodes.flatMap(({ isAlive, partitions }) =>
      isAlive ? partitions.map(({ number }) => number) : []
    )
  ])

const metricsOf = Effect.fnUntraced(function* (count: number, membership: Membership) {
  const meter = yield* Metrics.make
  const { own, replica } = membership
  const gauge = (name: string, description: string, read: () => number) =>
    meter.gauge({ name, description }, read)
  gauge("payout_cluster_partitions_owned", "Partitions that this node runs", () => own.size)
  gauge("payout_cluster_nodes", "Nodes that are alive", () => {
    return membership.nodes.filter(({ isAlive }) => isAlive).length
  })
  gauge(
    "payout_cluster_partitions_unowned",
    "Partitions that no live node runs",
    () => count - owned(membership).size
  )
  gauge(
    "payout_directory_lag_seconds",
    "Since this node last looked at the directory's log",
    replica.age
  )
  return {
    taken: meter.counter({
      name: "payout_cluster_partitions_taken_total",
      description: "Partitions that this node began to run"
    }),
    given: meter.counter({
      name: "payout_cluster_partitions_given_total",
      description: "Partitions that this node ceased to run"
    })
  }
})

/** Runs a procedure here, or at the partition's owner. */
const callOf =
  (
    own: ReadonlyMap<number, Own>,
    peers: Peers.PeersService
  ): Partitions.PartitionsService["call"] =>
  (procedure, partition, argument) => {
    const running = own.get(partition)
    if (running !== undefined) return procedure.run(running.engine, argument)
    const text = JSON.stringify({ procedure: procedure.name, argument })
    const msMax = Limits.cluster.callMsMax
    return Effect.flatMap(peers.call({ partition, text, isShort: false, msMax }), (answer) => {
      const { unavailable, value } = JSON.parse(answer)
      return unavailable === undefined
        ? Effect.succeed(value)
        : Effect.fail(new Unavailable({ message: unavailable }))
    })
  }

/** Waits until all nodes that are alive show the directory's log up to this entry. */
const shownEverywhere = (sql: PgClient, seq: number) => {
  const look: Effect.Effect<void, Unavailable> = Effect.flatMap(
    Nodes.lowestFollowed(sql),
    (lowest) =>
      lowest !== null && lowest >= seq
        ? Effect.void
        : Effect.andThen(Effect.sleep(Limits.cluster.shownLookMs), look)
  )
  return look.pipe(Effect.timeoutOption(Limits.cluster.shownMsMax), Effect.ignore)
}

/** Joins the others, and runs what the cluster gives this process until the scope closes. */
export const make = Effect.fnUntraced(function* (
  settings: Settings,
  cluster: Clustered,
  engineOn: typeof Engine.layerOn
) {
  const sql = yield* PgClient
  const { partitions: count } = settings
  const startedAt = yield* Clock.currentTimeMillis
  const address = addressOf(cluster)
  yield* LeaderLock.share(sql)
  const own = new Map<number, Own>()
  const replica = yield* DirectoryReplica.make((seq) =>
    Effect.ignore(Nodes.followed(sql, address, seq))
  ).pipe(Effect.provide(Storage.followed(Partition.directory)))
  const membership: Membership = { address, own, replica, nodes: [] }
  const beat = meet(sql, cluster, startedAt, membership)
  yield* beat
  yield* Effect.addFinalizer(() => Effect.ignore(Nodes.leave(sql, address)))
  yield* Nodes.check(sql, { address, agreed: cluster.agreed })
  const { given, taken } = yield* metricsOf(count, membership)

  const follow = yield* DepositIntake.changing(yield* Chain.Chain)
  // The cluster's locks say who runs what; the log says who writes it.
  const start = yield* RunningPartitions.starter(settings, engineOn, follow).pipe(
    Effect.provideService(LeaderLock.LeaderLock, "at once")
  )
  const { attach, begin } = makePreparation()
  const directory = Collections.directoryOf(replica.state)
  const stateOf = (number: number) =>
    number === Partition.directory
      ? State.make(undefined, { count })
      : State.make(undefined, { count, directory })

  /** Runs a partition until its engine ends; then the lock shows whether it is still ours. */
  const run = (number: number) =>
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const running = yield* start(stateOf(number), number, scope)
      yield* begin(running)
      const since = yield* Clock.currentTimeMillis
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          own.set(number, { ...running, since })
          taken.count += 1
        }),
        () =>
          Effect.sync(() => {
            own.delete(number)
            given.count += 1
          })
      )
      yield* Effect.forkScoped(Effect.ignore(beat))
      return yield* running.engine.lost
    }).pipe(
      Effect.catchCause((cause) =>
        Cause.hasInterrupts(cause)
          ? Effect.failCause(cause)
          : Effect.logError(`Partition ${number} ended here`, cause)
      ),
      Effect.orDie
    )

  const { peers, place } = yield* Cluster.make({
    ...cluster,
    partitions: count,
    // The settings require it with an address.
    databaseUrl: settings.databaseUrl ?? Redacted.make("")
  })
  yield* Effect.forkScoped(
    Effect.forever(Effect.andThen(Effect.sleep(Limits.cluster.beatEveryMs), Effect.ignore(beat)))
  )
  yield* place(run)
  const partitions: Partitions.PartitionsService = {
    count,
    directory: replica.directory,
    registry: replica.state,
    isCurrent: replica.isCurrent,
    shownEverywhere: (seq) => shownEverywhere(sql, seq),
    running: () => [...own.values()],
    at: (number) => own.get(number),
    reachable: () => owned(membership).size,
    attach,
    call: callOf(own, peers),
    ...Partitions.places(count, replica.directory),
    lost: replica.lost
  }
  return Context.make(Partitions.Partitions, partitions).pipe(
    Context.add(Peers.Peers, peers),
    Context.add(NodesPort.Nodes, { list: Nodes.list(sql) })
  )
})
