/** Who may be swept, read from the log of a service that runs. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inject } from "vitest"
import * as ChainIds from "../../../src/cli/ChainIds.ts"
import * as Settings from "../../../src/Settings.ts"
import * as Tables from "../../fixtures/tables.ts"
import { quiet, until } from "../../http/suite.ts"
import * as Postgres from "../../support/postgres.ts"
import * as Service from "../../support/service.ts"

/** Where simulated deposits are. */
const sandboxChain = 0

describe("who is swept, by the log", () => {
  it.live("is who was paid, and not who is held", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const service = yield* Service.start({}, connection)
      const statusOf = async (key: string, name: string, status: string) => {
        const { json } = await service.payout(key, { recipient_name: name })
        const path = `/v1/payouts/${json.payout_id}`
        await until(
          () => service.call("GET", path),
          (answer) => answer.json.status === status
        )
        return json.payout_id as string
      }
      const paid = yield* Effect.promise(() => statusOf("paid", "Grace Nakato", "SETTLED"))
      yield* Effect.promise(() => statusOf("held", "SANDBOX HOLD", "COMPLIANCE_HOLD"))
      const settings = yield* Settings.read({
        DATABASE_URL: Tables.url(inject("postgres").socketDir, connection)
      })
      const found = yield* ChainIds.read(settings, sandboxChain, 0)
      assert.deepStrictEqual(found, { ids: [paid], leftOut: 1 })
      const elsewhere = yield* ChainIds.read(settings, 1, 0)
      assert.deepStrictEqual(elsewhere, { ids: [], leftOut: 0 })
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )
})
