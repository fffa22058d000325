import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { patienceMs } from "../support/patience.ts"
import * as Service from "../support/service.ts"

describe("A payout over HTTP", () => {
  it.live("goes from a quote to SETTLED", () =>
    Effect.gen(function* () {
      const service = yield* Service.start()
      const created = yield* Effect.promise(() => service.payout("first"))
      assert.strictEqual(created.status, 201)
      assert.strictEqual(created.json.status, "AWAITING_FUNDS")
      const get = () => service.call("GET", `/v1/payouts/${created.json.payout_id}`)
      const settled = yield* Effect.promise(get).pipe(
        Effect.repeat({ until: ({ json }) => json.status === "SETTLED" }),
        Effect.timeout(patienceMs)
      )
      assert.deepStrictEqual(
        settled.json.timeline.map(({ status }: { status: string }) => status),
        ["AWAITING_FUNDS", "STABLECOIN_RECEIVED", "PAYOUT_INITIATED", "PAYOUT_CONFIRMED", "SETTLED"]
      )
    })
  )
})
