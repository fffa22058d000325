/** Beginnings and ends of provider outages, to the millisecond. */
import { assert, describe, it } from "vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as Outages from "../../src/providers/Outages.ts"

const { callMsMax } = Limits.providers

const subject = {
  name: "pawapay",
  networks: ["MTN_UG"],
  isDown: () => false,
  nextTryAt: null
} as const

describe("A pause of a network", () => {
  const paused = () => {
    const outages = Outages.make()
    Outages.networkPaused(outages, "MTN_UG", { cause: "closed", until: 100 }, 10)
    return outages
  }
  const sinceAt = (outages: Outages.Outages, now: number) =>
    Outages.troubles(outages, subject, now).map(({ since }) => since)

  it("is reported until one call after its end", () => {
    const told = [100, 100 + callMsMax, 101 + callMsMax].map((now) => sinceAt(paused(), now))
    assert.deepStrictEqual(told, [[10], [10], []])
  })

  it("is reported with the time of its end until it ends", () => {
    const tries = [99, 100].map((now) => Outages.troubles(paused(), subject, now)[0]?.nextTryAt)
    assert.deepStrictEqual(tries, [100, null])
  })

  it("continues if another one begins within one call after its end", () => {
    const renewedAt = (now: number) => {
      const outages = paused()
      Outages.networkPaused(outages, "MTN_UG", { cause: "closed", until: now + 100 }, now)
      return sinceAt(outages, now)
    }
    assert.deepStrictEqual(renewedAt(100 + callMsMax), [10])
    assert.deepStrictEqual(renewedAt(101 + callMsMax), [101 + callMsMax])
  })
})

describe("An empty balance at a provider", () => {
  const empty = () => {
    const outages = Outages.make()
    Outages.floatEmpty(outages, "UGX", 100, 10)
    return outages
  }
  const floatsAt = (outages: Outages.Outages, now: number) =>
    Outages.floats(outages, "pawapay", now).length

  it("is reported until one call after its pause", () => {
    const told = [100, 100 + callMsMax, 101 + callMsMax].map((now) => floatsAt(empty(), now))
    assert.deepStrictEqual(told, [1, 1, 0])
  })

  it("ends once a transfer in its currency is accepted", () => {
    const outages = empty()
    Outages.endPauses(outages, { currency: "KES", network: "MPESA_KE" })
    assert.strictEqual(floatsAt(outages, 50), 1)
    Outages.endPauses(outages, { currency: "UGX", network: "MTN_UG" })
    assert.strictEqual(floatsAt(outages, 50), 0)
  })
})

describe("An open circuit breaker", () => {
  it("is reported as of the first failure that opened it", () => {
    const outages = Outages.make()
    Outages.recordAnswer(outages, "failing", 10)
    Outages.recordAnswer(outages, "failing", 20)
    Outages.recordBreaker(outages, false, undefined, 20)
    const [trouble] = Outages.troubles(outages, subject, 20)
    assert.deepInclude(trouble, { since: 10, cause: "failing", isSending: false })
  })
})
