/**
 * The partitions of one of several nodes: it runs those that the cluster assigns to it, follows the
 * directory, and calls the owners of the others.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Cause, Clock, Context, Effect, Exit, Fiber, Redacted, Scope } from "effect"
import * as Cluster from "../cluster/Cluster.ts"
import * as Limits from "../config/Limits.ts"
import type { Settings } from "../config/Settings.ts"
import * as ChainFollower from "../engine/chain/ChainFollower.ts"
import * as ChainProgress from "../engine/chain/ChainProgress.ts"
import * as DirectoryReplica from "../engine/DirectoryReplica.ts"
import type * as Engine from "../engine/Engine.ts"
import * as Partition from "../engine/Partition.ts"
import * as Partitions from "../engine/Partitions.ts"
import * as Chain from "../engine/ports/Chain.ts"
import * as Entry from "../engine/ports/Entry.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import * as NodesPort from "../engine/ports/Nodes.ts"
import * as OtherNodes from "../engine/ports/OtherNodes.ts"
import { Unavailable } from "../engine/ports/Unavailable.ts"
import * as Collections from "../engine/state/Collections.ts"
import * as State from "../engine/state/State.ts"
import * as LeaderLock from "../postgres/log/LeaderLock.ts"
import * as Nodes from "../postgres/Nodes.ts"
import * as Membership from "./Membership.ts"
import * as RunningPartitions from "./RunningPartitions.ts"
import * as Storage from "./Storage.ts"

type ClusterSettings = NonNullable<Settings["cluster"]>

/** Runs the preparations of partitions, once for each partition that runs here. */
const makePreparation = () => {
  const preparations: Array<Partitions.Attach> = []
  const prepared = new Map<Partitions.Running, Set<Partitions.Attach>>()
  const once = (running: Partitions.Running, prepare: Partitions.Attach) =>
    Effect.suspend(() => {
      const attached = prepared.get(running)
      if (attached === undefined || attached.has(prepare)) return Effect.void
      attached.add(prepare)
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

/** Runs an effect in the scope of a partition's engine, which interrupts it before it ends. */
const whileRunning = <A, E>(
  ownPartitions: ReadonlyMap<number, Membership.OwnPartition>,
  number: number,
  effect: Effect.Effect<A, E>
): Effect.Effect<A, E | Partitions.Moved> =>
  Effect.suspend(() => {
    const running = ownPartitions.get(number)
    if (running === undefined) return Partitions.moved
    return Effect.flatMap(
      Effect.forkIn(effect, running.scope, { startImmediately: true }),
      (fiber) =>
        Fiber.await(fiber).pipe(
          Effect.onInterrupt(() => Fiber.interrupt(fiber)),
          Effect.flatMap((exit): Effect.Effect<A, E | Partitions.Moved> => {
            const hasMoved = Exit.hasInterrupts(exit) && running.scope.state._tag === "Closed"
            return hasMoved ? Partitions.moved : exit
          })
        )
    )
  })

/** The response of a partition's owner to a procedure's call. */
interface ProcedureAnswer {
  readonly value?: unknown
  /** The reason why the procedure could not be run. */
  readonly unavailable?: string
}

/** Runs a procedure at its partition's owner. */
const callOwner = <A, B>(
  otherNodes: OtherNodes.OtherNodesService,
  { name }: Partitions.Procedure<A, B>,
  partition: number,
  argument: A
): Effect.Effect<B, Unavailable> => {
  const message = { procedure: name, argument }
  const msMax = Limits.cluster.callMsMax
  return Effect.flatMap(
    otherNodes.call({ partition, message, isShort: false, msMax }),
    (answer) => {
      // This program made the response, on another node.
      const { unavailable, value } = answer as ProcedureAnswer
      return unavailable === undefined
        ? Effect.succeed(value as B)
        : Effect.fail(new Unavailable({ message: unavailable }))
    }
  )
}

/** Runs a procedure here, or at the partition's owner. */
const callOf =
  (
    ownPartitions: ReadonlyMap<number, Membership.OwnPartition>,
    otherNodes: OtherNodes.OtherNodesService
  ): Partitions.PartitionsService["call"] =>
  (procedure, partition, argument) =>
    Effect.suspend(() => {
      const running = ownPartitions.get(partition)
      if (running === undefined) return callOwner(otherNodes, procedure, partition, argument)
      const local = whileRunning(ownPartitions, partition, procedure.run(running.engine, argument))
      return Effect.catchTag(local, "Moved", () =>
        callOwner(otherNodes, procedure, partition, argument)
      )
    })

/** Returns a function that runs a partition which the cluster assigned to this node. */
const runner = Effect.fnUntraced(function* (
  settings: Settings,
  engineOn: typeof Engine.layerOn,
  membership: Membership.Membership,
  begin: ReturnType<typeof makePreparation>["begin"]
) {
  const { partitions: count } = settings
  const { released, acquired } = yield* Membership.metricsOf(count, membership)
  // The cluster's locks decide which node runs a partition; the log decides which one writes it.
  const start = yield* RunningPartitions.starter(settings, engineOn).pipe(
    Effect.provideService(LeaderLock.LeaderLock, "at once")
  )
  const directory = Collections.directoryOf(membership.replica.state)
  const stateOf = (number: number) =>
    number === Partition.directory ? State.make({ count }) : State.make({ count, directory })
  const take = (number: number, running: Partitions.Running, since: number) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        membership.ownPartitions.set(number, { ...running, since })
        acquired.count += 1
      }),
      () =>
        Effect.sync(() => {
          membership.ownPartitions.delete(number)
          released.count += 1
        })
    )
  /** Runs a partition until its engine ends. Its lock then decides whether it starts again here. */
  return Effect.fnUntraced(
    function* (number: number) {
      const running = yield* start(stateOf(number), number, yield* Effect.scope)
      yield* begin(running)
      yield* take(number, running, yield* Clock.currentTimeMillis)
      return yield* running.engine.lost
    },
    (serving, number) =>
      Effect.catchCause(serving, (cause) =>
        Cause.hasInterrupts(cause)
          ? Effect.failCause(cause)
          : Effect.logError(`Partition ${number} ended here`, cause)
      ),
    Effect.orDie
  )
})

/**
 * Places the follower of the chain on one of the nodes; a simulated chain is followed on each.
 * Returns the chain as requests on this node see it: its head is the newest block that was reported
 * to these engines.
 */
const follow = Effect.fnUntraced(function* (
  partitions: Partitions.PartitionsService,
  placeSingleton: (
    name: string,
    run: Effect.Effect<never>
  ) => Effect.Effect<void, never, Scope.Scope>
) {
  const chain = yield* Chain.Chain
  const run = ChainFollower.run(chain, partitions)
  if (chain.deposits._tag === "Simulation") {
    yield* Effect.forkScoped(run)
    return chain
  }
  const engines = () => partitions.running().map(({ engine }) => engine)
  yield* ChainProgress.publish(engines)
  yield* placeSingleton(
    "follower of the chain",
    Effect.provideService(run, IdGenerator.IdGenerator, yield* IdGenerator.IdGenerator)
  )
  return Chain.Chain.of({ ...chain, head: () => ChainProgress.newestHead(chain, engines()) })
})

/**
 * Joins the others, and runs the partitions that the cluster assigns to this node until the scope
 * closes. `join` is replaced in tests, which assign partitions themselves.
 */
export const make = Effect.fnUntraced(function* (
  settings: Settings,
  cluster: ClusterSettings,
  engineOn: typeof Engine.layerOn,
  join: typeof Cluster.make = Cluster.make
) {
  const sql = yield* PgClient
  const { partitions: count } = settings
  const { host, port } = cluster.address
  const address = `${host}:${port}`
  yield* LeaderLock.share(sql)
  const replica = yield* DirectoryReplica.make((seq) =>
    Effect.ignore(Nodes.writeFollowed(sql, address, seq))
  ).pipe(Effect.provide(Storage.followedPartition(Partition.directory)))
  const ownPartitions = new Map<number, Membership.OwnPartition>()
  const startedAt = yield* Clock.currentTimeMillis
  const agreed = { ...cluster.agreed, [NodesPort.entryVersion]: String(Entry.version) }
  const membership: Membership.Membership = {
    ...{ address, startedAt, agreed, ownPartitions, replica, nodes: [] },
    ...{ heartbeatAt: Number.NEGATIVE_INFINITY, tickAt: performance.now(), isConfirmed: true },
    ...{ skewMs: 0, unreached: [], findUnreached: () => [] }
  }
  yield* Membership.join(sql, membership)

  const { attach, begin } = makePreparation()
  const run = yield* runner(settings, engineOn, membership, begin)
  const { otherNodes, place, placeSingleton, unreached } = yield* join({
    ...cluster,
    partitions: count,
    // The settings refuse an address without a database URL.
    databaseUrl: settings.databaseUrl ?? Redacted.make(""),
    others: () => Membership.otherNodesOf(membership)
  })
  membership.findUnreached = unreached
  yield* place(run)
  const partitions: Partitions.PartitionsService = {
    count,
    isShared: true,
    directory: replica.directory,
    registry: replica.state,
    isCurrent: () => Membership.isCurrent(membership),
    appliedEverywhere: (seq) => Membership.appliedEverywhere(sql, seq),
    running: () => [...ownPartitions.values()],
    at: (number) => ownPartitions.get(number),
    whileRunning: (number, effect) => whileRunning(ownPartitions, number, effect),
    reachable: () => Membership.reachable(membership).size,
    attach,
    call: callOf(ownPartitions, otherNodes),
    ...Partitions.partitionLookups(count, replica.directory),
    lost: replica.lost
  }
  const chain = yield* follow(partitions, placeSingleton)
  return Context.make(Partitions.Partitions, partitions).pipe(
    Context.add(Chain.Chain, chain),
    Context.add(OtherNodes.OtherNodes, otherNodes),
    Context.add(NodesPort.Nodes, { isClustered: true, list: Nodes.list(sql) })
  )
})
