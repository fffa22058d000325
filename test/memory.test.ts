import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as SpareMemory from "../src/app/SpareMemory.ts"
import * as Limits from "../src/config/Limits.ts"

const { idleUtilizationMax, checkMs: lookMs, spareBytesMin } = Limits.memory

const idle = 0
const busy = idleUtilizationMax + 0.01

/** A memory that a test sets. It has the spare bytes after a collection, and counts collections. */
const makeMemory = () => {
  const memory = { utilization: idle, spare: 90_000_000, left: 90_000_000, collections: 0 }
  const port: SpareMemory.Memory = {
    read: () => ({ utilization: memory.utilization, spare: memory.spare }),
    collect: () => {
      memory.collections += 1
      memory.spare = memory.left
    }
  }
  return { memory, port }
}

const running = Effect.gen(function* () {
  const { memory, port } = makeMemory()
  yield* Effect.forkScoped(SpareMemory.giveBack(port))
  yield* Effect.yieldNow
  return memory
})

describe("Spare memory after a flood", () => {
  it.effect("is returned to the system once, when the process is idle", () =>
    Effect.gen(function* () {
      const memory = yield* running
      memory.spare += spareBytesMin
      yield* TestClock.adjust(lookMs)
      assert.strictEqual(memory.collections, 1)
      yield* TestClock.adjust(10 * lookMs)
      assert.strictEqual(memory.collections, 1)
    })
  )

  it.effect("is kept while the process has work", () =>
    Effect.gen(function* () {
      const memory = yield* running
      memory.spare += spareBytesMin
      memory.utilization = busy
      yield* TestClock.adjust(10 * lookMs)
      assert.strictEqual(memory.collections, 0)
      memory.utilization = idle
      yield* TestClock.adjust(lookMs)
      assert.strictEqual(memory.collections, 1)
    })
  )

  it.effect("is not collected if there is little of it", () =>
    Effect.gen(function* () {
      const memory = yield* running
      memory.spare += spareBytesMin - 1
      yield* TestClock.adjust(10 * lookMs)
      assert.strictEqual(memory.collections, 0)
    })
  )

  it.effect("is not collected again if a collection did not return it", () =>
    Effect.gen(function* () {
      const memory = yield* running
      memory.spare += spareBytesMin
      memory.left = memory.spare
      yield* TestClock.adjust(10 * lookMs)
      assert.strictEqual(memory.collections, 1)
      memory.spare += spareBytesMin
      yield* TestClock.adjust(lookMs)
      assert.strictEqual(memory.collections, 2)
    })
  )
})
