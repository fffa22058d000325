/**
 * A hold that two operators must release, its approvals as they see them, and the funding of a
 * payout.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import * as ScriptedAdapters from "./scriptedAdapters.ts"
import { assertProblem, suite, until } from "./suite.ts"

const operators = "/admin/v1/operators"

/** Issues a key for one more operator. */
const issue = async ({ call }: Service.Service, name: string): Promise<string> => {
  const { json, text } = await call("POST", operators, { key: Service.adminKey, body: { name } })
  assert.isString(json.key, text)
  return json.key
}

const hold = async (service: Service.Service, name: string): Promise<string> => {
  const { json } = await service.payout(name, { recipient_name: "SANDBOX HOLD" })
  await until(
    () => service.call("GET", `/v1/payouts/${json.payout_id}`),
    (answer) => answer.json.status === "COMPLIANCE_HOLD"
  )
  return json.payout_id
}

/** A decision by an operator's key; `path` is "<payout>/<decision>". */
const decide = ({ call }: Service.Service, path: string, key: string, more = {}) =>
  call("POST", `/admin/v1/payouts/${path}`, { key, body: { reason: "checked", ...more } })

const approveAs = (who: Visitor.Visitor, id: string) =>
  who.ask("POST", `/admin/v1/payouts/${id}/approve`, { reason: "checked" })

suite(
  "A hold under HOLD_APPROVALS=2",
  { HOLD_APPROVALS: "2" },
  {
    "that two users approve": (test) => {
      test("is released by the second user, and not by one who approves twice", async (service) => {
        const person = await Visitor.first(service)
        const id = await hold(service, "four eyes")
        const one = await decide(service, `${id}/approve`, Service.adminKey)
        assert.strictEqual(one.status, 200, one.text)
        assert.strictEqual(one.json.status, "COMPLIANCE_HOLD")
        const twice = await decide(service, `${id}/approve`, Service.adminKey, { reason: "again" })
        assert.strictEqual(twice.json.status, "COMPLIANCE_HOLD")
        const seen = await service.call("GET", `/admin/v1/payouts/${id}`, { key: Service.adminKey })
        assert.lengthOf(seen.json.approvals, 1)
        const two = await approveAs(person, id)
        assert.strictEqual(two.json.status, "PAYOUT_INITIATED", two.text)
        assertProblem(await approveAs(person, id), 409, "INVALID_STATE")
        const after = await service.call("GET", `/admin/v1/payouts/${id}`, {
          key: Service.adminKey
        })
        assert.deepStrictEqual(after.json.approvals, ["first operator", person.email])
      })

      test("is not released by keys that the first start's key issued, which count once", async (service) => {
        const second = await issue(service, "second operator")
        const { json } = await service.call("POST", operators, {
          ...{ key: second, body: { name: "third operator" } }
        })
        const id = await hold(service, "one root")
        for (const key of [Service.adminKey, second, json.key]) {
          const approved = await decide(service, `${id}/approve`, key)
          assert.strictEqual(approved.json.status, "COMPLIANCE_HOLD", approved.text)
        }
      })

      test("is not released by one user's session, key, and that key's key", async (service) => {
        const person = await Visitor.first(service)
        const own = (await person.ask("POST", operators, { name: "Ada's" })).json.key
        const { json } = await service.call("POST", operators, {
          ...{ key: own, body: { name: "out of Ada's" } }
        })
        const id = await hold(service, "one person")
        await approveAs(person, id)
        for (const key of [own, json.key]) {
          const approved = await decide(service, `${id}/approve`, key)
          assert.strictEqual(approved.json.status, "COMPLIANCE_HOLD", approved.text)
          assert.deepStrictEqual(approved.json.approvals, [person.email])
        }
      })

      test("is not released by one user's session and a key of another that they rotated", async (service) => {
        const person = await Visitor.first(service)
        const own = await issue(service, "of another root")
        const { id: other } = (await service.call("GET", operators, { key: own })).json.data[0]
        const taken = await person.ask("POST", `${operators}/${other}/rotate`, {})
        assert.isString(taken.json.key, taken.text)
        const id = await hold(service, "taken over")
        await approveAs(person, id)
        const approved = await decide(service, `${id}/approve`, taken.json.key)
        assert.deepStrictEqual(approved.json.approvals, [person.email], approved.text)
      })
    },

    "while an operator's key has the e-mail address of a colleague as its name": (test) => {
      test("is released by the two users, neither of whom counts for the other", async (service) => {
        const person = await Visitor.first(service)
        const colleague = await Visitor.invited(
          service,
          person,
          "compliance",
          Visitor.staffInvitations
        )
        const made = await person.ask("POST", operators, { name: colleague.email })
        assert.strictEqual(made.status, 201, made.text)
        const id = await hold(service, "named alike")
        assert.strictEqual((await approveAs(colleague, id)).json.status, "COMPLIANCE_HOLD")
        const two = await approveAs(person, id)
        assert.strictEqual(two.json.status, "PAYOUT_INITIATED", two.text)
      })

      test("is not released by an approval of a colleague who was removed", async (service) => {
        const person = await Visitor.first(service)
        const gone = await Visitor.invited(service, person, "compliance", Visitor.staffInvitations)
        const made = await person.ask("POST", operators, { name: gone.email })
        assert.strictEqual(made.status, 201, made.text)
        const id = await hold(service, "named like one who left")
        await approveAs(gone, id)
        const member = (await gone.ask("GET", "/dashboard/api/session")).json.person.id
        await person.ask("DELETE", `/dashboard/api/staff/team/members/${member}`)
        const two = await decide(service, `${id}/approve`, made.json.key)
        assert.strictEqual(two.json.status, "COMPLIANCE_HOLD", two.text)
        assert.deepStrictEqual(two.json.approvals, [gone.email, person.email])
      })
    },

    "with an earlier approval or a rejection": (test) => {
      test("is not released by a user who approved an earlier hold of the same payout", async (service) => {
        const person = await Visitor.first(service)
        const id = await hold(service, "held twice")
        await decide(service, `${id}/approve`, Service.adminKey)
        const at = Date.now()
        const request = { at, by: "engine", idempotency: null }
        await Effect.runPromise(service.engine.command(request, id, { _tag: "Park", at }))
        const retried = await decide(service, `${id}/retry`, Service.adminKey)
        assert.strictEqual(retried.status, 200, retried.text)
        await until(
          () => service.call("GET", `/v1/payouts/${id}`),
          ({ json }) => json.status === "COMPLIANCE_HOLD"
        )
        const one = await approveAs(person, id)
        assert.deepInclude(
          one.json,
          { status: "COMPLIANCE_HOLD", approvals: [person.email], approvals_needed: 2 },
          one.text
        )
        const two = await decide(service, `${id}/approve`, Service.adminKey)
        assert.strictEqual(two.json.status, "PAYOUT_INITIATED", two.text)
      })

      test("is rejected by one user, even if another approved", async (service) => {
        const id = await hold(service, "rejected")
        await decide(service, `${id}/approve`, Service.adminKey)
        const rejected = await decide(service, `${id}/reject`, await issue(service, "who rejects"))
        assert.strictEqual(rejected.json.status, "REVERSED", rejected.text)
      })

      test("replays an approval's response although the payout moved on", async (service) => {
        const id = await hold(service, "replayed")
        const key = { idempotency_key: "the first approval" }
        const first = await decide(service, `${id}/approve`, Service.adminKey, key)
        await approveAs(await Visitor.first(service), id)
        const again = await decide(service, `${id}/approve`, Service.adminKey, key)
        assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
        assert.deepStrictEqual(again.json, first.json)
      })
    }
  }
)

const script = ScriptedAdapters.make()

suite(
  "The funding of a payout",
  { SANDBOX_TIME_SCALE: "0.01" },
  (test) => {
    const unfunded = { recipient_name: "SANDBOX UNFUNDED" }
    const see = async ({ call }: Service.Service, id: string) =>
      (await call("GET", `/v1/payouts/${id}`)).json
    const observe = async (
      { engine }: Service.Service,
      id: string,
      _tag: "SeeDeposit" | "FinalizeDeposit",
      { amount, n = 1 }: { readonly amount: number; readonly n?: number }
    ) => {
      const at = Date.now()
      const deposit = {
        ...{ chainId: 1, txHash: `0x${n}`, logIndex: 3, blockNumber: 90 + n, amount, seenAt: at },
        from: "0xsender"
      }
      const request = { at, by: "engine", idempotency: null }
      await Effect.runPromise(engine.command(request, id, { _tag, deposit, at }))
      return new Date(at).toISOString()
    }

    test("is shown as awaited, detected, underpaid and funded", async (service) => {
      const { json } = await service.payout("funding", unfunded)
      const id = json.payout_id
      assert.deepInclude(await see(service, id), { funding_status: "awaiting", deposits: [] })
      script.head = { latest: 93, finalized: 80 }
      const seen_at = await observe(service, id, "SeeDeposit", { amount: 10_000_000 })
      const seen = await see(service, id)
      assert.strictEqual(seen.funding_status, "detected")
      const deposit = {
        ...{ tx_hash: "0x1", log_index: 3, block_number: 91, amount_usdc: 10 },
        ...{ seen_at, confirmations: 3 }
      }
      assert.deepStrictEqual(seen.deposits, [{ ...deposit, status: "detected" }])
      await observe(service, id, "FinalizeDeposit", { amount: 10_000_000 })
      script.head = { latest: 190, finalized: 180 }
      const less = await see(service, id)
      assert.strictEqual(less.funding_status, "underpaid")
      assert.deepStrictEqual(less.deposits, [{ ...deposit, confirmations: 100, status: "final" }])
      // A response that is kept for retries has no momentary values.
      const cancelled = await service.call("POST", `/v1/payouts/${id}/cancel`)
      assertProblem(cancelled, 409, "INVALID_STATE")
      await observe(service, id, "FinalizeDeposit", { amount: 15_000_000, n: 2 })
      assert.strictEqual((await see(service, id)).funding_status, "funded")
      const listed = await service.call("GET", "/v1/payouts?limit=1")
      assert.lengthOf(listed.json.data[0].deposits, 2)
      assert.strictEqual(listed.json.data[0].deposits[1].confirmations, 99)
      script.head = undefined
      assert.notProperty((await see(service, id)).deposits[0], "confirmations")
    })
  },
  { adapters: ScriptedAdapters.layer(script) }
)

suite("Operators", {}, (test) => {
  test("have unique names among live keys, and their key is shown once", async (service) => {
    const { call } = service
    const body = { name: "Nakato", idempotency_key: "one" }
    const first = await call("POST", operators, { key: Service.adminKey, body })
    assert.strictEqual(first.status, 201, first.text)
    const again = await call("POST", operators, { key: Service.adminKey, body })
    assert.strictEqual(again.status, 201)
    assert.isNull(again.json.key)
    const other = { name: " nakato " }
    assertProblem(
      await call("POST", operators, { key: Service.adminKey, body: other }),
      409,
      "INVALID_STATE"
    )
    const list = await call("GET", operators, { key: first.json.key })
    assert.deepStrictEqual(
      list.json.data.map(({ name }: { readonly name: string }) => name),
      ["Nakato", "first operator"]
    )
    assert.notInclude(list.text, first.json.key)
  })

  test("are revoked from the next request on, except the last one", async (service) => {
    const { call } = service
    const key = await issue(service, "short-lived")
    const { json } = await call("GET", operators, { key })
    const id = json.data[0].id
    assert.strictEqual((await call("DELETE", `${operators}/${id}`, { key })).status, 200)
    assertProblem(await call("GET", operators, { key }), 401, "UNAUTHORIZED")
    assertProblem(
      await call("DELETE", `${operators}/${id}`, { key: Service.adminKey }),
      404,
      "API_KEY_NOT_FOUND"
    )
    const others = (await call("GET", operators, { key: Service.adminKey })).json.data
    for (const { id, name, revoked_at } of others) {
      if (revoked_at !== null || name === "first operator") continue
      await call("DELETE", `${operators}/${id}`, { key: Service.adminKey })
    }
    const last = others.find((one: { readonly name: string }) => one.name === "first operator")
    assertProblem(
      await call("DELETE", `${operators}/${last.id}`, { key: Service.adminKey }),
      409,
      "INVALID_STATE"
    )
  })

  test("are not created by a customer's key", async (service) => {
    assertProblem(await service.call("GET", operators), 401, "UNAUTHORIZED")
  })
})
