/**
 * The cost of a block. CHAIN_COST=1 prints milliseconds per block, for few and for many addresses.
 * The requests to Ethereum nodes must not depend on the number of addresses.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import * as Node from "../../src/ethereum/rpc/Node.ts"
import * as Watcher from "../../src/ethereum/watcher/Watcher.ts"
import * as WatcherState from "../../src/ethereum/watcher/WatcherState.ts"
import * as FakeChain from "../support/fakeChain.ts"
import * as DepositBooks from "./depositBooks.ts"

const isMeasured = process.env.CHAIN_COST !== undefined
/** As on Ethereum, about 150 transfers of USDC per block. */
const transfersPerBlock = isMeasured ? 150 : 5
const blocks = isMeasured ? 200 : 20

const addressOf = (index: number): string => `0x${index.toString(16).padStart(40, "0")}`

/** Transfers of strangers, and one in a hundred to a watched address. */
const busy = (block: number): ReadonlyArray<FakeChain.Sent> =>
  Array.from({ length: transfersPerBlock }, (_, index) => {
    const number = block * 1_000 + index
    return {
      txHash: `0x${(number + 1).toString(16).padStart(64, "0")}`,
      from: addressOf(number % 977),
      to: addressOf(number % 100 === 0 ? 0xa0000 + (number % 100) : 0xb00000 + number),
      value: 5n
    }
  })

/** Milliseconds and requests for following the blocks with two nodes. */
const follow = Effect.fnUntraced(function* (addresses: number) {
  const owned = new Map(
    Array.from({ length: addresses }, (_, index) => [
      addressOf(0xa0000 + index),
      { id: `po_${index}`, isActive: true }
    ])
  )
  const books = DepositBooks.make(owned)
  const chain = FakeChain.make(2)
  const { chainId, usdc } = FakeChain
  const options = { chainId, usdc, finality: "finalized", pollMs: 1_000 } as const
  const nodes = Node.makeAll(chain.client, chain.urls, options)
  const state = WatcherState.make(nodes, options)
  const { catchUp, readHead } = yield* Watcher.start(
    state,
    yield* books.from(Watcher.first(state)),
    books.listener()
  )
  let [headMs, finalMs] = [0, 0]
  const timed = Effect.fnUntraced(function* (step: Effect.Effect<void>) {
    const startedAt = performance.now()
    yield* step
    return performance.now() - startedAt
  })
  for (let block = 0; block < blocks; block++) {
    chain.mine(busy(block))
    headMs += yield* timed(Effect.forEach(state.heads, readHead, { discard: true }))
    if (block % 32 === 31) chain.finalize(block - 64)
    finalMs += yield* timed(catchUp)
    yield* TestClock.adjust("12 seconds")
  }
  chain.finalize(blocks)
  finalMs += yield* timed(catchUp)
  const found = [...books.kept.values()].filter(({ isFinal }) => isFinal).length
  const perBlock = (ms: number) => Number((ms / blocks).toFixed(2))
  return {
    ...{ addresses, questions: chain.requests(), found },
    ...{ headMs: perBlock(headMs), finalMs: perBlock(finalMs) }
  }
})

describe("The cost of a block", () => {
  it("does not depend on the number of watched addresses", async () => {
    const measure = (addresses: number) =>
      Effect.runPromise(
        follow(addresses).pipe(Effect.provide(Layer.merge(Logger.layer([]), TestClock.layer())))
      )
    if (isMeasured) await measure(100)
    const few = await measure(100)
    const many = await measure(isMeasured ? 100_000 : 2_000)
    if (isMeasured) console.log(`${transfersPerBlock} transfers a block, 2 nodes`, few, many)
    assert.isAbove(few.found, 0)
    assert.deepInclude(many, { questions: few.questions, found: few.found })
  })
})
