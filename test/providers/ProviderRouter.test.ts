/** The choice of a transfer's provider, and the sandbox's result for an operator's check. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import * as SandboxScript from "../../src/domain/payout/SandboxScript.ts"
import * as Setting from "./setting.ts"

/** A transfer without a provider's name. */
const unassigned = (n: number) => {
  const { provider: _, ...transfer } = Setting.transfer(n, "")
  return transfer
}

const setUp = Effect.fnUntraced(function* (routes: string) {
  const servers = yield* Setting.simulators()
  const begun = yield* Setting.begin(servers, Setting.optionsFor(servers, routes))
  const ask = (kind: "submit" | "check", n: number) =>
    Effect.map(
      begun.finish(begun.provider[kind](Setting.payout(n), unassigned(n), Effect.void)),
      Setting.summary
    )
  const calls = () =>
    [servers.mtn, servers.pawapay].flatMap(({ server }) =>
      server.calls.filter(({ reference }) => reference === Setting.reference(1))
    )
  return { servers, ask, calls, ...begun }
})

describe("A transfer without a provider's name", () => {
  for (const routes of ["*=pawapay", "MTN_UG=mtn,pawapay", "MTN_UG=pawapay;MPESA_KE=sandbox"]) {
    it.effect(`L6 fails with an error if the route has no sandbox: ${routes}`, () =>
      Effect.gen(function* () {
        const lines: Array<string> = []
        const logger = Logger.make(({ message }) => lines.push(String(message)))
        const { ask, calls } = yield* setUp(routes)
        const asked = Effect.all([ask("submit", 1), ask("check", 1)])
        const outcomes = yield* Effect.provide(asked, Logger.layer([logger]))
        assert.deepStrictEqual(outcomes, ["Unknown", "Unknown"])
        assert.deepStrictEqual(calls(), [])
        const line = "A transfer stopped because its provider is not configured"
        assert.deepStrictEqual(
          lines.filter((one) => one === line),
          [line, line]
        )
      })
    )
  }

  for (const routes of ["*=sandbox", "MTN_UG=pawapay,sandbox"]) {
    it.effect(`L6 goes to the sandbox at any place in the route: ${routes}`, () =>
      Effect.gen(function* () {
        const { ask, calls } = yield* setUp(routes)
        yield* TestClock.setTime(SandboxScript.settleAt(Setting.payout(1), 1))
        assert.strictEqual(yield* ask("submit", 1), "Accepted")
        assert.strictEqual(yield* ask("check", 1), "Delivered")
        assert.deepStrictEqual(calls(), [])
      })
    )
  }
})

describe("The sandbox's provider", () => {
  it.effect("keeps a payout to SANDBOX REVIEW open until an operator checks it", () =>
    Effect.gen(function* () {
      const { finish, provider } = yield* setUp("*=sandbox")
      const payout = Setting.payout(1, { name: "SANDBOX REVIEW" })
      const transfer = Setting.transfer(1, "sandbox")
      const settleAt = SandboxScript.settleAt(payout, 1)
      for (const at of [payout.createdAt, settleAt]) {
        yield* TestClock.setTime(at)
        const sent = yield* finish(provider.submit(payout, transfer, Effect.void))
        assert.strictEqual(Setting.summary(sent), "Unknown, permanent")
        const inReview = { ...payout, status: "MANUAL_REVIEW" } as const
        const found = yield* finish(provider.check(inReview, transfer))
        assert.strictEqual(Setting.summary(found), "Refused unspecified")
      }
    })
  )
})
