/**
 * The placement of partitions and the calls between processes. Two of them are in this process,
 * over a real database.
 */
import * as fs from "node:fs"
import * as net from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Redacted, Scope, Stream } from "effect"
import * as Cluster from "../../src/cluster/Cluster.ts"
import type * as Transport from "../../src/cluster/Transport.ts"
import * as OtherNodes from "../../src/engine/ports/OtherNodes.ts"
import { silent } from "../http/suite.ts"
import * as Certificates from "../support/certificates.ts"
import { patienceMs } from "../support/patience.ts"
import * as Postgres from "../support/postgres.ts"

const partitions = 4

const secretOf = (secret: string): Transport.Security => ({
  _tag: "Secret",
  secret: Redacted.make(secret)
})

const security = secretOf("a secret that all processes of this test share")

const freePort = Effect.callback<number>((resume) => {
  const server = net.createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address() as net.AddressInfo
    server.close(() => resume(Effect.succeed(port)))
  })
})

const until = Effect.fnUntraced(function* (holds: () => boolean) {
  while (!holds()) yield* Effect.sleep(20)
}, Effect.timeout(patienceMs))

interface Node {
  readonly peers: OtherNodes.OtherNodesService
  /** The partitions that run in the node. */
  readonly running: Set<number>
  /** The calls to which the node responded. */
  readonly answered: Array<unknown>
  readonly leave: Effect.Effect<void>
}

interface Given {
  readonly security?: Transport.Security
  /** True if the node responds that it does not run a partition. */
  readonly isMoving?: () => boolean
}

const start = Effect.fnUntraced(function* (
  connection: Postgres.Connection,
  name: string,
  { isMoving = () => false, security: own = security }: Given = {}
) {
  const scope = yield* Scope.fork(yield* Effect.scope)
  const { database, path, username } = connection
  const host = encodeURIComponent(path.slice(0, path.lastIndexOf("/")))
  const port = yield* freePort
  const node = yield* Cluster.make({
    address: { host: "127.0.0.1", port },
    nodeName: undefined,
    security: own,
    databaseUrl: Redacted.make(`postgres://${username}@localhost/${database}?host=${host}`),
    partitions,
    others: () => []
  }).pipe(Scope.provide(scope))
  const running = new Set<number>()
  const answered: Array<unknown> = []
  yield* node.otherNodes
    .receive({
      answer: (partition, message) =>
        Effect.sync(() => {
          if (isMoving()) return OtherNodes.moved
          answered.push(message)
          return { name, partition, message }
        }),
      changes: (partition) => Stream.make(`a change of ${partition} at ${name}`)
    })
    .pipe(Scope.provide(scope))
  yield* node
    .place((number) =>
      Effect.andThen(
        Effect.acquireRelease(
          Effect.sync(() => running.add(number)),
          () => Effect.sync(() => running.delete(number))
        ),
        Effect.never
      )
    )
    .pipe(Scope.provide(scope))
  const made: Node = {
    ...{ peers: node.otherNodes, running, answered },
    leave: Scope.close(scope, Exit.void)
  }
  return made
})

/** Two nodes that have divided the partitions evenly. */
const pair = Effect.fnUntraced(function* (given: Given = {}) {
  const connection = yield* Postgres.database
  const left = yield* start(connection, "left", given)
  const right = yield* start(connection, "right", given)
  yield* until(() => [left, right].every(({ running }) => running.size === partitions / 2))
  return { connection, left, right }
})

const callTo = (partition: number, message: unknown, more: Partial<OtherNodes.Call> = {}) => ({
  ...{ partition, message, isShort: true, msMax: 20_000 },
  ...more
})

/**
 * Calls every partition. The database gives a stranger some partitions, which that node serves
 * itself.
 */
const callAll = ({ peers }: Node) =>
  Effect.forEach([0, 1, 2, 3], (partition) =>
    Effect.ignore(peers.call(callTo(partition, "let me in", { msMax: 500 })))
  )

/** Certificates of a new authority, in files. */
const certificates = Effect.gen(function* () {
  const made = yield* Effect.promise(() => Certificates.make(["127.0.0.1"]))
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "payout-cluster-"))),
    (made) => Effect.sync(() => fs.rmSync(made, { recursive: true }))
  )
  const write = (name: keyof Certificates.Certificates): string => {
    const file = path.join(folder, `${name}.pem`)
    fs.writeFileSync(file, made[name])
    return file
  }
  const security: Transport.Security = {
    ...{ _tag: "Certificates", cert: write("cert"), key: write("key"), ca: write("ca") }
  }
  return security
})

describe("Processes of a cluster", () => {
  it.live(
    "divide the partitions, call the owner of each, and take the partitions of a process that leaves",
    Effect.fnUntraced(
      function* () {
        const { left, right } = yield* pair()
        assert.deepStrictEqual(
          [...left.running, ...right.running].toSorted(),
          [0, 1, 2, 3],
          "each partition runs once"
        )
        for (const isShort of [true, false]) {
          for (let partition = 0; partition < partitions; partition++) {
            const call = callTo(partition, { deep: ["values"], isShort }, { isShort })
            const answer = yield* left.peers.call(call)
            const name = left.running.has(partition) ? "left" : "right"
            assert.deepStrictEqual(answer, { name, partition, message: call.message })
          }
        }
        const [other = -1] = right.running
        const [change] = yield* Stream.runCollect(left.peers.changes(other))
        assert.strictEqual(change, `a change of ${other} at right`)
        yield* right.leave
        yield* until(() => left.running.size === partitions)
        const answer = yield* left.peers.call(callTo(other, "again"))
        assert.deepStrictEqual(answer, { name: "left", partition: other, message: "again" })
      },
      Effect.scoped,
      Effect.provide(silent)
    )
  )

  it.live(
    "respond to many concurrent calls, each with its own response",
    Effect.fnUntraced(
      function* () {
        const { left, right } = yield* pair()
        const [partition = -1] = right.running
        const calls = Array.from({ length: 1_000 }, (_, message) => callTo(partition, message))
        const answers = yield* Effect.forEach(calls, left.peers.call, { concurrency: "unbounded" })
        assert.deepStrictEqual(
          answers,
          calls.map(({ message }) => ({ name: "right", partition, message }))
        )
        assert.lengthOf(right.answered, 1_000)
      },
      Effect.scoped,
      Effect.provide(silent)
    )
  )
})

describe("Calls between processes of a cluster", () => {
  it.live(
    "are retried while the partition moves, and fail after their time limit",
    Effect.fnUntraced(
      function* () {
        const connection = yield* Postgres.database
        let isMoving = true
        const only = yield* start(connection, "only", { isMoving: () => isMoving })
        yield* until(() => only.running.size === partitions)
        for (const isShort of [true, false]) {
          isMoving = true
          const late = callTo(1, "late", { isShort, msMax: 300 })
          const exit = yield* Effect.exit(only.peers.call(late))
          assert.isTrue(Exit.isFailure(exit))
          const waiting = yield* Effect.forkChild(only.peers.call(callTo(1, "kept", { isShort })))
          yield* Effect.yieldNow
          isMoving = false
          const answer = yield* Fiber.join(waiting)
          assert.deepStrictEqual(answer, { name: "only", partition: 1, message: "kept" })
        }
        assert.deepStrictEqual(only.answered, ["kept", "kept"])
      },
      Effect.scoped,
      Effect.provide(silent)
    )
  )

  it.live(
    "use certificates of one authority, and refuse those of another",
    Effect.fnUntraced(
      function* () {
        const { connection, left, right } = yield* pair({ security: yield* certificates })
        const [partition = -1] = right.running
        const answer = yield* left.peers.call(callTo(partition, "hello"))
        assert.deepStrictEqual(answer, { name: "right", partition, message: "hello" })
        const foreign = yield* start(connection, "foreign", { security: yield* certificates })
        yield* callAll(foreign)
        assert.deepStrictEqual([...left.answered, ...right.answered], ["hello"])
      },
      Effect.scoped,
      Effect.provide(silent)
    )
  )

  it.live(
    "of a process with another secret never reach the others",
    Effect.fnUntraced(
      function* () {
        const connection = yield* Postgres.database
        const left = yield* start(connection, "left")
        yield* until(() => left.running.size === partitions)
        const foreign = yield* start(connection, "foreign", {
          security: secretOf("another secret that is just as long as the first")
        })
        yield* callAll(foreign)
        assert.deepStrictEqual(left.answered, [])
      },
      Effect.scoped,
      Effect.provide(silent)
    )
  )
})
