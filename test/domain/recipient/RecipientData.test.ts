import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import * as RecipientData from "../../../src/domain/recipient/RecipientData.ts"
import * as Retention from "../../../src/domain/recipient/Retention.ts"

const kept = RecipientData.none("rcp_1", "acct_1", "+256770000001")

const keys = { keys: ["aa", "bb"], recordKeys: ["dd"] }

const erasure = (by: string, peopleMin = 1, keepUntil: number | null = null) =>
  ({ _tag: "Erase", at: 100, vote: { by, peopleMin }, keepUntil, ...keys }) as const

/** The record after commands that are all accepted; `undefined` if nothing is left. */
const resulting = (...commands: ReadonlyArray<RecipientData.Command>) => {
  let data: RecipientData.RecipientData | undefined
  for (const command of commands) {
    const event = Result.getOrThrow(RecipientData.decide(data ?? kept, command))
    if (event !== undefined) data = RecipientData.evolve(data, event)
  }
  return data
}

const eventOf = (data: RecipientData.RecipientData, command: RecipientData.Command) =>
  Result.getOrThrow(RecipientData.decide(data, command))

const hold = { _tag: "SetHold", at: 50, by: "usr_1", reason: "court order 7" } as const

describe("The erasure of a recipient", () => {
  it("takes effect at once if no law demands the data, and names the keys", () => {
    assert.deepInclude(eventOf(kept, erasure("usr_1")), {
      ...{ _tag: "RecipientErased", keys: ["aa", "bb", "dd"], phone: "+256770000001" }
    })
    assert.isUndefined(resulting(erasure("usr_1")))
  })

  it("restricts the data while a law demands it", () => {
    const data = resulting(erasure("usr_1", 1, 900))
    assert.deepInclude(data, { restrictedUntil: 900, keys: ["aa", "bb"] })
  })

  it("takes effect at once if the date of the law has passed", () => {
    assert.strictEqual(eventOf(kept, erasure("usr_1", 1, 100))?._tag, "RecipientErased")
  })

  it("waits for a second person if two are needed, who may not be the first one", () => {
    const once = resulting(erasure("usr_1", 2))
    assert.deepStrictEqual(once?.approvals, ["usr_1"])
    assert.isUndefined(eventOf(once ?? kept, erasure("usr_1", 2)))
    assert.strictEqual(eventOf(once ?? kept, erasure("usr_2", 2))?._tag, "RecipientErased")
  })

  it("is refused while a legal hold is set, and while the data is restricted", () => {
    const held = resulting(hold) ?? kept
    const refused = RecipientData.decide(held, erasure("usr_1"))
    assert.deepStrictEqual(refused, Result.fail({ _tag: "DataHeld" }))
    const restricted = resulting(erasure("usr_1", 1, 900)) ?? kept
    const again = RecipientData.decide(restricted, erasure("usr_1", 1, 900))
    assert.deepStrictEqual(again, Result.fail({ _tag: "DataRestricted", until: 900 }))
  })
})

describe("Restricted data", () => {
  const restricted = resulting(erasure("usr_1", 1, 900)) ?? kept

  it("is joined by data of a later payment, until the later date", () => {
    const later = { ...erasure("usr_1", 1, 950), keys: ["aa", "bb", "ee"] }
    const joined = RecipientData.evolve(restricted, eventOf(restricted, later) as never)
    assert.deepInclude(joined, { restrictedUntil: 950, keys: ["aa", "bb", "ee"] })
    const unpaid = eventOf(restricted, { ...later, keepUntil: null })
    assert.deepInclude(unpaid, { _tag: "RecipientRestricted", until: 900 })
  })
  const ended = (at: number) => ({ _tag: "EndRestriction", at, keys: ["cc"] }) as const

  it("is erased when its date has come, not earlier", () => {
    assert.isUndefined(eventOf(restricted, ended(899)))
    assert.deepInclude(eventOf(restricted, ended(900)), {
      ...{ _tag: "RecipientErased", keys: ["aa", "bb", "cc"] }
    })
  })

  it("is outlived by payouts that were created after its last restriction", () => {
    const since = (event: RecipientData.Event | undefined) =>
      event?._tag === "RecipientErased" ? event.createdBefore : assert.fail("nothing is erased")
    const { at } = erasure("usr_1")
    assert.strictEqual(since(eventOf(restricted, ended(900))), at)
    const later = { ...erasure("usr_1", 1, 900), at: 400, keys: ["dd"] }
    const joined = RecipientData.evolve(restricted, eventOf(restricted, later) as never)
    assert.strictEqual(since(eventOf(joined ?? kept, ended(900))), 400)
    assert.isUndefined(since(eventOf(kept, erasure("usr_1"))))
  })

  it("is not erased while a legal hold is set, and is after the hold", () => {
    const held = RecipientData.evolve(restricted, eventOf(restricted, hold) as RecipientData.Event)
    assert.isUndefined(eventOf(held ?? kept, ended(900)))
    const released = resulting(erasure("usr_1", 1, 900), hold, {
      _tag: "EndHold",
      at: 60,
      by: "usr_2"
    })
    assert.deepStrictEqual(released, restricted)
    assert.strictEqual(eventOf(released ?? kept, ended(900))?._tag, "RecipientErased")
  })
})

describe("An export", () => {
  const exported = { _tag: "Export", at: 60, by: "usr_2" } as const

  it("changes neither a record nor its absence", () => {
    const held = resulting(hold) ?? kept
    const event = eventOf(held, exported)
    assert.deepInclude(event, { _tag: "RecipientExported", by: "usr_2", phone: kept.phone })
    assert.deepStrictEqual(resulting(hold, exported), held)
    assert.isUndefined(resulting(exported))
  })
})

describe("A legal hold", () => {
  it("ends once, and leaves nothing to remember", () => {
    assert.isUndefined(resulting(hold, { _tag: "EndHold", at: 60, by: "usr_2" }))
    const none = RecipientData.decide(kept, { _tag: "EndHold", at: 60, by: "usr_2" })
    assert.deepStrictEqual(none, Result.fail({ _tag: "NoDataHold" }))
  })

  it("that is set again for the same reason changes nothing", () => {
    assert.isUndefined(eventOf(resulting(hold) ?? kept, hold))
  })
})

const commands = fc.array(
  fc.oneof(
    fc.record({
      ...{ _tag: fc.constant("Erase" as const), at: fc.integer({ min: 0, max: 1_000 }) },
      vote: fc.record({
        by: fc.constantFrom("a", "b", "c"),
        peopleMin: fc.integer({ min: 1, max: 3 })
      }),
      keys: fc.constant(["aa"]),
      recordKeys: fc.constant(["dd"]),
      keepUntil: fc.option(fc.integer({ min: 0, max: 1_000 }), { nil: null })
    }),
    fc.record({
      ...{ _tag: fc.constant("EndRestriction" as const), at: fc.integer({ min: 0, max: 1_000 }) },
      keys: fc.constant(["cc"])
    }),
    fc.record({
      ...{ _tag: fc.constant("SetHold" as const), at: fc.integer({ min: 0, max: 1_000 }) },
      ...{ by: fc.constant("a"), reason: fc.constantFrom("one", "two") }
    }),
    fc.record({
      ...{ _tag: fc.constant("EndHold" as const), at: fc.integer({ min: 0, max: 1_000 }) },
      by: fc.constant("a")
    }),
    fc.record({
      ...{ _tag: fc.constant("Export" as const), at: fc.integer({ min: 0, max: 1_000 }) },
      by: fc.constant("a")
    })
  ),
  { maxLength: 30 }
)

describe("Any sequence of requests", () => {
  it("erases nothing under a legal hold, and nothing restricted before its date", () => {
    fc.assert(
      fc.property(commands, (requests) => {
        let data: RecipientData.RecipientData | undefined
        for (const request of requests) {
          const before: RecipientData.RecipientData = data ?? kept
          const event = Result.getOrUndefined(RecipientData.decide(before, request))
          if (event === undefined) continue
          if (event._tag === "RecipientErased") {
            assert.isNull(before.hold)
            assert.isAtLeast(request.at, before.restrictedUntil ?? 0)
          }
          data = RecipientData.evolve(data, event)
        }
      })
    )
  })
})

describe("The retention of a paid recipient's data", () => {
  const retention = { years: 5, yearsByCountry: new Map([["UG", 10]]) }
  const paid = (settled: string, network: "MTN_UG" | "MTN_GH") => ({
    ...{ network, settledAt: Date.parse(settled) }
  })

  it("is the longest that applies, counted from the last payment of each country", () => {
    const until = Retention.keepUntil(retention, [
      paid("2020-05-01", "MTN_UG"),
      paid("2026-01-31", "MTN_GH")
    ])
    assert.strictEqual(until, Date.parse("2031-01-31"))
    const longer = Retention.keepUntil(retention, [
      paid("2024-02-29", "MTN_UG"),
      paid("2026-01-31", "MTN_GH")
    ])
    assert.strictEqual(longer, Date.parse("2034-02-28"))
  })

  it("does not exist for a recipient who was never paid", () => {
    assert.isNull(Retention.keepUntil(retention, []))
  })
})
