/** What a real chain tells by address reaches payouts and batches, active or long finished. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import type * as ChainCursor from "../../src/domain/ChainCursor.ts"
import type * as Chain from "../../src/engine/ports/Chain.ts"
import { silent } from "../http/suite.ts"
import * as MemoryLog from "../support/memoryLog.ts"
import * as Stage from "../support/stage.ts"
import * as World from "../support/world.ts"

const usdc = (amount: number): number => amount * 1_000_000

interface Follower {
  readonly from: ChainCursor.ChainCursor | undefined
  readonly ear: Chain.DepositListener
}

/** A real chain: it watches nothing by itself, and tells what a test makes it tell. */
const makeChain = () => {
  const followers: Array<Follower> = []
  const script: Partial<World.Script> = {
    chainId: 1,
    arrivals: () => [],
    follow: (from, ear) =>
      Effect.gen(function* () {
        followers.push({ from, ear })
        if (from === undefined) yield* ear.advance(place(1))
        return yield* Effect.never
      })
  }
  const ear = (): Chain.DepositListener => {
    const last = followers.at(-1)
    if (last === undefined) throw new Error("Nobody follows the chain")
    return last.ear
  }
  return { followers, script, ear }
}

const begin = Effect.fnUntraced(function* () {
  const chain = makeChain()
  const stage = yield* Stage.begin(chain.script)
  yield* World.until(() => chain.followers.length === 1)
  return { chain, stage }
})

const place = (blockNumber: number): ChainCursor.ChainCursor => ({
  ...{ chainId: 1, blockNumber, blockHash: `0x${blockNumber}`, blockAt: blockNumber * 12_000 }
})

const payoutOf = (log: MemoryLog.MemoryLog, id: string) => World.fold(log).payouts.get(id)
const batchOf = (log: MemoryLog.MemoryLog, id: string) => World.fold(log).batches.get(id)

/** The address of a payout or batch as the chain has it. */
const addressOf = (id: string): string => `0x${id}`.toLowerCase()

const depositTo = (id: string, amount: number, txHash = "0xpaid"): Chain.Observation => ({
  _tag: "Finalized",
  deposit: { ...World.deposit({ id } as never, 0, amount), txHash, seenAt: 0, from: "0xsender" }
})

const late = (id: string): Chain.Observation => ({
  _tag: "Finalized",
  deposit: { ...World.deposit({ id } as never, 0, usdc(7)), txHash: "late", seenAt: 9e12 }
})

const whose = (chain: ReturnType<typeof makeChain>, ...ids: ReadonlyArray<string>) =>
  Effect.map(chain.ear().owners(ids.map(addressOf)), (owners) => [...owners].sort())

const pairs = (...ids: ReadonlyArray<string>) => ids.map((id) => [addressOf(id), id]).sort()

describe("a chain that is followed", () => {
  it.effect("finds payouts and batches by address while they are active", () =>
    Effect.gen(function* () {
      const { chain, stage } = yield* begin()
      const one = yield* stage.client.newPayout()
      const batch = World.idOf(yield* stage.client.batch([usdc(10), usdc(15)]))
      assert.strictEqual(chain.ear().active(addressOf(one)), one)
      assert.strictEqual(chain.ear().active(addressOf(batch)), batch)
      assert.isUndefined(chain.ear().active(addressOf("po_NONE")))
      // A row has its batch's address, and never answers to it.
      assert.deepStrictEqual(yield* whose(chain, one, batch, "po_NONE"), pairs(one, batch))
    })
  )

  it.effect("pays a payout and a batch with what arrives at their addresses, once", () =>
    Effect.gen(function* () {
      const { chain, stage } = yield* begin()
      const { client, log } = stage
      const one = yield* client.newPayout()
      const batch = World.idOf(yield* client.batch([usdc(10), usdc(15)]))
      for (const id of [one, batch, one, batch]) {
        yield* chain.ear().report(id, depositTo(id, usdc(25), `0x${id}`))
      }
      yield* World.passUntil(() => payoutOf(log, one)?.status === "SETTLED")
      yield* World.passUntil(() => batchOf(log, batch)?.completed === 2)
      assert.lengthOf(payoutOf(log, one)?.deposits ?? [], 1)
      assert.deepInclude(payoutOf(log, one)?.deposits[0], { from: "0xsender", final: true })
      assert.lengthOf(batchOf(log, batch)?.deposits ?? [], 1)
    })
  )

  it.effect("L1 returns from a report when it is durable, and not before", () =>
    Effect.gen(function* () {
      const { chain, stage } = yield* begin()
      const id = yield* stage.client.newPayout()
      stage.log.hold()
      const told = yield* Effect.forkChild(chain.ear().report(id, depositTo(id, usdc(25))))
      yield* World.until(() => stage.log.waiting() === 1)
      assert.isUndefined(told.pollUnsafe())
      stage.log.release()
      yield* World.until(() => told.pollUnsafe() !== undefined)
      assert.strictEqual(payoutOf(stage.log, id)?.status, "STABLECOIN_RECEIVED")
    })
  )
})

describe("the follower of a chain", () => {
  it.effect("L9 owes back what comes late for a payout and a batch that left memory", () =>
    Effect.gen(function* () {
      const { chain, stage } = yield* begin()
      const { client, engine, log } = stage
      const one = yield* client.newPayout()
      const batch = World.idOf(yield* client.batch([usdc(10), usdc(15)]))
      yield* World.passUntil(() => engine.state.payouts.size + engine.state.batches.size === 0)
      assert.strictEqual(payoutOf(log, one)?.status, "FAILED")
      assert.isUndefined(chain.ear().active(addressOf(one)))
      assert.deepStrictEqual(yield* whose(chain, one, batch), pairs(one, batch))
      for (const id of [one, batch]) yield* chain.ear().report(id, late(id))
      const due = [{ status: "due", amount: usdc(7), address: null, txHash: null }]
      assert.deepStrictEqual<unknown>(payoutOf(log, one)?.refunds, due)
      yield* World.passUntil(() => batchOf(log, batch)?.refunds.length === 1)
      assert.deepStrictEqual<unknown>(batchOf(log, batch)?.refunds, due)
      // They leave again, and are found again: also by another process.
      yield* World.passUntil(() => engine.state.payouts.size + engine.state.batches.size === 0)
      const next = yield* Stage.restart(stage)
      yield* World.until(() => chain.followers.length === 2)
      assert.deepStrictEqual(yield* whose(chain, one, batch), pairs(one, batch))
      for (const id of [one, batch]) yield* chain.ear().report(id, late(id))
      assert.deepStrictEqual<unknown>(payoutOf(next.log, one)?.refunds, due)
      assert.deepStrictEqual<unknown>(batchOf(next.log, batch)?.refunds, due)
    })
  )

  it.effect("waits for a read model and a log that are away, and misses nothing", () =>
    Effect.gen(function* () {
      const { chain, stage } = yield* begin()
      const { client, engine, log, views } = stage
      const id = yield* client.newPayout()
      yield* World.passUntil(() => engine.state.payouts.size === 0)
      views.setAway(true)
      const asked = yield* Effect.forkChild(whose(chain, id))
      yield* TestClock.adjust("1 minute")
      assert.isUndefined(asked.pollUnsafe())
      views.setAway(false)
      yield* World.passUntil(() => asked.pollUnsafe() !== undefined)
      log.goAway()
      const told = yield* Effect.forkChild(chain.ear().report(id, late(id)))
      yield* TestClock.adjust("1 minute")
      assert.isUndefined(told.pollUnsafe())
      log.comeBack()
      yield* World.passUntil(() => told.pollUnsafe() !== undefined)
      assert.lengthOf(payoutOf(log, id)?.refunds ?? [], 1)
    })
  )
})

describe("the place up to which it was followed", () => {
  it.effect("L2 stands in the log, and the next process goes on from there", () =>
    Effect.gen(function* () {
      const { chain, stage } = yield* begin()
      assert.isUndefined(chain.followers[0]?.from)
      yield* chain.ear().advance(place(100))
      yield* chain.ear().advance(place(164))
      const reached = stage.log.entries().flatMap(({ events }) => events)
      assert.deepInclude(reached.at(-1), { _tag: "ChainReached", place: place(164) })
      yield* World.passUntil(() => stage.engine.state.dirty.registry.size === 0)
      yield* Stage.restart(stage)
      yield* World.until(() => chain.followers.length === 2)
      assert.deepStrictEqual(chain.followers[1]?.from, place(164))
    })
  )

  it.effect("L1 is kept when it is durable, also when the read model is lost", () =>
    Effect.gen(function* () {
      const { chain, stage } = yield* begin()
      stage.log.hold()
      const kept = yield* Effect.forkChild(chain.ear().advance(place(100)))
      yield* World.until(() => stage.log.waiting() === 1)
      assert.isUndefined(kept.pollUnsafe())
      stage.log.release()
      yield* World.until(() => kept.pollUnsafe() !== undefined)
      stage.views.lose()
      yield* Stage.restart(stage)
      yield* World.until(() => chain.followers.length === 2)
      assert.deepStrictEqual(chain.followers[1]?.from, place(100))
    })
  )

  it.effect("comes with what was seen and is not final: it must be looked at again", () =>
    Effect.gen(function* () {
      const { chain, stage } = yield* begin()
      assert.deepStrictEqual(chain.ear().pending, [])
      const one = yield* stage.client.newPayout()
      const batch = World.idOf(yield* stage.client.batch([usdc(10), usdc(15)]))
      for (const id of [one, batch]) {
        const { deposit } = depositTo(id, usdc(5), `0x${id}`)
        yield* chain.ear().report(id, { _tag: "Seen", deposit })
      }
      yield* Stage.restart(stage)
      yield* World.until(() => chain.followers.length === 2)
      const pending = chain.ear().pending.map(({ deposit, id }) => [id, deposit.txHash])
      assert.sameDeepMembers(pending, [
        [one, `0x${one}`],
        [batch, `0x${batch}`]
      ])
    })
  )
})

describe("a log", () => {
  it.effect("L8 of one chain is not gone on with on another", () =>
    Effect.gen(function* () {
      const { stage } = yield* begin()
      const other = World.make({ ...makeChain().script, chainId: 2 })
      const log = MemoryLog.make(stage.log.entries())
      const refused = yield* Effect.flip(Effect.scoped(World.start(other, log)))
      assert.include(refused.message, "the deposits of chain 1, and the settings name 2")
    })
  )
})

describe("a follower that dies", () => {
  it.effect("begins anew after a pause, where the log says; payouts do not notice", () =>
    Effect.gen(function* () {
      const chain = makeChain()
      const broken = yield* Deferred.make<never>()
      const script: Partial<World.Script> = {
        ...chain.script,
        follow: (from, ear) =>
          Effect.gen(function* () {
            chain.followers.push({ from, ear })
            if (from === undefined) yield* ear.advance(place(1))
            return yield* chain.followers.length === 1 ? Deferred.await(broken) : Effect.never
          })
      }
      const { client, log } = yield* Stage.begin(script)
      yield* World.until(() => chain.followers.length === 1)
      const id = yield* client.newPayout()
      yield* chain.ear().advance(place(50))
      yield* Deferred.die(broken, new Error("injected: the watcher is broken"))
      yield* TestClock.adjust(Limits.engine.followPauseMs - 1)
      assert.lengthOf(chain.followers, 1)
      yield* TestClock.adjust(1)
      yield* World.until(() => chain.followers.length === 2)
      assert.deepStrictEqual(chain.followers[1]?.from, place(50))
      yield* chain.ear().report(id, depositTo(id, usdc(25)))
      yield* World.passUntil(() => payoutOf(log, id)?.status === "SETTLED")
    }).pipe(Effect.provide(silent))
  )
})

describe("the end of a funding window", () => {
  /** A chain that has looked up to a moment: nobody's window ends before that. */
  const makeSlow = () => {
    const gates: Array<{ readonly at: number; readonly open: Deferred.Deferred<void> }> = []
    const lookedPast = (at: number): Effect.Effect<void> =>
      Effect.suspend(() => {
        const open = Deferred.makeUnsafe<void>()
        gates.push({ at, open })
        return Deferred.await(open)
      })
    return { gates, script: { arrivals: () => [], lookedPast } satisfies Partial<World.Script> }
  }

  const openAll = ({ gates }: ReturnType<typeof makeSlow>) =>
    Effect.forEach(gates, ({ open }) => Deferred.succeed(open, undefined))

  it.effect("waits until the chain has looked that far; then nothing has come", () =>
    Effect.gen(function* () {
      const chain = makeSlow()
      const { client, log } = yield* Stage.begin(chain.script)
      const one = yield* client.newPayout()
      const batch = World.idOf(yield* client.batch([usdc(10)]))
      yield* World.passUntil(() => chain.gates.length === 2)
      yield* TestClock.adjust("3 hours")
      assert.strictEqual(payoutOf(log, one)?.status, "AWAITING_FUNDS")
      assert.strictEqual(batchOf(log, batch)?.funding, "open")
      const deadlines = [payoutOf(log, one)?.fundingDeadline, batchOf(log, batch)?.fundingDeadline]
      assert.deepStrictEqual<unknown>(
        chain.gates.map(({ at }) => at),
        deadlines
      )
      yield* openAll(chain)
      yield* World.until(() => payoutOf(log, one)?.failureReason === "deposit_expired")
      yield* World.until(() => batchOf(log, batch)?.funding === "expired")
    })
  )

  it.effect("L9 takes what came in time and is heard late: it is paid, not expired", () =>
    Effect.gen(function* () {
      const chain = makeSlow()
      const { client, log } = yield* Stage.begin(chain.script)
      const one = yield* client.newPayout()
      const batch = World.idOf(yield* client.batch([usdc(25)]))
      yield* World.passUntil(() => chain.gates.length === 2)
      yield* TestClock.adjust("3 hours")
      const paid = (id: string) => {
        const { deposit } = depositTo(id, usdc(25), `0x${id}`)
        return { _tag: "FinalizeDeposit", deposit } as const
      }
      yield* client.command(one, paid(one))
      yield* client.commandBatch(batch, paid(batch))
      yield* openAll(chain)
      yield* World.passUntil(() => payoutOf(log, one)?.status === "SETTLED")
      yield* World.passUntil(() => batchOf(log, batch)?.completed === 1)
    })
  )
})
