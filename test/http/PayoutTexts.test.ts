/** Payouts' kept texts: always the JSON of the current state, and bounded. */
import { assert, describe, it } from "@effect/vitest"
import * as Limits from "../../src/config/Limits.ts"
import type * as Payout from "../../src/domain/payout/Payout.ts"
import * as Objects from "../../src/http/contract/ExampleObjects.ts"
import * as PayoutJson from "../../src/http/payouts/PayoutJson.ts"
import * as PayoutTexts from "../../src/http/payouts/PayoutTexts.ts"

const { approved, cancelled, created, head, settled, token } = Objects
const later = { ...head, latest: head.latest + 7 }

/** A payout that counts how often its timeline is read, which is once for each new text. */
const counted = (payout: Payout.Payout) => {
  let texts = 0
  const seen = new Proxy(payout, {
    get: (target, name) => {
      if (name === "timeline") texts += 1
      return Reflect.get(target, name)
    }
  })
  return { payout: seen, texts: () => texts }
}

describe("The text of a payout", () => {
  it("is its JSON in every state, block after block", () => {
    const texts = PayoutTexts.make(token)
    for (const round of [1, 2]) {
      for (const { payout } of [created, cancelled, approved, settled]) {
        for (const block of [undefined, head, later]) {
          const json = JSON.stringify(PayoutJson.payout(payout, token, block))
          assert.strictEqual(texts.of(payout, block, undefined), json, `round ${round}`)
        }
      }
    }
  })

  it("changes with the payout", () => {
    const texts = PayoutTexts.make(token)
    const first = { ...created.payout, id: settled.payout.id }
    texts.of(first, head, undefined)
    const text = texts.of(settled.payout, head, undefined)
    assert.strictEqual(text, JSON.stringify(PayoutJson.payout(settled.payout, token, head)))
  })

  it("names an obstacle only while it lasts", () => {
    const texts = PayoutTexts.make(token)
    const wait = { code: "chain_unreachable", message: "The chain is away.", since: null } as const
    assert.notInclude(texts.of(created.payout, head, undefined), wait.message)
    assert.include(texts.of(created.payout, head, wait), wait.message)
    assert.notInclude(texts.of(created.payout, head, undefined), wait.message)
  })

  it("is made once while nothing changes, whatever the block of a payout without deposits", () => {
    const texts = PayoutTexts.make(token)
    const { payout, texts: made } = counted(created.payout)
    for (const block of [undefined, head, later]) texts.of(payout, block, undefined)
    assert.strictEqual(made(), 1)
  })

  it("is made anew after many others, and kept while it is read", () => {
    const { length } = JSON.stringify(PayoutJson.payout(created.payout, token))
    const others = Math.ceil((2 * Limits.http.payoutTextCharsMax) / length)
    const texts = PayoutTexts.make(token)
    const [unread, read] = [counted(created.payout), counted(created.payout)]
    const other = (index: number) => ({ ...created.payout, id: `other ${index}` })
    const hot = new Proxy(read.payout, {
      get: (target, name) => (name === "id" ? "hot" : Reflect.get(target, name))
    })
    texts.of(unread.payout, head, undefined)
    for (let index = 0; index < others; index++) {
      texts.of(other(index), head, undefined)
      texts.of(hot, head, undefined)
    }
    texts.of(unread.payout, head, undefined)
    assert.deepStrictEqual([unread.texts(), read.texts()], [2, 1])
  })

  it("is not kept if it is longer than the half of all", () => {
    const texts = PayoutTexts.make(token, 100)
    const { payout, texts: made } = counted(created.payout)
    for (const _ of [1, 2, 3]) texts.of(payout, head, undefined)
    assert.strictEqual(made(), 3)
  })
})
