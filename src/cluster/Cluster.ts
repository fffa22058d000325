/**
 * One of several nodes over one database. `effect/cluster` decides which node runs which partition,
 * and carries calls to it. Safety never relies on it: a partition's log takes entries of one writer
 * alone (L3).
 *
 * Each partition has a singleton and an entity of one name. The singleton runs the engine as long
 * as this node holds the partition's lock; the entity returns the owner to others. Both have one
 * shard, so they are always in the same process.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import { Duration, Effect, Layer, Option, type Redacted, type Scope } from "effect"
import {
  Entity,
  EntityId,
  MessageStorage,
  RunnerAddress,
  RunnerStorage,
  Runners,
  ShardId,
  Sharding,
  ShardingConfig,
  SocketRunner,
  SqlRunnerStorage
} from "effect/cluster"
import { RpcSerialization } from "effect/rpc"
import * as Limits from "../config/Limits.ts"
import * as OtherNodes from "../engine/ports/OtherNodes.ts"
import * as Calls from "./Calls.ts"
import * as FailureDetector from "./FailureDetector.ts"
import * as Link from "./Link.ts"
import { PartitionEntity } from "./PartitionEntity.ts"
import * as Transport from "./Transport.ts"

export interface Options {
  /** The address at which this node listens to the others, which is also its name. */
  readonly address: Transport.Address
  /** The name that a load balancer has for this node; `undefined` if no balancer uses it. */
  readonly nodeName: string | undefined
  readonly security: Transport.Security
  readonly databaseUrl: Redacted.Redacted
  readonly partitions: number
  /** The other live nodes, according to the database; `host:port` each. */
  readonly others: () => ReadonlyArray<string>
}

const group = "default"

/** Locks have a separate session: a slow query must not delay their renewal. */
const storage = ({ databaseUrl }: Options) =>
  SqlRunnerStorage.layerWith({ prefix: "cluster" }).pipe(
    Layer.provide(
      PgClient.layer({
        url: databaseUrl,
        applicationName: "payout-service cluster",
        maxConnections: Limits.cluster.connectionsMax,
        connectTimeout: Limits.database.connectMsMax
      })
    )
  )

const { cluster } = Limits

const config = ({ address, partitions }: Options) =>
  ShardingConfig.layer({
    runnerAddress: Option.some(RunnerAddress.make(address.host, address.port)),
    shardsPerGroup: partitions,
    shardLockExpiration: cluster.lockMsMax,
    shardLockRefreshInterval: cluster.renewMs,
    refreshAssignmentsInterval: cluster.pollMs,
    // This is also the pause after a failed attempt at locks, ten seconds by default.
    entityMessagePollInterval: cluster.retryMs,
    runnerHealthCheckInterval: cluster.healthMs,
    entityMailboxCapacity: cluster.mailboxMax,
    entityTerminationTimeout: cluster.endMsMax,
    simulateRemoteSerialization: false
  })

const health = ({ address, others, security }: Options) =>
  FailureDetector.layer({ name: `${address.host}:${address.port}`, others }).pipe(
    Layer.provide(Runners.layerRpc),
    Layer.provide(Transport.client(security))
  )

const layer = (options: Options, answer: OtherNodes.Receiver["answer"]) =>
  SocketRunner.layer.pipe(
    Layer.provide([
      Transport.server(options.address, options.security, (socket) => Link.answer(socket, answer)),
      Transport.client(options.security)
    ]),
    Layer.provide(health(options)),
    Layer.provide(MessageStorage.layerNoop),
    Layer.provideMerge(storage(options)),
    Layer.provide(config(options)),
    Layer.provide(RpcSerialization.layerNdjson)
  )

/**
 * Names of partitions that give each its own shard. Names are spread over the shards by a hash,
 * which would otherwise give some shards several partitions and others none.
 */
const namesOf = (
  { getShardId }: Pick<Sharding.Sharding["Service"], "getShardId">,
  count: number
): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, number) => {
    for (let salt = 0; ; salt++) {
      const name = `partition ${number}.${salt}`
      if (getShardId(EntityId.make(name), group).id === number + 1) return name
    }
  })

/** Runs a partition until its engine ends or loses its log. */
export type RunPartition = (number: number) => Effect.Effect<void, never, Scope.Scope>

/** Runs a partition repeatedly, each time after its lock is confirmed. */
const keepRunning = (isHeld: Effect.Effect<boolean>, run: Effect.Effect<void>) =>
  Effect.flatMap(isHeld, (isLocked) => (isLocked ? run : Effect.void)).pipe(
    Effect.andThen(Effect.sleep(cluster.restartPauseMs)),
    Effect.forever
  )

/** Joins the other nodes, and leaves them when the scope closes. */
export const make = Effect.fnUntraced(function* (options: Options) {
  const { address, nodeName, partitions } = options
  let receiver: OtherNodes.Receiver | undefined
  const answer: OtherNodes.Receiver["answer"] = (partition, message) =>
    receiver === undefined ? Effect.succeed(OtherNodes.moved) : receiver.answer(partition, message)
  const context = yield* Layer.build(layer(options, answer))
  return yield* Effect.gen(function* () {
    const sharding = yield* Sharding.Sharding
    const locks = yield* RunnerStorage.RunnerStorage
    const names = namesOf(sharding, partitions)
    const nameOf = (number: number): string => names[number] ?? ""
    const numberOf = new Map(names.map((name, number) => [name, number]))
    const self = RunnerAddress.make(address.host, address.port)
    const connect = (to: Transport.Address) => Transport.connect(to, options.security)
    const { unreached, ...calls } = yield* Calls.make({ address, nameOf, connect, answer })

    /** True if the database confirms that this node holds the partition's lock. */
    const isHeld = (number: number) => {
      const shard = ShardId.make(group, number + 1)
      return locks.refresh(self, [shard]).pipe(
        Effect.timeout(cluster.lockMsMax),
        Effect.map((held) => held.length > 0),
        Effect.orElseSucceed(() => false)
      )
    }

    const otherNodes: OtherNodes.OtherNodesService = {
      ...calls,
      nodeName,
      receive: (newReceiver) => {
        receiver = newReceiver
        const handlers = Effect.map(Entity.CurrentAddress, ({ entityId }) => {
          const number = numberOf.get(entityId) ?? -1
          return PartitionEntity.of({
            Where: () => Effect.succeed(`${address.host}:${address.port}`),
            Changes: () => newReceiver.changes(number)
          })
        })
        return sharding.registerEntity(PartitionEntity, handlers, {
          concurrency: "unbounded",
          // The entity stays as long as its partition does.
          maxIdleTime: Duration.infinity,
          mailboxCapacity: cluster.mailboxMax
        })
      }
    }

    /** Runs each partition while this node owns it. */
    const place = (run: RunPartition) =>
      Effect.forEach(
        names,
        (name, number) =>
          sharding.registerSingleton(name, keepRunning(isHeld(number), Effect.scoped(run(number)))),
        { discard: true }
      )

    /** Runs an effect on one node at a time. It must not end, because nothing restarts it. */
    const placeSingleton = (name: string, run: Effect.Effect<never>) =>
      sharding.registerSingleton(name, run)

    return { otherNodes, place, placeSingleton, unreached }
  }).pipe(Effect.provideContext(context))
})
