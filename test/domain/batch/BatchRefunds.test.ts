/**
 * The amount that is still due for a batch, and the conditions for its refunds: screening,
 * approvals and listed addresses.
 */
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import * as Batch from "../../../src/domain/batch/Batch.ts"
import type * as Funding from "../../../src/domain/money/Funding.ts"
import {
  at,
  type BatchEvent,
  batchCreated,
  batchEvent,
  deposit,
  evidence,
  replayBatch,
  rowEvent,
  usdc
} from "../../support/fixtures.ts"

const sender = "0xsender"
const from = (one: Funding.Deposit) => ({ ...one, from: sender })

const replay = (...events: ReadonlyArray<BatchEvent>): Batch.Batch =>
  replayBatch([...batchCreated, ...events]).batch

const decide = (state: Batch.Batch, command: Batch.Command) => Batch.decide(state, command)

const events = (state: Batch.Batch, command: Batch.Command) =>
  Result.getOrThrow(decide(state, command))

const next = (state: Batch.Batch, command: Batch.Command): Batch.Batch =>
  events(state, command).reduce(Batch.evolve, state)

const isRefused = (state: Batch.Batch, command: Batch.Command): boolean =>
  Result.isFailure(decide(state, command))

const seen = (n: number, amount: number) =>
  batchEvent("BatchDepositSeen", at(2), { deposit: deposit(n, amount, 2) })
const final = (n: number, amount: number) =>
  batchEvent("BatchDepositFinalized", at(3), { deposit: from(deposit(n, amount, 2)) })
/** The batch and all its rows are cancelled. */
const cancelled = [
  batchEvent("BatchCancelled", at(4), {}),
  ...[1, 2, 3].map((n) => rowEvent(n, "PayoutFailed", at(4), { reason: "cancelled" }))
]
const opened = (amount: number) => batchEvent("BatchRefundOpened", at(5), { amount: usdc(amount) })

const txHash = `0x${"2".repeat(64)}`
const send = (more: object = {}): Batch.Command => ({
  ...({ _tag: "SendRefund", amount: usdc(20), address: "0xa", txHash, at: at(7) } as const),
  ...more
})

/** A batch that must return money to an unscreened sender. */
const due = replay(final(1, 20), ...cancelled, opened(20))
const screen = (hold: string | null): Batch.Command => ({
  ...({ _tag: "ScreenSenders", senders: [sender], hold, evidence, at: at(6) } as const)
})

describe("The amount due for a batch", () => {
  it("is what its rows need, minus what arrived and what was seen", () => {
    expect(Batch.stillDue(replay())).toBe(usdc(50))
    expect(Batch.stillDue(replay(final(1, 20)))).toBe(usdc(30))
    expect(Batch.stillDue(replay(final(1, 20), seen(2, 5)))).toBe(usdc(25))
    const dust = batchEvent("BatchDustReceived", at(3), { deposit: deposit(3, 0.004, 2) })
    expect(Batch.stillDue(replay(dust))).toBe(usdc(49.996))
  })

  it("is zero if enough was seen or the batch no longer waits for funds", () => {
    expect(Batch.stillDue(replay(seen(1, 60)))).toBe(0)
    expect(Batch.stillDue(replay(...cancelled))).toBe(0)
    expect(Batch.stillDue({ ...replay(), unfunded: 0 })).toBe(0)
  })
})

describe("A batch's refund", () => {
  it("may be sent once its sender is screened", () => {
    expect(Batch.nextStep(due)).toEqual({
      ...{ _tag: "ScreenSenders", key: `senders/${sender}`, senders: [sender] }
    })
    expect(isRefused(due, send())).toBe(true)
    const screened = next(due, screen(null))
    expect(events(due, screen(null))).toEqual([
      batchEvent("BatchSendersScreened", at(6), { senders: [sender], hold: null, evidence })
    ])
    expect(screened.refundHold).toBeNull()
    expect(Batch.nextStep(screened)._tag).toBe("Rest")
    expect(events(screened, send())).toEqual([
      batchEvent("BatchRefundSent", at(7), { amount: usdc(20), address: "0xa", txHash })
    ])
  })

  it("names the senders that must be screened, each once", () => {
    const other = { deposit: { ...deposit(2, 1, 2), from: "0xother" } }
    const two = replay(
      ...[final(1, 20), final(3, 1), batchEvent("BatchDepositFinalized", at(3), other)],
      ...[...cancelled, opened(22)]
    )
    expect(Batch.nextStep(two)).toMatchObject({ key: `senders/${sender} 0xother` })
  })

  it("has no screening evidence if none was recorded", () => {
    const command = { ...screen(null), evidence: undefined } as Batch.Command
    expect(events(due, command)[0]).not.toHaveProperty("evidence")
  })

  it("that is held stays held when a later sender is clear, until an operator releases it", () => {
    const held = next(due, screen("a list"))
    expect(held.refundHold).toBe("a list")
    expect(next(held, screen(null)).refundHold).toBe("a list")
    expect(isRefused(held, send())).toBe(true)
    const release: Batch.Command = { _tag: "ReleaseRefunds", by: "usr_1", at: at(7) }
    expect(events(held, release)).toEqual([
      batchEvent("BatchRefundsReleased", at(7), { by: "usr_1" })
    ])
    const released = next(held, release)
    expect(released.refundHold).toBeNull()
    expect(isRefused(released, send())).toBe(false)
    expect(isRefused(released, release)).toBe(true)
  })

  it("that was sent to a listed address is recorded, and holds later refunds", () => {
    const sent = events(due, send({ flagged: "a list" }))
    expect(sent[0]).toMatchObject({ _tag: "BatchRefundSent", flagged: "a list" })
    expect(next(due, send({ flagged: "a list" }))).toMatchObject({
      ...{ refundHold: "a list", refunds: [{ status: "sent", flagged: "a list" }] }
    })
  })

  it("records that a third party paid it", () => {
    const sent = next(next(due, screen(null)), send())
    const confirm = { _tag: "ConfirmRefund", txHash, at: at(8) } as const
    const confirmed = batchEvent("BatchRefundConfirmed", at(8), { txHash })
    expect(events(sent, { ...confirm, isThirdParty: true })).toEqual([
      { ...confirmed, isThirdParty: true }
    ])
    expect(events(sent, { ...confirm, isThirdParty: false })).toEqual([confirmed])
    expect(events(sent, confirm)).toEqual([confirmed])
  })

  it("of dust alone waits until the dust adds up to a cent", () => {
    const dust = (n: number, amount: number) =>
      batchEvent("BatchDustReceived", at(5), { deposit: deposit(n, amount, 5) })
    expect(Batch.nextStep(replay(...cancelled, dust(1, 0.009999)))._tag).toBe("Rest")
    const more = replay(...cancelled, dust(1, 0.009), dust(2, 0.001))
    expect(Batch.nextStep(more)._tag).toBe("OpenRefund")
    expect(next(more, { _tag: "OpenRefund", at: at(6) }).refunds).toMatchObject([
      { status: "due", amount: 10_000 }
    ])
  })
})

describe("A refund that two operators must record", () => {
  const vote = (by: string) => ({ vote: { by, peopleMin: 2 } })
  const clear = next(due, screen(null))

  it("waits for the second operator, who must name the same transaction", () => {
    const first = events(clear, send(vote("ada")))
    expect(first).toEqual([
      batchEvent("BatchActionApproved", at(7), {
        ...{ by: "ada", action: "SendRefund" },
        terms: { amount: usdc(20), address: "0xa", txHash }
      })
    ])
    const waiting = next(clear, send(vote("ada")))
    expect(waiting.pendingAction?.approvals).toEqual(["ada"])
    expect(events(waiting, send(vote("ada")))).toEqual([])
    const sent = next(waiting, send(vote("bob")))
    expect(sent.refunds).toMatchObject([{ status: "sent" }])
    expect(sent).not.toHaveProperty("pendingAction")
  })
})
