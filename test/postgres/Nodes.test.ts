/** The table of nodes that share a database, on a real PostgreSQL server. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import * as Storage from "../../src/app/Storage.ts"
import * as Limits from "../../src/config/Limits.ts"
import type * as Port from "../../src/engine/ports/Nodes.ts"
import * as Database from "../../src/postgres/Database.ts"
import * as Nodes from "../../src/postgres/Nodes.ts"
import * as Postgres from "../support/postgres.ts"

const startedAt = 1_700_000_000_123

const rowOf = (address: string, fields: Partial<Port.Row> = {}): Port.Row => ({
  ...{ address, startedAt, version: "1.2.3", agreed: { CHAIN_ID: "1", LOCK: "sha256:aa" } },
  ...{ followed: 7, partitions: [], health: { skewMs: -3, unreached: ["10.0.0.9:7000"] } },
  ...fields
})

const [first, second, third] = ["10.0.0.1:7000", "10.0.0.2:7000", "10.0.0.3:7000"] as const

/** Sets the age of a node's row, in milliseconds. */
const age = (sql: PgClient, address: string, milliseconds: number) =>
  sql`update cluster_node set seen_at = clock_timestamp() - ${milliseconds}::int * interval '1 ms'
    where address = ${address}`

/** A test on the migrated tables of a new database. */
const onTable = <A, E>(use: (sql: PgClient) => Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir })
    return yield* use(yield* PgClient)
  }).pipe(Effect.provide(Postgres.layer))

const { nodeKeptMsMax, nodeSilenceMsMax } = Limits.cluster

describe("The table of nodes", () => {
  it.live("lists the last row of every node, in the order of addresses", () =>
    onTable((sql) =>
      Effect.gen(function* () {
        const partitions = [{ number: 3, epoch: 2, seq: 5_000_000_000, since: startedAt }]
        yield* Nodes.writeHeartbeat(sql, rowOf(second))
        yield* Nodes.writeHeartbeat(sql, rowOf(first))
        const rewritten = rowOf(second, {
          ...{ partitions, followed: 6_000_000_000, version: "1.3.0" },
          ...{ agreed: { CHAIN_ID: null }, startedAt: startedAt + 1 }
        })
        yield* Nodes.writeHeartbeat(sql, rewritten)
        const listed = yield* Nodes.list(sql)
        assert.deepStrictEqual(
          listed.map(({ isAlive, seenAt, ...row }) => row),
          [rowOf(first), rewritten]
        )
        assert.isTrue(listed.every(({ isAlive }) => isAlive))
        const [row] = yield* sql<{ readonly ms: number }>`
          select abs(extract(epoch from clock_timestamp()) * 1000 - ${listed[1]?.seenAt}::float8)
            ::float8 as ms`
        assert.isBelow(row?.ms ?? Number.NaN, 60_000)
      })
    )
  )

  it.live("shows a node as silent after three seconds of the database's time without a write", () =>
    onTable((sql) =>
      Effect.gen(function* () {
        yield* Nodes.writeHeartbeat(sql, rowOf(first))
        yield* Nodes.writeHeartbeat(sql, rowOf(second))
        yield* age(sql, first, nodeSilenceMsMax + 1)
        const alive = Effect.map(Nodes.list(sql), (nodes) => nodes.map(({ isAlive }) => isAlive))
        assert.deepStrictEqual(yield* alive, [false, true])
        yield* Nodes.writeHeartbeat(sql, rowOf(first))
        assert.deepStrictEqual(yield* alive, [true, true])
      })
    )
  )

  it.live("has the lowest directory position that live nodes show", () =>
    onTable((sql) =>
      Effect.gen(function* () {
        assert.isNull(yield* Nodes.readLowestFollowed(sql))
        yield* Nodes.writeHeartbeat(sql, rowOf(first, { followed: 5 }))
        yield* Nodes.writeHeartbeat(sql, rowOf(second, { followed: 9 }))
        assert.strictEqual(yield* Nodes.readLowestFollowed(sql), 5)
        yield* Nodes.writeFollowed(sql, first, 8_000_000_000)
        assert.strictEqual(yield* Nodes.readLowestFollowed(sql), 9)
        yield* Nodes.writeFollowed(sql, second, 8_000_000_001)
        assert.strictEqual(yield* Nodes.readLowestFollowed(sql), 8_000_000_000)
        yield* age(sql, first, nodeSilenceMsMax + 1)
        assert.strictEqual(yield* Nodes.readLowestFollowed(sql), 8_000_000_001)
        yield* age(sql, second, nodeSilenceMsMax + 1)
        assert.isNull(yield* Nodes.readLowestFollowed(sql))
      })
    )
  )
})

describe("The rows of nodes", () => {
  it.live("keep a node's newer position against a slower, older write, until its next start", () =>
    onTable((sql) =>
      Effect.gen(function* () {
        yield* Nodes.writeHeartbeat(sql, rowOf(first, { followed: 5 }))
        yield* Nodes.writeFollowed(sql, first, 6)
        yield* Nodes.writeHeartbeat(sql, rowOf(first, { followed: 5 }))
        assert.strictEqual(yield* Nodes.readLowestFollowed(sql), 6)
        yield* Nodes.writeHeartbeat(sql, rowOf(first, { followed: 4, startedAt: startedAt + 1 }))
        assert.strictEqual(yield* Nodes.readLowestFollowed(sql), 4)
      })
    )
  )

  it.live("are deleted when a node leaves, and an hour after it fell silent", () =>
    onTable((sql) =>
      Effect.gen(function* () {
        for (const address of [first, second, third])
          yield* Nodes.writeHeartbeat(sql, rowOf(address))
        yield* age(sql, second, nodeKeptMsMax + 1)
        yield* age(sql, third, nodeKeptMsMax - 60_000)
        const addresses = Effect.map(Nodes.list(sql), (nodes) => nodes.map((node) => node.address))
        yield* Nodes.writeHeartbeat(sql, rowOf(first))
        assert.deepStrictEqual(yield* addresses, [first, third])
        yield* Nodes.leave(sql, first)
        assert.deepStrictEqual(yield* addresses, [third])
      })
    )
  )

  it.live("remain if a node writes again after an hour", () =>
    onTable((sql) =>
      Effect.gen(function* () {
        yield* Nodes.writeHeartbeat(sql, rowOf(first))
        yield* age(sql, first, nodeKeptMsMax + 1)
        yield* Nodes.writeHeartbeat(sql, rowOf(first, { followed: 11 }))
        const [node] = yield* Nodes.list(sql)
        assert.isTrue(node?.isAlive)
        assert.strictEqual(node?.followed, 11)
      })
    )
  )

  it.live("are all written if many nodes write at once and find old rows", () =>
    onTable((sql) =>
      Effect.gen(function* () {
        const addresses = Array.from({ length: 40 }, (_, n) => `10.0.1.${n}:7000`)
        const beats = Effect.forEach(
          addresses,
          (address) => Nodes.writeHeartbeat(sql, rowOf(address)),
          {
            ...{ concurrency: "unbounded", discard: true }
          }
        )
        yield* beats
        yield* sql`update cluster_node set seen_at = clock_timestamp() - interval '2 hours'`
        yield* beats
        yield* beats
        const listed = yield* Nodes.list(sql)
        assert.deepStrictEqual(
          [listed.length, listed.every(({ isAlive }) => isAlive)],
          [addresses.length, true]
        )
      })
    )
  )
})

describe("A starting node", () => {
  const own = { address: first, agreed: { CHAIN_ID: "1", LOCK: "sha256:aa", SPREAD: null } }

  it.live("is refused with the name of a setting that differs on a live node", () =>
    onTable((sql) =>
      Effect.gen(function* () {
        yield* Nodes.writeHeartbeat(
          sql,
          rowOf(second, { agreed: { CHAIN_ID: "5", LOCK: "sha256:aa" } })
        )
        yield* Nodes.writeHeartbeat(
          sql,
          rowOf(third, { agreed: { LOCK: "sha256:bb", SPREAD: "0.01" } })
        )
        const fourth = "10.0.0.4:7000"
        yield* Nodes.writeHeartbeat(
          sql,
          rowOf(fourth, { agreed: { CHAIN_ID: "5", LOCK: "sha256:aa" } })
        )
        const refusal = yield* Effect.flip(Nodes.check(sql, own))
        assert.strictEqual(refusal._tag, "NodesDisagree")
        assert.strictEqual(
          refusal.message,
          "What must be the same on every node differs: " +
            "CHAIN_ID is 1 here and 5 on 10.0.0.2:7000, 10.0.0.4:7000; " +
            "LOCK is sha256:aa here and sha256:bb on 10.0.0.3:7000; " +
            "SPREAD is not set here and 0.01 on 10.0.0.3:7000."
        )
      })
    )
  )

  it.live(
    "is not refused for silent nodes, its own earlier row or settings unknown to others",
    () =>
      onTable((sql) =>
        Effect.gen(function* () {
          yield* Nodes.check(sql, own)
          yield* Nodes.writeHeartbeat(sql, rowOf(first, { agreed: { CHAIN_ID: "3" } }))
          yield* Nodes.writeHeartbeat(sql, rowOf(second, { agreed: { CHAIN_ID: "5" } }))
          yield* Nodes.writeHeartbeat(sql, rowOf(third, { agreed: { CHAIN_ID: "1", LATER: "x" } }))
          yield* age(sql, second, nodeSilenceMsMax + 1)
          yield* Nodes.check(sql, own)
        })
      )
  )
})

describe("Statements for the table of nodes", () => {
  it.live("fail as Unavailable without the database's text if it does not respond", () =>
    onTable((sql) =>
      Effect.gen(function* () {
        const isLocked = yield* Deferred.make<void>()
        const lock = Effect.gen(function* () {
          yield* sql`lock table cluster_node in access exclusive mode`
          yield* Deferred.succeed(isLocked, undefined)
          return yield* Effect.never
        })
        const holder = yield* Effect.forkChild(sql.withTransaction(lock))
        yield* Deferred.await(isLocked)
        const ended = yield* Effect.all(
          [
            Effect.flip(Nodes.writeHeartbeat(sql, rowOf(first))),
            Effect.flip(Nodes.list(sql)),
            Effect.flip(Nodes.readLowestFollowed(sql))
          ],
          { concurrency: "unbounded" }
        )
        for (const refusal of ended) {
          assert.strictEqual(refusal._tag, "Unavailable")
          assert.notInclude(refusal.message, "cluster_node")
        }
        yield* Fiber.interrupt(holder)
        yield* Nodes.writeHeartbeat(sql, rowOf(first))
        assert.strictEqual((yield* Nodes.list(sql)).length, 1)
      })
    )
  )
})
