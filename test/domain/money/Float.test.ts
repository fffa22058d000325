/** Levels of the float: cover, states, thresholds, failed polls and promises. */
import { assert, describe, it } from "vitest"
import * as Limits from "../../../src/config/Limits.ts"
import * as Float from "../../../src/domain/money/Float.ts"
import type * as Network from "../../../src/domain/Network.ts"

const { ageMsMax } = Limits.float
const start = Date.UTC(2026, 10, 28, 12)

/** MTN pays to MTN_UG alone, pawaPay to both networks of Uganda and to Kenya. */
const routeOf = (network: Network.Slug): ReadonlyArray<string> => {
  if (network === "MTN_UG") return ["mtn", "pawapay"]
  return network === "AIRTEL_UG" || network === "MPESA_KE" ? ["pawapay"] : []
}

const reports = (mtn: bigint | undefined, pawapay: bigint | undefined) => [
  { provider: "mtn", balances: mtn === undefined ? undefined : new Map([["UGX", mtn]] as const) },
  {
    provider: "pawapay",
    balances:
      pawapay === undefined
        ? undefined
        : new Map([
            ["UGX", pawapay],
            ["KES", 900n]
          ] as const)
  }
]

const poll = (more: Partial<Float.Poll> = {}): Float.Poll => ({
  ...{ at: start, reports: reports(1_000n, 2_000n), commitments: [], thresholds: [], routeOf },
  ...more
})

const levelOf = (snapshot: Float.Snapshot, provider: string, currency: string): Float.Level => {
  const level = snapshot.levels.find(
    (each) => each.provider === provider && each.currency === currency
  )
  if (level === undefined) throw new Error(`There is no level of ${provider} ${currency}`)
  return level
}

/** MTN's level in UGX with 300 committed there and this threshold. */
const mtnLevel = (balance: bigint | undefined, threshold?: number) => {
  const thresholds: ReadonlyArray<Float.Threshold> =
    threshold === undefined ? [] : [{ provider: "mtn", currency: "UGX", amount: threshold }]
  const commitments = [{ provider: "mtn", network: "MTN_UG", amount: 300, paid: 0 }] as const
  const made = Float.step(
    undefined,
    poll({ reports: reports(balance, 1n), commitments, thresholds })
  )
  return levelOf(made, "mtn", "UGX")
}

describe("A level of the float", () => {
  it("covers its balance less the payouts that are funded and not paid", () => {
    const level = mtnLevel(1_000n)
    assert.deepStrictEqual(
      [level.balance, level.committed, Float.cover(level), level.reportedAt, level.unknownSince],
      [1_000, 300, 700, start, null]
    )
  })

  it("is low below its threshold, before it is empty, and short only below zero", () => {
    const states = [1_000n, 800n, 799n, 300n, 299n].map((balance) =>
      Float.state(mtnLevel(balance, 500))
    )
    assert.deepStrictEqual(states, ["ok", "ok", "low", "low", "short"])
    assert.strictEqual(Float.state(mtnLevel(300n)), "ok")
    assert.strictEqual(Float.state(mtnLevel(undefined, 500)), "unknown")
  })

  it("of a provider that stops reporting is unknown since the first failed poll", () => {
    const minuteMs = 60_000
    const seen = Float.step(undefined, poll())
    const failed = (at: number, before: Float.Snapshot) =>
      Float.step(before, poll({ at, reports: reports(undefined, 2_000n) }))
    const first = failed(start + minuteMs, seen)
    const second = failed(start + 2 * minuteMs, first)
    const level = levelOf(second, "mtn", "UGX")
    assert.deepInclude(level, {
      ...{ balance: null, reportedAt: start, unknownSince: start + minuteMs }
    })
    assert.isNull(Float.cover(level))
    assert.strictEqual(levelOf(second, "pawapay", "UGX").balance, 2_000)
    const back = levelOf(Float.step(second, poll({ at: start + 3 * minuteMs })), "mtn", "UGX")
    assert.deepInclude(back, { balance: 1_000, unknownSince: null })
  })

  it("is unknown if a partition does not report its payouts", () => {
    const level = levelOf(Float.step(undefined, poll({ commitments: undefined })), "mtn", "UGX")
    assert.deepInclude(level, { balance: 1_000, committed: null, unknownSince: start })
    assert.strictEqual(Float.state(level), "unknown")
  })

  it("counts payouts without a transfer at the first provider of their route", () => {
    const commitments: ReadonlyArray<Float.Commitment> = [
      { provider: null, network: "MTN_UG", amount: 5, paid: 0 },
      { provider: "pawapay", network: "MTN_UG", amount: 7, paid: 0 },
      { provider: null, network: "AIRTEL_UG", amount: 11, paid: 0 },
      { provider: null, network: "MTN_GH", amount: 13, paid: 0 }
    ]
    const made = Float.step(undefined, poll({ commitments }))
    const sums = made.levels.map(({ committed, currency, provider }) => [
      ...[provider, currency, committed]
    ])
    assert.deepStrictEqual(sums, [
      ["mtn", "UGX", 5],
      ["pawapay", "KES", 0],
      ["pawapay", "UGX", 18]
    ])
  })

  it("lasts for as many hours as the pace of the last day allows", () => {
    const hourMs = 60 * 60_000
    const polledAt = (hours: number, before: Float.Snapshot | undefined, balance = 1_000n) =>
      Float.step(
        before,
        poll({
          at: start + hours * hourMs,
          reports: reports(balance, 1n),
          commitments: [{ provider: "mtn", network: "MTN_UG", amount: 100, paid: hours * 50 }]
        })
      )
    const hoursOf = (snapshot: Float.Snapshot) => Float.hoursLeft(levelOf(snapshot, "mtn", "UGX"))
    const first = polledAt(0, undefined)
    assert.isNull(hoursOf(first))
    const second = polledAt(2, first)
    assert.strictEqual(hoursOf(second), 18)
    assert.isNull(Float.hoursLeft(levelOf(second, "pawapay", "UGX")), "nothing was paid there")
    assert.isNull(hoursOf(polledAt(3, second, 99n)), "the cover is negative")
    assert.strictEqual(hoursOf(polledAt(3, second, 100n)), 0)
  })

  it("exists for transfers at a provider that has no route any more, and for a threshold", () => {
    const made = Float.step(
      undefined,
      poll({
        commitments: [{ provider: "old", network: "MTN_GH", amount: 3, paid: 0 }],
        thresholds: [{ provider: "mtn", currency: "NGN", amount: 1 }]
      })
    )
    assert.deepInclude(levelOf(made, "old", "GHS"), { isRouted: false, committed: 3 })
    assert.deepInclude(levelOf(made, "mtn", "NGN"), { isRouted: false, balance: null })
  })
})

describe("The promises of the float", () => {
  const bounds = (more: Partial<Float.Poll>, now = start) =>
    Float.promisable(Float.step(undefined, poll(more)), now, ageMsMax)

  it("are bounded by the largest cover among the providers of the currency", () => {
    const commitments = [
      { provider: "pawapay", network: "AIRTEL_UG", amount: 1_500, paid: 0 }
    ] as const
    assert.deepStrictEqual(
      [...bounds({ commitments })],
      [
        ["UGX", 1_000],
        ["KES", 900]
      ]
    )
  })

  it("have no bound while a provider of the currency is unknown, or the poll is old", () => {
    assert.isFalse(bounds({ reports: reports(undefined, 0n) }).has("UGX"))
    assert.isFalse(bounds({ commitments: undefined }).has("UGX"))
    assert.isTrue(bounds({}, start + ageMsMax).has("UGX"))
    assert.strictEqual(bounds({}, start + ageMsMax + 1).size, 0)
    assert.strictEqual(Float.promisable(null, start, ageMsMax).size, 0)
  })

  it("are refused together once their sum exceeds the bound", () => {
    const bound = new Map([["UGX", 100]] as const)
    const ugx = (targetAmount: number) => ({ currency: "UGX", targetAmount }) as const
    assert.isUndefined(Float.refuse([ugx(60), ugx(40)], bound))
    assert.deepStrictEqual(Float.refuse([ugx(60), ugx(41)], bound), {
      ...{ _tag: "FloatShort", currency: "UGX" }
    })
    assert.isUndefined(Float.refuse([{ currency: "KES", targetAmount: 1e9 }], bound))
    assert.isDefined(Float.refuse([ugx(1)], new Map([["UGX", -5]])))
  })
})
