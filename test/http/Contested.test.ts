/**
 * Two concurrent requests for one quote while the log cannot be written. The service decides the
 * second request when the first one's entry is durable, and never from memory alone (L1, L8).
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Postgres from "../support/postgres.ts"
import * as Service from "../support/service.ts"
import { quiet } from "./suite.ts"

type Ask = () => Promise<Service.Answer>

const recipient = { recipient_phone: "+256770000001", network: "MTN_UG" }

/** Requests that use one quote, alone and in a bulk batch. */
const asksOf = ({ call }: Service.Service, quote_id: string) => {
  const row = (idempotency_key: string) => ({ ...recipient, quote_id, idempotency_key })
  const bulk = (key: string) => () =>
    call("POST", "/v1/payouts/bulk", { body: { payouts: [row(key)] } })
  const single = (key: string) => () => call("POST", "/v1/payouts", { body: row(key) })
  return { bulk, single }
}

/** Waits until a statement of the log waits for the lock. */
const untilHeld = Effect.fnUntraced(function* (sql: PgClient) {
  const held = sql<{ readonly count: number }>`select count(*)::int as count from pg_locks
    where relation = 'log'::regclass and not granted`
  while ((yield* held)[0]?.count === 0) yield* Effect.yieldNow
})

/**
 * Sends both requests while the log is locked, the second one when the first one's entry is in
 * flight.
 */
const together = Effect.fnUntraced(function* (
  sql: PgClient,
  { call }: Service.Service,
  first: Ask,
  second: Ask
) {
  const answers = yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`lock table log in exclusive mode`
      const one = first()
      yield* untilHeld(sql)
      const other = second()
      // When these requests have responses, the service has decided the requests before them,
      // including their table lookups.
      for (let round = 0; round < 20; round++) {
        yield* Effect.promise(() => call("GET", "/v1/payouts/bulk"))
      }
      return [one, other]
    })
  )
  return yield* Effect.promise(() => Promise.all(answers))
})

const cases = {
  "is used by one of two bulk batches": ["bulk", "bulk"],
  "is used by a bulk batch or by the payout after it": ["bulk", "single"],
  "is used by a payout or by the bulk batch after it": ["single", "bulk"]
} as const

describe("L8 A quote that is requested twice while the log is locked", () => {
  for (const [name, [first, second]] of Object.entries(cases)) {
    it.live(name, () =>
      Effect.gen(function* () {
        const connection = yield* Postgres.database
        const service = yield* Service.start({}, connection)
        const quoted = yield* Effect.promise(() => service.quote("contested"))
        const asks = asksOf(service, quoted.json.quote_id)
        const answers = yield* Effect.flatMap(PgClient, (sql) =>
          together(sql, service, asks[first]("one"), asks[second]("two"))
        ).pipe(Effect.provide(Postgres.client(connection)))
        const won = answers.filter(({ status }) => status < 300)
        assert.lengthOf(won, 1, answers.map(({ text }) => text).join("\n"))
        const listed = yield* Effect.promise(() => service.call("GET", "/v1/payouts"))
        assert.strictEqual(listed.json.total, 1)
      }).pipe(Effect.provide(quiet))
    )
  }
})
