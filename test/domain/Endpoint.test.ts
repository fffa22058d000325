import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as Endpoint from "../../src/domain/Endpoint.ts"
import { at, t0 } from "../support/fixtures.ts"

const day = 24 * 60 * 60 * 1000

const birth: typeof Endpoint.Created.Type = {
  _tag: "EndpointCreated",
  id: "we_1",
  accountId: "acct_1",
  url: "https://example.com/hook",
  events: ["payout.*"],
  description: "orders",
  secret: "whsec_one",
  at: t0
}
const rotation = (secret: string, time: number): typeof Endpoint.SecretRotated.Type => ({
  ...{ _tag: "EndpointSecretRotated", id: "we_1", secret, at: time }
})
const endpoint = Endpoint.created(birth)

describe("an endpoint", () => {
  it("is active from birth and signs with its one secret", () => {
    expect(endpoint).toEqual({
      ...{ id: "we_1", accountId: "acct_1", url: birth.url, events: ["payout.*"] },
      ...{ description: "orders", secret: "whsec_one", previousSecrets: [], isActive: true },
      ...{ createdAt: t0, updatedAt: t0 }
    })
    expect(Endpoint.secrets(endpoint, t0)).toEqual(["whsec_one"])
  })

  it("changes all that an update names and nothing else", () => {
    const update: typeof Endpoint.Updated.Type = {
      ...{ _tag: "EndpointUpdated", id: "we_1", url: "https://example.com/new", events: ["*"] },
      ...{ description: null, isActive: false, at: at(1) }
    }
    const rotated = Endpoint.rotated(endpoint, rotation("whsec_two", at(1)))
    expect(Endpoint.updated(rotated, update)).toEqual({
      ...rotated,
      ...{ url: "https://example.com/new", events: ["*"], description: null },
      ...{ isActive: false, updatedAt: at(1) }
    })
  })
})

describe("a rotated secret", () => {
  const rotated = Endpoint.rotated(endpoint, rotation("whsec_two", t0))

  it.each([
    ["at once", 0, ["whsec_two", "whsec_one"]],
    ["a millisecond before 24 hours are over", day - 1, ["whsec_two", "whsec_one"]],
    ["when 24 hours are over", day, ["whsec_two"]],
    ["long after", 10 * day, ["whsec_two"]]
  ])("%s leaves the right secrets signing, the new one first", (_, later, secrets) => {
    expect(Endpoint.secrets(rotated, t0 + later)).toEqual(secrets)
  })

  it.each([
    ["both old ones sign along", day - 1, ["whsec_three", "whsec_two", "whsec_one"]],
    ["the first is over after its 24 hours", day, ["whsec_three", "whsec_two"]],
    ["the second keeps its own 24 hours", 1.5 * day - 1, ["whsec_three", "whsec_two"]],
    ["at last the new one signs alone", 1.5 * day, ["whsec_three"]]
  ])("may be rotated again within 24 hours: %s", (_, later, secrets) => {
    const twice = Endpoint.rotated(rotated, rotation("whsec_three", t0 + day / 2))
    expect(Endpoint.secrets(twice, t0 + later)).toEqual(secrets)
  })

  it("is forgotten by the first rotation after its 24 hours", () => {
    const twice = Endpoint.rotated(rotated, rotation("whsec_three", t0 + day))
    expect(twice.previousSecrets).toEqual([{ secret: "whsec_two", until: t0 + 2 * day }])
  })

  it("moves the moment of the last change", () => {
    expect(Endpoint.rotated(endpoint, rotation("whsec_two", at(5))).updatedAt).toBe(at(5))
  })
})

it("reads its events back from the log's JSON", () => {
  const events: ReadonlyArray<Endpoint.Event> = [
    birth,
    rotation("whsec_two", at(1)),
    { _tag: "EndpointDeleted", id: "we_1", at: at(2) }
  ]
  const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Endpoint.Event)))
  expect(decode(JSON.stringify(events))).toEqual(events)
})
