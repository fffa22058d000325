/** Countries and dates of birth: the values that are accepted. */
import { describe, expect, it } from "vitest"
import * as Country from "../../src/domain/Country.ts"
import * as PartyLimits from "../../src/domain/PartyLimits.ts"

describe("A country code", () => {
  it.each(["UG", "KE", "GB", "ZW"])("is known: %s", (code) => {
    expect(Country.isCode(code)).toBe(true)
  })

  it.each(["", "ug", "UGA", "UK", "XX", "AA", " UG", "UG KE", "erased"])(
    "is unknown: %j",
    (code) => {
      expect(Country.isCode(code)).toBe(false)
    }
  )
})

describe("A date of birth", () => {
  it.each(["1900-01-01", "1990-04-23", "2000-02-29", "2999-12-31"])("is a real day: %s", (day) => {
    expect(PartyLimits.isBirthDate(day)).toBe(true)
  })

  it.each([
    ...["", "1899-12-31", "1990-02-30", "1900-02-29", "1990-13-01", "1990-00-10", "1990-04-31"],
    ...["1990-4-23", "23.04.1990", "19900423", "1990-04-23T00:00:00Z", "+01990-04-23", "erased"]
  ])("is no day on which a living person was born: %j", (day) => {
    expect(PartyLimits.isBirthDate(day)).toBe(false)
  })

  it("is in the future if the day has begun nowhere on earth", () => {
    const noon = Date.UTC(2026, 0, 5, 12)
    expect(PartyLimits.isFuture("2026-01-05", noon)).toBe(false)
    expect(PartyLimits.isFuture("2026-01-06", noon)).toBe(false)
    expect(PartyLimits.isFuture("2026-01-06", Date.UTC(2026, 0, 5, 9, 59))).toBe(true)
    expect(PartyLimits.isFuture("2026-01-07", noon)).toBe(true)
  })
})
