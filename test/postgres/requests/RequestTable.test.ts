/** The table of recent requests on a real PostgreSQL server: limits and retention. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Storage from "../../../src/app/Storage.ts"
import * as Limits from "../../../src/config/Limits.ts"
import * as Port from "../../../src/engine/ports/RequestStore.ts"
import * as Database from "../../../src/postgres/Database.ts"
import * as RequestTable from "../../../src/postgres/requests/RequestTable.ts"
import * as Postgres from "../../support/postgres.ts"

const { keptMs, keptPerAccountMax, prunedAtOnce } = Limits.requests

const now = 1_790_000_000_000

/** The request with this number and time. */
const entry = (accountId: string, number: number, at: number): Port.Entry => ({
  ...{ id: `req_${accountId}${String(number).padStart(6, "0")}`, accountId, at, callerId: "key_1" },
  ...{ method: "GET", path: "/v1/quotes", status: 200, latencyMs: 1.5, idempotencyKey: null },
  ...{ isReplay: false, errorCode: null, subjectId: null, requestBody: null, responseBody: "{}" },
  ipAddress: "127.0.0.1"
})

const entries = (accountId: string, count: number, at: number): ReadonlyArray<Port.Entry> =>
  Array.from({ length: count }, (_, number) => entry(accountId, number, at))

/** A test on the migrated table of a new database. */
const onTable = <A, E>(use: (store: Port.Store) => Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir })
    const store = yield* Effect.provide(Port.RequestStore, RequestTable.layer)
    return yield* use(store)
  }).pipe(Effect.provide(Postgres.layer))

const firstPage = { limit: 1, offset: 0 }

describe("The table of requests", () => {
  it.live("keeps seven days of requests", () =>
    onTable((store) =>
      Effect.gen(function* () {
        yield* store.write(entries("old", prunedAtOnce + 1, now - keptMs - 1))
        yield* store.write([entry("new", 1, now - keptMs)])
        yield* store.prune([], now)
        assert.strictEqual((yield* store.list({ accountId: "old" }, firstPage)).total, 0)
        assert.strictEqual((yield* store.list({ accountId: "new" }, firstPage)).total, 1)
      })
    )
  )

  it.live("keeps the newest requests of an account above its limit", () =>
    onTable((store) =>
      Effect.gen(function* () {
        yield* store.write(entries("busy", keptPerAccountMax + 3, now))
        yield* store.write(entries("calm", 3, now))
        yield* store.prune(["busy", "calm"], now)
        const { items, total } = yield* store.list({ accountId: "busy" }, firstPage)
        assert.strictEqual(total, keptPerAccountMax)
        assert.strictEqual(items[0]?.id, entry("busy", keptPerAccountMax + 2, now).id)
        assert.isUndefined(yield* store.get("busy", entry("busy", 2, now).id))
        assert.isDefined(yield* store.get("busy", entry("busy", 3, now).id))
        assert.strictEqual((yield* store.list({ accountId: "calm" }, firstPage)).total, 3)
      })
    )
  )

  it.live("stores a request once, with texts of any kind", () =>
    onTable((store) =>
      Effect.gen(function* () {
        const odd: Port.Entry = {
          ...entry("one", 1, now),
          ...{ path: "/v1/quotes?search='--", requestBody: '{"a":"\\u0000\\ud800 ✓"}' }
        }
        yield* store.write([odd])
        yield* store.write([{ ...odd, status: 500 }])
        assert.deepStrictEqual(yield* store.get("one", odd.id), odd)
        assert.isUndefined(yield* store.get("other", odd.id))
      })
    )
  )
})
