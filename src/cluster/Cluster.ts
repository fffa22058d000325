/**
 * One of several processes over one database. `effect/cluster` decides which process runs which
 * partition, and carries calls to it; it is never relied on for safety: a partition's log takes
 * entries of one writer alone (L3).
 *
 * For each partition there is a singleton, which runs its engine as long as this process holds the
 * partition's lock, and a door of the same name, which takes the calls of others. The two have one
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
import { Door } from "./Door.ts"
import * as Judgement from "./Judgement.ts"
import * as Link from "./Link.ts"
import * as Transport from "./Transport.ts"

export interface Options {
  /** Where this process listens to the others; its name among them. */
  readonly address: Transport.Address
  /** What a balancer calls this process. */
  readonly nodeName: string | undefined
  readonly security: Transport.Security
  readonly databaseUrl: Redacted.Redacted
  readonly partitions: number
  /** The other nodes that are alive, by the database; `host:port` each. */
  readonly others: () => ReadonlyArray<string>
}

const group = "default"

/** Locks are kept in a session of their own: a slow query must not delay their renewal. */
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
    refreshAssignmentsInterval: cluster.lookMs,
    // Also the pause after a failed attempt at locks: ten seconds unless set.
    entityMessagePollInterval: cluster.retryMs,
    runnerHealthCheckInterval: cluster.healthMs,
    entityMailboxCapacity: cluster.mailboxMax,
    entityTerminationTimeout: cluster.endMsMax,
    simulateRemoteSerialization: false
  })

const health = ({ address, others, security }: Options) =>
  Judgement.layer({ name: `${address.host}:${address.port}`, others }).pipe(
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
 * Names of partitions that lie in a shard each: names are spread over the shards by a hash, which
 * would give some shards several and others none.
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

/** Runs a partition again and again, each time after its lock is confirmed. */
const keep = (isHeld: Effect.Effect<boolean>, run: Effect.Effect<void>) =>
  Effect.flatMap(isHeld, (held) => (held ? run : Effect.void)).pipe(
    Effect.andThen(Effect.sleep(cluster.restartPauseMs)),
    Effect.forever
  )

/** Joins the others, and leaves them when the scope closes. */
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

    /** Whether the database says that this process holds the partition's lock. */
    const isHeld = (number: number) => {
      const shard = ShardId.make(group, number + 1)
      return locks.refresh(self, [shard]).pipe(
        Effect.timeout(cluster.lockMsMax),
        Effect.map((held) => held.length > 0),
        Effect.orElseSucceed(() => false)
      )
    }

    const peers: OtherNodes.OtherNodesService = {
      ...calls,
      nodeName,
      receive: (given) => {
        receiver = given
        const handlers = Effect.map(Entity.CurrentAddress, ({ entityId }) => {
          const number = numberOf.get(entityId) ?? -1
          return Door.of({
            Where: () => Effect.succeed(`${address.host}:${address.port}`),
            Changes: () => given.changes(number)
          })
        })
        return sharding.registerEntity(Door, handlers, {
          concurrency: "unbounded",
          // A door stays as long as its partition does.
          maxIdleTime: Duration.infinity,
          mailboxCapacity: cluster.mailboxMax
        })
      }
    }

    /** Runs each partition while this process owns it. */
    const place = (run: RunPartition) =>
      Effect.forEach(
        names,
        (name, number) =>
          sharding.registerSingleton(name, keep(isHeld(number), Effect.scoped(run(number)))),
        { discard: true }
      )

    /** Runs this in one process at a time: it must not end, because nothing restarts it. */
    const placeOne = (name: string, run: Effect.Effect<never>) =>
      sharding.registerSingleton(name, run)

    return { peers, place, placeOne, unreached }
  }).pipe(Effect.provideContext(context))
})
