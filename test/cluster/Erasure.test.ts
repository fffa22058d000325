/**
 * Erasures and restrictions at one node, seen from another that ran the partition before, and runs
 * it again.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Service from "../support/service.ts"
import * as Erasing from "./erasing.ts"

const { Stage, assertEnded, assertExported, erase, paid, refund, stage } = Erasing

const ada: Erasing.Recipient = {
  ...{ phone: "+256770000001", name: "Ada Lovelace", network: "MTN_UG", currency: "UGX" }
}
const grace: Erasing.Recipient = {
  ...{ phone: "+254700000002", name: "Grace Hopper", network: "MPESA_KE", currency: "KES" }
}

const mary: Erasing.Recipient = {
  ...{ phone: "+254700000055", name: "Mary Somerville", network: "MPESA_KE", currency: "KES" }
}

layer(stage, { excludeTestServices: true })("Data that one node hid", (it) => {
  for (const [end, recipient] of [
    ["erased", ada],
    ["restricted", grace]
  ] as const) {
    it.effect(`reads ${end} at a node that had its keys in memory before`, () =>
      Effect.gen(function* () {
        const { move, one, two } = yield* Stage
        const id = yield* paid(one, recipient, `${end} 1`)
        yield* move(one, two)
        assert.strictEqual(yield* erase(two, recipient), end)
        for (const node of [one, two]) yield* assertEnded(node, id, recipient, end)
        yield* move(two, one)
        for (const node of [one, two]) yield* assertEnded(node, id, recipient, end)
      })
    )

    it.effect(`stays apart from new data of a recipient whose data is ${end}`, () =>
      Effect.gen(function* () {
        const { call, move, one, two } = yield* Stage
        const next = yield* paid(one, recipient, `${end} 2`)
        yield* move(one, two)
        const { json } = yield* call(two, "GET", `/v1/payouts/${next}`)
        assert.strictEqual(json.recipient_name, recipient.name)
        yield* move(two, one)
      })
    )
  }

  it.effect("is not lost when late money opens the payout of restricted data again", () =>
    Effect.gen(function* () {
      const { accountId, call, move, one, two } = yield* Stage
      const id = yield* paid(one, mary, "late")
      assert.strictEqual(yield* erase(one, mary), "restricted")
      const body = { deposit: { amount_usdc: 5 } }
      const late = yield* call(one, "POST", `/v1/sandbox/payouts/${id}/simulate`, { body })
      assert.strictEqual(late.status, 200, late.text)
      assert.strictEqual(late.json.refund.status, "due")
      yield* assertExported(one, id, mary)
      yield* assertEnded(one, id, mary, "restricted")
      // A payout in progress needs the data.
      const request = { key: Service.adminKey, body: { phone: mary.phone, reason: "request 4" } }
      const path = `/admin/v1/accounts/${accountId}/recipients/erase`
      assert.strictEqual((yield* call(one, "POST", path, request)).status, 409)
      // The other node reads the payout from the checkpoint, and later from the archive.
      yield* move(one, two)
      yield* assertExported(two, id, mary)
      yield* refund(two, id)
      yield* assertEnded(two, id, mary, "restricted")
      yield* assertExported(two, id, mary)
      yield* move(two, one)
      yield* assertExported(one, id, mary)
      yield* assertEnded(one, id, mary, "restricted")
    })
  )
})
