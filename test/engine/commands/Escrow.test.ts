/** Decisions on one balance whose entries become durable, or not, in any order of events. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, References, Result } from "effect"
import * as fc from "fast-check"
import * as Balance from "../../../src/domain/balance/Balance.ts"
import * as CommandExecutor from "../../../src/engine/commands/CommandExecutor.ts"
import * as Escrow from "../../../src/engine/commands/Escrow.ts"
import * as PendingRequests from "../../../src/engine/commands/PendingRequests.ts"
import * as ReadModel from "../../../src/engine/ports/ReadModel.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as MemoryReadModel from "../../support/memoryReadModel.ts"

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

/** Runs an effect that yields to other fibers after so many operations. */
const yielding = <A, E>(effect: Effect.Effect<A, E>, operations: number): Effect.Effect<A, E> =>
  Effect.provideService(effect, References.MaxOpsBeforeYield, operations)

/** Fewer would only yield. More than the highest are not in a command. */
const operationsMin = 3
const operationsMax = 60

/** An executor on a balance of 100, and a log that tells no outcome until it is asked to. */
const execution = Effect.gen(function* () {
  const state = State.make()
  state.balances.set(opened.id, { ...opened, amount: 100 })
  state.balancesByAccount.set(accountId, opened.id)
  const appended: Array<(durable: boolean) => void> = []
  const executor = yield* CommandExecutor.make({
    state,
    readModel: yield* ReadModel.ReadModel,
    waiting: yield* PendingRequests.make,
    isBehind: () => false,
    log: {
      append: (_: unknown, settled: (durable: boolean) => void) => appended.push(settled)
    } as never
  })
  const available = () => executor.availableBalance(accountId)
  /** Takes 60 of the balance, if it has as much. */
  const take = executor.executeUnkeyed(
    { at: 0, by: "key_test" },
    {
      locks: [],
      decide: () =>
        available() < 60
          ? Result.fail("too little" as const)
          : Result.succeed({
              events: [{ _tag: "QuoteExpired", id: "qt_1", at: 0 } as const],
              reservation: { accountId, amount: 60 },
              result: undefined
            })
    }
  )
  return { appended, available, take }
}).pipe(Effect.provide(MemoryReadModel.make({ entries: () => [] }).layer))

describe("Decisions of two requests on one balance", () => {
  it.effect("never take the same money, wherever one of them yields to the other", () =>
    Effect.gen(function* () {
      const { appended, available, take } = yield* execution
      for (let count = operationsMin; count < operationsMax; count++) {
        const first = yield* Effect.forkChild(yielding(take, count))
        const second = yield* Effect.forkChild(yielding(take, count))
        while (first.pollUnsafe() === undefined || second.pollUnsafe() === undefined) {
          yield* Effect.yieldNow
          assert.isAtMost(appended.length, 1, `after ${count} operations`)
          for (const settled of appended.splice(0)) settled(false)
        }
        assert.strictEqual(available(), 100)
      }
    })
  )

  it.effect("keep nothing after an interruption at any point before the append", () =>
    Effect.gen(function* () {
      const { appended, available, take } = yield* execution
      for (let count = operationsMin; count < operationsMax; count++) {
        const fiber = yield* Effect.forkChild(yielding(take, count))
        yield* Effect.yieldNow
        yield* Fiber.interrupt(fiber)
        for (const settled of appended.splice(0)) settled(false)
        assert.strictEqual(available(), 100, `after ${count} operations`)
      }
    })
  )
})
