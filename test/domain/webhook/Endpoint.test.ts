import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as Endpoint from "../../../src/domain/webhook/Endpoint.ts"
import { at, t0 } from "../../support/fixtures.ts"

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
  ...{ _tag: "EndpointSecretRotated", id: "we_1", secret, overlapMs: day, at: time }
})
const endpoint = Endpoint.created(birth)

describe("An endpoint", () => {
  it("is created active and signs with its one secret", () => {
    expect(endpoint).toEqual({
      ...{ id: "we_1", accountId: "acct_1", url: birth.url, events: ["payout.*"] },
      ...{ description: "orders", secret: "whsec_one", previousSecrets: [], isActive: true },
      ...{ disabledReason: null, failingSince: null },
      ...{ createdAt: t0, updatedAt: t0 }
    })
    expect(Endpoint.secrets(endpoint, t0)).toEqual({ all: ["whsec_one"], leading: "whsec_one" })
  })

  it("changes exactly the fields that an update names", () => {
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

describe("A rotated secret", () => {
  const rotated = Endpoint.rotated(endpoint, rotation("whsec_two", t0))

  it.each([
    ["at once", 0, ["whsec_two", "whsec_one"]],
    ["a millisecond before the end of 24 hours", day - 1, ["whsec_two", "whsec_one"]],
    ["after 24 hours", day, ["whsec_two"]],
    ["long after", 10 * day, ["whsec_two"]]
  ])("%s leaves the valid secrets, the new one first", (_, later, secrets) => {
    expect(Endpoint.secrets(rotated, t0 + later).all).toEqual(secrets)
  })

  it.each([
    ["both old secrets still sign", day - 1, ["whsec_three", "whsec_two", "whsec_one"]],
    ["the first secret stops after its 24 hours", day, ["whsec_three", "whsec_two"]],
    ["the second secret has separate 24 hours", 1.5 * day - 1, ["whsec_three", "whsec_two"]],
    ["finally only the new secret signs", 1.5 * day, ["whsec_three"]]
  ])("may be rotated again within 24 hours: %s", (_, later, secrets) => {
    const twice = Endpoint.rotated(rotated, rotation("whsec_three", t0 + day / 2))
    expect(Endpoint.secrets(twice, t0 + later).all).toEqual(secrets)
  })

  it("is removed by the first rotation after its 24 hours", () => {
    const twice = Endpoint.rotated(rotated, rotation("whsec_three", t0 + day))
    expect(twice.previousSecrets).toEqual([{ secret: "whsec_two", until: t0 + 2 * day }])
  })

  it("is first in X-Service-Signature until its overlap ends, followed by the new secret", () => {
    const overlapMs = 2 * 3_600_000
    const overlapping = Endpoint.rotated(endpoint, { ...rotation("whsec_two", t0), overlapMs })
    expect(Endpoint.secrets(overlapping, t0 + overlapMs - 1)).toEqual({
      all: ["whsec_two", "whsec_one"],
      leading: "whsec_one"
    })
    const after = { all: ["whsec_two"], leading: "whsec_two" }
    expect(Endpoint.secrets(overlapping, t0 + overlapMs)).toEqual(after)
  })

  it("is first in X-Service-Signature while it is the oldest valid secret", () => {
    const once = Endpoint.rotated(endpoint, rotation("whsec_two", t0))
    const twice = Endpoint.rotated(once, rotation("whsec_three", t0 + day / 2))
    expect(Endpoint.secrets(twice, t0 + day - 1).leading).toBe("whsec_one")
    expect(Endpoint.secrets(twice, t0 + day).leading).toBe("whsec_two")
    expect(Endpoint.secrets(twice, t0 + 1.5 * day).leading).toBe("whsec_three")
  })

  it("without an overlap stops at once, together with older secrets", () => {
    const once = Endpoint.rotated(endpoint, rotation("whsec_two", t0))
    const now = Endpoint.rotated(once, { ...rotation("whsec_three", at(1)), overlapMs: 0 })
    const alone = { all: ["whsec_three"], leading: "whsec_three" }
    expect(Endpoint.secrets(now, at(1))).toEqual(alone)
  })

  it("updates the endpoint's time of the last change", () => {
    expect(Endpoint.rotated(endpoint, rotation("whsec_two", at(5))).updatedAt).toBe(at(5))
  })
})

describe("An endpoint's attempts", () => {
  const failing = Endpoint.attempted(endpoint, at(1), false)

  it("set the start of a failure at the first failed attempt only", () => {
    expect(failing).toEqual({ ...endpoint, failingSince: at(1) })
    expect(Endpoint.attempted(failing, at(2), false)).toBe(failing)
  })

  it("clear the failure at the first success", () => {
    expect(Endpoint.attempted(failing, at(2), true)).toEqual(endpoint)
    expect(Endpoint.attempted(endpoint, at(2), true)).toBe(endpoint)
  })

  it("leave the time of the last change as it is", () => {
    expect(failing.updatedAt).toBe(endpoint.updatedAt)
  })

  const end = (later: number, timeScale = 1, of = failing) =>
    Endpoint.disableReason(of, at(1) + later, timeScale)
  const days = 5 * day

  it.each([
    ["for a millisecond less than five days", days - 1, undefined],
    ["for five days", days, "failed for five days"],
    ["for fifty days", 10 * days, "failed for five days"]
  ])("that fail %s disable the endpoint after five days", (_, later, reason) => {
    expect(end(later)).toBe(reason)
  })

  it("never disable an endpoint whose last attempt succeeded", () => {
    expect(end(100 * days, 1, endpoint)).toBeUndefined()
  })

  it("disable an endpoint sooner in a sandbox with a time scale", () => {
    expect(end(days / 100 - 1, 0.01)).toBeUndefined()
    expect(end(days / 100, 0.01)).toBe("failed for five days")
  })
})

describe("A disabled endpoint", () => {
  const failing = Endpoint.attempted(endpoint, at(1), false)
  const reason = "failed for five days"
  const off = Endpoint.disabled(failing, {
    ...{ _tag: "EndpointDisabled", id: "we_1", reason, at: at(9) }
  })
  const update = (isActive: boolean): typeof Endpoint.Updated.Type => ({
    ...{ _tag: "EndpointUpdated", id: "we_1", url: birth.url, events: birth.events },
    ...{ description: "orders", isActive, at: at(10) }
  })

  it("is inactive, has a reason, and keeps all other fields", () => {
    expect(off).toEqual({
      ...{ ...failing, isActive: false, disabledReason: reason, updatedAt: at(9) }
    })
  })

  it("has no failure and no reason once its owner enables it", () => {
    expect(Endpoint.updated(off, update(true))).toEqual({ ...endpoint, updatedAt: at(10) })
  })

  it("keeps its reason if its owner changes it without enabling it", () => {
    expect(Endpoint.updated(off, update(false))).toEqual({ ...off, updatedAt: at(10) })
  })

  it("differs from an active one, which keeps its start of failure through a change", () => {
    expect(Endpoint.updated(failing, update(true)).failingSince).toBe(at(1))
  })

  it("has no reason if its owner disabled it", () => {
    expect(Endpoint.updated(endpoint, update(false))).toMatchObject({
      ...{ isActive: false, disabledReason: null }
    })
  })
})

it("An endpoint's events survive the log's JSON", () => {
  const events: ReadonlyArray<Endpoint.Event> = [
    birth,
    rotation("whsec_two", at(1)),
    { _tag: "EndpointDisabled", id: "we_1", reason: "answered 410 Gone", at: at(1) },
    { _tag: "EndpointDeleted", id: "we_1", at: at(2) }
  ]
  const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Endpoint.Event)))
  expect(decode(JSON.stringify(events))).toEqual(events)
})
