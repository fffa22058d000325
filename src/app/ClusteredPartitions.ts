/**
 * The partitions of one of several processes: it runs those that the cluster gives it, follows the
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

type Clustered = NonNullable<Settings["cluster"]>

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

/** Runs an effect in the scope of a partition's engine, which interrupts it before it ends. */
const whileRunning = <A, E>(
  own: ReadonlyMap<number, Membership.OwnPartition>,
  number: number,
  effect: Effect.Effect<A, E>
): Effect.Effect<A, E | Partitions.Moved> =>
  Effect.suspend(() => {
    const running = own.get(number)
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

/** What the owner of a partition answers to a procedure's call. */
interface ProcedureAnswer {
  readonly value?: unknown
  /** Why it could not be run. */
  readonly unavailable?: string
}

/** Runs a procedure at its partition's owner. */
const callOwner = <A, B>(
  peers: OtherNodes.OtherNodesService,
  { name }: Partitions.Procedure<A, B>,
  partition: number,
  argument: A
): Effect.Effect<B, Unavailable> => {
  const message = { procedure: name, argument }
  const msMax = Limits.cluster.callMsMax
  return Effect.flatMap(peers.call({ partition, message, isShort: false, msMax }), (answer) => {
    // The same program of another process made it.
    const { unavailable, value } = answer as ProcedureAnswer
    return unavailable === undefined
      ? Effect.succeed(value as B)
      : Effect.fail(new Unavailable({ message: unavailable }))
  })
}

/** Runs a procedure here, or at the partition's owner. */
const callOf =
  (
    own: ReadonlyMap<number, Membership.OwnPartition>,
    peers: OtherNodes.OtherNodesService
  ): Partitions.PartitionsService["call"] =>
  (procedure, partition, argument) =>
    Effect.suspend(() => {
      const running = own.get(partition)
      if (running === undefined) return callOwner(peers, procedure, partition, argument)
      const here = whileRunning(own, partition, procedure.run(running.engine, argument))
      return Effect.catchTag(here, "Moved", () => callOwner(peers, procedure, partition, argument))
    })

/** What runs the partitions that the cluster gives this process. */
const runner = Effect.fnUntraced(function* (
  settings: Settings,
  engineOn: typeof Engine.layerOn,
  membership: Membership.Membership,
  begin: ReturnType<typeof makePreparation>["begin"]
) {
  const { partitions: count } = settings
  const { given, taken } = yield* Membership.metricsOf(count, membership)
  // The cluster's locks say who runs what; the log says who writes it.
  const start = yield* RunningPartitions.starter(settings, engineOn).pipe(
    Effect.provideService(LeaderLock.LeaderLock, "at once")
  )
  const directory = Collections.directoryOf(membership.replica.state)
  const stateOf = (number: number) =>
    number === Partition.directory ? State.make({ count }) : State.make({ count, directory })
  const take = (number: number, running: Partitions.Running, since: number) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        membership.own.set(number, { ...running, since })
        taken.count += 1
      }),
      () =>
        Effect.sync(() => {
          membership.own.delete(number)
          given.count += 1
        })
    )
  /** Runs a partition until its engine ends; then its lock shows whether it starts again here. */
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
 * Places the follower of the chain in one of the processes; a simulated chain is followed in each.
 * The chain as requests see it in this one: it knows the newest blocks that engines were told of.
 */
const follow = Effect.fnUntraced(function* (
  partitions: Partitions.PartitionsService,
  placeOne: (name: string, run: Effect.Effect<never>) => Effect.Effect<void, never, Scope.Scope>
) {
  const chain = yield* Chain.Chain
  const run = ChainFollower.run(chain, partitions)
  if (chain.deposits._tag === "Simulation") {
    yield* Effect.forkScoped(run)
    return chain
  }
  const engines = () => partitions.running().map(({ engine }) => engine)
  yield* ChainProgress.publish(engines)
  yield* placeOne(
    "follower of the chain",
    Effect.provideService(run, IdGenerator.IdGenerator, yield* IdGenerator.IdGenerator)
  )
  return Chain.Chain.of({ ...chain, head: () => ChainProgress.newestHead(chain, engines()) })
})

/**
 * Joins the others, and runs what the cluster gives this process until the scope closes. `join`:
 * another cluster, where tests decide who runs what.
 */
export const make = Effect.fnUntraced(function* (
  settings: Settings,
  cluster: Clustered,
  engineOn: typeof Engine.layerOn,
  join: typeof Cluster.make = Cluster.make
) {
  const sql = yield* PgClient
  const { partitions: count } = settings
  const { host, port } = cluster.address
  const address = `${host}:${port}`
  yield* LeaderLock.share(sql)
  const replica = yield* DirectoryReplica.make((seq) =>
    Effect.ignore(Nodes.followed(sql, address, seq))
  ).pipe(Effect.provide(Storage.followed(Partition.directory)))
  const own = new Map<number, Membership.OwnPartition>()
  const startedAt = yield* Clock.currentTimeMillis
  const agreed = { ...cluster.agreed, [NodesPort.entryVersion]: String(Entry.version) }
  const membership: Membership.Membership = {
    ...{ address, startedAt, agreed, own, replica, nodes: [] },
    ...{ beatAt: Number.NEGATIVE_INFINITY, tickAt: performance.now(), isConfirmed: true },
    ...{ skewMs: 0, unreached: [], findUnreached: () => [] }
  }
  yield* Membership.join(sql, membership)

  const { attach, begin } = makePreparation()
  const run = yield* runner(settings, engineOn, membership, begin)
  const {
    peers: otherNodes,
    place,
    placeOne,
    unreached
  } = yield* join({
    ...cluster,
    partitions: count,
    // The settings require it with an address.
    databaseUrl: settings.databaseUrl ?? Redacted.make(""),
    others: () => Membership.othersOf(membership)
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
    running: () => [...own.values()],
    at: (number) => own.get(number),
    whileRunning: (number, effect) => whileRunning(own, number, effect),
    reachable: () => Membership.reachable(membership).size,
    attach,
    call: callOf(own, otherNodes),
    ...Partitions.places(count, replica.directory),
    lost: replica.lost
  }
  const chain = yield* follow(partitions, placeOne)
  return Context.make(Partitions.Partitions, partitions).pipe(
    Context.add(Chain.Chain, chain),
    Context.add(OtherNodes.OtherNodes, otherNodes),
    Context.add(NodesPort.Nodes, { isClustered: true, list: Nodes.list(sql) })
  )
})
