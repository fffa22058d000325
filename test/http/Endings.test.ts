/**
 * Ended withdrawals and bookings leave memory (L10). Every route about them gives the same response
 * as before: at once, after a restart, and after a rebuild of the tables from the log.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { inject } from "vitest"
import * as LogTools from "../../src/app/LogTools.ts"
import * as Settings from "../../src/config/Settings.ts"
import * as Withdrawal from "../../src/domain/balance/Withdrawal.ts"
import * as Tables from "../fixtures/tables.ts"
import { dataKey } from "../support/dataKey.ts"
import { partitions } from "../support/partitions.ts"
import * as Postgres from "../support/postgres.ts"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import * as ScriptedAdapters from "./scriptedAdapters.ts"
import { quiet, until } from "./suite.ts"

const script = ScriptedAdapters.make()

const root = "/v1/balance"
const staff = "/admin/v1/withdrawals"
const books = "/admin/v1/books"
const reason = { reason: "checked" }
const twoPeople = { HOLD_APPROVALS: "2" }
const admin = { key: Service.adminKey }

/** Runs a service on a database during `run`. */
const inServiceOn = (connection: Postgres.Connection) =>
  Effect.fnUntraced(function* <A>(run: (service: Service.Service) => Promise<A>) {
    const scope = yield* Scope.make()
    const starting = Service.start(twoPeople, connection, ScriptedAdapters.layer(script))
    const service = yield* Scope.provide(starting, scope)
    const result = yield* Effect.promise(() => run(service))
    yield* Scope.close(scope, Exit.void)
    return result
  })

const rebuild = Effect.fnUntraced(function* (connection: Postgres.Connection) {
  const url = Tables.url(inject("postgres").socketDir, connection)
  const settings = { DATABASE_URL: url, PARTITIONS: partitions, DATA_KEY: dataKey }
  yield* LogTools.rebuildReadModel(yield* Settings.read(settings))
})

/** Withdrawals and bookings that a start loads. */
const loaded = (connection: Postgres.Connection) =>
  Effect.gen(function* () {
    const sql = yield* PgClient
    const rows = yield* sql<{ readonly kind: string }>`
      select kind from active where kind in ('withdrawal', 'booking') order by kind`
    return rows.map(({ kind }) => kind)
  }).pipe(Effect.provide(Postgres.clientOnly(connection)))

// ----------------------------------------------------------------------------- lives

type Ask = (path: string, body?: object) => Promise<Service.Answer>

interface Team {
  readonly customer: Ask
  /** Two people approve, one after the other. */
  readonly approve: Ask
}

const asStaff =
  ({ call }: Service.Service): Ask =>
  (path, body = reason) =>
    call("POST", path, { ...admin, body })

const teamOf = async (service: Service.Service): Promise<Team> => {
  const ada = await Visitor.first(service)
  return {
    customer: (path, body = {}) => service.call("POST", path, { body }),
    approve: async (path, body = reason) => {
      await asStaff(service)(path, body)
      const answer = await ada.ask("POST", path, body)
      assert.isBelow(answer.status, 300, answer.text)
      return answer
    }
  }
}

const txHash = `0x${"7".repeat(64)}`

/** The bodies of the requests, by the names of the withdrawals, for retries. */
const requestOf = (name: string, address_id: string) => ({
  ...{ amount_usdc: 5, address_id, idempotency_key: name, reference: name }
})

const names = ["completed", "cancelled", "rejected", "open"] as const

/** A withdrawal that ended in each way, and an open one. Returns their ids and their address. */
const withdrawals = async (service: Service.Service, { approve, customer }: Team) => {
  await customer("/v1/sandbox/balance/deposit", { amount_usdc: 100 })
  const added = await customer(`${root}/addresses`, {
    name: "Bank",
    address: `0x${"b".repeat(40)}`
  })
  const account = (await service.call("GET", "/v1/account")).json.id
  const addressId = added.json.id as string
  await approve(`/admin/v1/accounts/${account}/balance/addresses/${addressId}/activate`)
  const ids: Partial<Record<(typeof names)[number], string>> = {}
  for (const name of names) {
    const made = await customer(`${root}/withdrawals`, requestOf(name, addressId))
    assert.strictEqual(made.status, 201, made.text)
    ids[name] = made.json.id
  }
  await approve(`${staff}/${ids.completed}/approve`)
  await asStaff(service)(`${staff}/${ids.completed}/sent`, { ...reason, tx_hash: txHash })
  await customer(`${root}/withdrawals/${ids.cancelled}/cancel`)
  await approve(`${staff}/${ids.rejected}/reject`)
  await until(
    () => service.call("GET", `${root}/withdrawals/${ids.completed}`),
    ({ json }) => json.status === "completed"
  )
  return { addressId, ids }
}

const topUp = {
  ...{ kind: "top_up", provider: "mtn", currency: "UGX", amount: 3_000_000 },
  ...{ credit_account: "treasury_fiat", value_date: "2026-02-02" },
  ...{ reference: "wire 4711", reason: "bank statement" }
}

/** A booked booking, a withdrawn one, and a proposed one. Returns their ids. */
const bookings = async (service: Service.Service, { approve }: Team) => {
  const propose = async (reference: string): Promise<string> => {
    const body = { ...topUp, reference, idempotency_key: `booking ${reference}` }
    return (await service.call("POST", `${books}/bookings`, { ...admin, body })).json.id
  }
  const ids = [await propose("booked"), await propose("withdrawn"), await propose("open")]
  await approve(`${books}/bookings/${ids[0]}/approve`)
  await asStaff(service)(`${books}/bookings/${ids[1]}/withdraw`)
  return ids
}

const live = async (service: Service.Service) => {
  const team = await teamOf(service)
  const { addressId, ids } = await withdrawals(service, team)
  return { addressId, ids, booked: await bookings(service, team) }
}

type Lives = Awaited<ReturnType<typeof live>>

// ----------------------------------------------------------------------------- responses

/** A response without the parts that each response has for itself. */
const shown = ({ json, status }: Service.Answer) => {
  const { doc_url: _, request_id: __, ...body } = json
  return { status, body }
}

const lists = [
  ...["", "?limit=2", ...Withdrawal.Status.literals.map((status) => `?status=${status}`)].flatMap(
    (query) => [`${root}/withdrawals${query}`, `${staff}${query}`]
  ),
  ...[`${root}/movements`, root, `${books}/bookings`, `${books}/bookings?limit=1`],
  ...[`${books}/trial-balance`, "/admin/v1/periods"]
]

/** Second pages, which begin behind the first. */
const paged = [`${root}/withdrawals?limit=2`, `${staff}?limit=3`, `${books}/bookings?limit=2`]

/** The responses to every request about the ended objects, none of which changes anything. */
const responses = async (service: Service.Service, { addressId, booked, ids }: Lives) => {
  const found: Record<string, unknown> = {}
  const ask = async (method: string, path: string, body?: object) => {
    const key = path.startsWith("/admin") ? admin : {}
    const answer = await service.call(method, path, { ...key, ...(body && { body }) })
    found[`${method} ${path} ${JSON.stringify(body)}`] = shown(answer)
    return answer
  }
  for (const list of lists) await ask("GET", list)
  for (const list of paged) {
    const { json } = await ask("GET", list)
    await ask("GET", `${list}&cursor=${json.next_cursor}`)
  }
  for (const name of names) {
    await ask("GET", `${root}/withdrawals/${ids[name]}`)
    await ask("POST", `${root}/withdrawals`, requestOf(name, addressId))
    if (name === "open") continue
    await ask("POST", `${root}/withdrawals/${ids[name]}/cancel`, {})
    for (const act of ["approve", "reject"])
      await ask("POST", `${staff}/${ids[name]}/${act}`, reason)
    await ask("POST", `${staff}/${ids[name]}/sent`, { ...reason, tx_hash: txHash })
  }
  for (const id of booked.slice(0, 2)) {
    await ask("POST", `${books}/bookings/${id}/approve`, reason)
    await ask("POST", `${books}/bookings/${id}/withdraw`, reason)
  }
  const body = { ...topUp, reference: "booked", idempotency_key: "booking booked" }
  await ask("POST", `${books}/bookings`, body)
  return found
}

/** Waits until the tables have every entry. Then the ended objects have left memory. */
const leave = async (service: Service.Service): Promise<void> => {
  await service.call("GET", "/v1/audit-logs")
  await service.call("GET", "/admin/v1/audit-logs", admin)
}

const inMemory = ({ engine }: Service.Service): ReadonlyArray<string | undefined> => [
  ...engine.state.withdrawals.keys()
]

describe("Responses about ended withdrawals and bookings", () => {
  it.live("are the same after these left memory, after a restart, and after a rebuild", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const during = inServiceOn(connection)
      const { expected, lives } = yield* during(async (service) => {
        const lives = await live(service)
        const expected = await responses(service, lives)
        await leave(service)
        assert.deepStrictEqual(inMemory(service), [lives.ids.open])
        assert.deepStrictEqual(await responses(service, lives), expected)
        assert.deepStrictEqual(inMemory(service), [lives.ids.open])
        return { expected, lives }
      })
      const conflicts = Object.values(expected).filter(
        (each) => (each as { readonly status: number }).status === 409
      )
      // Three commands on each ended withdrawal, and two on each ended booking.
      assert.isAtLeast(conflicts.length, 3 * 3 + 2 * 2)
      const same = during(async (service) => {
        assert.deepStrictEqual(inMemory(service), [lives.ids.open])
        assert.deepStrictEqual(await responses(service, lives), expected)
      })
      assert.deepStrictEqual(yield* loaded(connection), ["booking", "withdrawal"])
      yield* same
      yield* rebuild(connection)
      assert.deepStrictEqual(yield* loaded(connection), ["booking", "withdrawal"])
      yield* same
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )
})
