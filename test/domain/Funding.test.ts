/** What counts as a deposit: what anyone may send to any address must not grow a payout for ever. */
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import * as Funding from "../../src/domain/Funding.ts"
import * as Payout from "../../src/domain/Payout.ts"
import * as PayoutGuards from "../../src/domain/PayoutGuards.ts"
import { at, born, deposit } from "../support/fixtures.ts"

const decided = (state: Payout.Payout, command: Payout.Command): Payout.Payout =>
  Result.getOrThrow(Payout.decide(state, command)).reduce(Payout.evolve, state)

const finalized = (state: Payout.Payout, one: Funding.Deposit): Payout.Payout =>
  decided(state, { _tag: "FinalizeDeposit", deposit: one, at: at(2) })

describe("a deposit", () => {
  it("of nothing is ignored", () => {
    const state = Payout.created(born)
    expect(finalized(state, deposit(1, 0, 1))).toBe(state)
  })

  it.each([0.000001, 0.009999])("of %d USDC is booked in suspense, once", (amount) => {
    const dust = deposit(1, amount, 1)
    const once = finalized(Payout.created(born), dust)
    expect(once.deposits).toEqual([])
    expect(Funding.waiting(once.suspense)).toBe(dust.amount)
    expect(finalized(once, dust)).toBe(once)
  })

  it("that is one micro-USDC short is completed by one micro-USDC", () => {
    const short = finalized(Payout.created(born), deposit(1, 24.999999, 1))
    expect(PayoutGuards.due(short)).toBe(1)
    const paid = finalized(short, deposit(2, 0.000001, 1))
    expect(paid.status).toBe("STABLECOIN_RECEIVED")
    expect(PayoutGuards.held(paid)).toBe(born.sourceAmount)
    expect(Funding.waiting(paid.suspense)).toBe(0)
    expect(paid.refunds).toEqual([])
  })

  it("in suspense goes back with what goes back, and alone once it is more than dust", () => {
    const short = finalized(Payout.created(born), deposit(1, 24.9, 1))
    const both = finalized(short, deposit(2, 0.004, 1))
    const failed = decided(both, { _tag: "Park", at: at(3) })
    const returned = decided(failed, { _tag: "Fail", reason: "unspecified", at: at(4) })
    expect(returned.refunds.map(({ amount }) => amount)).toEqual([24_904_000])
    const later = finalized(returned, deposit(3, 0.006, 5))
    expect(later.refunds.map(({ amount }) => amount)).toEqual([24_904_000])
    const enough = finalized(later, deposit(4, 0.006, 6))
    expect(enough.refunds.map(({ amount }) => amount)).toEqual([24_916_000])
    expect(Funding.waiting(enough.suspense)).toBe(0)
  })

  it("in suspense is told apart by what is remembered, and an older one is never counted again", () => {
    let state = Payout.created(born)
    for (let n = 1; n <= 60; n++) state = finalized(state, deposit(n, 0.000001, 1))
    expect(state.suspense?.recent).toHaveLength(50)
    for (let n = 1; n <= 60; n++) expect(finalized(state, deposit(n, 0.000001, 1))).toBe(state)
    expect(Funding.waiting(state.suspense)).toBe(60)
  })

  it("of a cent counts", () => {
    expect(finalized(Payout.created(born), deposit(1, 0.01, 1)).deposits).toHaveLength(1)
  })

  it("of less than a hundredth counts no more once there are fifty, and the rest always does", () => {
    let state = Payout.created(born)
    for (let n = 1; n <= 60; n++) state = finalized(state, deposit(n, 0.01, 1))
    expect(state.deposits).toHaveLength(50)
    state = finalized(state, deposit(61, 25, 1))
    expect(state.status).toBe("STABLECOIN_RECEIVED")
    expect(Funding.deposited(state.deposits)).toBe(25_500_000)
    // Ten that were no deposits of their own go back with the excess of the fifty that were.
    expect(state.refunds.map(({ amount }) => amount)).toEqual([600_000])
  })

  it("that was seen before the others is final all the same", () => {
    const seen = deposit(99, 0.02, 1)
    const see = { _tag: "SeeDeposit", deposit: seen, at: at(1) } as const
    let state = Payout.created(born)
    state = Result.getOrThrow(Payout.decide(state, see)).reduce(Payout.evolve, state)
    for (let n = 1; n <= 60; n++) state = finalized(state, deposit(n, 0.01, 1))
    expect(
      finalized(state, seen).deposits.some((one) => one.final && Funding.same(one, seen))
    ).toBe(true)
  })
})
