/**
 * Deposits and dust. Anyone may send to any address, so tiny transfers must not grow a payout
 * without limit.
 */

import { Result } from "effect"
import { describe, expect, it } from "vitest"
import * as Funding from "../../../src/domain/money/Funding.ts"
import * as Payout from "../../../src/domain/payout/Payout.ts"
import * as PayoutGuards from "../../../src/domain/payout/PayoutGuards.ts"
import * as Refund from "../../../src/domain/refund/Refund.ts"
import { at, createdEvent, deposit } from "../../support/fixtures.ts"

const decided = (state: Payout.Payout, command: Payout.Command): Payout.Payout =>
  Result.getOrThrow(Payout.decide(state, command)).reduce(Payout.evolve, state)

const finalized = (state: Payout.Payout, one: Funding.Deposit): Payout.Payout =>
  decided(state, { _tag: "FinalizeDeposit", deposit: one, at: at(2) })

describe("A deposit", () => {
  it("of zero USDC is ignored", () => {
    const state = Payout.created(createdEvent)
    expect(finalized(state, deposit(1, 0, 1))).toBe(state)
  })

  it.each([0.000001, 0.009999])("of %d USDC is booked in suspense, once", (amount) => {
    const dust = deposit(1, amount, 1)
    const once = finalized(Payout.created(createdEvent), dust)
    expect(once.deposits).toEqual([])
    expect(Funding.suspenseBalance(once.suspense)).toBe(dust.amount)
    expect(finalized(once, dust)).toBe(once)
  })

  it("that is one micro-USDC short is completed by one micro-USDC", () => {
    const short = finalized(Payout.created(createdEvent), deposit(1, 24.999999, 1))
    expect(PayoutGuards.due(short)).toBe(1)
    const paid = finalized(short, deposit(2, 0.000001, 1))
    expect(paid.status).toBe("STABLECOIN_RECEIVED")
    expect(PayoutGuards.held(paid)).toBe(createdEvent.sourceAmount)
    expect(Funding.suspenseBalance(paid.suspense)).toBe(0)
    expect(paid.refunds).toEqual([])
  })

  it("in suspense is returned with other money, or alone once it adds up to a cent", () => {
    const short = finalized(Payout.created(createdEvent), deposit(1, 24.9, 1))
    const both = finalized(short, deposit(2, 0.004, 1))
    const failed = decided(both, { _tag: "Park", at: at(3) })
    const returned = decided(failed, { _tag: "Fail", reason: "unspecified", at: at(4) })
    expect(returned.refunds.map(({ amount }) => amount)).toEqual([24_904_000])
    const later = finalized(returned, deposit(3, 0.006, 5))
    expect(later.refunds.map(({ amount }) => amount)).toEqual([24_904_000])
    const enough = finalized(later, deposit(4, 0.006, 6))
    expect(enough.refunds.map(({ amount }) => amount)).toEqual([24_916_000])
    expect(Funding.suspenseBalance(enough.suspense)).toBe(0)
  })

  it("in suspense is never counted again, even if it is older than all remembered ones", () => {
    let state = Payout.created(createdEvent)
    for (let n = 1; n <= 60; n++) state = finalized(state, deposit(n, 0.000001, 1))
    expect(state.suspense?.recent).toHaveLength(50)
    for (let n = 1; n <= 60; n++) expect(finalized(state, deposit(n, 0.000001, 1))).toBe(state)
    expect(Funding.suspenseBalance(state.suspense)).toBe(60)
  })

  it("in suspense has a sender that is screened, up to a number of senders", () => {
    const from = (n: number): Funding.Deposit => ({
      ...deposit(n, 0.000001, 1),
      from: `0x${String(n).padStart(40, "0")}`
    })
    let state = Payout.created(createdEvent)
    for (let n = 1; n <= Funding.dustSendersMax; n++) state = finalized(state, from(n))
    expect(Funding.sendersOf(state)).toHaveLength(Funding.dustSendersMax)
    state = finalized(state, { ...from(60), from: from(1).from ?? "" })
    expect(Funding.hasUnknownSenders(state)).toBe(false)
    state = finalized(state, from(Funding.dustSendersMax + 11))
    expect(Funding.sendersOf(state)).toHaveLength(Funding.dustSendersMax)
    // Dust that pays for nothing needs no screening.
    expect(Funding.hasUnknownSenders(state)).toBe(false)
    state = finalized(state, { ...deposit(99, 24.999949, 1), from: `0x${"9".repeat(40)}` })
    expect(state.status).toBe("STABLECOIN_RECEIVED")
    expect(Funding.sendersOf(state)).toHaveLength(Funding.dustSendersMax + 1)
    expect(Funding.hasUnknownSenders(state)).toBe(true)
  })

  it("of one cent counts", () => {
    expect(finalized(Payout.created(createdEvent), deposit(1, 0.01, 1)).deposits).toHaveLength(1)
  })

  it("of one cent goes to suspense once there are fifty, and larger ones still count", () => {
    let state = Payout.created(createdEvent)
    for (let n = 1; n <= 60; n++) state = finalized(state, deposit(n, 0.01, 1))
    expect(state.deposits).toHaveLength(50)
    state = finalized(state, deposit(61, 25, 1))
    expect(state.status).toBe("STABLECOIN_RECEIVED")
    expect(Funding.deposited(state.deposits)).toBe(25_500_000)
    // Ten transfers in suspense are returned together with the excess of the fifty deposits.
    expect(state.refunds.map(({ amount }) => amount)).toEqual([600_000])
  })

  it("that was seen before fifty small ones still becomes final", () => {
    const seen = deposit(99, 0.02, 1)
    const see = { _tag: "SeeDeposit", deposit: seen, at: at(1) } as const
    let state = Payout.created(createdEvent)
    state = Result.getOrThrow(Payout.decide(state, see)).reduce(Payout.evolve, state)
    for (let n = 1; n <= 60; n++) state = finalized(state, deposit(n, 0.01, 1))
    expect(
      finalized(state, seen).deposits.some((one) => one.final && Funding.isSameTransfer(one, seen))
    ).toBe(true)
  })
})

describe("Senders", () => {
  const from = (n: number, sender?: string) => ({
    ...{ ...deposit(n, 5, 1), final: true },
    ...(sender === undefined ? {} : { from: sender })
  })
  const deposits = [from(1, "0xa"), from(2, "0xb"), from(3, "0xa"), from(4)]

  it("are unscreened, each once, if a final deposit has a sender that was not screened", () => {
    expect(Funding.unscreened(deposits)).toEqual(["0xa", "0xb"])
    expect(Funding.unscreened([{ ...from(1, "0xa"), final: false }])).toEqual([])
  })

  it("are screened by address, and other senders' deposits do not change", () => {
    const screened = Funding.screened(deposits, ["0xa"])
    expect(screened.map(({ isScreened }) => isScreened)).toEqual([
      ...[true, undefined, true, undefined]
    ])
    expect(screened[1]).toBe(deposits[1])
    expect(screened[3]).toBe(deposits[3])
    expect(Funding.unscreened(screened)).toEqual(["0xb"])
  })

  it("stay screened when their deposit is reported again", () => {
    const [first] = Funding.screened(deposits, ["0xa"])
    const again = Funding.seen(first === undefined ? [] : [first], deposit(1, 5, 1), true)
    expect(again.map(({ isScreened }) => isScreened)).toEqual([true])
    expect(Funding.seen([from(2)], deposit(2, 5, 1), true)[0]).not.toHaveProperty("isScreened")
  })
})

describe("The suspense account", () => {
  const placed = (n: number, blockNumber: number, logIndex: number) => ({
    ...deposit(n, 0.000001, 1),
    ...{ blockNumber, logIndex }
  })

  it("distinguishes transfers, even of earlier blocks, while it remembers few", () => {
    const one = Funding.suspended(null, placed(1, 100, 5))
    expect(Funding.isSuspended(one, placed(1, 100, 5))).toBe(true)
    expect(Funding.isSuspended(one, placed(2, 90, 0))).toBe(false)
    expect(Funding.isSuspended(null, placed(1, 100, 5))).toBe(false)
  })

  it("keeps the chain's order, by block and then by log index", () => {
    const both = [placed(1, 100, 5), placed(2, 100, 3), placed(3, 99, 9)].reduce<Funding.Suspense>(
      (suspense, one) => Funding.suspended(suspense, one),
      { received: 0, released: 0, recent: [] }
    )
    expect(both.recent.map(({ blockNumber, logIndex }) => [blockNumber, logIndex])).toEqual([
      ...[
        [99, 9],
        [100, 3],
        [100, 5]
      ]
    ])
    expect(both.received).toBe(3)
  })

  it("treats a transfer older than all remembered ones as known once it is full", () => {
    let suspense: Funding.Suspense | null = null
    for (let n = 1; n <= 50; n++) suspense = Funding.suspended(suspense, placed(n, 100, n))
    expect(Funding.isSuspended(suspense, placed(99, 100, 0))).toBe(true)
    expect(Funding.isSuspended(suspense, placed(99, 99, 60))).toBe(true)
    expect(Funding.isSuspended(suspense, placed(99, 100, 51))).toBe(false)
  })

  it("marks a final transfer as counted, as the deposits do", () => {
    const dust = deposit(1, 0.000001, 1)
    const small = { deposits: [], suspense: Funding.suspended(null, dust) }
    expect(Funding.isCounted(small, dust)).toBe(true)
    expect(Funding.isCounted(small, deposit(2, 0.000001, 1))).toBe(false)
    const large = (final: boolean) => ({ deposits: [{ ...dust, final }], suspense: null })
    expect(Funding.isCounted(large(true), dust)).toBe(true)
    expect(Funding.isCounted(large(false), dust)).toBe(false)
  })

  it("covers the missing amount in full or not at all", () => {
    const suspense = Funding.suspended(null, deposit(1, 0.005, 1))
    const covered = (missing: number) => Funding.cover({ id: "po_1", suspense }, at(1), missing)
    const released = { _tag: "SuspenseReleased", id: "po_1", at: at(1), amount: 5_000 }
    expect(covered(5_000)).toEqual([released])
    for (const missing of [5_001, 0, -1]) expect(covered(missing)).toEqual([])
  })

  it("releases the amount that counts, and stays empty if nothing arrived", () => {
    const release = { _tag: "SuspenseReleased", amount: 3_000 } as const
    const suspense = Funding.suspended(null, deposit(1, 0.005, 1))
    expect(Funding.evolve({ deposits: [], suspense }, release)).toEqual({
      suspense: { ...suspense, released: 3_000 }
    })
    expect(Funding.suspenseBalance({ ...suspense, released: 3_000 })).toBe(2_000)
    expect(Funding.evolve({ deposits: [], suspense: null }, release)).toEqual({ suspense: null })
  })
})

describe("A refund", () => {
  const txHash = `0x${"1".repeat(64)}`
  const due = Refund.opened([], { amount: 5_000_000 })

  it("is flagged only if it was sent to a flagged address", () => {
    const where = { address: "0xa", amount: 5_000_000, txHash, at: 1 }
    expect(Refund.sent(due, { ...where, flagged: "a list" })[0]).toMatchObject({
      ...{ status: "sent", flagged: "a list", txHash }
    })
    expect(Refund.sent(due, where)[0]).not.toHaveProperty("flagged")
  })
})

it("The detected amount is the seen deposits, and the arrived amount is final deposits and dust", () => {
  const deposits = [
    { ...deposit(1, 5, 1), final: false },
    { ...deposit(2, 7, 1), final: true }
  ]
  expect(Funding.detected(deposits)).toBe(5_000_000)
  expect(Funding.arrived(deposits, Funding.suspended(null, deposit(3, 0.004, 1)))).toBe(7_004_000)
  expect(Funding.arrived(deposits, null)).toBe(7_000_000)
})
