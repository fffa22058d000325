/** Users who were removed or whose role was lowered, and who can do nothing through any key. */
import { assert, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { inject } from "vitest"
import * as LogTools from "../../src/app/LogTools.ts"
import * as Settings from "../../src/config/Settings.ts"
import * as Tables from "../fixtures/tables.ts"
import { dataKey } from "../support/dataKey.ts"
import { partitions } from "../support/partitions.ts"
import * as Postgres from "../support/postgres.ts"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import { assertProblem, quiet, suite } from "./suite.ts"

const operators = "/admin/v1/operators"
const staff = "/dashboard/api/staff/team"

const issued = async (answer: Promise<Service.Answer>): Promise<string> => {
  const { json, text } = await answer
  assert.isString(json.key, text)
  return json.key
}

const idOf = async (who: Visitor.Visitor): Promise<string> =>
  (await who.ask("GET", "/dashboard/api/session")).json.person.id

const accounts = "/admin/v1/accounts"

suite(
  "A removed admin",
  {},
  {
    "with their keys": (test) => {
      test("is refused with every key of theirs, through any chain of issue", async (service) => {
        const first = await Visitor.first(service)
        const mallory = await Visitor.invited(service, first, "admin", Visitor.staffInvitations)
        const { call } = service
        const own = await issued(mallory.ask("POST", operators, { name: "own" }))
        const second = await issued(call("POST", operators, { key: own, body: { name: "second" } }))
        const third = await issued(
          call("POST", operators, { key: second, body: { name: "third" } })
        )
        const account = (await call("GET", accounts, { key: third })).json.data[0].id
        const keys = `${accounts}/${account}/api-keys`
        const body = { name: "for an account", scope: "full" }
        const customers = await issued(call("POST", keys, { key: third, body }))
        assert.strictEqual((await call("GET", "/v1/payouts", { key: customers })).status, 200)
        // An earlier invitation must not let the removed user in again.
        const invite = { email: "mallory.again@example.com", role: "admin" }
        const invited = await call("POST", Visitor.staffInvitations, { key: third, body: invite })
        assert.strictEqual(invited.status, 201, invited.text)

        const id = await idOf(mallory)
        const removed = await first.ask("DELETE", `${staff}/members/${id}`)
        assert.strictEqual(removed.status, 200, removed.text)
        for (const key of [own, second, third]) {
          assertProblem(await call("GET", accounts, { key }), 401, "UNAUTHORIZED")
          const again = { email: "again@example.com", role: "admin" }
          const refused = await call("POST", Visitor.staffInvitations, { key, body: again })
          assertProblem(refused, 401, "UNAUTHORIZED")
        }
        assertProblem(await call("GET", "/v1/payouts", { key: customers }), 401, "UNAUTHORIZED")
        const token = Visitor.tokenOf(invited.json.link)
        const sneaking = { token, password: Visitor.password, name: "Mallory again" }
        const someone = Visitor.visitor(service)
        const entered = await someone.ask("POST", "/dashboard/api/invitation/accept", sneaking)
        assertProblem(entered, 409, "INVALID_STATE")
        // Keys of other users still work.
        assert.strictEqual((await call("GET", accounts, { key: Service.adminKey })).status, 200)
        assert.strictEqual((await call("GET", "/v1/payouts")).status, 200)
      })

      test("is in the audit log with the numbers of ended keys and invitations, and each key has an entry", async (service) => {
        const first = await Visitor.first(service)
        const listed = await first.ask("GET", "/admin/v1/audit-logs?action=person.removed&limit=1")
        const [act] = listed.json.data
        assert.deepInclude(act.changes, { keys_ended: "4", invitations_ended: "1" }, listed.text)
        const own = await first.ask("GET", "/v1/audit-logs?action=api_key.revoked&limit=1")
        assert.lengthOf(own.json.data, 1, own.text)
        // A reader of all accounts sees the removal, and each key's account.
        assert.isNull(act.account_id)
        const ended = "/admin/v1/audit-logs?action=api_key.revoked"
        const revoked = (await first.ask("GET", ended)).json
        assert.deepInclude(revoked, { total: 4 })
        for (const one of revoked.data) {
          assert.deepStrictEqual(one.changes, { ended_with: "person.removed" })
          assert.strictEqual(one.actor.id, act.actor.id)
          const { json } = await first.ask("GET", `${ended}&subject_id=${one.subject_id}`)
          assert.deepStrictEqual(json.data, [one])
        }
        const [mine] = own.json.data
        const accountIds = revoked.data.map((one: typeof mine) => one.account_id)
        assert.deepStrictEqual(accountIds, [null, null, null, mine.account_id])
        assert.deepInclude(revoked.data, mine)
        const all = (await first.ask("GET", "/admin/v1/audit-logs?limit=100")).json.data
        const ids = all.map(({ id }: typeof mine) => id)
        assert.strictEqual(new Set(ids).size, ids.length, "each change has a separate id")
        const pages = await Promise.all(
          [0, 1, 2].map((offset) => first.ask("GET", `${ended}&limit=1&offset=${offset}`))
        )
        assert.deepStrictEqual(
          pages.flatMap(({ json }) => json.data),
          revoked.data.slice(0, 3)
        )
        const keys = await first.ask("GET", "/admin/v1/audit-logs?action=api_key.issued&limit=1")
        const [key] = keys.json.data
        assert.deepInclude(key.changes, { name: "for an account" }, keys.text)
        assert.match(key.account_id, /^acct_/)
      })
    },

    "with rotated keys": (test) => {
      test("is refused with every key that they rotated, whoever issued it, and other users' keys work", async (service) => {
        const first = await Visitor.first(service)
        const mallory = await Visitor.invited(service, first, "admin", Visitor.staffInvitations)
        const rotate = (who: Visitor.Visitor, id: string) =>
          who.ask("POST", `${operators}/${id}/rotate`, {})
        const named = async (who: Visitor.Visitor, name: string) =>
          (await who.ask("POST", operators, { name })).json
        const [ada, own] = [await named(first, "Ada's"), await named(mallory, "Mallory's")]
        const taken = await rotate(mallory, ada.id)
        assert.strictEqual(taken.json.issued_by, await idOf(mallory), taken.text)
        const path = `${operators}/${own.id}/rotate`
        const renewed = await issued(service.call("POST", path, { key: own.key, body: {} }))
        const other = await named(mallory, "handed over")
        const kept = await issued(rotate(first, other.id))
        await first.ask("DELETE", `${staff}/members/${await idOf(mallory)}`)
        for (const key of [taken.json.key, own.key, renewed, other.key]) {
          assertProblem(await service.call("GET", accounts, { key }), 401, "UNAUTHORIZED")
          const again = await service.call("POST", path, { key, body: {} })
          assertProblem(again, 401, "UNAUTHORIZED")
        }
        for (const key of [ada.key, kept]) {
          assert.strictEqual((await service.call("GET", accounts, { key })).status, 200)
        }
      })
    },

    "who requests keys during the removal": (test) => {
      test("gets no working key", async (service) => {
        const first = await Visitor.first(service)
        const racer = await Visitor.invited(service, first, "admin", Visitor.staffInvitations)
        const id = await idOf(racer)
        const own = await issued(racer.ask("POST", operators, { name: "racing" }))
        const asked = Array.from({ length: 8 }, (_, n) =>
          service.call("POST", operators, { key: own, body: { name: `race ${n}` } })
        )
        const removal = first.ask("DELETE", `${staff}/members/${id}`)
        const late = Array.from({ length: 8 }, (_, n) =>
          service.call("POST", operators, { key: own, body: { name: `late ${n}` } })
        )
        assert.strictEqual((await removal).status, 200)
        for (const answer of await Promise.all([...asked, ...late])) {
          if (answer.status === 201) {
            const { key } = answer.json
            assertProblem(await service.call("GET", accounts, { key }), 401, "UNAUTHORIZED")
          } else assertProblem(answer, 401, "UNAUTHORIZED")
        }
      })
    }
  }
)

suite("An admin who becomes an operator", {}, (test) => {
  test("keeps the session and loses the keys", async (service) => {
    const first = await Visitor.first(service)
    const other = await Visitor.invited(service, first, "admin", Visitor.staffInvitations)
    const key = await issued(other.ask("POST", operators, { name: "of an admin" }))
    const id = await idOf(other)
    const path = `${staff}/members/${id}`
    const changed = await first.ask("PATCH", path, { role: "operator" })
    assert.strictEqual(changed.status, 200, changed.text)
    assertProblem(await service.call("GET", accounts, { key }), 401, "UNAUTHORIZED")
    assert.strictEqual((await other.ask("GET", accounts)).status, 200)
  })
})

suite("A member of an account", {}, (test) => {
  const keys = "/dashboard/api/api-keys"
  const members = "/dashboard/api/team/members"
  const body = { name: "integration", scope: "full" }
  test("loses by removal the keys that they issued, except keys that others rotated", async (service) => {
    const ada = await Visitor.first(service)
    const dev = await Visitor.invited(service, ada, "developer")
    const lost = await issued(dev.ask("POST", keys, body))
    const made = await dev.ask("POST", keys, { ...body, name: "rotated" })
    const kept = await issued(ada.ask("POST", `${keys}/${made.json.id}/rotate`, {}))
    const removed = await ada.ask("DELETE", `${members}/${await idOf(dev)}`)
    assert.strictEqual(removed.status, 200, removed.text)
    assertProblem(await service.call("GET", "/v1/payouts", { key: lost }), 401, "UNAUTHORIZED")
    assert.strictEqual((await service.call("GET", "/v1/payouts", { key: kept })).status, 200)
  })

  test("loses their keys when made a viewer, and keeps them when made a developer", async (service) => {
    const ada = await Visitor.first(service)
    const owner = await Visitor.invited(service, ada, "owner")
    const key = await issued(owner.ask("POST", keys, body))
    const path = `${members}/${await idOf(owner)}`
    for (const [role, status] of [
      ["developer", 200],
      ["viewer", 401]
    ] as const) {
      const changed = await ada.ask("PATCH", path, { role })
      assert.strictEqual(changed.status, 200, changed.text)
      assert.strictEqual((await service.call("GET", "/v1/payouts", { key })).status, status, role)
    }
  })
})

it.live("The audit log of a rebuilt read model has the keys that ended with a removal", () =>
  Effect.gen(function* () {
    const connection = yield* Postgres.database
    const during = Effect.fnUntraced(function* <A>(use: (service: Service.Service) => Promise<A>) {
      const scope = yield* Scope.make()
      const service = yield* Scope.provide(Service.start({}, connection), scope)
      const found = yield* Effect.promise(() => use(service))
      yield* Scope.close(scope, Exit.void)
      return found
    })
    const acts = async ({ call }: Service.Service) => {
      const path = "/admin/v1/audit-logs?action=api_key.revoked"
      return (await call("GET", path, { key: Service.adminKey })).json.data
    }
    const before = yield* during(async (service) => {
      const ada = await Visitor.first(service)
      const bob = await Visitor.invited(service, ada, "admin", Visitor.staffInvitations)
      for (const name of ["one", "two"]) await issued(bob.ask("POST", operators, { name }))
      await ada.ask("DELETE", `${staff}/members/${await idOf(bob)}`)
      return acts(service)
    })
    assert.lengthOf(before, 2)
    const url = Tables.url(inject("postgres").socketDir, connection)
    yield* LogTools.rebuildReadModel(
      yield* Settings.read({ DATABASE_URL: url, PARTITIONS: partitions, DATA_KEY: dataKey })
    )
    assert.deepStrictEqual(yield* during(acts), before)
  }).pipe(Effect.provide(quiet))
)
