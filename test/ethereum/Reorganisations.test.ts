import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import * as Storm from "./Storm.ts"

const seed = Number(process.env.CHAIN_SEED ?? Date.now() % 1_000_000)
const total = Number(process.env.CHAIN_REORGS ?? 200)
const perLife = 20
/** With this seed, two nodes omit the same transfer, one after the other. */
const omittedTwice = 293_428

const seeds =
  process.env.CHAIN_SEED === undefined
    ? [
        omittedTwice,
        ...Array.from({ length: Math.ceil(total / perLife) }, (_, life) => seed + life)
      ]
    : [seed]

const quiet = Layer.mergeAll(Logger.layer([]), TestClock.layer())

describe("The watcher with reorganisations, faulty nodes and crashes", () => {
  it(`credits only final transfers, each once (CHAIN_SEED=${seed})`, async () => {
    const sums: Record<string, number> = {}
    for (const one of seeds) {
      const outcome = await Effect.runPromise(Storm.live(one, perLife).pipe(Effect.provide(quiet)))
      for (const [name, value] of Object.entries(outcome)) sums[name] = (sums[name] ?? 0) + value
    }
    console.log(`seed ${seed}`, sums)
    assert.isAtLeast(sums.finals ?? 0, 1)
  }, 300_000)
})
