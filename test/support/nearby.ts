/**
 * Whole nodes of one service in this process, over one real database: with HTTP, directory, logs
 * and calls between them. A test decides which node runs a partition. Calls use links in memory,
 * which the test may break at any moment.
 */
import { type Duplex, duplexPair } from "node:stream"
import { Context, Effect, Fiber, Layer, type Scope, Stream } from "effect"
import { Sharding } from "effect/cluster"
import { HttpServer } from "effect/http"
import * as Application from "../../src/app/Application.ts"
import * as ClusteredPartitions from "../../src/app/ClusteredPartitions.ts"
import * as Storage from "../../src/app/Storage.ts"
import * as Calls from "../../src/cluster/Calls.ts"
import type * as Cluster from "../../src/cluster/Cluster.ts"
import * as Link from "../../src/cluster/Link.ts"
import * as Settings from "../../src/config/Settings.ts"
import * as Engine from "../../src/engine/Engine.ts"
import * as Partition from "../../src/engine/Partition.ts"
import * as Partitions from "../../src/engine/Partitions.ts"
import * as IdGenerator from "../../src/engine/ports/IdGenerator.ts"
import * as OtherNodes from "../../src/engine/ports/OtherNodes.ts"
import * as State from "../../src/engine/state/State.ts"
import * as Server from "../../src/http/server/Server.ts"
import * as RequestTable from "../../src/postgres/requests/RequestTable.ts"
import * as HealthProbe from "../../src/postgres/server/HealthProbe.ts"
import * as Bootstrap from "../../src/usecases/Bootstrap.ts"
import { dataKey } from "./dataKey.ts"
import { patienceMs } from "./patience.ts"
import * as Service from "./service.ts"

export const count = 4

/** A node, as the others see it. */
interface Seat {
  readonly name: string
  answer: OtherNodes.Receiver["answer"]
  run: Cluster.RunPartition
  /** The partitions that the node runs. */
  readonly running: Map<number, Fiber.Fiber<unknown>>
  /** The scope of the node, in which its partitions run. */
  readonly scope: Scope.Scope
}

export interface Hub {
  readonly seats: Map<string, Seat>
  /** The owner of each partition, as the cluster reports it. */
  readonly owners: Map<number, string>
  /** The number of responses to lose, each with its link, after the call was executed. */
  answersLost: number
  /** Messages that arrived, by node. */
  readonly arrived: Array<{ readonly at: string; readonly message: unknown }>
}

export const hub = (): Hub => ({
  ...{ seats: new Map(), owners: new Map(), answersLost: 0, arrived: [] }
})

/** Two ends of a connection, each of which closes with the other. */
const connection = () => {
  const ends = duplexPair() as [Duplex, Duplex]
  const [near, far] = ends.map((end) =>
    Object.assign(end, {
      setKeepAlive: () => end,
      setNoDelay: () => end,
      destroySoon: () => void end.end(() => end.destroy())
    })
  )
  if (near === undefined || far === undefined) throw new Error("A pair has two ends")
  near.on("close", () => far.destroy())
  far.on("close", () => near.destroy())
  return { near, far } as unknown as {
    readonly near: ReturnType<Calls.Options["connect"]>
    readonly far: ReturnType<Calls.Options["connect"]>
  }
}

/** Responds to calls over one end of a connection. */
const answering = (hub: Hub, seat: Seat, socket: ReturnType<Calls.Options["connect"]>) =>
  Link.answer(socket, (partition, message) => {
    hub.arrived.push({ at: seat.name, message })
    return Effect.tap(seat.answer(partition, message), (reply) =>
      Effect.sync(() => {
        if (reply === OtherNodes.moved || hub.answersLost === 0) return
        hub.answersLost -= 1
        socket.destroy()
      })
    )
  })

/** The part of a cluster that nodes use, with this hub in place of `effect/cluster`. */
const join = (hub: Hub): typeof Cluster.make =>
  Effect.fnUntraced(function* ({ address, nodeName }) {
    const scope = yield* Effect.scope
    const name = `${address.host}:${address.port}`
    const moved = Effect.succeed(OtherNodes.moved)
    const seat: Seat = {
      ...{ name, scope, running: new Map(), answer: () => moved, run: () => Effect.never }
    }
    hub.seats.set(name, seat)
    const runFork = Effect.runForkWith(yield* Effect.context<never>())
    const connect: Calls.Options["connect"] = ({ host, port }) => {
      const { near, far } = connection()
      const to = hub.seats.get(`${host}:${port}`)
      if (to === undefined) near.destroy()
      else runFork(answering(hub, to, far))
      return near
    }
    const door = (partition: string) => ({
      Where: () =>
        Effect.suspend(() => {
          const owner = hub.owners.get(Number(partition))
          return owner === undefined ? Effect.never : Effect.succeed(owner)
        }),
      Changes: () => Stream.never
    })
    // The cluster uses nothing else of the sharding, because the hub decides where partitions run.
    const sharding = { makeClient: () => Effect.succeed(door) } as unknown
    const { unreached, ...calls } = yield* Calls.make({
      ...{ address, nameOf: String, connect },
      answer: (partition, message) => seat.answer(partition, message)
    }).pipe(Effect.provideService(Sharding.Sharding, sharding as Sharding.Sharding["Service"]))
    return {
      otherNodes: {
        ...calls,
        nodeName,
        receive: ({ answer }) =>
          Effect.sync(() => {
            seat.answer = answer
          })
      },
      place: (run) =>
        Effect.sync(() => {
          seat.run = run
        }),
      placeSingleton: () => Effect.void,
      unreached
    }
  }) as typeof Cluster.make

export interface Node {
  readonly name: string
  readonly url: string
  readonly call: Service.Service["call"]
  readonly partitions: Partitions.PartitionsService
  /** The state of the partition that began to run last. */
  readonly newestState: () => State.State
}

/** Starts another node over a database. `more` are its additional settings. */
export const start = Effect.fnUntraced(function* (
  hub: Hub,
  databaseUrl: string,
  port: number,
  more: Readonly<Record<string, string>> = {}
) {
  const settings = yield* Settings.read({
    ...{ DATABASE_URL: databaseUrl, PORT: "0", PARTITIONS: String(count) },
    ...{
      CLUSTER_LISTEN: `127.0.0.1:${port}`,
      CLUSTER_SECRET: "a-secret-that-all-nodes-of-a-test-share"
    },
    ...{ SANDBOX_TIME_SCALE: "0.001", RATE_LIMITS: "off", SANDBOX_REFUNDS: "manual" },
    ...{ SANDBOX_API_KEY: Service.apiKey, ADMIN_API_KEY: Service.adminKey, DATA_KEY: dataKey },
    ...more
  })
  const { cluster } = settings
  if (cluster === undefined) throw new Error("A node has an address")
  let newest = State.make()
  const engineOn = (state: State.State) => {
    newest = state
    return Engine.layerOn(state)
  }
  const own = ClusteredPartitions.make(settings, cluster, engineOn, join(hub))
  const context = yield* Layer.build(
    Server.layer.pipe(
      Layer.provideMerge(Application.incidents(settings)),
      Layer.provideMerge(Layer.effectContext(own)),
      Layer.provide([HealthProbe.layer, RequestTable.layer]),
      Layer.provide(Application.people(settings)),
      Layer.provide(Application.site(settings)),
      Layer.provide(Storage.people(settings)),
      Layer.provide(Storage.database(settings)),
      Layer.provideMerge(Application.listener(settings)),
      Layer.provideMerge(Application.adapters(settings)),
      Layer.fresh
    )
  )
  const partitions = Context.get(context, Partitions.Partitions)
  yield* partitions.attach(({ engine, ids }) =>
    engine.partition.number !== Partition.directory
      ? Effect.void
      : Bootstrap.run(settings).pipe(
          Effect.provideService(Engine.Engine, engine),
          Effect.provideContext(context),
          Effect.provideService(IdGenerator.IdGenerator, ids),
          Effect.orDie
        )
  )
  const url = yield* HttpServer.addressFormattedWith(Effect.succeed).pipe(
    Effect.provideContext(context)
  )
  const node: Node = {
    ...{ name: `127.0.0.1:${port}`, url, call: Service.caller(url), partitions },
    newestState: () => newest
  }
  return node
})

const seatOf = (hub: Hub, { name }: Node): Seat => {
  const seat = hub.seats.get(name)
  if (seat === undefined) throw new Error("The node is not one of these")
  return seat
}

/** Gives a partition to a node, and waits until it runs there. Any other owner keeps running it. */
export const give = Effect.fnUntraced(function* (hub: Hub, partition: number, node: Node) {
  const seat = seatOf(hub, node)
  const running = Effect.scoped(seat.run(partition))
  seat.running.set(partition, yield* Effect.forkIn(running, seat.scope))
  hub.owners.set(partition, node.name)
  yield* until(() => node.partitions.at(partition) !== undefined)
})

/** Stops a partition in a node. */
export const take = (hub: Hub, partition: number, node: Node) =>
  Effect.suspend(() => {
    const fiber = seatOf(hub, node).running.get(partition)
    return fiber === undefined ? Effect.void : Fiber.interrupt(fiber)
  })

/** Waits until a condition holds. */
export const until = Effect.fnUntraced(function* (holds: () => boolean) {
  const end = performance.now() + patienceMs
  while (!holds()) {
    if (performance.now() > end) return yield* Effect.die(new Error(`It never was so: ${holds}`))
    yield* Effect.sleep(2)
  }
})
