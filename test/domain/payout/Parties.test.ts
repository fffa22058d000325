/** Data about the parties of a payout, from its creation to its state. */
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as Parties from "../../../src/domain/payout/Parties.ts"
import * as Payout from "../../../src/domain/payout/Payout.ts"
import * as PayoutState from "../../../src/domain/payout/PayoutState.ts"
import { createdEvent } from "../../support/fixtures.ts"

const parties: Parties.Parties = {
  recipient: { givenName: "Amina", address: { city: "Jinja" } },
  purpose: "rent"
}
const saved = { familyName: "Nakato", birthDate: "1990-04-23" }

describe("The state of a payout", () => {
  it("has the parties of its event", () => {
    expect(Payout.created({ ...createdEvent, parties }).parties).toEqual(parties)
  })

  it("has no field for parties if the event has none", () => {
    expect(Object.keys(Payout.created(createdEvent))).not.toContain("parties")
  })

  it("searches none of its parties", () => {
    const before = PayoutState.searchText(Payout.created(createdEvent))
    expect(PayoutState.searchText(Payout.created({ ...createdEvent, parties }))).toBe(before)
  })
})

describe("A value without parties", () => {
  it("is not copied", () => {
    expect(Parties.attach(createdEvent, undefined)).toBe(createdEvent)
  })
})

describe("The details of a beneficiary", () => {
  it("replace missing details of a request", () => {
    expect(Parties.withDefault(undefined, saved)).toEqual({ recipient: saved })
    expect(Parties.withDefault({ purpose: "rent" }, saved)).toEqual({
      ...{ recipient: saved, purpose: "rent" }
    })
  })

  it("give way to the details of a request as a whole", () => {
    expect(Parties.withDefault(parties, saved)).toBe(parties)
  })

  it("are absent if nobody gives any", () => {
    expect(Parties.withDefault(undefined, undefined)).toBeUndefined()
  })
})

describe("Equal parties", () => {
  it("are the same in any order of their fields", () => {
    const recipient = { address: { city: "Jinja" }, givenName: "Amina" }
    expect(Parties.isSame(parties, { purpose: "rent", recipient })).toBe(true)
    expect(Parties.isSame(undefined, undefined)).toBe(true)
    expect(Parties.isSame(parties, undefined)).toBe(false)
    expect(Parties.isSame(parties, { recipient })).toBe(false)
    expect(Parties.isSame(parties, { ...parties, recipient: saved })).toBe(false)
  })
})

describe("A code", () => {
  it.each([...Object.entries(Parties.purposes), ...Object.entries(Parties.fundSources)])(
    "has a sentence: %s",
    (code, meaning) => {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(meaning).toMatch(/^[A-Z].*\.$/)
    }
  )
})

describe("Parties that a key no longer opens", () => {
  it("fit their schema", () => {
    const erased = { givenName: "erased", birthDate: "erased", address: { country: "erased" } }
    const value = { recipient: erased, purpose: "erased", sourceOfFunds: "erased" }
    expect(Schema.decodeUnknownSync(Parties.Parties)(value)).toEqual(value)
  })
})
