/** A rebuild of the tables from the log hides the same recipients as before. */

import { setImmediate } from "node:timers/promises"
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Result, Scope } from "effect"
import { inject } from "vitest"
import * as LogTools from "../../src/app/LogTools.ts"
import * as Settings from "../../src/config/Settings.ts"
import * as Tables from "../fixtures/tables.ts"
import { dataKey } from "../support/dataKey.ts"
import { partitions } from "../support/partitions.ts"
import * as Postgres from "../support/postgres.ts"
import * as Service from "../support/service.ts"
import { quiet, until } from "./suite.ts"

const ada = { phone: "+256770000001", name: "Ada Lovelace" }
const grace = { phone: "+256770000077", name: "Grace Hopper" }

const accountOf = async ({ call }: Service.Service): Promise<string> =>
  (await call("GET", "/v1/account")).json.id

const request = async (service: Service.Service, verb: string) =>
  service.call("POST", `/admin/v1/accounts/${await accountOf(service)}/recipients/${verb}`, {
    key: Service.adminKey,
    body: { phone: ada.phone, reason: "request 12" }
  })

const hasSettled = (service: Service.Service, path: string) =>
  until(
    () => service.call("GET", path),
    ({ json }) => json.status === "SETTLED" || json.status === "completed"
  )

/** Pays Ada alone, and together with Grace. */
const payBoth = async (service: Service.Service) => {
  const one = await service.payout("alone", {
    recipient_phone: ada.phone,
    recipient_name: ada.name
  })
  await hasSettled(service, `/v1/payouts/${one.json.payout_id}`)
  const rows = [ada, grace].map((each) => ({
    ...{ ...each, network: "MTN_UG", amount_usdc: 5, idempotency_key: each.name }
  }))
  const batch = await service.call("POST", "/v1/batches", {
    body: { payouts: rows }
  })
  assert.strictEqual(batch.status, 202, batch.text)
  await hasSettled(service, `/v1/batches/${batch.json.id}`)
}

const shown = async ({ call }: Service.Service) => {
  const list = await call("GET", "/v1/payouts?limit=100")
  const found = await call("GET", "/v1/payouts?search=lovelace")
  const names = list.json.data.map((payout: Record<string, unknown>) => payout.recipient_name)
  return { names, found: found.json.total }
}

/** The columns that searches and comparisons read. */
const indexed = Effect.gen(function* () {
  const sql = yield* PgClient
  return {
    texts: yield* sql`select payout_id, text from payout_texts order by payout_id`,
    recipients: yield* sql`select id, recipient from payouts order by id`
  }
})

/** Runs a service on a database during `run`. */
const inServiceOn = (connection: Postgres.Connection, settings: Readonly<Record<string, string>>) =>
  Effect.fnUntraced(function* <A>(run: (service: Service.Service) => Promise<A>) {
    const scope = yield* Scope.make()
    const service = yield* Scope.provide(Service.start(settings, connection), scope)
    const result = yield* Effect.promise(() => run(service))
    yield* Scope.close(scope, Exit.void)
    return result
  })

const rebuild = Effect.fnUntraced(function* (connection: Postgres.Connection) {
  const url = Tables.url(inject("postgres").socketDir, connection)
  yield* LogTools.rebuildReadModel(
    yield* Settings.read({ DATABASE_URL: url, PARTITIONS: partitions, DATA_KEY: dataKey })
  )
})

const rebuilt = (
  settings: Readonly<Record<string, string>>,
  use: (service: Service.Service) => Promise<unknown>
) =>
  Effect.gen(function* () {
    const connection = yield* Postgres.database
    const during = inServiceOn(connection, settings)
    const tables = Effect.provide(indexed, Postgres.client(connection))
    const before = yield* during(async (service) => {
      await payBoth(service)
      await until(
        () => request(service, "erase"),
        ({ status }) => status === 200
      )
      return shown(service)
    })
    const tablesBefore = yield* tables
    yield* rebuild(connection)
    assert.deepStrictEqual(yield* tables, tablesBefore)
    yield* during(async (service) => {
      assert.deepStrictEqual(await shown(service), before)
      return use(service)
    })
    return before
  }).pipe(Effect.provide(quiet))

/** Saves a beneficiary shortly after an erasure began: later in each round. Returns the name. */
const race = async (service: Service.Service, round: number): Promise<string> => {
  const name = `Ada ${round}`
  const body = { name, phone: ada.phone, network: "MTN_UG" }
  const erased = request(service, "erase")
  for (let turn = 0; turn < round % 40; turn++) await setImmediate()
  const saved = await service.call("POST", "/v1/beneficiaries", { body })
  assert.strictEqual(saved.status, 201, saved.text)
  await erased
  return name
}

const beneficiaries = async ({ call }: Service.Service): Promise<ReadonlyArray<string>> => {
  const { json } = await call("GET", "/v1/beneficiaries?limit=100")
  return json.data.map(({ name }: { readonly name: string }) => name).toSorted()
}

describe("A rebuild of the tables", () => {
  it.live("keeps erased data erased, and found by no search", () =>
    Effect.gen(function* () {
      const { found, names } = yield* rebuilt({ RETENTION_YEARS: "0" }, async () => {})
      assert.deepStrictEqual(names.toSorted(), [grace.name, "erased", "erased"])
      assert.strictEqual(found, 0)
    })
  )

  it.live("keeps restricted data restricted, and its legal hold possible", () =>
    Effect.gen(function* () {
      const { found, names } = yield* rebuilt({ RETENTION_YEARS: "10" }, async (service) => {
        const held = await request(service, "hold-data")
        assert.deepInclude(held.json, { status: "restricted" }, held.text)
        assert.strictEqual(held.json.legal_hold?.reason, "request 12", held.text)
      })
      assert.deepStrictEqual(names.toSorted(), [grace.name, "restricted", "restricted"])
      assert.strictEqual(found, 0)
    })
  )

  it.live("keeps the data that was saved at the moment of an erasure", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const during = inServiceOn(connection, { RETENTION_YEARS: "0" })
      const [before, saved] = yield* during(async (service) => {
        const names: Array<string> = []
        for (let round = 0; round < 200; round++) names.push(await race(service, round))
        const known: ReadonlyArray<string> = names
        return [await beneficiaries(service), known] as const
      })
      assert.includeMembers([...saved], [...before])
      yield* rebuild(connection)
      assert.deepStrictEqual(yield* during(beneficiaries), before)
    }).pipe(Effect.provide(quiet))
  )
})

const verify = Effect.fnUntraced(function* (connection: Postgres.Connection) {
  const url = Tables.url(inject("postgres").socketDir, connection)
  return yield* Effect.result(
    LogTools.verify(yield* Settings.read({ DATABASE_URL: url, PARTITIONS: partitions }))
  )
})

describe("The proof of the log", () => {
  it.live("accepts keys that an erasure destroyed, and refuses a log whose key was lost", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const during = inServiceOn(connection, { RETENTION_YEARS: "0" })
      yield* during(async (service) => {
        await payBoth(service)
        await until(
          () => request(service, "erase"),
          ({ status }) => status === 200
        )
      })
      assert.isTrue(Result.isSuccess(yield* verify(connection)))
      const lost = yield* Effect.flatMap(
        PgClient,
        (sql) => sql`
          delete from person_keys where id in (select id from person_keys order by id limit 1)
          returning encode(id, 'hex') as id`
      ).pipe(Effect.provide(Postgres.client(connection)))
      const refused = yield* verify(connection)
      assert.isTrue(Result.isFailure(refused))
      assert.include(String(refused), String(lost[0]?.id))
    }).pipe(Effect.provide(quiet))
  )
})
