/** `report reconcile` on a sandbox with payouts of every outcome. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inject } from "vitest"
import * as Tables from "../fixtures/tables.ts"
import { quiet, until } from "../http/suite.ts"
import { dataKey } from "../support/dataKey.ts"
import * as Postgres from "../support/postgres.ts"
import * as Service from "../support/service.ts"
import * as Command from "./command.ts"

const unfunded = { recipient_name: "SANDBOX UNFUNDED" }
const admin = { key: Service.adminKey }
const address = "0x52908400098527886E0F7030069857D2E4169EE7"
const hash = (n: number): string => `0x${String(n).padStart(64, "a")}`

const lifeOf = ({ call, payout }: Service.Service) => {
  const made = async (key: string, more: Readonly<Record<string, unknown>> = {}) =>
    String((await payout(key, more)).json.payout_id)
  const see = (id: string) => call("GET", `/v1/payouts/${id}`)
  const reaches = (id: string, status: string) =>
    until(
      () => see(id),
      ({ json }) => json.status === status
    )
  const simulate = async (id: string, body: object) => {
    const answer = await call("POST", `/v1/sandbox/payouts/${id}/simulate`, { body })
    assert.strictEqual(answer.status, 200, answer.text)
    return answer
  }
  const deposit = (id: string, amount: number) => simulate(id, { deposit: { amount_usdc: amount } })
  const operate = async (id: string, verb: string, body: object = {}) => {
    const path = `/admin/v1/payouts/${id}/${verb}`
    const answer = await call("POST", path, { ...admin, body: { reason: "a test", ...body } })
    assert.strictEqual(answer.status, 200, answer.text)
  }
  /** Sends the amount due back, unless the sandbox did. */
  const refund = async (id: string, n: number) => {
    const shown = await until(
      () => see(id),
      ({ json }) => json.refund !== undefined
    )
    if (shown.json.refund.status === "due") {
      const path = `/admin/v1/payouts/${id}/refund`
      const body = { reason: "sent", tx_hash: hash(n), refund_address: address }
      await call("POST", path, { ...admin, body })
    }
    await until(
      () => see(id),
      ({ json }) => json.refund.status === "confirmed"
    )
  }
  return { made, reaches, simulate, deposit, operate, refund }
}

/** Creates payouts with all outcomes. */
const live = async (service: Service.Service) => {
  const { deposit, made, operate, reaches, refund, simulate } = lifeOf(service)
  await reaches(await made("settled without a decision"), "SETTLED")
  await reaches(await made("no such recipient", { recipient_phone: "+256770000004" }), "FAILED")

  const reversed = await made("reversed", { recipient_name: "SANDBOX REVERSE" })
  await reaches(reversed, "REVERSED")
  await refund(reversed, 1)

  const failed = await made("failed by an operator", { recipient_name: "SANDBOX REVIEW" })
  await reaches(failed, "MANUAL_REVIEW")
  await operate(failed, "fail")
  await refund(failed, 2)

  const word = await made("settled by an operator", { recipient_name: "SANDBOX REVIEW" })
  await reaches(word, "MANUAL_REVIEW")
  await operate(word, "settle", { provider_reference: "by word" })

  for (const outcome of ["settle", "fail", "hold", "review", "reverse", "return"] as const) {
    await simulate(await made(`made to ${outcome}`, unfunded), { outcome })
  }

  const parts = await made("paid in parts, with dust and an excess", unfunded)
  await deposit(parts, 0.009999)
  await deposit(parts, 24)
  await deposit(parts, 0.000001)
  await deposit(parts, 3)
  await reaches(parts, "SETTLED")
  // The deposits arrive after the payout settled.
  await deposit(parts, 1.5)
  await deposit(parts, 0.000001)

  const underpaid = await made("paid too little", unfunded)
  await deposit(underpaid, 10)
  await made("never paid", unfunded)
}

describe("A reconciliation of the sandbox", () => {
  it.live("finds no difference after payouts of every outcome", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const service = yield* Service.start({}, connection)
      const environment = {
        DATABASE_URL: Tables.url(inject("postgres").socketDir, connection),
        DATA_KEY: dataKey,
        SANDBOX_TIME_SCALE: "0.001"
      }
      yield* Effect.promise(async () => {
        await live(service)
        const { code, output } = await Command.run(["report", "reconcile"], environment)
        assert.strictEqual(code, 0, output)
        assert.include(output, "No differences.")
        // A sandbox holds no real money.
        assert.notInclude(output, "Held:")
        // The report uses the times in the log, so the time scale does not matter.
        const slow = { ...environment, SANDBOX_TIME_SCALE: "1" }
        const again = await Command.run(["report", "reconcile", "--json"], slow)
        assert.strictEqual(again.code, 0, again.output)
        const report = JSON.parse(again.stdout)
        assert.deepStrictEqual(report.differences, [])
        assert.deepStrictEqual(report.held, { wallets: [] })
        assert.isAbove(report.payouts, 12)
        assert.deepStrictEqual(report.notCompared, [])
      })
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )
})
