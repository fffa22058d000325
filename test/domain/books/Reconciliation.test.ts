import { assert, describe, it } from "vitest"
import * as Reconciliation from "../../../src/domain/books/Reconciliation.ts"
import type * as ChainCursor from "../../../src/domain/ChainCursor.ts"

const reached = (blockNumber: number): ChainCursor.Advanced => ({
  ...{ _tag: "ChainReached", id: "chain_1", at: 0 },
  cursor: { chainId: 1, blockNumber, blockHash: `0x${blockNumber}`, blockAt: 0 }
})

describe("The books of several partitions", () => {
  it("are compared with the chain from the lowest first cursor to the lowest last cursor", () => {
    const books = Reconciliation.open()
    // The audit reads partition 0 last, when its cursor has already moved on.
    for (const block of [12, 50, 100]) Reconciliation.record(books, "cursor", reached(block), 1)
    for (const block of [10, 50, 103]) Reconciliation.record(books, "cursor", reached(block), 0)
    assert.deepStrictEqual([books.first?.blockNumber, books.last?.blockNumber], [10, 100])
  })
})
