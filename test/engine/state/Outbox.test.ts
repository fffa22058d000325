/** Webhook events get a body in the fold only if an endpoint receives them. */
import { assert, describe, it } from "vitest"
import * as WebhookEvent from "../../../src/domain/webhook/WebhookEvent.ts"
import * as Entry from "../../../src/engine/ports/Entry.ts"
import * as AsCreated from "../../../src/engine/state/AsCreated.ts"
import * as Fold from "../../../src/engine/state/Fold.ts"
import * as State from "../../../src/engine/state/State.ts"
import { createdEvent, t0 } from "../../support/fixtures.ts"

const metadata = { order: "é\u{1F4B8}\ud800", 7: "seven", ["__proto__"]: "none", a: "", z: '"' }

const created = { ...createdEvent, reference: "order 7", metadata }

const entryOf = (seq: number, events: ReadonlyArray<Entry.Event>): Entry.Entry => ({
  ...{ v: Entry.version, at: t0, by: "engine", events, reply: null },
  ...{ seq, epoch: 1 }
})

const endpoint = (events: ReadonlyArray<string>): Entry.Event => ({
  ...{ _tag: "EndpointCreated", id: "we_1", accountId: "acct_1", url: "https://we-1.test/" },
  ...{ events, description: null, secret: "whsec_1", at: t0 }
})

/** The fold of events, after the creation of an endpoint if `subscription` is not empty. */
const folded = (subscription: ReadonlyArray<string>, events: ReadonlyArray<Entry.Event>) => {
  const state = State.make()
  if (subscription.length > 0) Fold.apply(state, entryOf(1, [endpoint(subscription)]))
  const entry = entryOf(state.seq + 1, events)
  Fold.apply(state, entry)
  return { state, entry, recorded: state.dirty.webhookEvents.map((event) => event.state) }
}

const shape = (recorded: ReadonlyArray<WebhookEvent.WebhookEvent | WebhookEvent.UnrenderedEvent>) =>
  recorded.map((event) => [event.type, "body" in event])

describe("The webhook event of a payout's creation", () => {
  it("has no body if no endpoint receives it", () => {
    assert.deepStrictEqual(shape(folded([], [created]).recorded), [["payout.created", false]])
    const { recorded } = folded(["payout.settled"], [created])
    assert.deepStrictEqual(shape(recorded), [["payout.created", false]])
  })

  it("has no body if an endpoint receives it under another name", () => {
    const { recorded, state } = folded(["payout.awaiting_funds"], [created])
    assert.deepStrictEqual(shape(recorded), [
      ["payout.created", false],
      ["payout.awaiting_funds", true]
    ])
    const webhookEvents = [...state.deliveries.values()].map(({ webhookEvent }) => webhookEvent)
    assert.deepStrictEqual(webhookEvents, recorded.slice(1))
  })

  it("has a body if an endpoint receives it, the same in every delivery", () => {
    for (const name of ["payout.created", "payout.*", "*"]) {
      const { recorded, state } = folded([name], [created])
      assert.deepStrictEqual(shape(recorded), [["payout.created", true]])
      const webhookEvents = [...state.deliveries.values()].map(({ webhookEvent }) => webhookEvent)
      assert.deepStrictEqual(webhookEvents, recorded)
    }
  })

  it("has a body if its entry has other events", () => {
    const other = { ...created, id: "po_01KE7C2Y00EEEEFFFFGGGGHHHH" }
    assert.deepStrictEqual(shape(folded([], [created, other]).recorded), [
      ["payout.created", true],
      ["payout.created", true]
    ])
  })

  it("L2 has the same bytes with and without an endpoint, in memory and from the log", () => {
    const heard = folded(["*"], [created])
    const { entry, recorded } = folded([], [created])
    const { epoch: _, seq: __, ...draft } = entry
    const logged = Entry.decode(JSON.stringify(draft))
    assert.isTrue(logged._tag === "Success")
    if (logged._tag !== "Success") return
    const expected = heard.recorded
    assert.deepStrictEqual(recorded.map(WebhookEvent.rendered), expected)
    const told = AsCreated.webhookEventOf(logged.success)
    assert.deepStrictEqual(told === undefined ? [] : [told], [...expected])
  })
})

describe("The movement and webhook event of a balance", () => {
  const id = "bal_01KE7C2Y00EEEEFFFFGGGGHHHH"
  const opened: Entry.Event = {
    ...{ _tag: "BalanceOpened", id, at: t0, accountId: "acct_1", depositAddress: "0xba" }
  }
  const deposit = {
    ...{ chainId: 1, txHash: "0x7a", logIndex: 0, blockNumber: 1, seenAt: t0 },
    ...{ amount: 5_000_000, from: "0xbad" }
  }
  const final: Entry.Event = { _tag: "BalanceDepositFinalized", id, at: t0, deposit }

  const told = (events: ReadonlyArray<Entry.Event>) => {
    const { recorded, state } = folded(["*"], [opened, final, ...events])
    const bodies = recorded.map((event) => JSON.parse(WebhookEvent.rendered(event).body))
    return {
      movements: state.dirty.movements.map(({ subject, type }) => `${type} ${subject}`),
      events: bodies.map(({ data, type }) => [type, data.amount_usdc, data.tx_hash])
    }
  }

  it("name the transaction of a deposit", () => {
    const clear = {
      _tag: "BalanceSenderScreened",
      id,
      at: t0,
      sender: "0xbad",
      hold: null
    } as const
    const credited = { _tag: "BalanceCredited", id, at: t0, deposit, dust: 0 } as const
    assert.deepStrictEqual(told([clear, credited]), {
      movements: ["deposit 0x7a"],
      events: [["balance.credited", 5, "0x7a"]]
    })
  })

  it("name the sender, and no transaction, of deposits that were held", () => {
    const sender = "0xbad"
    const held = { _tag: "BalanceSenderScreened", id, at: t0, sender, hold: "listed" } as const
    const released = {
      ...({ _tag: "BalanceHoldReleased", id, at: t0, sender } as const),
      ...{ amount: 5_000_000, by: "usr_1" }
    }
    assert.deepStrictEqual(told([held, released]), {
      movements: ["release 0xbad"],
      events: [["balance.credited", 5, null]]
    })
  })
})
