/**
 * One quote, asked for twice while nothing can be written: whoever comes second is decided about
 * when the first one's entry is durable, never on what memory showed before it (L1, L8).
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Postgres from "../support/postgres.ts"
import * as Service from "../support/service.ts"
import { quiet } from "./suite.ts"

type Ask = () => Promise<Service.Answer>

const recipient = { recipient_phone: "+256770000001", network: "MTN_UG" }

/** Two ways to use one quote. */
const asksOf = ({ call }: Service.Service, quote_id: string) => {
  const row = (idempotency_key: string) => ({ ...recipient, quote_id, idempotency_key })
  const bulk = (key: string) => () =>
    call("POST", "/v1/payouts/bulk", { body: { payouts: [row(key)] } })
  const single = (key: string) => () => call("POST", "/v1/payouts", { body: row(key) })
  return { bulk, single }
}

/** Waits until a statement of the log's stands still before the lock. */
const untilHeld = Effect.fnUntraced(function* (sql: PgClient) {
  const held = sql<{ readonly count: number }>`select count(*)::int as count from pg_locks
    where relation = 'log'::regclass and not granted`
  while ((yield* held)[0]?.count === 0) yield* Effect.yieldNow
})

/** Sends both while the log is held, the second when the first one's entry is in flight. */
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
      // Requests before these are decided when they are answered, lookups in tables included.
      for (let round = 0; round < 20; round++) {
        yield* Effect.promise(() => call("GET", "/v1/payouts/bulk"))
      }
      return [one, other]
    })
  )
  return yield* Effect.promise(() => Promise.all(answers))
})

const cases = {
  "two bulk batches": ["bulk", "bulk"],
  "a bulk batch and a payout after it": ["bulk", "single"],
  "a payout and a bulk batch after it": ["single", "bulk"]
} as const

describe("L8 One of the concurrent payouts on one quote wins while the log is held:", () => {
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
