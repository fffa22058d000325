/** Recalls: what happens to the money of a payout after it settled. */
import { assert, describe, it } from "@effect/vitest"
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
import { assertInvalid, assertProblem, quiet, suite, until } from "./suite.ts"

const admin = { key: Service.adminKey }
const address = "0x52908400098527886E0F7030069857D2E4169EE7"
const reason = "ticket 12"
const evidence = "The recipient sent a letter."
const all = 91_575

interface Recalled {
  readonly data: {
    readonly sequence: number
    readonly status: string
    readonly previous_status: string
    readonly recall: { readonly status: string }
  }
}

const see = async ({ call }: Service.Service, id: string) =>
  (await call("GET", `/v1/payouts/${id}`)).json

const seeAsStaff = async ({ call }: Service.Service, id: string) =>
  (await call("GET", `/admin/v1/payouts/${id}`, admin)).json

/** A settled payout of 25 USDC. */
const settled = async (service: Service.Service, name: string, more = {}): Promise<string> => {
  const { json } = await service.payout(name, { refund_address: address, ...more })
  const id = json.payout_id as string
  await until(
    () => service.call("GET", `/v1/payouts/${id}`),
    (answer) => answer.json.status === "SETTLED"
  )
  return id
}

const post = ({ call }: Service.Service, path: string, body: object) =>
  call("POST", `/admin/v1/payouts/${path}`, { ...admin, body: { reason, ...body } })

const open = (service: Service.Service, id: string, more = {}) =>
  post(service, `${id}/recalls`, { kind: "disputed", evidence, ...more })

/** Opens a recall, and returns its path. */
const opened = async (service: Service.Service, id: string): Promise<string> => {
  const answer = await open(service, id)
  assert.strictEqual(answer.status, 200, answer.text)
  return `${id}/recalls/${answer.json.recalls.at(-1).recall_id}`
}

const giveBack = (service: Service.Service, path: string, amount = all) =>
  post(service, `${path}/return`, { amount, provider_reference: "MP-BACK-1" })

const close = (service: Service.Service, path: string, outcome: string) =>
  post(service, `${path}/close`, { outcome })

const hasRefund = (service: Service.Service, id: string, status: string) =>
  until(
    () => service.call("GET", `/v1/payouts/${id}`),
    ({ json }) => json.refund?.status === status
  )

const found = async ({ call }: Service.Service) => {
  const { json } = await call("GET", "/admin/v1/payouts?recall=open", admin)
  return json.data.map((each: { payout_id: string }) => each.payout_id)
}

suite(
  "A recall",
  { SANDBOX_REFUNDS: "simulated" },
  {
    "of a settled payout": (test) => {
      test("goes from its opening to a confirmed refund, and the status stays SETTLED", async (service) => {
        const id = await settled(service, "whole")
        const { updated_at: _, ...before } = await see(service, id)
        assert.notProperty(before, "recalls")
        const path = await opened(service, id)
        const { recalls, updated_at: __, ...after } = await see(service, id)
        assert.deepStrictEqual(after, before)
        const [recall] = recalls
        assert.deepStrictEqual(recall, {
          ...{ recall_id: recall.recall_id, kind: "disputed", status: "open" },
          opened_at: recall.opened_at
        })
        const staff = await seeAsStaff(service, id)
        assert.deepInclude(staff.recalls[0], { reason, evidence })
        const returned = await giveBack(service, path)
        assert.strictEqual(returned.status, 200, returned.text)
        assert.deepInclude(returned.json.recalls[0], {
          ...{ status: "returned", returned_amount_fiat: all, returned_amount_usdc: 25 },
          provider_reference: "MP-BACK-1"
        })
        const { json } = await hasRefund(service, id, "confirmed")
        assert.deepInclude(json.refund, { amount_usdc: 25, address })
        const closed = await close(service, path, "returned")
        assert.deepInclude(closed.json.recalls[0], { status: "closed", outcome: "returned" })
        assert.strictEqual((await see(service, id)).status, "SETTLED")
      })

      test("has an event for each change, in sequence, without reason and evidence", async (service) => {
        const id = await settled(service, "events")
        const path = await opened(service, id)
        await giveBack(service, path)
        await close(service, path, "returned")
        const events = await service.call("GET", `/v1/events?payout_id=${id}&limit=100`)
        const list = events.json.data.toReversed()
        const recalls = list.filter(({ type }: { type: string }) => type === "payout.recalled")
        const settling = list.find(({ type }: { type: string }) => type === "payout.settled")
        const { sequence } = settling.data
        const facts = recalls.map(({ data }: Recalled) => [
          ...[data.sequence, data.status, data.previous_status, data.recall.status]
        ])
        assert.deepStrictEqual(facts, [
          [sequence + 1, "SETTLED", "SETTLED", "open"],
          [sequence + 2, "SETTLED", "SETTLED", "returned"],
          [sequence + 3, "SETTLED", "SETTLED", "closed"]
        ])
        assert.deepInclude(recalls[1].data.refund, { status: "due", amount_usdc: 25 })
        assert.notInclude(events.text, evidence)
        assert.notInclude(events.text, reason)
        const due = list.find(({ type }: { type: string }) => type === "refund.due")
        assert.deepInclude(due.data, { reason: "returned", payout_id: id })
      })

      test("is listed for staff until it is closed", async (service) => {
        const id = await settled(service, "listed")
        assert.notInclude(await found(service), id)
        const path = await opened(service, id)
        assert.include(await found(service), id)
        await giveBack(service, path, 1_000)
        assert.include(await found(service), id)
        await close(service, path, "returned")
        assert.notInclude(await found(service), id)
      })

      test("opens once for one idempotency key", async (service) => {
        const id = await settled(service, "key")
        const key = { idempotency_key: "recall-1" }
        const [one, two] = [await open(service, id, key), await open(service, id, key)]
        assert.strictEqual(one.text, two.text)
        assert.strictEqual(two.headers.get("idempotent-replayed"), "true")
        assert.lengthOf((await see(service, id)).recalls, 1)
      })
    },

    "of a part of the money, or of a row": (test) => {
      test("refunds its share, and a second recall refunds the rest", async (service) => {
        const id = await settled(service, "parts")
        const first = await opened(service, id)
        const part = await giveBack(service, first, 3_000)
        assert.strictEqual(part.json.recalls[0].returned_amount_usdc, 0.819)
        await close(service, first, "returned")
        const second = await opened(service, id)
        const tooLarge = await giveBack(service, second)
        assertInvalid(tooLarge, "amount")
        assert.include(tooLarge.json.message, "at most 88,575 UGX")
        const rest = await giveBack(service, second, all - 3_000)
        assert.strictEqual(rest.json.recalls[1].returned_amount_usdc, 24.181)
        await close(service, second, "returned")
        assertProblem(await open(service, id), 409, "INVALID_STATE")
      })

      test("refunds the row of a batch", async (service) => {
        const rows = [
          { phone: "+256770000001", network: "MTN_UG", amount_usdc: 5, idempotency_key: "row 1" }
        ]
        const batch = await service.call("POST", "/v1/batches", {
          body: { payouts: rows, refund_address: address }
        })
        await until(
          () => service.call("GET", `/v1/batches/${batch.json.id}`),
          ({ json }) => json.status === "completed"
        )
        const list = await service.call("GET", `/v1/payouts?batch_id=${batch.json.id}`)
        const { payout_id: id, target_amount_fiat: target } = list.json.data[0]
        const path = await opened(service, id)
        const returned = await giveBack(service, path, target)
        assert.deepInclude(returned.json.refund, { amount_usdc: 5 }, returned.text)
      })
    },

    "is refused": (test) => {
      test("for a payout that is not settled, or unknown", async (service) => {
        const { json } = await service.payout("waits", { recipient_name: "SANDBOX UNFUNDED" })
        const refused = await open(service, json.payout_id)
        assertProblem(refused, 409, "INVALID_STATE")
        assert.include(refused.json.message, "A payout that is AWAITING_FUNDS cannot be recalled.")
        assertProblem(await open(service, "po_none"), 404, "PAYOUT_NOT_FOUND")
      })

      test("with a wrong kind, amount, outcome or id", async (service) => {
        const id = await settled(service, "wrong")
        assertInvalid(await open(service, id, { kind: "lost" }), "kind")
        const path = await opened(service, id)
        assertInvalid(await giveBack(service, path, 0), "amount")
        assertInvalid(await giveBack(service, path, 0.5), "amount")
        assertInvalid(await giveBack(service, path, all + 1), "amount")
        assertInvalid(await close(service, path, "lost"), "outcome")
        assertProblem(await close(service, path, "returned"), 409, "INVALID_STATE")
        const unknown = `${id}/recalls/rcl_none`
        assertProblem(await giveBack(service, unknown), 404, "RECALL_NOT_FOUND")
        assertProblem(await close(service, unknown, "kept"), 404, "RECALL_NOT_FOUND")
        const second = await open(service, id)
        assertProblem(second, 409, "INVALID_STATE")
        assert.include(second.json.message, "because its last recall is not closed")
      })

      test("to keys of customers", async ({ call }) => {
        const path = "/admin/v1/payouts/po_none/recalls"
        const answer = await call("POST", path, { body: { kind: "disputed", reason } })
        assertProblem(answer, 401, "UNAUTHORIZED")
      })
    },

    "in the sandbox": (test) => {
      test("is simulated as a return of all money", async (service) => {
        const { json } = await service.payout("simulated", { refund_address: address })
        const path = `/v1/sandbox/payouts/${json.payout_id}/simulate`
        const answer = await service.call("POST", path, { body: { outcome: "return" } })
        assert.strictEqual(answer.status, 200, answer.text)
        assert.strictEqual(answer.json.status, "SETTLED")
        assert.deepInclude(answer.json.recalls[0], {
          ...{ kind: "returned", status: "closed", outcome: "returned" },
          returned_amount_usdc: 25
        })
        await hasRefund(service, json.payout_id, "confirmed")
        const again = await service.call("POST", path, { body: { outcome: "return" } })
        assert.lengthOf(again.json.recalls, 1)
      })
    }
  }
)

suite("A recall that two people must approve", { HOLD_APPROVALS: "2" }, (test) => {
  test("gets its return and its end from the second person", async (service) => {
    const ada = await Visitor.first(service)
    const byAda = (path: string, body: object) =>
      ada.ask("POST", `/admin/v1/payouts/${path}`, { reason, ...body })
    const id = await settled(service, "four eyes")
    const path = await opened(service, id)
    const one = await giveBack(service, path)
    assert.deepInclude(one.json.pending_action, {
      action: "return_recall",
      terms: { amount: all, recall_id: path.split("/")[2], provider_reference: "MP-BACK-1" }
    })
    assert.notProperty(one.json, "refund")
    const body = { amount: all, provider_reference: "MP-BACK-1" }
    const two = await byAda(`${path}/return`, body)
    assert.deepInclude(two.json.refund, { amount_usdc: 25 }, two.text)
    assert.isNull(two.json.pending_action)
    const first = await close(service, path, "returned")
    assert.strictEqual(first.json.recalls[0].status, "returned", first.text)
    const second = await byAda(`${path}/close`, { outcome: "returned" })
    assert.strictEqual(second.json.recalls[0].status, "closed", second.text)
  })
})

const ada = { recipient_phone: "+256770000001", recipient_name: "Ada Lovelace" }

const erase = async (service: Service.Service) => {
  const account = (await service.call("GET", "/v1/account")).json.id
  return service.call("POST", `/admin/v1/accounts/${account}/recipients/erase`, {
    ...admin,
    body: { phone: ada.recipient_phone, reason }
  })
}

const erased = (service: Service.Service) =>
  until(
    () => erase(service),
    ({ status }) => status === 200
  )

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
  const settings = { DATABASE_URL: url, PARTITIONS: partitions, DATA_KEY: dataKey }
  yield* LogTools.rebuildReadModel(yield* Settings.read(settings))
})

suite("The erasure of a recipient", { RETENTION_YEARS: "0" }, (test) => {
  test("waits until the recall is closed, and then erases the evidence", async (service) => {
    const id = await settled(service, "busy", ada)
    const path = await opened(service, id)
    assertProblem(await erase(service), 409, "INVALID_STATE")
    await close(service, path, "kept")
    await erased(service)
    const { recalls } = await seeAsStaff(service, id)
    assert.deepInclude(recalls[0], { reason: "erased", evidence: "erased", outcome: "kept" })
  })
})

describe("A recall of an archived payout", () => {
  it.live.each([
    ["erased", "0"],
    ["restricted", "10"]
  ] as const)("of an %s recipient continues after a restart and a rebuild", ([data, years]) =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const during = inServiceOn(connection, { RETENTION_YEARS: years, SANDBOX_REFUNDS: "manual" })
      const path = yield* during(async (service) => {
        const id = await settled(service, "hidden", ada)
        // The erasure is possible once the payout is in the archive.
        await erased(service)
        assert.strictEqual((await see(service, id)).recipient_name, data)
        return opened(service, id)
      })
      const [id = ""] = path.split("/")
      yield* rebuild(connection)
      yield* during(async (service) => {
        assert.deepStrictEqual(await found(service), [id])
        const returned = await giveBack(service, path)
        assert.strictEqual(returned.status, 200, returned.text)
      })
      yield* during(async (service) => {
        const payout = await see(service, id)
        assert.strictEqual(payout.recipient_name, data)
        assert.deepInclude(payout.refund, { status: "due", amount_usdc: 25 })
        assert.strictEqual(payout.recalls[0].status, "returned")
        const body = { tx_hash: `0x${"a".repeat(64)}`, refund_address: address }
        const sent = await post(service, `${id}/refund`, body)
        assert.strictEqual(sent.status, 200, sent.text)
        await hasRefund(service, id, "confirmed")
        await close(service, path, "returned")
      })
      yield* rebuild(connection)
      yield* during(async (service) => {
        const payout = await see(service, id)
        assert.deepInclude(payout.recalls[0], { status: "closed", outcome: "returned" })
        assert.deepStrictEqual(await found(service), [])
      })
    }).pipe(Effect.provide(quiet))
  )
})
