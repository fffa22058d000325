/** The text of a row depends on its state only, so a rebuild writes the same data (L2). */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { Kinds } from "../../../src/engine/ports/Rows.ts"
import * as Collections from "../../../src/engine/state/Collections.ts"
import * as Fold from "../../../src/engine/state/Fold.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as Checkpoint from "../../../src/postgres/readmodel/Checkpoint.ts"
import * as Tables from "../../../src/postgres/readmodel/Tables.ts"
import * as SealedText from "../../../src/postgres/sealing/SealedText.ts"
import * as Logs from "../../fixtures/logs.ts"
import * as TestKeys from "../../support/personKeys.ts"

const names = Object.keys(Checkpoint.kinds) as ReadonlyArray<Checkpoint.CheckpointName>

const people = TestKeys.inMemory()
const sealer = TestKeys.sealer(people)

const rowOf = <K extends Checkpoint.CheckpointName>(name: K, state: Kinds[K]): string => {
  const [row] = Checkpoint.toRows(name, sealer, [{ seq: 1, state }])
  return row?.state ?? assert.fail(`no row of ${name}`)
}

/** The text of a row after it is opened: sealed bytes differ each time. */
const textOf = <K extends Checkpoint.CheckpointName>(name: K, state: Kinds[K]): string => {
  const row = rowOf(name, state)
  const place = `active ${Checkpoint.kinds[name].name} ${state.id} 1`
  return Result.getOrThrow(SealedText.openJson(TestKeys.keysOf(people, row), place, row))
}

/** The state that a start loads from a row. */
const loaded = <K extends Checkpoint.CheckpointName>(name: K, state: Kinds[K]): Kinds[K] => {
  const all: {
    readonly [N in Checkpoint.CheckpointName]: { readonly read: Tables.Read<Kinds[N]> }
  } = Checkpoint.kinds
  const text = rowOf(name, state)
  const crc = BigInt(Tables.crcOf(state.id, 1, `${Checkpoint.kinds[name].name} ${text}`))
  const row = { id: state.id, seq: 1n, crc, state: text }
  return Result.getOrThrow(all[name].read(row, TestKeys.keysOf(people, text))).state
}

/** Replaces changed states of a collection by those that a start would load. */
const reload = (core: State.State, name: Checkpoint.CheckpointName, fresh: WeakSet<object>) => {
  for (const before of [...core[name].values()]) {
    if (fresh.has(before)) continue
    const state = loaded(name, before)
    fresh.add(state)
    Collections.put(core, name, state)
  }
}

describe("The text of a row", () => {
  it("L2 is the same after any number of starts that loaded its state", () => {
    const [straight, restarted] = [State.make(), State.make()]
    const fresh = new WeakSet<object>()
    for (const entry of Logs.entries(Logs.read("v1.jsonl"))) {
      Fold.apply(straight, entry)
      Fold.apply(restarted, entry)
      for (const name of names) {
        reload(restarted, name, fresh)
        for (const [id, state] of straight[name]) {
          if (fresh.has(state)) continue
          fresh.add(state)
          const other = restarted[name].get(id) ?? assert.fail(`${id} is lost`)
          assert.strictEqual(textOf(name, other), textOf(name, state), `${id} at ${entry.seq}`)
        }
      }
    }
  })

  it("has all names in the order of the state's schema, at every level", () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed)
      if (value === null || typeof value !== "object") return value
      const fields = Object.entries(value).map(([name, of]) => [name, reversed(of)])
      return Object.fromEntries(fields.reverse())
    }
    const fold = Logs.fold(Logs.read("v1.jsonl"))
    for (const payout of fold.payouts.values()) {
      // Customers choose the names in metadata and their order.
      const other = { ...(reversed(payout) as typeof payout), metadata: payout.metadata }
      assert.strictEqual(textOf("payouts", other), textOf("payouts", payout))
    }
  })
})
