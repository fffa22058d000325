/** Alerts, positions and proofs of the watcher, on a chain in memory with a test clock. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Logger, Metric } from "effect"
import { TestClock } from "effect/testing"
import type * as Chain from "../../src/engine/ports/Chain.ts"
import * as Node from "../../src/ethereum/rpc/Node.ts"
import type * as Nodes from "../../src/ethereum/rpc/Nodes.ts"
import * as TransferProof from "../../src/ethereum/TransferProof.ts"
import * as Finality from "../../src/ethereum/watcher/Finality.ts"
import * as Watcher from "../../src/ethereum/watcher/Watcher.ts"
import * as WatcherMetrics from "../../src/ethereum/watcher/WatcherMetrics.ts"
import * as WatcherState from "../../src/ethereum/watcher/WatcherState.ts"
import { advanceUntil } from "../support/engineHarness.ts"
import * as FakeChain from "../support/fakeChain.ts"
import * as DepositBooks from "./depositBooks.ts"

const { chainId, usdc } = FakeChain
const options = { chainId, usdc, finality: "finalized", pollMs: 1_000 } as const
const to = `0x${"0a".repeat(20)}`
const owned = new Map([[to, { id: "po_1", isActive: true }]])
const txHash = `0x${"7".repeat(64)}`
const otherToken = `0x${"c0de".repeat(10)}`
const sent = { txHash, from: `0x${"0b".repeat(20)}`, to, value: 5n }

const quiet = Logger.layer([])

type Begun = Effect.Success<ReturnType<typeof begin>>

/** A chain of three final blocks, and a watcher that has read it once. */
const begin = Effect.fnUntraced(function* (count: number) {
  const chain = FakeChain.make(count)
  for (let blocks = 0; blocks < 3; blocks++) chain.mine()
  chain.finalize(3)
  const books = DepositBooks.make(owned)
  const nodes = Node.makeAll(chain.client, chain.urls, options)
  const state = WatcherState.make(nodes, options)
  const from = yield* books.from(Watcher.first(state))
  const watcher = yield* Watcher.start(state, from, books.listener())
  const look = Effect.forEach(state.heads, watcher.readHead, { discard: true })
  yield* look
  yield* WatcherState.measure(state)
  const catchUp = Effect.andThen(watcher.catchUp, WatcherState.measure(state))
  return { chain, books, nodes, state, look, catchUp }
})

/** Follows endlessly from the books' checkpoint. */
const follow = ({ books, state }: Begun, listener: Partial<Chain.DepositListener> = {}) => {
  const whole = { ...books.listener(), ...listener }
  const following = Effect.flatMap(books.from(Watcher.first(state)), (from) =>
    Watcher.follow(state, from, whole)
  )
  return Effect.forkChild(following)
}

const isStalled = Effect.map(Metric.value(WatcherMetrics.stalled), ({ value }) => value === 1)

/** All tests share the process's alert, so the tests in this file run one after the other. */
describe("The watcher's alert", () => {
  it.effect("is on while nodes contradict each other, and nothing is credited", () =>
    Effect.gen(function* () {
      const { books, catchUp, chain } = yield* begin(2)
      chain.mine([sent, sent])
      chain.finalize(4)
      const [behavior] = chain.behaviors
      if (behavior !== undefined) behavior.lie = (logs) => logs.slice(1)
      yield* catchUp
      assert.isTrue(yield* isStalled)
      assert.strictEqual(books.observations.length, 0)
      assert.strictEqual(books.cursor()?.blockNumber, 3)
      chain.reform()
      yield* catchUp
      assert.isFalse(yield* isStalled)
      assert.deepStrictEqual(
        books.observations.map(({ _tag }) => _tag),
        ["Finalized", "Finalized"]
      )
    }).pipe(Effect.provide(quiet))
  )

  it.effect("is on once finality has not moved for half an hour", () =>
    Effect.gen(function* () {
      const { catchUp, chain } = yield* begin(1)
      yield* TestClock.adjust("30 minutes")
      yield* catchUp
      assert.isFalse(yield* isStalled)
      yield* TestClock.adjust("1 second")
      yield* catchUp
      assert.isTrue(yield* isStalled)
      chain.mine()
      chain.finalize(4)
      yield* catchUp
      assert.isFalse(yield* isStalled)
    }).pipe(Effect.provide(quiet))
  )

  for (const hung of ["report", "advance", "owners"] as const) {
    it.effect(`is on, and the lag is still measured, while the log hangs in ${hung}`, () =>
      Effect.gen(function* () {
        const begun = yield* begin(1)
        const fiber = yield* follow(begun, { [hung]: () => Effect.never })
        begun.chain.mine([sent])
        begun.chain.finalize(4)
        const lag = Effect.map(Metric.value(WatcherMetrics.finalLag), ({ value }) => value)
        yield* TestClock.adjust("29 minutes")
        assert.isFalse(yield* isStalled)
        const before = yield* lag
        yield* TestClock.adjust("2 minutes")
        assert.isTrue(yield* isStalled)
        assert.closeTo((yield* lag) - before, 120, 2)
        yield* Fiber.interrupt(fiber)
      }).pipe(Effect.provide(quiet))
    )
  }

  it.effect("is on if the watcher restarts repeatedly without progress", () =>
    Effect.gen(function* () {
      const begun = yield* begin(1)
      begun.chain.mine([sent])
      begun.chain.finalize(4)
      const defect = Effect.andThen(Effect.sleep("2 seconds"), Effect.die(new Error("a defect")))
      for (let minute = 0; minute <= 31; minute++) {
        const fiber = yield* follow(begun, { advance: () => defect })
        yield* TestClock.adjust("1 minute")
        assert.isTrue(Exit.isFailure(yield* Fiber.await(fiber)))
      }
      assert.isTrue(yield* isStalled)
    }).pipe(Effect.provide(quiet))
  )
})

describe("The watcher's Ethereum nodes", () => {
  it.effect("are not trusted with a false empty response, even if all agree on it", () =>
    Effect.gen(function* () {
      const { books, catchUp, chain } = yield* begin(3)
      chain.mine([sent])
      chain.finalize(4)
      for (const behavior of chain.behaviors) behavior.lie = () => []
      yield* catchUp
      assert.strictEqual(books.cursor()?.blockNumber, 3)
      chain.reform()
      yield* catchUp
      assert.deepStrictEqual(
        books.observations.map(({ _tag }) => _tag),
        ["Finalized"]
      )
    }).pipe(Effect.provide(quiet))
  )

  it.effect("get few requests at a time if they limit them", () =>
    Effect.gen(function* () {
      const { books, catchUp, chain } = yield* begin(2)
      for (let blocks = 0; blocks < 400; blocks++) chain.mine()
      chain.finalize(400)
      for (const behavior of chain.behaviors) {
        let questions = 0
        behavior.fault = () => {
          questions += 1
          return questions % 60 === 0 ? FakeChain.status(429) : undefined
        }
      }
      for (let minutes = 0; minutes < 40; minutes++) {
        yield* catchUp
        yield* TestClock.adjust("1 minute")
      }
      assert.strictEqual(books.cursor()?.blockNumber, 400)
    }).pipe(Effect.provide(quiet))
  )

  it("count once if one endpoint has two spellings", () => {
    const { client: remote } = FakeChain.make(1)
    const urls = ["http://a.test/key", "HTTP://A.test:80/key/#x", "http://a.test/other"]
    const names = Node.makeAll(remote, urls, options).map(({ name }) => name)
    assert.deepStrictEqual(names, ["a.test", "a.test#2"])
  })

  it.effect("get fewer and fewer requests while they fail", () =>
    Effect.gen(function* () {
      const chain = FakeChain.make(1)
      const [node] = Node.makeAll(chain.client, chain.urls, options)
      const [behavior] = chain.behaviors
      if (behavior !== undefined) behavior.fault = () => FakeChain.silence
      const askedAt: Array<number> = []
      for (let second = 0; second < 20; second++) {
        const before = chain.requests()
        yield* Effect.ignore(node?.header("latest") ?? Effect.void)
        if (chain.requests() > before) askedAt.push(second)
        yield* TestClock.adjust("1 second")
      }
      assert.deepStrictEqual(askedAt, [0, 1, 3, 7, 15])
    })
  )
})

describe("The watcher's position", () => {
  it.effect("is stored from time to time without deposits, and at once after a credit", () =>
    Effect.gen(function* () {
      const { books, catchUp, chain } = yield* begin(1)
      const places: Array<number | undefined> = []
      for (const block of [[], [], [sent], []]) {
        chain.mine(block)
        chain.finalize(100)
        yield* TestClock.adjust("2 seconds")
        yield* catchUp
        places.push(books.cursor()?.blockNumber)
      }
      yield* TestClock.adjust("5 seconds")
      yield* catchUp
      assert.deepStrictEqual([...places, books.cursor()?.blockNumber], [3, 3, 6, 6, 7])
    }).pipe(Effect.provide(quiet))
  )

  it.effect("moves once everything up to it is reported, so a crash repeats only the rest", () =>
    Effect.gen(function* () {
      const begun = yield* begin(1)
      const { books, catchUp, chain, state } = begun
      chain.mine([sent, sent])
      chain.finalize(4)
      books.after = () =>
        books.observations.length === 1
          ? Effect.die(new Error("The process is killed"))
          : Effect.void
      assert.isTrue(Exit.isFailure(yield* Effect.exit(catchUp)))
      assert.lengthOf(books.observations, 1)
      assert.strictEqual(books.cursor()?.blockNumber, 3)
      books.after = () => Effect.void
      const listener = books.listener()
      const next = yield* Watcher.start(state, yield* books.from(Watcher.first(state)), listener)
      yield* next.catchUp
      assert.deepStrictEqual([...books.kept.keys()], [`${txHash} 0`, `${txHash} 1`])
      assert.strictEqual(books.cursor()?.blockNumber, 4)
    }).pipe(Effect.provide(quiet))
  )

  it.effect("is past a time only once two nodes are", () =>
    Effect.gen(function* () {
      const { chain, state, look } = yield* begin(2)
      const at = (chain.blocks().at(-1)?.timestamp ?? 0) * 1000
      const [behavior] = chain.behaviors
      if (behavior !== undefined) behavior.lag = 1
      chain.mine()
      yield* look
      assert.isAtMost(WatcherState.pastOf(state), at)
      if (behavior !== undefined) behavior.lag = 0
      yield* look
      assert.isAbove(WatcherState.pastOf(state), at)
    }).pipe(Effect.provide(quiet))
  )

  it.effect("does not move if the log follows another chain", () =>
    Effect.gen(function* () {
      const { books, state } = yield* begin(1)
      const other = { ...(yield* books.from(Effect.never)), chainId: 1 }
      const fiber = yield* Effect.forkChild(Watcher.follow(state, other, books.listener()))
      yield* TestClock.adjust("1 minute")
      assert.isTrue(yield* isStalled)
      assert.strictEqual(books.observations.length, 0)
      yield* Fiber.interrupt(fiber)
    }).pipe(Effect.provide(quiet))
  )
})

describe("A transfer that Ethereum nodes omit from its block", () => {
  for (const liars of [1, 2]) {
    const what =
      liars === 1 ? "is reported once the other node returns it" : "is credited once it is final"
    it.effect(`${what}, if ${liars} of 2 nodes omit it at the head`, () =>
      Effect.gen(function* () {
        const { books, catchUp, chain, state, look } = yield* begin(2)
        const [first, second] = chain.behaviors
        if (first === undefined || second === undefined) return assert.fail("It needs two nodes")
        // The header's filter detects no omission if another transfer of the block is shown.
        const leaveOut: FakeChain.Lie = (logs) => logs.slice(1)
        const { timestamp } = chain.mine([sent, { ...sent, to: sent.from }])
        first.lie = leaveOut
        second.lag = 1
        yield* look
        chain.reform()
        assert.isAtMost(WatcherState.pastOf(state), timestamp * 1000)
        chain.mine()
        if (liars === 2) second.lie = leaveOut
        yield* look
        chain.reform()
        assert.isAbove(WatcherState.pastOf(state), timestamp * 1000)
        const seen = liars === 1 ? ["Seen"] : []
        const tags = () => books.observations.map(({ _tag }) => _tag)
        assert.deepStrictEqual(tags(), seen)
        chain.finalize(4)
        yield* catchUp
        assert.deepStrictEqual(tags(), [...seen, "Finalized"])
      }).pipe(Effect.provide(quiet))
    )
  }
})

describe("A block of the chain", () => {
  it.effect("is final once both of two nodes call it final", () =>
    Effect.gen(function* () {
      for (const behind of [0, 1]) {
        const { books, catchUp, chain } = yield* begin(2)
        chain.mine([sent])
        chain.finalize(4)
        const [behavior, other] = [chain.behaviors[behind], chain.behaviors[1 - behind]]
        assert.isDefined(behavior)
        assert.isDefined(other)
        // The node has the block, and does not call it final yet.
        behavior.stuckOn = { blocks: chain.blocks(), final: 3 }
        yield* catchUp
        assert.strictEqual(books.cursor()?.blockNumber, 3, `node ${behind} is behind`)
        assert.deepStrictEqual(books.observations, [])
        behavior.stuckOn = undefined
        yield* catchUp
        assert.strictEqual(books.cursor()?.blockNumber, 4)
        assert.strictEqual(books.observations.length, 1)
      }
    }).pipe(Effect.provide(quiet))
  )

  it.effect("is final once two of three nodes call it final", () =>
    Effect.gen(function* () {
      const { catchUp, chain, state } = yield* begin(3)
      for (let blocks = 0; blocks < 3; blocks++) chain.mine()
      chain.finalize(6)
      for (const [index, behavior] of chain.behaviors.entries()) {
        behavior.stuckOn = { blocks: chain.blocks(), final: 4 + index }
      }
      yield* catchUp
      assert.strictEqual(state.cursor?.blockNumber, 5)
    }).pipe(Effect.provide(quiet))
  )

  for (const confirmations of [0, 1, 12]) {
    it.effect(`is final after ${confirmations} more blocks with that number of confirmations`, () =>
      Effect.gen(function* () {
        const chain = FakeChain.make(1)
        for (let blocks = 0; blocks < confirmations; blocks++) chain.mine()
        const nodes = Node.makeAll(chain.client, chain.urls, options)
        const agreed = Finality.finalNumber(nodes, confirmations)
        assert.strictEqual(yield* agreed, 0, "equal")
        chain.mine()
        assert.strictEqual(yield* agreed, 1, "one more")
      }).pipe(Effect.provide(quiet))
    )
  }

  it.effect("is final as the first one while the chain is shorter than the confirmations", () =>
    Effect.gen(function* () {
      const chain = FakeChain.make(1)
      chain.mine()
      const nodes = Node.makeAll(chain.client, chain.urls, options)
      assert.strictEqual(yield* Finality.finalNumber(nodes, 12), 0)
    }).pipe(Effect.provide(quiet))
  )
})

describe("The watcher's deposits", () => {
  it.effect("are only of this token, even if nodes return others", () =>
    Effect.gen(function* () {
      const { books, catchUp, chain } = yield* begin(2)
      chain.mine([{ ...sent, token: otherToken, value: 7n }, sent])
      chain.finalize(4)
      // Makes the nodes ignore the filter of a request.
      for (const behavior of chain.behaviors) behavior.lie = (_, shown) => shown.at(-1)?.logs ?? []
      yield* catchUp
      const credited = books.observations.map(({ _tag, deposit }) => [
        _tag,
        deposit.logIndex,
        deposit.amount
      ])
      assert.deepStrictEqual(credited, [["Finalized", 1, 5]])
    }).pipe(Effect.provide(quiet))
  )

  it.effect("are followed endlessly, at the configured pace", () =>
    Effect.gen(function* () {
      const begun = yield* begin(3)
      const { books, chain, state } = begun
      const fiber = yield* follow(begun)
      chain.mine([sent])
      yield* advanceUntil(() => books.observations.length > 0)
      assert.deepStrictEqual(
        books.observations.map(({ _tag }) => _tag),
        ["Seen"]
      )
      chain.mine()
      chain.finalize(4)
      yield* advanceUntil(
        () => books.observations.length > 1 && WatcherState.headOf(state)?.latest === 5
      )
      assert.deepStrictEqual(
        books.observations.map(({ _tag }) => _tag),
        ["Seen", "Finalized"]
      )
      assert.deepStrictEqual(WatcherState.headOf(state), { latest: 5, finalized: 4 })
      yield* Fiber.interrupt(fiber)
    }).pipe(Effect.provide(quiet))
  )
})

describe("A proof of a refund", () => {
  const treasury = Effect.succeed(sent.from)
  const prove = (nodes: Nodes.Nodes, amount = 5n, since = 0) =>
    TransferProof.find(nodes, { txHash, to, amount, since, treasury }, "finalized")

  it.effect("is final once two nodes show it in the same block", () =>
    Effect.gen(function* () {
      const { chain, nodes } = yield* begin(2)
      assert.deepStrictEqual(yield* prove(nodes), { _tag: "Absent" })
      chain.mine([sent, sent, { ...sent, value: 6n }])
      chain.mine()
      chain.finalize(4)
      const [behavior] = chain.behaviors
      if (behavior !== undefined) behavior.lag = 2
      assert.deepStrictEqual(yield* prove(nodes), { _tag: "Pending", transfers: 2 })
      if (behavior !== undefined) behavior.fault = () => FakeChain.silence
      assert.strictEqual((yield* Effect.flip(prove(nodes)))._tag, "Unavailable")
      chain.reform()
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* prove(nodes), {
        _tag: "Final",
        transfers: 2,
        isThirdParty: false
      })
      assert.deepStrictEqual(yield* prove(nodes, 6n), {
        _tag: "Final",
        transfers: 1,
        isThirdParty: false
      })
    }).pipe(Effect.provide(Layer.merge(quiet, TestClock.layer())))
  )

  it.effect("is finally wrong only once two nodes show it in the same final block", () =>
    Effect.gen(function* () {
      const { chain, nodes } = yield* begin(2)
      const { timestamp } = chain.mine([sent])
      const other = "the transaction sends another amount of the token to this address"
      const wrong = { _tag: "Wrong", reason: other } as const
      assert.deepStrictEqual(yield* prove(nodes, 7n), { ...wrong, isFinal: false })
      chain.finalize(4)
      const [behavior] = chain.behaviors
      if (behavior !== undefined) behavior.lag = 1
      assert.deepStrictEqual(yield* prove(nodes, 7n), { ...wrong, isFinal: false })
      chain.reform()
      assert.deepStrictEqual(yield* prove(nodes, 7n), { ...wrong, isFinal: true })
      const old = "the transaction is older than what it is to refund"
      // Blocks have whole seconds, so a transaction in the same second may be newer.
      assert.strictEqual((yield* prove(nodes, 5n, timestamp * 1000 + 999))._tag, "Final")
      assert.deepStrictEqual(yield* prove(nodes, 5n, timestamp * 1000 + 1000), {
        ...{ _tag: "Wrong", reason: old, isFinal: true }
      })
    }).pipe(Effect.provide(quiet))
  )

  it.effect("cannot be a transfer of another token", () =>
    Effect.gen(function* () {
      const { chain, nodes } = yield* begin(1)
      chain.mine([{ ...sent, token: otherToken }])
      chain.finalize(4)
      const reason = "the transaction sends none of the token to this address"
      assert.deepStrictEqual(yield* prove(nodes), { _tag: "Wrong", reason, isFinal: true })
    }).pipe(Effect.provide(quiet))
  )

  it.effect("is absent, but not wrong, if a reorganisation removed the transaction", () =>
    Effect.gen(function* () {
      const { chain, nodes } = yield* begin(1)
      chain.mine([sent])
      assert.strictEqual((yield* prove(nodes))._tag, "Pending")
      chain.reorg(1, [])
      assert.deepStrictEqual(yield* prove(nodes), { _tag: "Absent" })
    }).pipe(Effect.provide(quiet))
  )
})
