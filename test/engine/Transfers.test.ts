/** The choice of a transfer's provider, waits for it, and hints to check a transfer at once. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import type { Evidence } from "../../src/domain/ScreeningEvidence.ts"
import type { Event } from "../../src/engine/ports/Entry.ts"
import type * as Screening from "../../src/engine/ports/Screening.ts"
import * as EngineHarness from "../support/engineHarness.ts"
import { evidence } from "../support/fixtures.ts"
import type * as MemoryLog from "../support/memoryLog.ts"
import type { Reaction } from "../support/scriptedProvider.ts"
import * as Stage from "../support/stage.ts"

const payoutOf = (log: MemoryLog.MemoryLog, id: string) => EngineHarness.fold(log).payouts.get(id)

const requests = (log: MemoryLog.MemoryLog) =>
  log.entries().flatMap(({ events }) => events.filter(isRequest))

type Requested = Extract<Event, { _tag: "TransferRequested" }>
const isRequest = (event: Event): event is Requested => event._tag === "TransferRequested"

const { transferQueuedMsMax, transferUnknownMsMax } = Limits.engine

describe("A transfer that its provider always refuses with a retryable code", () => {
  it.effect("L10 is tried under three references, and then fails with a refund due", () =>
    Effect.gen(function* () {
      const { client, log, adapters } = yield* Stage.begin({ provider: () => "refuse" })
      const id = yield* client.newPayout()
      yield* EngineHarness.advanceUntil(() => payoutOf(log, id)?.status === "FAILED", 1_000, 60)
      yield* TestClock.adjust("2 days")
      const references = requests(log).map(({ reference }) => reference)
      assert.lengthOf(references, 3)
      assert.lengthOf([...new Set(references)], 3)
      const submitted = adapters.calls.filter(({ kind }) => kind === "submit")
      assert.deepStrictEqual(
        submitted.map(({ transfer }) => transfer.reference),
        references
      )
      assert.isEmpty(adapters.transfers)
      const refunds = payoutOf(log, id)?.refunds.map(({ amount, status }) => [status, amount])
      assert.deepStrictEqual(refunds, [["due", 25_000_000]])
    })
  )
})

describe("A transfer whose provider is unavailable", () => {
  it.effect("waits under its reference, is postponed, and is paid once the provider is back", () =>
    Effect.gen(function* () {
      let isAway = true
      const { client, log, adapters } = yield* Stage.begin({
        provider: () => (isAway ? "queue" : "deliver")
      })
      const id = yield* client.newPayout()
      yield* EngineHarness.advanceUntil(() => requests(log).length === 1)
      yield* TestClock.adjust("2 hours")
      assert.strictEqual(payoutOf(log, id)?.status, "PAYOUT_INITIATED")
      const asked = requests(log)
      // In two hours, the outcome is reported as overdue every quarter of an hour.
      assert.isAtLeast(asked.length, 7)
      assert.isAtMost(asked.length, 9)
      assert.lengthOf([...new Set(asked.map(({ reference }) => reference))], 1)
      assert.isTrue(asked.every(({ attempt }) => attempt === 1))
      for (const { at, deadline } of asked) assert.strictEqual(deadline, at + transferUnknownMsMax)
      assert.isEmpty(adapters.transfers)
      isAway = false
      yield* EngineHarness.advanceUntil(() => payoutOf(log, id)?.status === "SETTLED")
      assert.lengthOf(adapters.transfers, 1)
      assert.strictEqual(adapters.transfers[0]?.reference, asked[0]?.reference)
    })
  )

  it.effect("continues its wait after a restart, and goes to manual review after a day", () =>
    Effect.gen(function* () {
      const stage = yield* Stage.begin({ provider: () => "queue" })
      const id = yield* stage.client.newPayout()
      yield* EngineHarness.advanceUntil(() => requests(stage.log).length === 1)
      const since = payoutOf(stage.log, id)?.timeline.at(-1)?.at ?? 0
      yield* TestClock.adjust("5 hours")
      const { log, adapters } = { ...stage, ...(yield* Stage.restart(stage)) }
      yield* EngineHarness.advanceUntil(
        () => payoutOf(log, id)?.status === "MANUAL_REVIEW",
        transferUnknownMsMax / 3
      )
      const { reviewReason, timeline } = payoutOf(log, id) ?? {}
      const waited = (timeline?.at(-1)?.at ?? 0) - since
      assert.strictEqual(reviewReason, "provider_unknown")
      assert.isAtLeast(waited, transferQueuedMsMax)
      assert.isAtMost(waited, transferQueuedMsMax + transferUnknownMsMax)
      assert.lengthOf([...new Set(requests(log).map(({ reference }) => reference))], 1)
      assert.isEmpty(adapters.transfers)
    })
  )
})

describe("A hint to check a transfer", () => {
  /** A payout whose accepted transfer is already checked only once per minute. */
  const accepted = Effect.fnUntraced(function* (reaction: () => Reaction) {
    const stage = yield* Stage.begin({
      provider: ({ kind }) => (kind === "submit" ? "accept" : reaction())
    })
    const id = yield* stage.client.newPayout()
    yield* EngineHarness.advanceUntil(() => payoutOf(stage.log, id)?.status === "PAYOUT_CONFIRMED")
    yield* TestClock.adjust("5 minutes")
    return { ...stage, id, reference: payoutOf(stage.log, id)?.transfer?.reference ?? "" }
  })

  it.effect("causes a check at once, although the next one is due in a minute", () =>
    Effect.gen(function* () {
      let reaction: Reaction = "accept"
      const { engine, id, log, reference, adapters } = yield* accepted(() => reaction)
      const before = adapters.calls.length
      yield* TestClock.adjust(1_000)
      assert.lengthOf(adapters.calls, before)
      reaction = "deliver"
      engine.checkTransferNow(id, reference)
      yield* EngineHarness.until(() => payoutOf(log, id)?.status === "SETTLED")
      assert.lengthOf(adapters.calls, before + 1)
    })
  )

  it.effect("changes nothing while the outcome is open, and checks continue", () =>
    Effect.gen(function* () {
      const { engine, id, log, reference, adapters } = yield* accepted(() => "unknown")
      const before = adapters.calls.length
      for (let count = 0; count < 3; count++) engine.checkTransferNow(id, reference)
      yield* EngineHarness.until(() => adapters.calls.length > before)
      assert.strictEqual(payoutOf(log, id)?.status, "PAYOUT_CONFIRMED")
      assert.isAtMost(adapters.calls.length, before + 3)
      const asked = adapters.calls.length
      yield* TestClock.adjust("2 minutes")
      assert.isAbove(adapters.calls.length, asked)
    })
  )

  it.effect("applies only to the live reference", () =>
    Effect.gen(function* () {
      const { engine, id, reference, adapters } = yield* accepted(() => "accept")
      const before = adapters.calls.length
      engine.checkTransferNow(id, `${reference} of old`)
      engine.checkTransferNow("po_NONE", reference)
      yield* TestClock.adjust(0)
      assert.lengthOf(adapters.calls, before)
    })
  )

  it.effect("is ignored by a payout that does not wait for a provider", () =>
    Effect.gen(function* () {
      const { client, engine, log, adapters } = yield* Stage.begin({ provider: () => "hopeless" })
      const id = yield* client.newPayout()
      yield* EngineHarness.advanceUntil(() => payoutOf(log, id)?.status === "MANUAL_REVIEW")
      const before = adapters.calls.length
      engine.checkTransferNow(id, payoutOf(log, id)?.transfer?.reference ?? "")
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(adapters.calls, before)
      assert.strictEqual(payoutOf(log, id)?.status, "MANUAL_REVIEW")
    })
  )
})

describe("The choice of a provider", () => {
  it.effect("is logged with the instruction, and prefers another provider after a refusal", () =>
    Effect.gen(function* () {
      const chosen: Array<string> = []
      const { client, log, adapters } = yield* Stage.begin({
        choose: (network, refusedBy) => {
          chosen.push(`${network} ${refusedBy ?? "none"}`)
          return refusedBy === "mtn" ? "pawapay" : "mtn"
        },
        provider: ({ transfer }) => (transfer.provider === "mtn" ? "refuse" : "deliver")
      })
      const id = yield* client.newPayout()
      yield* EngineHarness.advanceUntil(() => payoutOf(log, id)?.status === "SETTLED")
      assert.deepStrictEqual(
        requests(log).map(({ attempt, provider }) => [attempt, provider]),
        [
          [1, "mtn"],
          [2, "pawapay"]
        ]
      )
      assert.deepStrictEqual(chosen, ["MTN_UG none", "MTN_UG mtn"])
      assert.deepStrictEqual(
        adapters.calls.map(({ transfer }) => transfer.provider),
        ["mtn", "pawapay"]
      )
    })
  )

  it.effect("stays while the outcome is unknown, even if a new choice would differ", () =>
    Effect.gen(function* () {
      let now = "mtn"
      const { client, log, adapters } = yield* Stage.begin({
        choose: () => now,
        provider: () => (now === "mtn" ? "hopeless" : "deliver")
      })
      const id = yield* client.newPayout()
      yield* EngineHarness.advanceUntil(() => payoutOf(log, id)?.status === "MANUAL_REVIEW")
      now = "pawapay"
      const instruction = { reference: "not used", deadline: 9e12, provider: now }
      yield* client.command(id, { _tag: "Retry", instruction })
      yield* EngineHarness.advanceUntil(() => payoutOf(log, id)?.status === "SETTLED")
      const asked = adapters.calls.map(({ transfer }) => transfer.provider)
      assert.isTrue(asked.every((provider) => provider === "mtn"))
    })
  )
})

describe("The screening of a payout", () => {
  /** A stage with a scripted screening that records its subjects. */
  const begin = Effect.fnUntraced(function* (found: Partial<Evidence>, isClear: boolean) {
    const subjects: Array<Screening.Subject> = []
    const kept: Evidence = { ...evidence, ...found }
    const stage = yield* Stage.begin({
      registeredName: () => "NAKATO AMINA",
      arrivals: (funded) => {
        const { amount, ...rest } = EngineHarness.deposit(funded, 1_000)
        const half = Math.floor(amount / 2)
        return [
          [1_000, { _tag: "Finalized", deposit: { ...rest, amount: half, from: "0xone" } }],
          [
            2_000,
            {
              _tag: "Finalized",
              deposit: { ...rest, logIndex: 1, amount: amount - half, from: "0xtwo" }
            }
          ]
        ]
      },
      verdict: (_, subject) => {
        subjects.push(subject)
        return isClear
          ? { _tag: "Clear", evidence: kept }
          : { _tag: "Flagged", reason: "a list", evidence: kept }
      }
    })
    return { ...stage, subjects, kept }
  })

  it.effect(
    "gets the senders of the deposits, and the name that the provider has for the phone",
    () =>
      Effect.gen(function* () {
        const { client, log, subjects } = yield* begin({}, true)
        const id = yield* client.newPayout()
        yield* EngineHarness.advanceUntil(() => payoutOf(log, id)?.status === "SETTLED")
        assert.lengthOf(subjects, 1)
        const [{ registeredName, senders } = {}] = subjects
        assert.deepStrictEqual([registeredName, senders], ["NAKATO AMINA", ["0xone", "0xtwo"]])
      })
  )

  it.effect("that is a row of a batch gets the senders of the batch's deposits", () =>
    Effect.gen(function* () {
      const { client, log, subjects } = yield* begin({}, true)
      const id = EngineHarness.idOf(yield* client.batch([10_000_000, 15_000_000]))
      yield* EngineHarness.advanceUntil(
        () => EngineHarness.fold(log).batches.get(id)?.completed === 2
      )
      assert.lengthOf(subjects, 2)
      for (const { senders } of subjects) assert.deepStrictEqual(senders, ["0xone", "0xtwo"])
    })
  )

  for (const isClear of [true, false]) {
    const [verdict, end, then] = isClear
      ? (["clear", "SETTLED", "TransferRequested"] as const)
      : (["flagged", "COMPLIANCE_HOLD", "PayoutHeld"] as const)
    it.effect(`leaves its evidence in the log in one entry with ${then} if it is ${verdict}`, () =>
      Effect.gen(function* () {
        const score = isClear ? 0.1 : 0.97
        const { client, kept, log } = yield* begin({ verdict, score }, isClear)
        const id = yield* client.newPayout()
        yield* EngineHarness.advanceUntil(() => payoutOf(log, id)?.status === end)
        assert.deepStrictEqual(payoutOf(log, id)?.screening, kept)
        const entry = log.entries().find(({ events }) => events[0]?._tag === "PayoutScreened")
        const tags = entry?.events.map(({ _tag }) => _tag)
        assert.deepStrictEqual(tags, ["PayoutScreened", then])
      })
    )
  }
})
