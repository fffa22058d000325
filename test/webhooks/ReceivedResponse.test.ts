/** The kept part of an endpoint's response, at its limits. */
import { assert, describe, it } from "vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as ReceivedResponse from "../../src/webhooks/ssrf/ReceivedResponse.ts"

const { headerCharsKeptMax, retryAfterSecondsMax } = Limits.outgoing

describe("The kept headers of a response", () => {
  it("are limited to headerCharsKeptMax characters of names and values", () => {
    const headers = (chars: number) => ({
      first: "x".repeat(chars - "firstb1".length),
      b: "1",
      c: ""
    })
    const kept = (chars: number) => Object.keys(ReceivedResponse.boundedHeaders(headers(chars)))
    assert.deepStrictEqual(kept(headerCharsKeptMax - 1), ["first", "b", "c"])
    assert.deepStrictEqual(kept(headerCharsKeptMax), ["first", "b"])
    assert.deepStrictEqual(kept(headerCharsKeptMax + 1), ["first"])
  })
})

describe("The Retry-After header of a response", () => {
  it("counts up to retryAfterSecondsMax, both as seconds and as a date", () => {
    const now = Date.UTC(2026, 0, 5, 12)
    const seconds = [-1, 0, 1].map((more) => retryAfterSecondsMax + more)
    const capped = [retryAfterSecondsMax - 1, retryAfterSecondsMax, retryAfterSecondsMax]
    const given = seconds.map((each) => ReceivedResponse.retryAfterSeconds(`${each}`, now))
    assert.deepStrictEqual(given, capped)
    const dates = seconds.map((each) => new Date(now + each * 1_000).toUTCString())
    const untilDates = dates.map((date) => ReceivedResponse.retryAfterSeconds(date, now))
    assert.deepStrictEqual(untilDates, capped)
  })
})
