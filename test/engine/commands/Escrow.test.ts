/** Decisions on one balance whose entries become durable, or not, in any order of events. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Balance from "../../../src/domain/balance/Balance.ts"
import * as Escrow from "../../../src/engine/commands/Escrow.ts"

const accountId = "acct_1"

const opened = Balance.opened({
  ...{ _tag: "BalanceOpened", id: "bal_1", at: 0, accountId, depositAddress: "0xba" }
})

/** An amount that was decided on, and whose entry is on its way. */
interface InFlight {
  readonly amount: number
}

const owner = { funding: "balance", batchId: null, sourceAmount: 0 } as const

/** One account's balance, and the entries on their way. Entries become durable in their order. */
const begin = () => {
  const balances = new Map([[opened.id, opened]])
  const escrow = Escrow.make({ balances, balancesByAccount: new Map([[accountId, opened.id]]) })
  const inFlight: Array<InFlight> = []
  let granted = 0
  const balance = () => balances.get(opened.id) ?? opened
  const change = (amount: number): void => {
    const _tag = amount < 0 ? "FundsAllocated" : "FundsReturned"
    const event = { _tag, id: "po_1", at: 1, amount: Math.abs(amount) } as const
    balances.set(opened.id, Balance.follow(balance(), owner, event))
  }
  return {
    escrow,
    balance,
    granted: () => granted,
    isIdle: () => inFlight.length === 0,
    credit: (amount: number) => change(amount),
    decide: (amount: number): void => {
      if (amount > escrow.available(accountId)) return
      escrow.reserve({ accountId, amount })
      inFlight.push({ amount })
    },
    /** The first entry on its way is durable and applied, or certainly not written. */
    settle: (isDurable: boolean): void => {
      const entry = inFlight.shift()
      if (entry === undefined) return
      if (isDurable) {
        granted += entry.amount
        change(-entry.amount)
      }
      escrow.release({ accountId, ...entry })
    }
  }
}

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("credit" as const), amount: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ kind: fc.constant("decide" as const), amount: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ kind: fc.constant("durable" as const), amount: fc.constant(0) }),
    fc.record({ kind: fc.constant("refused" as const), amount: fc.constant(0) })
  ),
  { maxLength: 60 }
)

describe("The escrow of a balance", () => {
  it("never overdraws it and never keeps an amount, in 10,000 interleavings", () => {
    fc.assert(
      fc.property(steps, (course) => {
        const world = begin()
        let credited = 0
        for (const { amount, kind } of course) {
          if (kind === "credit") {
            credited += amount
            world.credit(amount)
          } else if (kind === "decide") world.decide(amount)
          else world.settle(kind === "durable")
          assert.isAtLeast(world.escrow.available(accountId), 0)
          assert.isAtLeast(world.balance().amount, 0)
        }
        while (!world.isIdle()) world.settle(false)
        assert.strictEqual(world.escrow.available(accountId), world.balance().amount)
        assert.strictEqual(world.balance().amount, credited - world.granted())
      }),
      { numRuns: 10_000 }
    )
  })

  it("has nothing for an account without a balance", () => {
    const escrow = Escrow.make({ balances: new Map(), balancesByAccount: new Map() })
    assert.strictEqual(escrow.available(accountId), 0)
  })
})
