import { Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as Delivery from "../../../src/domain/webhook/Delivery.ts"
import type * as WebhookEvent from "../../../src/domain/webhook/WebhookEvent.ts"
import { at, t0 } from "../../support/fixtures.ts"

const webhookEvent: WebhookEvent.WebhookEvent = {
  id: "evt_1",
  type: "payout.created",
  accountId: "acct_1",
  subjectId: "po_1",
  sequence: 1,
  at: t0,
  body: "{}"
}
const pending = Delivery.created("dlv_1", "we_1", webhookEvent)

const attempt = (statusCode: number | null, time: number): Delivery.Attempt => ({
  at: time,
  statusCode,
  error: statusCode === null ? "timeout" : null,
  latencyMs: 12
})
const report = (statusCode: number | null, time: number, timeScale = 1): Delivery.Command => ({
  _tag: "ReportAttempt",
  attempt: attempt(statusCode, time),
  timeScale
})
const resend: Delivery.Command = { _tag: "Resend", at: at(60) }
const abandon: Delivery.Command = { _tag: "Abandon", at: at(60), reason: "endpoint deleted" }

/** The state after commands, all of which must be accepted. */
const through = (
  start: Delivery.Delivery,
  ...commands: ReadonlyArray<Delivery.Command>
): Delivery.Delivery =>
  commands.reduce(
    (state, command) =>
      Result.getOrThrow(Delivery.decide(state, command)).reduce(Delivery.evolve, state),
    start
  )

/** The state after failed attempts, each at its due time. */
const failing = (start: Delivery.Delivery, times: number): Delivery.Delivery => {
  let state = start
  for (let time = 0; time < times; time++) {
    state = through(state, report(500, state.nextAttemptAt ?? Number.NaN))
  }
  return state
}

const delivered = through(pending, report(200, t0))
const failed = failing(pending, 5)

describe("A new delivery", () => {
  it("is due at once, and its first attempt is pending", () => {
    expect(pending).toMatchObject({ status: "pending", attempts: [], round: 0 })
    expect(Delivery.nextStep(pending)).toEqual({ _tag: "Attempt", at: t0, isFirst: true })
  })
})

describe("The retry schedule of a delivery", () => {
  const seconds = 1_000
  const minutes = 60 * seconds
  const hours = 60 * minutes

  it("waits 30 s, 5 min, 30 min and 2 h after each failed attempt, then gives up", () => {
    const waits = [30 * seconds, 5 * minutes, 30 * minutes, 2 * hours]
    let state = pending
    let due = t0
    for (const wait of waits) {
      expect(Delivery.nextStep(state)).toMatchObject({ _tag: "Attempt", at: due })
      state = through(state, report(500, due))
      due += wait
      expect(state).toMatchObject({ status: "pending", nextAttemptAt: due })
    }
    state = through(state, report(500, due))
    expect(state).toMatchObject({ status: "failed", nextAttemptAt: null })
    expect(state.attempts).toHaveLength(5)
    expect(state.attempts.map((one) => one.at - t0)).toEqual([
      ...[0, 30_000, 330_000, 2_130_000, 9_330_000]
    ])
    expect(Delivery.nextStep(state)).toEqual({ _tag: "Rest" })
  })

  it("counts from the time of the attempt, not from its due time", () => {
    expect(through(pending, report(500, at(7))).nextAttemptAt).toBe(at(7) + 30_000)
  })

  it("is shortened by the time scale, in whole milliseconds", () => {
    expect(through(pending, report(500, t0, 0.01)).nextAttemptAt).toBe(t0 + 300)
    expect(through(pending, report(500, t0, 0.00001)).nextAttemptAt).toBe(t0)
  })

  const asked = (retryAfterSeconds: number, time = t0, timeScale = 1): Delivery.Command => ({
    _tag: "ReportAttempt",
    attempt: { ...attempt(503, time), retryAfterSeconds },
    timeScale
  })

  it("waits longer if Retry-After asks for it, up to two hours", () => {
    const delayOf = (seconds: number) =>
      (through(pending, asked(seconds)).nextAttemptAt ?? Number.NaN) - t0
    // The wait counts from the response, 12 ms after the start of the attempt.
    expect([0, 29, 30, 31].map(delayOf)).toEqual([30_000, 30_000, 30_012, 31_012])
    expect([7_199, 7_200, 7_201, 86_400].map(delayOf)).toEqual([
      ...[7_199_012, 7_200_012, 7_200_012, 7_200_012]
    ])
    expect(through(pending, asked(60, t0, 0.01)).nextAttemptAt).toBe(t0 + 600)
  })

  it("allows no extra attempt for Retry-After", () => {
    expect(through(failing(pending, 4), asked(60))).toMatchObject({ status: "failed" })
    const test = { ...pending, isTest: true } as const
    expect(through(test, asked(60))).toMatchObject({ status: "failed", nextAttemptAt: null })
  })

  it("marks only the first attempt as first", () => {
    expect(Delivery.nextStep(failing(pending, 1))).toMatchObject({ isFirst: false })
    expect(Delivery.nextStep(through(delivered, resend))).toMatchObject({ isFirst: false })
  })

  it("stops at the first success", () => {
    const state = through(failing(pending, 2), report(204, at(9)))
    expect(state).toMatchObject({ status: "delivered", nextAttemptAt: null, round: 3 })
    expect(state.attempts.map((one) => one.statusCode)).toEqual([500, 500, 204])
    expect(Delivery.nextStep(state)).toEqual({ _tag: "Rest" })
  })

  it("can succeed on the fifth attempt", () => {
    expect(through(failing(pending, 4), report(200, at(200))).status).toBe("delivered")
  })
})

describe("An attempt with the status code", () => {
  it.each([
    [200, true],
    [201, true],
    [299, true],
    [199, false],
    [300, false],
    [302, false],
    [404, false],
    [500, false],
    [null, false]
  ])("%s has the success flag %s", (statusCode, isSuccess) => {
    expect(Delivery.isSuccess(statusCode)).toBe(isSuccess)
    expect(through(pending, report(statusCode, t0)).status).toBe(
      isSuccess ? "delivered" : "pending"
    )
  })
})

describe("A resend", () => {
  it.each([
    ["failed", failed],
    ["delivered", delivered]
  ])("restarts the schedule for a %s delivery, and keeps its history", (_, state) => {
    const again = through(state, resend)
    expect(again).toMatchObject({ status: "pending", round: 0, nextAttemptAt: at(60) })
    expect(again.attempts).toEqual(state.attempts)
    expect(again.webhookEvent).toBe(state.webhookEvent)
    const over = failing(again, 5)
    expect(over.status).toBe("failed")
    expect(over.attempts).toHaveLength(state.attempts.length + 5)
  })
})

describe("An abandoned delivery", () => {
  it("fails, ends, and may be resent", () => {
    const state = through(pending, abandon)
    expect(state).toMatchObject({ status: "failed", nextAttemptAt: null, attempts: [] })
    expect(Delivery.nextStep(state)).toEqual({ _tag: "Rest" })
    expect(through(state, resend).status).toBe("pending")
  })
})

describe("A delivery in the state", () => {
  type Pairs = {
    readonly [S in Delivery.Delivery["status"]]: {
      readonly [C in Delivery.Command["_tag"]]: Delivery.Event["_tag"] | "refused"
    }
  }
  const pairs: Pairs = {
    pending: {
      ReportAttempt: "DeliveryAttempted",
      Abandon: "DeliveryAbandoned",
      Resend: "DeliveryResent"
    },
    delivered: { ReportAttempt: "refused", Abandon: "refused", Resend: "DeliveryResent" },
    failed: { ReportAttempt: "refused", Abandon: "refused", Resend: "DeliveryResent" }
  }
  const states = { pending, delivered, failed }
  const commands = { ReportAttempt: report(500, at(60)), Abandon: abandon, Resend: resend }
  const cells = (["pending", "delivered", "failed"] as const).flatMap((status) =>
    (["ReportAttempt", "Abandon", "Resend"] as const).map((verb) => ({
      ...{ status, verb, outcome: pairs[status][verb] }
    }))
  )

  it.each(cells)("$status has outcome $outcome for $verb", ({ outcome, status, verb }) => {
    const decision = Delivery.decide(states[status], commands[verb])
    if (outcome === "refused") {
      expect(decision).toEqual(Result.fail({ _tag: "InvalidDeliveryState", status }))
    } else {
      const events = Result.getOrThrow(decision)
      expect(events.map((event) => event._tag)).toEqual([outcome])
      expect(events.every((event) => event.id === "dlv_1")).toBe(true)
    }
  })

  it("of each kind has a case for each command", () => {
    expect(cells).toHaveLength(9)
    for (const [status, state] of Object.entries(states)) expect(state.status).toBe(status)
  })
})

it("A delivery's events survive the log's JSON", () => {
  const events = [report(null, t0), abandon].flatMap((command) =>
    Result.getOrThrow(Delivery.decide(pending, command))
  )
  const all = [...events, ...Result.getOrThrow(Delivery.decide(failed, resend))]
  const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Delivery.Event)))
  expect(decode(JSON.stringify(all))).toEqual(all)
})

describe("A test event's delivery", () => {
  const event = {
    _tag: "DeliveryTested",
    id: "dlv_1",
    endpointId: "we_1",
    webhookEvent,
    at: t0
  } as const
  const tested = Delivery.tested(event)

  it("is attempted by its request, and again only if that request was interrupted", () => {
    expect(tested).toEqual({ ...pending, isTest: true, nextAttemptAt: t0 + 30_000 })
    expect(Delivery.evolve(tested, event)).toBe(tested)
  })

  it("is attempted once, and may be resent", () => {
    const once = through(tested, report(500, t0))
    expect(once).toMatchObject({ status: "failed", nextAttemptAt: null, isTest: true })
    expect(through(once, resend)).toMatchObject({ status: "pending", isTest: true })
    expect(through(tested, report(200, t0)).status).toBe("delivered")
  })
})

describe("A delivery that is resent while it is pending", () => {
  const again = through(failing(pending, 2), resend)

  it("is due at once, with a new retry schedule", () => {
    expect(again).toMatchObject({ status: "pending", round: 0, nextAttemptAt: at(60) })
    expect(again.resentAt).toBe(at(60))
  })

  it("is attempted again if an attempt under way fails", () => {
    const state = through(again, report(500, at(60) - 1))
    expect(state).toMatchObject({ status: "pending", nextAttemptAt: at(60) })
    expect(state).not.toHaveProperty("resentAt")
  })

  it("is delivered if an attempt under way succeeds", () => {
    const state = through(again, report(200, at(60) - 1))
    expect(state).toMatchObject({ status: "delivered", nextAttemptAt: null })
  })

  it("follows the schedule from the attempt of the resend", () => {
    expect(through(again, report(500, at(60)))).toMatchObject({ nextAttemptAt: at(60) + 30_000 })
  })

  it("has a resend mark only if it was pending", () => {
    expect(through(failed, resend)).not.toHaveProperty("resentAt")
  })
})

describe("The kept requests and responses of a delivery", () => {
  const detailed = (time: number): Delivery.Command => ({
    _tag: "ReportAttempt",
    attempt: {
      ...attempt(500, time),
      sent: { "user-agent": "payout-service/1" },
      answer: { headers: {}, body: String(time) }
    },
    timeScale: 1
  })
  const details = (state: Delivery.Delivery) => state.attempts.map(({ answer }) => answer?.body)

  it("are those of the last five attempts, while earlier ones keep only results", () => {
    const first = [1, 2, 3, 4, 5].reduce((state, time) => through(state, detailed(time)), pending)
    expect(details(first)).toEqual(["1", "2", "3", "4", "5"])
    const more = through(through(first, resend), detailed(6), detailed(7))
    expect(details(more)).toEqual([undefined, undefined, "3", "4", "5", "6", "7"])
    expect(more.attempts[0]).toEqual(attempt(500, 1))
    expect(more.attempts[2]?.sent).toEqual({ "user-agent": "payout-service/1" })
  })

  it("are never added to attempts without them", () => {
    const state = failing(through(failed, resend), 2)
    expect(state.attempts.slice(0, 5)).toEqual(failed.attempts)
    expect(state.attempts[0]).toBe(failed.attempts[0])
  })
})
