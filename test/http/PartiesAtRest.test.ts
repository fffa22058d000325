/** Data about parties in the database, where all of it is sealed. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, it } from "@effect/vitest"
import { Effect, Exit, Schema, Scope } from "effect"
import * as Postgres from "../support/postgres.ts"
import * as Service from "../support/service.ts"
import { quiet } from "./suite.ts"

/** Words that only these fields contain. */
const words = {
  ...{ given_name: "Zuberiana", family_name: "Kizzamanya", line1: "Plot 4711, Okapi Lane" },
  ...{ line2: "Heron Wing", city: "Mukonoville", postal_code: "PC-90817" },
  ...{ birth_date: "1913-07-19", purpose: "contractor", source_of_funds: "inheritance" },
  ...{ name: "Quagga Holdings Ltd", registration_number: "REG-5550123" }
}

const address = {
  ...{ line1: words.line1, line2: words.line2, city: words.city },
  ...{ postal_code: words.postal_code, country: "UG" }
}

const details = {
  ...{ given_name: words.given_name, family_name: words.family_name },
  ...{ birth_date: words.birth_date, country: "UG", address }
}

const parties = {
  recipient_details: details,
  ...{ purpose: words.purpose, source_of_funds: words.source_of_funds }
}

const recipient = { name: "Jo", phone: "+256770000001", network: "mtn_uganda" }

/** Sends every field in every request that takes it. Returns the payouts' paths. */
const send = async ({ call, payout }: Service.Service): Promise<ReadonlyArray<string>> => {
  const single = await payout("single", parties)
  const saved = await call("POST", "/v1/beneficiaries", { body: { ...recipient, details } })
  const taken = await payout("taken", { beneficiary_id: saved.json.id, purpose: words.purpose })
  const row = { ...recipient, ...parties, amount_usdc: 5, idempotency_key: "row" }
  const batch = await call("POST", "/v1/batches", { body: { payouts: [row] } })
  assert.strictEqual(batch.status, 202, batch.text)
  const { id } = (await call("GET", "/v1/account")).json
  const { name, registration_number } = words
  const originator = { type: "business", name, registration_number, address }
  const path = `/admin/v1/accounts/${id}`
  const set = await call("PATCH", path, { key: Service.adminKey, body: { originator } })
  assert.strictEqual(set.status, 200, set.text)
  return [single, taken].map(({ json }) => `/v1/payouts/${json.payout_id}`)
}

const decodeNames = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ name: Schema.String })))
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ text: Schema.String })))

/** The rows of all tables as text. Bytes are text as far as they are ASCII. */
const everything = Effect.gen(function* () {
  const sql = yield* PgClient
  const names = yield* decodeNames(
    yield* sql`select tablename as name from pg_tables where schemaname = 'public'`
  )
  const texts = yield* Effect.forEach(names, ({ name }) =>
    Effect.gen(function* () {
      const rows = yield* sql.unsafe(`select "${name}"::text as text from "${name}"`)
      return (yield* decodeRows(rows)).map(({ text }) => text)
    })
  )
  return texts.flat().join("\n")
})

it.live(
  "Data about parties is stored in no table in clear text, and is shown after a restart",
  () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const during = Effect.fnUntraced(function* <A>(
        use: (service: Service.Service) => Promise<A>
      ) {
        const scope = yield* Scope.make()
        const service = yield* Scope.provide(Service.start({}, connection), scope)
        const found = yield* Effect.promise(() => use(service))
        yield* Scope.close(scope, Exit.void)
        return found
      })
      const paths = yield* during(send)
      const stored = yield* everything.pipe(Effect.provide(Postgres.client(connection)))
      assert.include(stored, "PayoutCreated")
      assert.include(stored, "BeneficiarySaved")
      for (const [name, word] of Object.entries(words)) {
        assert.notInclude(stored, word, name)
        assert.notInclude(stored, Buffer.from(word).toString("hex"), name)
      }
      const [single, taken] = yield* during(({ call }) =>
        Promise.all(paths.map(async (path) => (await call("GET", path)).json))
      )
      assert.deepInclude(single, parties)
      assert.deepInclude(taken, { recipient_details: details, purpose: words.purpose })
    }).pipe(Effect.scoped, Effect.provide(quiet))
)
