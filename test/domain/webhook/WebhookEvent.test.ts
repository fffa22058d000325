import { describe, expect, it } from "vitest"
import * as Withdrawal from "../../../src/domain/balance/Withdrawal.ts"
import * as Money from "../../../src/domain/money/Money.ts"
import * as Payout from "../../../src/domain/payout/Payout.ts"
import * as PayoutEvent from "../../../src/domain/payout/PayoutEvent.ts"
import * as Endpoint from "../../../src/domain/webhook/Endpoint.ts"
import * as EventRenderers from "../../../src/domain/webhook/EventRenderers.ts"
import * as WebhookEvent from "../../../src/domain/webhook/WebhookEvent.ts"
import {
  at,
  batchCreated,
  batchEvent,
  batchId,
  createdEvent,
  deposit,
  event,
  exact,
  historyTo,
  quote,
  replay,
  replayBatch,
  row,
  t0
} from "../../support/fixtures.ts"

const renderer = EventRenderers.current

type Status = Payout.Status

/** The event names for the entry into each state: registration, sandbox and overview set. */
const contract: Readonly<Record<Status | "created", ReadonlyArray<string | null>>> = {
  created: ["payout.created", "payout.awaiting_funds", "payout.created"],
  CREATED: [],
  AWAITING_FUNDS: [],
  STABLECOIN_RECEIVED: ["payout.funds_received", "payout.stablecoin_received", "payout.processing"],
  COMPLIANCE_HOLD: ["payout.compliance_hold", null, null],
  PAYOUT_INITIATED: ["payout.initiated", "payout.payout_initiated", null],
  PAYOUT_CONFIRMED: ["payout.confirmed", null, null],
  SETTLED: ["payout.settled", "payout.settled", "payout.completed"],
  FAILED: ["payout.failed", "payout.failed", "payout.failed"],
  REVERSED: ["payout.reversed", null, null],
  MANUAL_REVIEW: ["payout.manual_review", null, null]
}

/** Every transition of a history, found event by event as in the engine. */
const transitions = (
  history: ReadonlyArray<Payout.Event>
): ReadonlyArray<WebhookEvent.Transition> => {
  const found: Array<WebhookEvent.Transition> = []
  let before: Payout.Payout | undefined
  for (const event of history) {
    const after = before === undefined ? replay([event]) : Payout.evolve(before, event)
    const transition = WebhookEvent.transition(before, after, event)
    if (transition !== undefined) found.push(transition)
    before = after
  }
  return found
}

const last = (status: Status): WebhookEvent.Transition => {
  const found = transitions(historyTo[status]).at(-1)
  if (found === undefined) throw new Error(`No transition to ${status}`)
  return found
}

const types = (transition: WebhookEvent.Transition, ...subscription: ReadonlyArray<string>) =>
  WebhookEvent.select(renderer, transition, subscription).map((webhookEvent) => webhookEvent.type)

const created = last("AWAITING_FUNDS")
const loud = PayoutEvent.statuses.filter((status) => contract[status].length > 0)

describe("A payout's transition", () => {
  it("is the creation, for a single payout and for a row of a batch", () => {
    for (const first of [createdEvent, row]) {
      const [transition, ...more] = transitions([first])
      expect(more).toEqual([])
      expect(transition).toMatchObject({ previousStatus: null, sequence: 1, at: t0 })
      expect(transition?.payout.status).toBe(first.status)
    }
  })

  it("is every entry into a state, but no event without a new status", () => {
    const opened = event("FundingOpened", at(1), { fundingDeadline: at(31) })
    const life = transitions([row, opened, ...historyTo.SETTLED.slice(1)])
    expect(life.map((one) => [one.sequence, one.previousStatus])).toEqual([
      [1, null],
      [2, "CREATED"],
      [3, "AWAITING_FUNDS"],
      [4, "STABLECOIN_RECEIVED"],
      [5, "PAYOUT_INITIATED"],
      [6, "PAYOUT_CONFIRMED"]
    ])
  })

  it("is the start of a row's funding, with the event payout.awaiting_funds", () => {
    const opened = event("FundingOpened", at(1), { fundingDeadline: at(31) })
    const [birth, start] = transitions([row, opened])
    if (birth === undefined || start === undefined) throw new Error("A row starts")
    expect(types(birth, "payout.created", "payout.awaiting_funds")).toEqual(["payout.created"])
    for (const name of ["payout.awaiting_funds", "payout.*", "*"]) {
      expect(types(start, name)).toEqual(["payout.awaiting_funds"])
    }
    expect(bodyOf(start, "payout.awaiting_funds")).toMatchObject({
      data: { status: "AWAITING_FUNDS", previous_status: "CREATED", sequence: 2 }
    })
  })

  it("has the time of its event", () => {
    expect(last("SETTLED")).toMatchObject({ at: at(5), sequence: 5 })
  })
})

describe("Event names", () => {
  it.each(loud)("for the entry into %s are those of the contract in each set", (status) => {
    const [registration = null, sandbox = null, overview = null] = contract[status]
    for (const name of [registration, sandbox, overview]) {
      if (name !== null) expect(types(last(status), name)).toEqual([name])
    }
    const all = [registration, sandbox, overview].filter((name) => name !== null)
    expect(types(last(status), ...all)).toEqual([...new Set(all)])
  })

  it("for the creation are those of the contract in each set", () => {
    expect(types(created, "payout.created")).toEqual(["payout.created"])
    expect(types(created, "payout.awaiting_funds")).toEqual(["payout.awaiting_funds"])
  })

  it("that belong to other transitions do not match", () => {
    for (const status of loud) {
      const own = new Set(contract[status])
      const others = EventRenderers.subscribableNames.filter(
        (name) => !name.includes("*") && !own.has(name)
      )
      expect(types(last(status), ...others)).toEqual([])
    }
  })

  it.each(["*", "payout.*"])("%s match only the registration set", (wildcard) => {
    expect(types(created, wildcard)).toEqual(["payout.created"])
    for (const status of loud) {
      expect(types(last(status), wildcard)).toEqual([contract[status][0]])
    }
  })

  it("match once, even if a subscription repeats them", () => {
    const often = ["*", "payout.*", "payout.settled", "payout.settled"]
    expect(types(last("SETTLED"), ...often)).toEqual(["payout.settled"])
  })

  it("that belong to another set match in addition to a wildcard", () => {
    expect(types(last("SETTLED"), "*", "payout.completed")).toEqual([
      ...["payout.settled", "payout.completed"]
    ])
  })

  it("never match an empty subscription", () => {
    expect(types(created)).toEqual([])
  })

  it("that an endpoint may name are those of the contract and the wildcards, each once", () => {
    const names = Object.values(contract).flat()
    expect(EventRenderers.subscribableNames.toSorted()).toEqual(
      [
        ...new Set([...names.filter((name) => name !== null), "*", "payout.*"]),
        ...["deposit.received", "quote.expired", "webhook.endpoint_disabled", "payout.refunded"],
        "payout.recalled",
        ...["refund.due", "refund.sent", "refund.confirmed", "refund.failed"],
        ...["batch.funded", "batch.completed", "batch.cancelled"],
        ...["balance.credited", "balance.low", "refund.credited", "withdrawal.address_added"],
        ...Withdrawal.Status.literals.map((status) => `withdrawal.${status}`)
      ].toSorted()
    )
  })
})

describe("Event ids of a payout", () => {
  const everything = EventRenderers.subscribableNames

  it("differ for two names of one transition", () => {
    const [one, other, ...more] = WebhookEvent.select(renderer, last("SETTLED"), [
      ...["payout.settled", "payout.completed"]
    ])
    expect(more).toEqual([])
    expect(one?.id).toMatch(/^evt_/)
    expect(one?.id).not.toBe(other?.id)
  })

  it("are unique within a payout's life, and the same for the same log", () => {
    const ids = () =>
      Object.values(historyTo).map((history) =>
        transitions(history).flatMap((one) =>
          WebhookEvent.select(renderer, one, everything).map(({ id }) => id)
        )
      )
    for (const life of ids()) expect(new Set(life).size).toBe(life.length)
    expect(ids()).toEqual(ids())
  })

  it("do not depend on the endpoint's other subscriptions", () => {
    const [alone] = WebhookEvent.select(renderer, last("SETTLED"), ["payout.completed"])
    const together = WebhookEvent.select(renderer, last("SETTLED"), everything)
    expect(together.map(({ id }) => id)).toContain(alone?.id)
  })
})

const bodyOf = (transition: WebhookEvent.Transition, type: string): unknown => {
  const [name] = WebhookEvent.select(renderer, transition, [type])
  return name === undefined
    ? undefined
    : JSON.parse(WebhookEvent.make(renderer, transition, name).body)
}

const data = {
  payout_id: createdEvent.id,
  id: createdEvent.id,
  source_amount_usdc: 25,
  target_amount_fiat: 91_575,
  target_currency: "UGX",
  exchange_rate: 3663,
  mid_market_rate: 3700,
  fee_usdc: 0.25,
  recipient_phone: "+256770000001",
  network: "MTN_UG",
  batch_id: null,
  idempotency_key: "key-1"
}

describe("The body of a webhook event", () => {
  it("has every field of the contract at creation, with null for unknown values", () => {
    expect(bodyOf(created, "payout.created")).toEqual({
      id: WebhookEvent.select(renderer, created, ["*"])[0]?.id,
      type: "payout.created",
      created_at: "2026-01-05T12:00:00.000Z",
      data: {
        ...data,
        ...{ status: "AWAITING_FUNDS", previous_status: null, sequence: 1 },
        ...{ provider_reference: null, settled_at: null }
      }
    })
  })

  it("has the provider's reference and the time of settlement once settled", () => {
    expect(bodyOf(last("SETTLED"), "payout.completed")).toEqual({
      id: WebhookEvent.select(renderer, last("SETTLED"), ["payout.completed"])[0]?.id,
      type: "payout.completed",
      created_at: "2026-01-05T12:05:00.000Z",
      data: {
        ...data,
        ...{ status: "SETTLED", previous_status: "PAYOUT_CONFIRMED", sequence: 5 },
        ...{ provider_reference: "mtn-1", settled_at: "2026-01-05T12:05:00.000Z" }
      }
    })
  })

  it("has the failure reason only for a failure", () => {
    expect(bodyOf(last("FAILED"), "*")).toMatchObject({
      data: { failure_reason: "recipient_limit" }
    })
    for (const status of loud.filter((one) => one !== "FAILED")) {
      expect(JSON.stringify(bodyOf(last(status), "*"))).not.toContain("failure_reason")
    }
  })

  it("has the batch of a row", () => {
    const [transition] = transitions([row])
    if (transition === undefined) throw new Error("A row has a birth")
    expect(bodyOf(transition, "*")).toMatchObject({ data: { batch_id: "bt_1", status: "CREATED" } })
  })

  it("writes amounts as exact decimals of their currency", () => {
    const money = { sourceAmount: 10_000_001, targetAmount: 15_051, rate: 15_051_234 }
    const [transition] = transitions([
      { ...createdEvent, ...money, currency: "GHS", network: "MTN_GH" }
    ])
    if (transition === undefined) throw new Error("A payout has a birth")
    const [name] = WebhookEvent.select(renderer, transition, ["*"])
    const text = name === undefined ? "" : WebhookEvent.make(renderer, transition, name).body
    expect(text).toContain('"source_amount_usdc":10.000001,"target_amount_fiat":150.51,')
    expect(text).toContain('"exchange_rate":15.051234,')
  })

  it("has the same bytes every time", () => {
    const bytes = () =>
      transitions(historyTo.FAILED).flatMap((one) =>
        WebhookEvent.select(renderer, one, ["*"]).map(
          (name) => WebhookEvent.make(renderer, one, name).body
        )
      )
    expect(bytes()).toEqual(bytes())
  })
})

describe("The name under which a transition is stored", () => {
  it.each(loud)("is that of the registration set for the entry into %s", (status) => {
    const transition = last(status)
    const [name] = WebhookEvent.select(renderer, transition, ["*"])
    expect(WebhookEvent.registrationName(renderer, transition)).toEqual(name)
    expect(name?.type).toBe(contract[status][0])
  })

  it("is that of the creation for any first state", () => {
    for (const first of [createdEvent, row]) {
      const [transition] = transitions([first])
      expect(transition && WebhookEvent.registrationName(renderer, transition)?.type).toBe(
        "payout.created"
      )
    }
  })

  it("does not exist for a transition without a name", () => {
    const payout = replay(historyTo.PAYOUT_CONFIRMED)
    const none = { reason: undefined, refund: undefined, recall: undefined }
    const more = { sequence: 9, at: t0, ...none }
    // A confirmed refund has a name in the overview set only.
    const refunded = { payout, previousStatus: "PAYOUT_CONFIRMED", ...more } as const
    expect(WebhookEvent.registrationName(renderer, refunded)).toBeUndefined()
  })
})

const endpoint = Endpoint.disabled(
  Endpoint.created({
    ...{ _tag: "EndpointCreated", id: "we_01KE7C2Y00EEEEFFFFGGGGHHHH", accountId: "acct_1" },
    ...{ url: "https://example.com/hook", events: ["*"], description: null, secret: "s", at: t0 }
  }),
  { _tag: "EndpointDisabled", id: "we_1", reason: "answered 410 Gone", at: at(7) }
)

const paid = replay(historyTo.STABLECOIN_RECEIVED)
const ofPayout = WebhookEvent.deposit(renderer, paid, exact, at(2))
const { batch } = replayBatch([
  ...batchCreated,
  batchEvent("BatchDepositFinalized", at(2), { deposit: exact })
])
const ofBatch = WebhookEvent.deposit(renderer, batch, exact, at(2))
const ofQuote = WebhookEvent.quoteExpired(renderer, quote, at(5))
const ofEndpoint = WebhookEvent.endpointDisabled(renderer, endpoint, at(7))
const all = [ofPayout, ofBatch, ofQuote, ofEndpoint]

const deposited = {
  ...{ deposit_address: createdEvent.depositAddress, amount_usdc: 25, tx_hash: exact.txHash },
  ...{ log_index: 0, block_number: 101, amount_received_usdc: 25 }
}

describe("A webhook event that no payout transition causes", () => {
  it.each([
    [
      "a deposit for a payout",
      ofPayout,
      createdEvent.id,
      { payout_id: createdEvent.id, ...deposited, amount_due_usdc: 0 }
    ],
    [
      "a deposit for a batch",
      ofBatch,
      batchId,
      {
        batch_id: batchId,
        ...deposited,
        amount_due_usdc: Money.toJson(batch.sourceAmount - exact.amount, 6)
      }
    ],
    [
      ...(["the expiry of a quote", ofQuote, quote.id] as const),
      {
        ...{ quote_id: quote.id, source_currency: "USDC", target_currency: "UGX" },
        ...{ source_amount: 25, target_amount: 91_575, exchange_rate: 3663, spread_percent: 0.01 },
        ...{ status: "EXPIRED", expires_at: "2026-01-05T12:05:00.000Z" },
        created_at: "2026-01-05T12:00:00.000Z"
      }
    ],
    [
      ...(["a disabled endpoint", ofEndpoint, endpoint.id] as const),
      {
        ...{ endpoint_id: endpoint.id, url: endpoint.url, reason: "answered 410 Gone" },
        disabled_at: "2026-01-05T12:07:00.000Z"
      }
    ]
  ])("reports %s", (_, webhookEvent, subjectId, data) => {
    const { accountId, body, id, type } = webhookEvent
    expect(webhookEvent).toMatchObject({ accountId: "acct_1", subjectId })
    expect(accountId).toBe("acct_1")
    const created_at = new Date(webhookEvent.at).toISOString()
    expect(JSON.parse(body)).toEqual({ id, type, created_at, data })
  })
})

describe("Webhook events that no payout transition causes", () => {
  it("have the name in the contract", () => {
    expect(all.map(({ type }) => type)).toEqual([
      ...["deposit.received", "deposit.received", "quote.expired", "webhook.endpoint_disabled"]
    ])
  })

  it("match only their name and *, and not payout.*", () => {
    for (const webhookEvent of all) {
      const others = EventRenderers.subscribableNames.filter(
        (name) => name !== "*" && name !== webhookEvent.type
      )
      expect(WebhookEvent.isSubscribed([webhookEvent.type], webhookEvent)).toBe(true)
      expect(WebhookEvent.isSubscribed(["*"], webhookEvent)).toBe(true)
      expect(WebhookEvent.isSubscribed(others, webhookEvent)).toBe(false)
      expect(WebhookEvent.isSubscribed([], webhookEvent)).toBe(false)
    }
  })

  it("have the same bytes every time, and a unique id", () => {
    expect(WebhookEvent.deposit(renderer, paid, exact, at(2))).toEqual(ofPayout)
    const ofTransitions = transitions(historyTo.SETTLED).flatMap((one) =>
      WebhookEvent.select(renderer, one, EventRenderers.subscribableNames).map(({ id }) => id)
    )
    const ids = [...all.map(({ id }) => id), ...ofTransitions]
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^evt_/)
  })

  it("have different ids for two deposits at the same time", () => {
    const again = replay([
      ...historyTo.STABLECOIN_RECEIVED,
      event("DepositFinalized", at(2), { deposit: deposit(2, 5, 2) })
    ])
    const second = WebhookEvent.deposit(renderer, again, deposit(2, 5, 2), at(2))
    expect(second.sequence).toBe(2)
    expect(second.id).not.toBe(ofPayout.id)
  })
})

describe("The amount due in a deposit's event", () => {
  const [first, second] = [deposit(1, 10, 1), deposit(2, 4, 1)]
  const told = (subject: WebhookEvent.FundedSubject) => {
    const { data } = JSON.parse(WebhookEvent.deposit(renderer, subject, first, at(2)).body)
    return [data.amount_received_usdc, data.amount_due_usdc]
  }
  const short = [createdEvent, event("DepositFinalized", at(1), { deposit: first })]

  it("is the missing amount, without seen deposits", () => {
    expect(told(replay(short))).toEqual([10, 15])
    expect(told(replay([...short, event("DepositSeen", at(1), { deposit: second })]))).toEqual([
      ...[10, 11]
    ])
    const dust = event("DustReceived", at(1), { deposit: deposit(3, 0.005, 1) })
    expect(told(replay([...short, dust]))).toEqual([10.005, 14.995])
  })

  it("is the missing amount of an underpaid payout in review, without returned deposits", () => {
    const reviewed = [...short, event("ReviewOpened", at(31), { reason: "underpaid" })]
    expect(told(replay(reviewed))).toEqual([10, 15])
    const late = event("DepositFinalized", at(32), { deposit: second })
    const back = event("RefundOpened", at(32), { amount: second.amount })
    expect(told(replay([...reviewed, late, back]))).toEqual([14, 15])
  })

  it("is zero for a payout that waits for no funds and for a row that its batch pays for", () => {
    expect(told(replay([...short, event("PayoutFailed", at(3), { reason: "cancelled" })]))).toEqual(
      [...[10, 0]]
    )
    const waiting = [row, event("FundingOpened", at(1), { fundingDeadline: at(30) })]
    expect(told(replay(waiting))).toEqual([0, 0])
  })

  it("is zero for a batch that no longer waits for funds", () => {
    const { batch } = replayBatch([...batchCreated, batchEvent("BatchCancelled", at(2), {})])
    expect(told(batch)).toEqual([0, 0])
  })

  it("comes with a sequence that counts final deposits only", () => {
    const both = replay([...short, event("DepositSeen", at(1), { deposit: second })])
    expect(WebhookEvent.deposit(renderer, both, first, at(2)).sequence).toBe(1)
  })
})

describe("The refund in a webhook event", () => {
  const hash = (n: number) => `0x${String(n).padStart(64, "c")}`
  const sent = (n: number, amount: number) => [
    event("RefundOpened", at(4), { amount }),
    event("RefundSent", at(4), { amount, address: "0xa", txHash: hash(n) })
  ]
  const history = [
    ...historyTo.REVERSED.slice(0, -1),
    ...sent(1, 25_000_000),
    ...sent(2, 3_000_000)
  ]

  it("is the confirmed one, even if a later one was sent", () => {
    const before = replay(history)
    const confirmed = event("RefundConfirmed", at(5), { txHash: hash(1) })
    const transition = WebhookEvent.transition(before, Payout.evolve(before, confirmed), confirmed)
    expect(transition?.refund).toMatchObject({ status: "confirmed", txHash: hash(1) })
  })

  it("is found by its transaction", () => {
    const before = replay(history)
    for (const n of [1, 2]) {
      const lost = event("RefundDisproved", at(5), { txHash: hash(n) })
      const after = Payout.evolve(before, lost)
      expect(WebhookEvent.refundData(renderer, { before, after, event: lost })).toMatchObject({
        refund: { status: "failed", tx_hash: hash(n) }
      })
    }
  })
})
