/** A real chain's reports by address reach payouts and batches, active or long finished. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../../src/config/Limits.ts"
import type * as ChainCursor from "../../../src/domain/ChainCursor.ts"
import * as DepositIntake from "../../../src/engine/chain/DepositIntake.ts"
import type * as Chain from "../../../src/engine/ports/Chain.ts"
import { silent } from "../../http/suite.ts"
import * as EngineHarness from "../../support/engineHarness.ts"
import * as MemoryLog from "../../support/memoryLog.ts"
import * as Stage from "../../support/stage.ts"

const usdc = (amount: number): number => amount * 1_000_000

interface Follower {
  readonly from: ChainCursor.ChainCursor
  readonly listener: Chain.DepositListener
}

/** A chain that behaves like a real one and reports only what a test makes it report. */
const makeChain = () => {
  const followers: Array<Follower> = []
  const script: Partial<EngineHarness.Script> = {
    chainId: 1,
    follow: (from, listener) =>
      Effect.suspend(() => {
        followers.push({ from, listener })
        return Effect.never
      })
  }
  const listener = (): Chain.DepositListener => {
    const last = followers.at(-1)
    if (last === undefined) throw new Error("Nobody follows the chain")
    return last.listener
  }
  return { followers, script, listener }
}

const begin = Effect.fnUntraced(function* () {
  const chain = makeChain()
  const stage = yield* Stage.begin(chain.script)
  yield* EngineHarness.until(() => chain.followers.length === 1)
  return { chain, stage }
})

const cursor = (blockNumber: number): ChainCursor.ChainCursor => ({
  ...{ chainId: 1, blockNumber, blockHash: `0x${blockNumber}`, blockAt: blockNumber * 12_000 }
})

const payoutOf = (log: MemoryLog.MemoryLog, id: string) => EngineHarness.fold(log).payouts.get(id)
const batchOf = (log: MemoryLog.MemoryLog, id: string) => EngineHarness.fold(log).batches.get(id)

/** The address of a payout or batch as the chain has it. */
const addressOf = (id: string): string => `0x${id}`.toLowerCase()

const depositTo = (id: string, amount: number, txHash = "0xpaid"): Chain.Observation => ({
  _tag: "Finalized",
  deposit: {
    ...EngineHarness.deposit({ id } as never, 0, amount),
    txHash,
    seenAt: 0,
    from: "0xsender"
  }
})

const late = (id: string): Chain.Observation => ({
  _tag: "Finalized",
  deposit: { ...EngineHarness.deposit({ id } as never, 0, usdc(7)), txHash: "late", seenAt: 9e12 }
})

const whose = (chain: ReturnType<typeof makeChain>, ...ids: ReadonlyArray<string>) =>
  Effect.map(chain.listener().owners(ids.map(addressOf)), (owners) => [...owners].sort())

const activeOf = (chain: ReturnType<typeof makeChain>, ...ids: ReadonlyArray<string>) =>
  Effect.map(chain.listener().active(ids.map(addressOf)), (active) => [...active].sort())

const pairs = (...ids: ReadonlyArray<string>) => ids.map((id) => [addressOf(id), id]).sort()

describe("A followed chain", () => {
  it.effect("finds payouts and batches by address while they are active", () =>
    Effect.gen(function* () {
      const { chain, stage } = yield* begin()
      const one = yield* stage.client.newPayout()
      const batch = EngineHarness.idOf(yield* stage.client.batch([usdc(10), usdc(15)]))
      assert.deepStrictEqual(yield* activeOf(chain, one, batch, "po_NONE"), pairs(one, batch))
      // A row has its batch's address, which finds only the batch.
      assert.deepStrictEqual(yield* whose(chain, one, batch, "po_NONE"), pairs(one, batch))
    })
  )

  it.effect("credits a payout and a batch once for the deposits at their addresses", () =>
    Effect.gen(function* () {
      const { chain, stage } = yield* begin()
      const { client, log } = stage
      const one = yield* client.newPayout()
      const batch = EngineHarness.idOf(yield* client.batch([usdc(10), usdc(15)]))
      for (const id of [one, batch, one, batch]) {
        yield* chain.listener().report(id, depositTo(id, usdc(25), `0x${id}`))
      }
      yield* EngineHarness.advanceUntil(() => payoutOf(log, one)?.status === "SETTLED")
      yield* EngineHarness.advanceUntil(() => batchOf(log, batch)?.completed === 2)
      assert.lengthOf(payoutOf(log, one)?.deposits ?? [], 1)
      assert.deepInclude(payoutOf(log, one)?.deposits[0], { from: "0xsender", final: true })
      assert.lengthOf(batchOf(log, batch)?.deposits ?? [], 1)
    })
  )

  it.effect("L1 returns from a report only once it is durable", () =>
    Effect.gen(function* () {
      const { chain, stage } = yield* begin()
      const id = yield* stage.client.newPayout()
      stage.log.hold()
      const reported = yield* Effect.forkChild(chain.listener().report(id, depositTo(id, usdc(25))))
      yield* EngineHarness.until(() => stage.log.waiting() === 1)
      assert.isUndefined(reported.pollUnsafe())
      stage.log.release()
      yield* EngineHarness.until(() => reported.pollUnsafe() !== undefined)
      assert.strictEqual(payoutOf(stage.log, id)?.status, "STABLECOIN_RECEIVED")
    })
  )
})

describe("The follower of a chain", () => {
  it.effect("L9 books late deposits of a payout and a batch that left memory for a refund", () =>
    Effect.gen(function* () {
      const { chain, stage } = yield* begin()
      const { client, engine, log } = stage
      const one = yield* client.newPayout()
      const batch = EngineHarness.idOf(yield* client.batch([usdc(10), usdc(15)]))
      yield* EngineHarness.advanceUntil(
        () => engine.state.payouts.size + engine.state.batches.size === 0
      )
      assert.strictEqual(payoutOf(log, one)?.status, "FAILED")
      assert.deepStrictEqual(yield* activeOf(chain, one), [])
      assert.deepStrictEqual(yield* whose(chain, one, batch), pairs(one, batch))
      for (const id of [one, batch]) yield* chain.listener().report(id, late(id))
      const due = [{ status: "due", amount: usdc(7), address: null, txHash: null }]
      assert.deepStrictEqual<unknown>(payoutOf(log, one)?.refunds, due)
      yield* EngineHarness.advanceUntil(() => batchOf(log, batch)?.refunds.length === 1)
      assert.deepStrictEqual<unknown>(batchOf(log, batch)?.refunds, due)
      // Payout and batch leave memory again, and the next process finds them again.
      yield* EngineHarness.advanceUntil(
        () => engine.state.payouts.size + engine.state.batches.size === 0
      )
      const next = yield* Stage.restart(stage)
      yield* EngineHarness.until(() => chain.followers.length === 2)
      assert.deepStrictEqual(yield* whose(chain, one, batch), pairs(one, batch))
      for (const id of [one, batch]) yield* chain.listener().report(id, late(id))
      assert.deepStrictEqual<unknown>(payoutOf(next.log, one)?.refunds, due)
      assert.deepStrictEqual<unknown>(batchOf(next.log, batch)?.refunds, due)
    })
  )

  it.effect("waits while read model and log are unavailable, and misses nothing", () =>
    Effect.gen(function* () {
      const { chain, stage } = yield* begin()
      const { client, engine, log, views } = stage
      const id = yield* client.newPayout()
      yield* EngineHarness.advanceUntil(() => engine.state.payouts.size === 0)
      views.setUnavailable(true)
      const asked = yield* Effect.forkChild(whose(chain, id))
      yield* TestClock.adjust("1 minute")
      assert.isUndefined(asked.pollUnsafe())
      views.setUnavailable(false)
      yield* EngineHarness.advanceUntil(() => asked.pollUnsafe() !== undefined)
      log.goAway()
      const reported = yield* Effect.forkChild(chain.listener().report(id, late(id)))
      yield* TestClock.adjust("1 minute")
      assert.isUndefined(reported.pollUnsafe())
      log.comeBack()
      yield* EngineHarness.advanceUntil(() => reported.pollUnsafe() !== undefined)
      assert.lengthOf(payoutOf(log, id)?.refunds ?? [], 1)
    })
  )
})

describe("The chain cursor", () => {
  it.effect("L2 is in the log, and the next process continues from it", () =>
    Effect.gen(function* () {
      const { chain, stage } = yield* begin()
      // The engine of a log without a cursor has stored the chain's first one.
      assert.deepStrictEqual(chain.followers[0]?.from, cursor(1))
      yield* chain.listener().advance(cursor(100))
      yield* chain.listener().advance(cursor(164))
      const reached = stage.log.entries().flatMap(({ events }) => events)
      assert.deepInclude(reached.at(-1), { _tag: "ChainReached", cursor: cursor(164) })
      yield* EngineHarness.advanceUntil(() => stage.engine.state.dirty.registry.size === 0)
      yield* Stage.restart(stage)
      yield* EngineHarness.until(() => chain.followers.length === 2)
      assert.deepStrictEqual(chain.followers[1]?.from, cursor(164))
    })
  )

  it.effect("L1 is kept once it is durable, even if the read model is lost", () =>
    Effect.gen(function* () {
      const { chain, stage } = yield* begin()
      stage.log.hold()
      const kept = yield* Effect.forkChild(chain.listener().advance(cursor(100)))
      yield* EngineHarness.until(() => stage.log.waiting() === 1)
      assert.isUndefined(kept.pollUnsafe())
      stage.log.release()
      yield* EngineHarness.until(() => kept.pollUnsafe() !== undefined)
      stage.views.dropRows()
      yield* Stage.restart(stage)
      yield* EngineHarness.until(() => chain.followers.length === 2)
      assert.deepStrictEqual(chain.followers[1]?.from, cursor(100))
    })
  )

  it.effect("stays ahead if a later block becomes durable while an earlier one waits", () =>
    Effect.gen(function* () {
      const { chain, stage } = yield* begin()
      stage.log.hold()
      const { advance } = chain.listener()
      const moved = yield* Effect.forkChild(
        Effect.all([advance(cursor(9)), advance(cursor(5))], { concurrency: "unbounded" })
      )
      yield* EngineHarness.until(() => stage.log.waiting() === 1)
      stage.log.release()
      yield* Fiber.join(moved)
      assert.strictEqual(DepositIntake.cursorOf(stage.engine.deposits)?.blockNumber, 9)
    })
  )

  it.effect("comes with the seen deposits that are not final, which are checked again", () =>
    Effect.gen(function* () {
      const { chain, stage } = yield* begin()
      assert.deepStrictEqual(chain.listener().pending, [])
      const one = yield* stage.client.newPayout()
      const batch = EngineHarness.idOf(yield* stage.client.batch([usdc(10), usdc(15)]))
      for (const id of [one, batch]) {
        const { deposit } = depositTo(id, usdc(5), `0x${id}`)
        yield* chain.listener().report(id, { _tag: "Seen", deposit })
      }
      yield* Stage.restart(stage)
      yield* EngineHarness.until(() => chain.followers.length === 2)
      const pending = chain.listener().pending.map(({ deposit, id }) => [id, deposit.txHash])
      assert.sameDeepMembers(pending, [
        [one, `0x${one}`],
        [batch, `0x${batch}`]
      ])
    })
  )
})

describe("A deposit address", () => {
  it.effect("L9 is found even if its payout returns to memory while the tables are read", () =>
    Effect.gen(function* () {
      const { stage } = yield* begin()
      const { deposits, state } = stage.engine
      const returns = Effect.sync(() => {
        state.addresses.set("0xback", "po_1")
        return new Map<string, string>()
      })
      const intake = { ...deposits, readModel: { owners: () => returns } }
      const owners = yield* DepositIntake.ownersIn(intake)(["0xback", "0xother"])
      assert.deepStrictEqual([...owners], [["0xback", "po_1"]])
    })
  )
})

describe("A log of deposits", () => {
  it.effect("L8 of one chain is refused for another chain", () =>
    Effect.gen(function* () {
      const { stage } = yield* begin()
      const other = EngineHarness.make({ ...makeChain().script, chainId: 2 })
      const log = MemoryLog.make(stage.log.entries())
      const refused = yield* Effect.flip(Effect.scoped(EngineHarness.start(other, log)))
      assert.include(refused.message, "the deposits of chain 1, and the settings name 2")
    })
  )
})

describe("A follower that dies", () => {
  it.effect("restarts at the log's cursor after a pause, without an effect on payouts", () =>
    Effect.gen(function* () {
      const chain = makeChain()
      const broken = yield* Deferred.make<never>()
      const script: Partial<EngineHarness.Script> = {
        ...chain.script,
        follow: (from, listener) =>
          Effect.suspend(() => {
            chain.followers.push({ from, listener })
            return chain.followers.length === 1 ? Deferred.await(broken) : Effect.never
          })
      }
      const { client, log } = yield* Stage.begin(script)
      yield* EngineHarness.until(() => chain.followers.length === 1)
      const id = yield* client.newPayout()
      yield* chain.listener().advance(cursor(50))
      yield* Deferred.die(broken, new Error("injected: the watcher is broken"))
      yield* TestClock.adjust(Limits.engine.followPauseMs - 1)
      assert.lengthOf(chain.followers, 1)
      yield* TestClock.adjust(1)
      yield* EngineHarness.until(() => chain.followers.length === 2)
      assert.deepStrictEqual(chain.followers[1]?.from, cursor(50))
      yield* chain.listener().report(id, depositTo(id, usdc(25)))
      yield* EngineHarness.advanceUntil(() => payoutOf(log, id)?.status === "SETTLED")
    }).pipe(Effect.provide(silent))
  )
})

describe("The end of a funding window", () => {
  /** A chain that was read up to a given time. Later funding windows cannot end. */
  const makeSlow = () => {
    const gates: Array<{ readonly at: number; readonly open: Deferred.Deferred<void> }> = []
    const lookedPast = (at: number): Effect.Effect<void> =>
      Effect.suspend(() => {
        const open = Deferred.makeUnsafe<void>()
        gates.push({ at, open })
        return Deferred.await(open)
      })
    return {
      gates,
      script: { arrivals: () => [], lookedPast } satisfies Partial<EngineHarness.Script>
    }
  }

  const openAll = ({ gates }: ReturnType<typeof makeSlow>) =>
    Effect.forEach(gates, ({ open }) => Deferred.succeed(open, undefined))

  it.effect("waits until the chain was read up to the deadline, without a deposit", () =>
    Effect.gen(function* () {
      const chain = makeSlow()
      const { client, log } = yield* Stage.begin(chain.script)
      const one = yield* client.newPayout()
      const batch = EngineHarness.idOf(yield* client.batch([usdc(10)]))
      yield* EngineHarness.advanceUntil(() => chain.gates.length === 2)
      yield* TestClock.adjust("3 hours")
      assert.strictEqual(payoutOf(log, one)?.status, "AWAITING_FUNDS")
      assert.strictEqual(batchOf(log, batch)?.funding, "open")
      const deadlines = [payoutOf(log, one)?.fundingDeadline, batchOf(log, batch)?.fundingDeadline]
      assert.deepStrictEqual<unknown>(
        chain.gates.map(({ at }) => at),
        deadlines
      )
      yield* openAll(chain)
      yield* EngineHarness.until(() => payoutOf(log, one)?.failureReason === "deposit_expired")
      yield* EngineHarness.until(() => batchOf(log, batch)?.funding === "expired")
    })
  )

  it.effect("L9 lets a deposit in time pay the payout, even if it is reported late", () =>
    Effect.gen(function* () {
      const chain = makeSlow()
      const { client, log } = yield* Stage.begin(chain.script)
      const one = yield* client.newPayout()
      const batch = EngineHarness.idOf(yield* client.batch([usdc(25)]))
      yield* EngineHarness.advanceUntil(() => chain.gates.length === 2)
      yield* TestClock.adjust("3 hours")
      const paid = (id: string) => {
        const { deposit } = depositTo(id, usdc(25), `0x${id}`)
        return { _tag: "FinalizeDeposit", deposit } as const
      }
      yield* client.command(one, paid(one))
      yield* client.commandBatch(batch, paid(batch))
      yield* openAll(chain)
      yield* EngineHarness.advanceUntil(() => payoutOf(log, one)?.status === "SETTLED")
      yield* EngineHarness.advanceUntil(() => batchOf(log, batch)?.completed === 1)
    })
  )
})
