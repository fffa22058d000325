/** Reports of the provider layer about providers with an outage, over the simulators. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import * as Setting from "./setting.ts"

const setUp = Effect.fnUntraced(function* () {
  const servers = yield* Setting.simulators()
  const begun = yield* Setting.begin(servers, Setting.optionsFor(servers, "*=pawapay"))
  const { finish, provider } = begun
  let sent = 0
  /** Submits transfers one after the other. */
  const send = Effect.fnUntraced(function* (count: number) {
    for (let n = 0; n < count; n++) {
      sent += 1
      const now = yield* Clock.currentTimeMillis
      const transfer = Setting.transfer(sent, "pawapay", now)
      yield* finish(provider.submit(Setting.payout(sent, {}, now), transfer, Effect.void))
    }
  })
  const condition = () => provider.condition?.() ?? { troubles: [], floats: [] }
  return { ...begun, servers, send, condition }
})

const brokenSubmit = ({ operation }: { readonly operation: string }) =>
  operation === "submit" ? Setting.fault("never", "500") : undefined

describe("The reported condition of a provider", () => {
  it.effect("has no outage while the provider responds", () =>
    Effect.gen(function* () {
      const { condition, send } = yield* setUp()
      yield* send(1)
      assert.deepStrictEqual(condition(), { troubles: [], floats: [] })
    })
  )

  it.effect("has an outage as of the first failure while the breaker is open", () =>
    Effect.gen(function* () {
      const { condition, send, servers, settle } = yield* setUp()
      servers.pawapay.server.script = brokenSubmit
      const begun = yield* Clock.currentTimeMillis
      yield* send(1)
      assert.deepStrictEqual(condition().troubles, [], "one failure is none of the provider")
      yield* send(1)
      const [failing] = condition().troubles
      assert.deepInclude(failing, {
        network: null,
        cause: "failing",
        isSending: true,
        since: begun
      })
      yield* send(Limits.providers.failuresInARowMax - 2)
      const [down, ...rest] = condition().troubles
      assert.deepStrictEqual(rest, [])
      assert.deepInclude(down, { provider: "pawapay", isSending: false, since: begun })
      assert.strictEqual(down?.networks.length, 13)
      const opened = yield* Clock.currentTimeMillis
      assert.strictEqual(down?.nextTryAt, opened + Limits.providers.openMs)
      yield* TestClock.adjust(Limits.providers.openMs)
      yield* send(1)
      assert.deepInclude(condition().troubles[0], { isSending: false, since: begun })
      servers.pawapay.server.script = () => undefined
      for (let minutes = 0; minutes < 6; minutes++) {
        yield* TestClock.adjust(60_000)
        yield* settle()
      }
      yield* send(1)
      assert.deepStrictEqual(condition().troubles, [])
    })
  )

  it.effect("has an outage once the maximum number of its status requests has failed", () =>
    Effect.gen(function* () {
      const { condition, servers, settle } = yield* setUp()
      servers.pawapay.server.script = ({ operation }) =>
        operation === "active-conf" ? Setting.fault("never", "500") : undefined
      const found: Array<number> = []
      for (let n = 0; n < Limits.incidents.providerSilencesMin; n++) {
        yield* TestClock.adjust(Limits.providers.configurationEveryMs)
        yield* settle()
        found.push(condition().troubles.length)
      }
      assert.deepStrictEqual(found, [0, 1])
      servers.pawapay.server.script = () => undefined
      yield* TestClock.adjust(Limits.providers.configurationEveryMs)
      yield* settle()
      assert.deepStrictEqual(condition().troubles, [])
    })
  )
})

describe("The reported condition of a network or a balance", () => {
  it.effect("has a network that the provider reports as closed", () =>
    Effect.gen(function* () {
      const { condition, servers, settle } = yield* setUp()
      servers.pawapay.statuses.set("MTN_MOMO_UGA", "CLOSED")
      yield* TestClock.adjust(Limits.providers.configurationEveryMs)
      yield* settle()
      const [closed, ...rest] = condition().troubles
      assert.deepStrictEqual(rest, [])
      assert.deepInclude(closed, { network: "MTN_UG", cause: "closed", isSending: false })
    })
  )

  it.effect("has a currency whose account is empty until it is filled", () =>
    Effect.gen(function* () {
      const { condition, send, servers } = yield* setUp()
      const begun = yield* Clock.currentTimeMillis
      servers.pawapay.wallets.set("UGA", 100)
      yield* send(1)
      const [float] = condition().floats
      assert.deepStrictEqual(float, { provider: "pawapay", currency: "UGX", since: begun })
      yield* TestClock.adjust(Limits.providers.floatPauseMs)
      yield* send(1)
      assert.strictEqual(condition().floats[0]?.since, begun, "it is still the same")
      servers.pawapay.wallets.set("UGA", 1e12)
      yield* TestClock.adjust(Limits.providers.floatPauseMs)
      yield* send(1)
      assert.deepStrictEqual(condition().floats, [])
    })
  )
})
