/** Freezing a hold: no money moves until operators unfreeze it. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import * as ScriptedAdapters from "./scriptedAdapters.ts"
import { assertProblem, suite, until } from "./suite.ts"

const script = ScriptedAdapters.make()
const admin = { key: Service.adminKey }
const address = "0x52908400098527886E0F7030069857D2E4169EE7"
const why = "listed: report 12"

const hold = async (service: Service.Service, name: string, more = {}): Promise<string> => {
  const { json } = await service.payout(name, { recipient_name: "SANDBOX HOLD", ...more })
  await until(
    () => service.call("GET", `/v1/payouts/${json.payout_id}`),
    (answer) => answer.json.status === "COMPLIANCE_HOLD"
  )
  return json.payout_id
}

const path = (id: string, verb = "") => `/admin/v1/payouts/${id}${verb}`

const say = ({ call }: Service.Service, id: string, verb: string, more = {}) =>
  call("POST", path(id, `/${verb}`), { ...admin, body: { reason: why, ...more } })

const see = async ({ call }: Service.Service, id: string) =>
  (await call("GET", `/v1/payouts/${id}`)).json

const seeAsStaff = async ({ call }: Service.Service, id: string) =>
  (await call("GET", path(id), admin)).json

/** Pays an amount to a payout. */
const pay = (service: Service.Service, id: string, amount: number, n: number) => {
  const at = Date.now()
  const deposit = {
    ...{ chainId: 1, txHash: `0x${n}`, logIndex: n, blockNumber: 90, amount, seenAt: at },
    from: "0xlate"
  }
  const command = { _tag: "FinalizeDeposit", deposit, at } as const
  return Effect.runPromise(
    service.engine.command({ at, by: "engine", idempotency: null }, id, command)
  )
}

suite(
  "A frozen payout",
  {},
  {
    "while it is frozen": (test) => {
      test("looks like an ordinary hold to its customer, and shows staff the time, user and reason of its freeze", async (service) => {
        const id = await hold(service, "shown")
        await pay(service, id, 4_000_000, 3)
        const { updated_at: _, ...before } = await see(service, id)
        const frozen = await say(service, id, "freeze")
        assert.strictEqual(frozen.status, 200, frozen.text)
        assert.deepInclude(frozen.json, { status: "COMPLIANCE_HOLD", pending_action: null })
        const { since } = frozen.json.frozen
        assert.deepStrictEqual(frozen.json.frozen, {
          ...{ since, by: "first operator", reason: why, amount_usdc: 29 }
        })
        assert.strictEqual(frozen.json.refund.status, "held")
        const { updated_at: __, ...shown } = await see(service, id)
        assert.deepStrictEqual(shown, before)
        assert.strictEqual(
          shown.message,
          "Nothing is due: the payout is held for a compliance review."
        )
        const other = await hold(service, "another")
        const found = async (frozen: string) => {
          const path = `/admin/v1/payouts?status=COMPLIANCE_HOLD&frozen=${frozen}`
          const { json } = await service.call("GET", path, { key: Service.adminKey })
          return json.data.map((each: { payout_id: string }) => each.payout_id)
        }
        assert.deepStrictEqual(await found("true"), [id])
        assert.deepStrictEqual(await found("false"), [other])
        assertProblem(await say(service, id, "freeze"), 409, "INVALID_STATE")
      })

      test("refuses every request that would move its money, and names the freeze", async (service) => {
        const id = await hold(service, "refused")
        await pay(service, id, 5_000_000, 1)
        assert.strictEqual((await see(service, id)).refund.status, "due")
        await say(service, id, "freeze")
        assert.deepInclude((await seeAsStaff(service, id)).refund, {
          ...{ status: "held", amount_usdc: 5 }
        })
        const refund = { tx_hash: `0x${"c".repeat(64)}`, refund_address: address }
        script.lookups.length = 0
        const answers = [
          ...[await say(service, id, "approve"), await say(service, id, "reject")],
          ...[await say(service, id, "retry"), await say(service, id, "settle")],
          await say(service, id, "fail", { override: true }),
          await say(service, id, "reverse", { override: true }),
          await say(service, id, "refund", refund),
          await say(service, id, "release-refund"),
          await service.call("POST", `/v1/sandbox/payouts/${id}/simulate`, {
            body: { outcome: "settle" }
          })
        ]
        for (const answer of answers) {
          assertProblem(answer, 409, "INVALID_STATE")
          assert.match(answer.json.message, /its money is frozen\.$/)
        }
        // The service refuses the refund before it looks up the transaction.
        assert.deepStrictEqual(script.lookups, [])
        const after = await seeAsStaff(service, id)
        assert.strictEqual(after.status, "COMPLIANCE_HOLD")
        assert.notProperty(after, "refund_address")
      })
    },

    "to its customer": (test) => {
      test("gives the same responses as an ordinary hold", async (service) => {
        const [held, frozen] = [await hold(service, "held"), await hold(service, "asked")]
        await say(service, frozen, "freeze")
        for (const [verb, body] of [
          ["cancel", {}],
          ["refund-address", { address }]
        ] as const) {
          const ask = (id: string) => service.call("POST", `/v1/payouts/${id}/${verb}`, { body })
          const [one, other] = [await ask(held), await ask(frozen)]
          assert.strictEqual(other.status, one.status, other.text)
          assert.strictEqual(other.json.message, one.json.message)
          assert.notMatch(other.text, /frozen|froze/)
        }
        const { refund_address: kept, status } = await seeAsStaff(service, frozen)
        assert.deepStrictEqual([status, kept], ["COMPLIANCE_HOLD", address])
      })
    },

    "with later deposits": (test) => {
      test("keeps later deposits, and returns them once it is unfrozen", async (service) => {
        const id = await hold(service, "late")
        await say(service, id, "freeze")
        await pay(service, id, 7_000_000, 2)
        const during = await seeAsStaff(service, id)
        assert.strictEqual(during.frozen.amount_usdc, 32)
        assert.notProperty(during, "refund")
        const unfrozen = await say(service, id, "unfreeze")
        assert.strictEqual(unfrozen.json.status, "COMPLIANCE_HOLD", unfrozen.text)
        assert.notProperty(unfrozen.json, "frozen")
        assert.deepInclude(unfrozen.json.refund, { status: "due", amount_usdc: 7 })
        assertProblem(await say(service, id, "unfreeze"), 409, "INVALID_STATE")
        assert.notProperty(await see(service, id), "frozen")
        const approved = await say(service, id, "approve")
        assert.strictEqual(approved.json.status, "PAYOUT_INITIATED", approved.text)
      })
    },

    "with money on another chain": (test) => {
      test("shows it as frozen and its refund as held, and as due once it is unfrozen", async (service) => {
        const { json } = await service.payout("foreign", { recipient_name: "SANDBOX UNFUNDED" })
        const id: string = json.payout_id
        const booking = { chain_id: 8453, tx_hashes: [`0x${"e".repeat(64)}`] }
        const booked = await say(service, id, "foreign-deposits", booking)
        assert.strictEqual(booked.status, 200, booked.text)
        const to = { body: { outcome: "hold" } }
        await service.call("POST", `/v1/sandbox/payouts/${id}/simulate`, to)
        const { frozen, foreign_refunds: held } = (await say(service, id, "freeze")).json
        const { status, ...amount } = held[0]
        assert.strictEqual(status, "held")
        assert.deepInclude(amount, { chain: "Base", token_amount: "25.000000" })
        assert.deepInclude(frozen, { amount_usdc: 25, foreign_amounts: [amount] })
        const unfrozen = await say(service, id, "unfreeze")
        assert.deepStrictEqual(unfrozen.json.foreign_refunds, [{ status: "due", ...amount }])
      })
    },

    "when it is unfrozen, and in lists": (test) => {
      test("can be rejected, and its refund is sent", async (service) => {
        const id = await hold(service, "rejected", { refund_address: address })
        await say(service, id, "freeze")
        await say(service, id, "unfreeze")
        assert.strictEqual((await say(service, id, "reject")).json.status, "REVERSED")
        const sent = await say(service, id, "refund", { tx_hash: `0x${"d".repeat(64)}` })
        assert.strictEqual(sent.status, 200, sent.text)
      })

      test("is found among all payouts, counted and recorded in the audit log", async (service) => {
        const { call } = service
        const id = await hold(service, "found")
        const listed = async () =>
          (await call("GET", "/admin/v1/payouts?frozen=true&limit=100", admin)).json.data.map(
            ({ payout_id }: { readonly payout_id: string }) => payout_id
          )
        assert.notInclude(await listed(), id)
        await say(service, id, "freeze")
        const found = await listed()
        assert.include(found, id)
        assert.match(
          (await call("GET", "/metrics")).text,
          new RegExp(`^payout_frozen(\\{.*\\})? ${found.length}$`, "m")
        )
        await say(service, id, "unfreeze")
        assert.notInclude(await listed(), id)
        const { data } = (await call("GET", `/admin/v1/audit-logs?subject_id=${id}`, admin)).json
        assert.deepStrictEqual(
          data.map(({ action }: { readonly action: string }) => action),
          ["payout.unfrozen", "payout.frozen", "payout.created"]
        )
        assert.strictEqual(data[1].reason, why)
        assert.strictEqual(data[1].changes.held, "25.000000 USDC")
      })

      test("must have been on hold, and is frozen only by staff who decide on holds", async (service) => {
        const { json } = await service.payout("awaited", { recipient_name: "SANDBOX UNFUNDED" })
        assertProblem(await say(service, json.payout_id, "freeze"), 409, "INVALID_STATE")
        assertProblem(await say(service, "po_none", "freeze"), 404, "PAYOUT_NOT_FOUND")
        const own = await service.call("POST", path(json.payout_id, "/freeze"), {
          body: { reason: why }
        })
        assertProblem(own, 401, "UNAUTHORIZED")
        const empty = await service.call("POST", path(json.payout_id, "/freeze"), {
          ...{ ...admin, body: {} }
        })
        assertProblem(empty, 400, "VALIDATION_ERROR")
      })
    }
  },
  { adapters: ScriptedAdapters.layer(script) }
)

suite("A frozen payout under HOLD_APPROVALS=2", { HOLD_APPROVALS: "2" }, (test) => {
  test("is frozen by one user and unfrozen by the second of two", async (service) => {
    const ada = await Visitor.first(service)
    const id = await hold(service, "four eyes")
    await say(service, id, "approve")
    const frozen = await say(service, id, "freeze")
    assert.strictEqual(frozen.json.frozen.by, "first operator", frozen.text)
    assert.deepStrictEqual(frozen.json.approvals, [])
    for (const reason of ["cleared", "cleared, again"]) {
      const one = await say(service, id, "unfreeze", { reason })
      assert.strictEqual(one.json.frozen.reason, why, one.text)
      assert.deepInclude(one.json.pending_action, {
        ...{ action: "unfreeze", terms: {}, approvals: ["first operator"] }
      })
    }
    const two = await ada.ask("POST", path(id, "/unfreeze"), { reason: "cleared" })
    assert.notProperty(two.json, "frozen")
    assert.isNull(two.json.pending_action, two.text)
    // An approval from before the freeze does not count.
    const approved = await ada.ask("POST", path(id, "/approve"), { reason: "cleared" })
    assert.deepInclude(approved.json, { status: "COMPLIANCE_HOLD", approvals: [ada.email] })
    assert.strictEqual((await say(service, id, "approve")).json.status, "PAYOUT_INITIATED")
  })
})

suite("A frozen payout of a sandbox that simulates refunds", {
  SANDBOX_REFUNDS: "simulated"
}, (test) => {
  test("is refunded once it is unfrozen, and not before", async (service) => {
    const id = await hold(service, "own treasury")
    await say(service, id, "freeze")
    await pay(service, id, 3_000_000, 3)
    assert.notProperty(await see(service, id), "refund")
    await say(service, id, "unfreeze")
    await until(
      () => service.call("GET", `/v1/payouts/${id}`),
      ({ json }) => json.refund?.status === "confirmed"
    )
  })
})
