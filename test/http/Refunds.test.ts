/** Refund addresses, and the transactions with which operators sent refunds. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import * as Service from "../support/service.ts"
import * as ScriptedAdapters from "./scriptedAdapters.ts"
import { assertInvalid, assertProblem, customer, suite, until } from "./suite.ts"

const admin = { key: Service.adminKey }
const address = "0x52908400098527886E0F7030069857D2E4169EE7"
const other = "0x8617e340b3d01fa5f11f306f4090fd50e238070d"
const hash = (n: number): string => `0x${String(n).padStart(64, "a")}`

const script = ScriptedAdapters.make()

const see = (service: Service.Service, id: string) =>
  service.call("GET", `/v1/payouts/${id}`).then(({ json }) => json)

/** Creates a payout that is reversed, with 25 USDC due back. */
const reversed = async (service: Service.Service, name: string, more = {}): Promise<string> => {
  const { json } = await service.payout(name, { recipient_name: "SANDBOX REVERSE", ...more })
  await until(
    () => service.call("GET", `/v1/payouts/${json.payout_id}`),
    (answer) => answer.json.refund?.status === "due"
  )
  return json.payout_id
}

const direct = ({ call }: Service.Service, id: string, body: object, path = "payouts") =>
  call("POST", `/v1/${path}/${id}/refund-address`, { body })

const send = ({ call }: Service.Service, id: string, body: object, path = "payouts") =>
  call("POST", `/admin/v1/${path}/${id}/refund`, { ...admin, body: { reason: "sent", ...body } })

const wrong: ReadonlyArray<readonly [what: string, address: unknown]> = [
  ["that is missing", undefined],
  ["of another type", 5],
  ["that is too short", address.slice(0, -1)],
  ["without its prefix", address.slice(2)],
  ["whose checksum is wrong", address.replace("EE7", "eE7")],
  ["that is the zero address", `0x${"0".repeat(40)}`]
]

suite(
  "A refund address",
  {},
  {
    "when it is set": (test) => {
      test("is set at creation, and shown", async (service) => {
        const { json } = await service.payout("at creation", { refund_address: address })
        assert.strictEqual((await see(service, json.payout_id)).refund_address, address)
        const { json: bare } = await service.payout("not at creation")
        assert.notProperty(await see(service, bare.payout_id), "refund_address")
      })

      test("L8 is stored in one entry together with its kept response, so no crash separates them", async (service) => {
        const id = await reversed(service, "in one entry")
        const before = service.engine.tip().seq
        const written: Array<Entry.Entry> = []
        service.engine.watch((entry) => void written.push(entry))
        const body = { address, idempotency_key: "one entry" }
        assert.strictEqual((await direct(service, id, body)).status, 200)
        const [entry, ...others] = written.filter(({ reply }) => reply?.key === "one entry")
        assert.isEmpty(others)
        assert.isAbove(entry?.seq ?? 0, before)
        assert.deepStrictEqual(
          entry?.events.map(({ _tag }) => _tag),
          ["RefundAddressSet"]
        )
        // A retry does not undo a later change by another request.
        await direct(service, id, { address: other })
        const retry = await direct(service, id, body)
        assert.strictEqual(retry.headers.get("idempotent-replayed"), "true")
        assert.strictEqual((await see(service, id)).refund_address, other)
      })

      test("is set and changed later, in every state", async (service) => {
        const id = await reversed(service, "later")
        for (const each of [address, other]) {
          const answer = await direct(service, id, { address: each })
          assert.strictEqual(answer.status, 200, answer.text)
          assert.deepInclude(answer.json, { refund_address: each, status: "REVERSED" })
          assert.strictEqual((await see(service, id)).refund_address, each)
        }
      })

      test("is stored in one entry with an operator's decision that names it", async (service) => {
        const { json } = await service.payout("held", { recipient_name: "SANDBOX HOLD" })
        const path = `/admin/v1/payouts/${json.payout_id}`
        await until(
          () => service.call("GET", path, admin),
          (answer) => answer.json.status === "COMPLIANCE_HOLD"
        )
        const body = { reason: "checked", refund_address: address }
        const bad = { ...body, refund_address: address.replace("EE7", "eE7") }
        assertInvalid(
          await service.call("POST", `${path}/reject`, { ...admin, body: bad }),
          "refund_address"
        )
        script.addresses.set(other, "flagged")
        const flagged = { ...body, refund_address: other }
        assertInvalid(
          await service.call("POST", `${path}/reject`, { ...admin, body: flagged }),
          "refund_address"
        )
        script.addresses.clear()
        assert.strictEqual((await see(service, json.payout_id)).status, "COMPLIANCE_HOLD")
        const answer = await service.call("POST", `${path}/reject`, { ...admin, body })
        assert.deepInclude(answer.json, { status: "REVERSED", refund_address: address })
      })
    },

    "when it is refused": (test) => {
      for (const [what, given] of wrong) {
        test(`${what} is refused in every field that takes one`, async (service) => {
          const id = (await service.payout(`to refuse one ${what}`)).json.payout_id
          assertInvalid(await direct(service, id, { address: given }), "address")
          if (given === undefined) return
          const created = await service.payout(`made with one ${what}`, { refund_address: given })
          assertInvalid(created, "refund_address")
          const sent = { tx_hash: hash(1), refund_address: given }
          assertInvalid(await send(service, id, sent), "refund_address")
          assert.notProperty(await see(service, id), "refund_address")
        })
      }

      test("that is not the customer's own is refused in every field that takes one", async (service) => {
        const { json } = await service.payout("to refuse what is not its own")
        const other = (await service.payout("of another")).json
        const shown = await service.call("GET", `/v1/payouts/${json.payout_id}`)
        const row = { phone: "+256770000001", network: "MTN_UG", amount_usdc: 5, name: "Amina" }
        const batch = await service.call("POST", "/v1/batches", {
          body: { name: "Own", payouts: [{ ...row, idempotency_key: "own address" }] }
        })
        const foreign = [
          ...[json.deposit_address, other.deposit_address, batch.json.deposit_address],
          ...[other.deposit_address.toLowerCase(), shown.json.token_address]
        ]
        for (const given of foreign) {
          const answers = [
            [await direct(service, json.payout_id, { address: given }), "address"],
            [await service.payout(`not own: ${given}`, { refund_address: given }), "refund_address"]
          ] as const
          for (const [answer, field] of answers) {
            assertInvalid(answer, field)
            assert.strictEqual(answer.json.errors[0].code, "own", answer.text)
          }
        }
        assert.notProperty(await see(service, json.payout_id), "refund_address")
      })

      for (const word of ["blacklisted", "flagged"] as const) {
        test(`that is ${word} is refused, at creation and later`, async (service) => {
          const id = (await service.payout(`to refuse one that is ${word}`)).json.payout_id
          script.addresses.set(address.toLowerCase(), word)
          const later = await direct(service, id, { address })
          assertInvalid(later, "address")
          const code = word === "blacklisted" ? "blacklisted" : "not_allowed"
          assert.strictEqual(later.json.errors[0].code, code)
          assert.notInclude(later.text, "clients are not told")
          const quote = await service.quote(`for one that is ${word}`)
          const body = { quote_id: quote.json.quote_id, refund_address: address }
          assertInvalid(await service.payout(`made with one ${word}`, body), "refund_address")
          script.addresses.clear()
          // The refusal used up neither the key nor the quote.
          const made = await service.payout(`made with one ${word}`, body)
          assert.strictEqual(made.status, 201, made.text)
        })
      }

      for (const word of ["inconclusive", "unavailable"] as const) {
        test(`whose screening is ${word} is refused with 503, and a retry works`, async (service) => {
          const id = (await service.payout(`to wait while ${word}`)).json.payout_id
          const body = { address, idempotency_key: `retried after ${word}` }
          script.addresses.set(address.toLowerCase(), word)
          const answer = await direct(service, id, body)
          assertProblem(answer, 503, "SERVICE_UNAVAILABLE")
          assert.isNotNull(answer.headers.get("retry-after"))
          const created = await service.payout(`made while ${word}`, { refund_address: address })
          assertProblem(created, 503, "SERVICE_UNAVAILABLE")
          assert.notProperty(await see(service, id), "refund_address")
          script.addresses.clear()
          assert.strictEqual((await direct(service, id, body)).json.refund_address, address)
          const made = await service.payout(`made while ${word}`, { refund_address: address })
          assert.strictEqual(made.status, 201, made.text)
        })
      }

      test("of another account's payout or batch cannot be set", async (service) => {
        const { key } = await customer(service)
        const { json } = await service.payout("not yours")
        const path = `/v1/payouts/${json.payout_id}/refund-address`
        assertProblem(await service.call("POST", path, { key, body: { address } }), 404)
        assertProblem(await direct(service, "po_none", { address }), 404, "PAYOUT_NOT_FOUND")
        assertProblem(await direct(service, "bt_none", { address }, "batches"), 404)
      })
    }
  },
  { adapters: ScriptedAdapters.layer(script) }
)

const statusOf = async (service: Service.Service, id: string, status: string) =>
  until(
    () => service.call("GET", `/v1/payouts/${id}`),
    ({ json }) => json.refund.status === status
  )

suite(
  "A refund",
  {},
  {
    "from its transaction to its confirmation": (test) => {
      test("is shown as sent at once, and as confirmed when its transaction is final", async (service) => {
        const id = await reversed(service, "sent")
        script.transactions.set(hash(11), { _tag: "Pending", transfers: 1 })
        const body = { tx_hash: hash(11), refund_address: address, idempotency_key: "send it" }
        const sent = await send(service, id, body)
        assert.strictEqual(sent.status, 200, sent.text)
        const refund = { amount_usdc: 25, address, tx_hash: hash(11) }
        assert.deepStrictEqual(sent.json.refund, { status: "sent", ...refund })
        assert.include(script.lookups, `${hash(11)} ${address} 25000000`)
        assert.isString(sent.json.account_id)
        script.transactions.set(hash(11), { _tag: "Final", transfers: 1, isThirdParty: false })
        const { json } = await statusOf(service, id, "confirmed")
        assert.deepStrictEqual(json.refund, { status: "confirmed", ...refund })
        const again = await send(service, id, body)
        assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
        assert.deepStrictEqual(again.json, sent.json)
        // Another spelling of the transaction is the known refund, and nothing is sent twice.
        const respelled = {
          tx_hash: hash(11).toUpperCase().replace("0X", "0x"),
          refund_address: address
        }
        const known = await send(service, id, respelled)
        assert.strictEqual(known.status, 200, known.text)
        assert.deepStrictEqual(known.json.refund, { status: "confirmed", ...refund })
      })

      test("goes to the client's address, unless the operator names another", async (service) => {
        const first = await reversed(service, "as the client said", { refund_address: other })
        await send(service, first, { tx_hash: hash(12) })
        assert.strictEqual((await see(service, first)).refund.address, other)
        const second = await reversed(service, "as the operator said", { refund_address: other })
        await send(service, second, { tx_hash: hash(13), refund_address: address })
        assert.strictEqual((await see(service, second)).refund.address, address)
      })

      test("that disappears from the chain is due again, and can be resent", async (service) => {
        const id = await reversed(service, "disappears")
        script.transactions.set(hash(17), { _tag: "Pending", transfers: 1 })
        await send(service, id, { tx_hash: hash(17), refund_address: address })
        script.transactions.set(hash(17), { _tag: "Wrong", reason: "is not there", isFinal: true })
        const { json } = await statusOf(service, id, "due")
        assert.deepStrictEqual(json.refund, { status: "due", amount_usdc: 25 })
        await send(service, id, { tx_hash: hash(18), refund_address: address })
        assert.strictEqual((await statusOf(service, id, "confirmed")).json.refund.tx_hash, hash(18))
      })
    },

    "with a wrong transaction": (test) => {
      test("needs an address, a transaction and an amount due", async (service) => {
        const id = await reversed(service, "needs")
        assertInvalid(await send(service, id, { tx_hash: hash(14) }), "refund_address")
        const bad = { tx_hash: "0x12", refund_address: address }
        assertInvalid(await send(service, id, bad), "tx_hash")
        assertInvalid(await send(service, id, { ...bad, tx_hash: hash(14), reason: "" }), "reason")
        const { json } = await service.payout("nothing due")
        const none = await send(service, json.payout_id, {
          tx_hash: hash(14),
          refund_address: address
        })
        assertInvalid(none, "tx_hash")
        assert.strictEqual(none.json.errors[0].code, "nothing_due")
        const unknown = { tx_hash: hash(14), refund_address: address }
        assertProblem(await send(service, "po_none", unknown), 404, "PAYOUT_NOT_FOUND")
        assertProblem(await send(service, "bt_none", unknown, "batches"), 404, "BATCH_NOT_FOUND")
        const path = `/admin/v1/payouts/${id}/refund`
        assertProblem(await service.call("POST", path, { body: unknown }), 401)
        assert.strictEqual((await see(service, id)).refund.status, "due")
      })

      test("by a transaction that does something else is refused, and stays due", async (service) => {
        const id = await reversed(service, "wrong")
        script.transactions.set(hash(15), { _tag: "Wrong", reason: "sends 24 USDC", isFinal: true })
        const refused = await send(service, id, { tx_hash: hash(15), refund_address: address })
        assertInvalid(refused, "tx_hash")
        assert.deepInclude(refused.json.errors[0], {
          code: "not_the_refund",
          message: "sends 24 USDC"
        })
        assert.strictEqual((await see(service, id)).refund.status, "due")
      })

      test("is refused with 503 while the chain is unavailable, and a retry works", async (service) => {
        const id = await reversed(service, "unavailable")
        script.transactions.set(hash(16), "unavailable")
        const body = { tx_hash: hash(16), refund_address: address, idempotency_key: "retried" }
        const refused = await send(service, id, body)
        assertProblem(refused, 503, "SERVICE_UNAVAILABLE")
        assert.strictEqual(
          refused.json.message,
          "The chain cannot be asked. Retry with the same idempotency key."
        )
        const { idempotency_key: _, ...unkeyed } = body
        assert.strictEqual(
          (await send(service, id, unkeyed)).json.message,
          "The chain cannot be asked. Check whether the request took effect before you send it again."
        )
        assert.strictEqual((await see(service, id)).refund.status, "due")
        script.transactions.delete(hash(16))
        const sent = await send(service, id, body)
        assert.strictEqual(sent.status, 200, sent.text)
        await statusOf(service, id, "confirmed")
      })

      test("by a transaction that no node shows yet is refused", async (service) => {
        const id = await reversed(service, "absent")
        script.transactions.set(hash(31), { _tag: "Absent" })
        const answer = await send(service, id, { tx_hash: hash(31), refund_address: address })
        assertInvalid(answer, "tx_hash")
        assert.strictEqual(answer.json.errors[0].code, "not_found")
      })
    },

    "with one transaction for several, or of a batch": (test) => {
      test("is proven by a transaction as often as that pays the amount", async (service) => {
        const ids = []
        for (const name of ["one", "two", "three"]) ids.push(await reversed(service, name))
        const [one = "", two = "", three = ""] = ids
        const body = { tx_hash: hash(30), refund_address: address }
        assert.strictEqual((await send(service, one, body)).status, 200)
        await statusOf(service, one, "confirmed")
        const again = await send(service, two, {
          ...body,
          tx_hash: hash(30).toUpperCase().replace("X", "x")
        })
        assertInvalid(again, "tx_hash")
        assert.strictEqual(again.json.errors[0].code, "already_used")
        assert.strictEqual((await see(service, two)).refund.status, "due")
        script.transactions.set(hash(30), { _tag: "Final", transfers: 2, isThirdParty: false })
        assert.strictEqual((await send(service, two, body)).status, 200)
        assertInvalid(await send(service, three, body), "tx_hash")
        // One transaction may also pay another address.
        const elsewhere = await send(service, three, { ...body, refund_address: other })
        assert.strictEqual(elsewhere.status, 200, elsewhere.text)
      })

      test("is sent and confirmed for a batch as for a payout", async (service) => {
        const row = { phone: "+256770000003", network: "MTN_UG", amount_usdc: 5 }
        const body = { payouts: [{ ...row, idempotency_key: "a row that is refused" }] }
        const { json } = await service.call("POST", "/v1/batches", { body })
        const deposit = {
          ...{ chainId: 0, txHash: "paid", logIndex: 0, blockNumber: 0 },
          ...{ amount: 5_000_000, seenAt: 0 }
        }
        const request = { at: Date.now(), by: "engine", idempotency: null }
        const pay = { _tag: "FinalizeDeposit", deposit, at: request.at } as const
        await until(
          () => service.call("GET", `/v1/batches/${json.id}`),
          (one) => one.json.failed === 1
        )
        // If the sandbox did not pay before the row was refused, it never will, so this test pays.
        const batch = await Effect.runPromise(service.engine.batch(json.id))
        if (batch?.deposits.length === 0) {
          await Effect.runPromise(service.engine.commandBatch(request, json.id, pay))
        }
        const shows = (status: string) =>
          until(
            () => service.call("GET", `/v1/batches/${json.id}`),
            (one) => one.json.refund?.status === status
          )
        await shows("due")
        assertInvalid(
          await send(service, json.id, { tx_hash: hash(19) }, "batches"),
          "refund_address"
        )
        const directed = await direct(service, json.id, { address }, "batches")
        assert.strictEqual(directed.status, 200, directed.text)
        const sent = await send(service, json.id, { tx_hash: hash(19) }, "batches")
        assert.strictEqual(sent.status, 200, sent.text)
        assert.include(script.lookups, `${hash(19)} ${address} 5000000`)
        const { refund } = (await shows("confirmed")).json
        assert.deepInclude(refund, { amount_usdc: 5, address, tx_hash: hash(19) })
      })
    },

    "to a screened address": (test) => {
      test("to a listed address is recorded, and the rest is held", async (service) => {
        const id = await reversed(service, "listed", { refund_address: other })
        script.addresses.set(other, "flagged")
        script.transactions.set(hash(40), { _tag: "Pending", transfers: 1 })
        const sent = await send(service, id, { tx_hash: hash(40) })
        assert.strictEqual(sent.status, 200, sent.text)
        assert.deepInclude(sent.json.refund, { status: "sent", address: other })
        assert.strictEqual(sent.json.refund_hold, "a list that clients are not told of")
        assert.notInclude(JSON.stringify(await see(service, id)), "clients are not told")
        const metrics = await service.call("GET", "/metrics")
        assert.match(metrics.text, /^payout_refunds_held_total [1-9]/m)
        // A transaction that turns out to be no refund makes the refund due again. It is held until
        // an operator releases it.
        script.transactions.set(hash(40), { _tag: "Wrong", reason: "is not there", isFinal: true })
        script.addresses.clear()
        await statusOf(service, id, "held")
        assertProblem(await send(service, id, { tx_hash: hash(41) }), 409, "INVALID_STATE")
        const release = (path: string) =>
          service.call("POST", path, { ...admin, body: { reason: "checked it" } })
        const released = await release(`/admin/v1/payouts/${id}/release-refund`)
        assert.strictEqual(released.json.refund.status, "due", released.text)
        assertProblem(await release(`/admin/v1/payouts/${id}/release-refund`), 409, "INVALID_STATE")
        assert.strictEqual((await send(service, id, { tx_hash: hash(41) })).status, 200)
      })

      test("to an address that cannot be screened is recorded once screening works", async (service) => {
        const id = await reversed(service, "unscreened", { refund_address: other })
        script.addresses.set(other, "inconclusive")
        const answer = await send(service, id, { tx_hash: hash(42) })
        assertProblem(answer, 503, "SERVICE_UNAVAILABLE")
        assert.strictEqual((await see(service, id)).refund.status, "due")
        script.addresses.clear()
        assert.strictEqual((await send(service, id, { tx_hash: hash(42) })).status, 200)
      })
    }
  },
  { adapters: ScriptedAdapters.layer(script) }
)
