import type { IncomingMessage, ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as RequestPacing from "../../src/http/middleware/RequestPacing.ts"
import * as RequestSlots from "../../src/http/middleware/RequestSlots.ts"

const { requestsMax, requestsOfAccountMax, requestsOfReadsMin, requestsPerTurnMax } = Limits.http
const { requestsOfAcceptTurnMax: requestsOfJoinedTurnMax, waitingMax } = Limits.http

/** A pacing whose turns the test starts. */
const make = () => {
  const served: Array<string> = []
  const turns: Array<() => void> = []
  let connections = 0
  const handler = RequestPacing.make(
    ({ url = "" }) => void served.push(url),
    (act) => void turns.push(act),
    () => connections
  )
  const ask = (url: string, isGone = false, method = "POST"): void => {
    const request = { url, method, socket: { destroyed: isGone } } as unknown as IncomingMessage
    handler(request, { destroyed: false } as unknown as ServerResponse)
  }
  const join = (): void => {
    connections += 1
  }
  return { served, ask, join, turn: () => turns.shift()?.(), turns }
}

const many = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `/v1/quotes?${index}`)

describe("A turn of the event loop", () => {
  it("starts a bounded number of requests, and the rest in order in the next turns", () => {
    const { ask, served, turn } = make()
    const urls = many(requestsPerTurnMax * 2 + 3)
    for (const url of urls) ask(url)
    assert.lengthOf(served, requestsPerTurnMax)
    turn()
    assert.lengthOf(served, requestsPerTurnMax * 2)
    // A later request does not overtake the waiting ones.
    ask("/v1/payouts")
    turn()
    assert.deepStrictEqual(served, [...urls, "/v1/payouts"])
  })

  it("starts reads first, up to half of the turn, so that no flood delays them", () => {
    const { ask, served, turn } = make()
    for (const url of many(requestsPerTurnMax * 3)) ask(url)
    const reads = Array.from({ length: requestsPerTurnMax }, (_, index) => `/v1/payouts/${index}`)
    for (const url of reads) ask(url, false, "GET")
    turn()
    const taken = served.slice(requestsPerTurnMax)
    assert.lengthOf(taken, requestsPerTurnMax)
    assert.deepStrictEqual(
      taken.slice(0, requestsPerTurnMax / 2),
      reads.slice(0, requestsPerTurnMax / 2)
    )
    assert.isEmpty(taken.slice(requestsPerTurnMax / 2).filter((url) => reads.includes(url)))
  })

  it("starts few requests if a connection was accepted, because others may be waiting", () => {
    const { ask, join, served, turn } = make()
    for (const url of many(requestsPerTurnMax * 3)) ask(url)
    join()
    turn()
    assert.lengthOf(served, requestsPerTurnMax + requestsOfJoinedTurnMax)
    turn()
    assert.lengthOf(served, requestsPerTurnMax * 2 + requestsOfJoinedTurnMax)
  })

  it("serves all requests in order through a queue that is never empty", () => {
    const { ask, served, turn } = make()
    const urls = many(3 * waitingMax)
    let asked = 0
    const askUpTo = (count: number): void => {
      for (; asked < Math.min(count, urls.length); asked++) ask(urls[asked] ?? "")
    }
    askUpTo(requestsPerTurnMax * 3)
    while (served.length < urls.length) {
      turn()
      askUpTo(asked + requestsPerTurnMax)
    }
    assert.deepStrictEqual(served, urls)
  })

  it("serves probes at once, however many requests wait", () => {
    const { ask, served } = make()
    for (const url of many(requestsPerTurnMax * 3)) ask(url)
    for (const probe of ["/readyz", "/healthz"]) {
      ask(probe)
      assert.strictEqual(served.at(-1), probe)
    }
  })

  it("does not serve requests whose client left while they waited", () => {
    const { ask, served, turn } = make()
    for (const url of many(requestsPerTurnMax)) ask(url)
    ask("/gone", true)
    ask("/here")
    turn()
    assert.notInclude(served, "/gone")
    assert.include(served, "/here")
  })

  it("is not scheduled without a request", () => {
    const { ask, turn, turns } = make()
    ask("/v1/quotes")
    turn()
    turn()
    assert.isEmpty(turns)
  })
})

/** Takes slots until none is left, and returns their number and the bound that was reached. */
const fill = (slots: RequestSlots.RequestSlots, isRead: boolean, accountId: string | undefined) => {
  for (let count = 0; ; count++) {
    const slot = slots.take(isRead, accountId)
    if (typeof slot === "string") return { count, full: slot }
  }
}

describe("Slots of requests in progress", () => {
  it("are never all taken by one account, and its reads still have some", () => {
    const slots = RequestSlots.make()
    const writes = fill(slots, false, "acct_1")
    assert.deepStrictEqual(writes, {
      count: requestsOfAccountMax - requestsOfReadsMin,
      full: "account"
    })
    assert.deepStrictEqual(fill(slots, true, "acct_1"), {
      count: requestsOfReadsMin,
      full: "account"
    })
    assert.isAbove(fill(slots, false, "acct_2").count, 0)
  })

  it("remain for reads, whatever number of accounts write", () => {
    const slots = RequestSlots.make()
    for (let n = 0; n < 20; n++) fill(slots, false, `acct_${n}`)
    assert.strictEqual(slots.taken(), requestsMax - requestsOfReadsMin)
    assert.strictEqual(slots.take(false, "acct_new"), "all")
    assert.isObject(slots.take(true, "acct_new"))
  })

  it("are free again once released, with repeated releases ignored", () => {
    const slots = RequestSlots.make()
    const slot = slots.take(false, "acct_1")
    if (typeof slot === "string") return assert.fail(slot)
    slots.release(slot)
    slots.release(slot)
    assert.strictEqual(slots.taken(), 0)
    assert.strictEqual(fill(slots, true, "acct_1").count, requestsOfAccountMax)
  })

  it("count for an account that becomes known later", () => {
    const slots = RequestSlots.make()
    const slot = slots.take(true, undefined)
    if (typeof slot === "string") return assert.fail(slot)
    assert.isTrue(slots.assign(slot, "acct_1"))
    assert.strictEqual(slots.taken(), 1)
    assert.strictEqual(fill(slots, true, "acct_1").count, requestsOfAccountMax - 1)
    const late = slots.take(true, undefined)
    if (typeof late === "string") return assert.fail(late)
    assert.isFalse(slots.assign(late, "acct_1"), "the account has all it may have")
  })
})
