/** What counts as a deposit: what anyone may send to any address must not grow a payout for ever. */
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import * as Funding from "../../src/domain/Funding.ts"
import * as Payout from "../../src/domain/Payout.ts"
import { at, born, deposit } from "../support/fixtures.ts"

const finalized = (state: Payout.Payout, one: Funding.Deposit): Payout.Payout => {
  const command = { _tag: "FinalizeDeposit", deposit: one, at: at(2) } as const
  const events = Result.getOrThrow(Payout.decide(state, command))
  return events.reduce(Payout.evolve, state)
}

describe("a deposit", () => {
  it.each([0, 0.000001, 0.009999])("of %d USDC is dust: nothing happens", (amount) => {
    const state = Payout.created(born)
    expect(finalized(state, deposit(1, amount, 1))).toBe(state)
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
