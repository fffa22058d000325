/** States from the checkpoint's rows have a hidden class, which V8 stores most compactly. */
import * as v8 from "node:v8"
import { assert, describe, it } from "@effect/vitest"
import * as Checkpoint from "../../../src/postgres/readmodel/Checkpoint.ts"
import * as Tables from "../../../src/postgres/readmodel/Tables.ts"
import * as Spoiled from "../../fixtures/spoiled.ts"

v8.setFlagsFromString("--allow-natives-syntax")
const isFast = new Function("state", "return %HasFastProperties(state)") as (
  state: object
) => boolean

const read = <K extends Checkpoint.CheckpointName>(
  name: K,
  state: { readonly id: string }
): object => {
  const text = JSON.stringify(state)
  const kind = Checkpoint.kinds[name]
  const crc = BigInt(Tables.crcOf(state.id, 1, `${kind.name} ${text}`))
  const found = kind.read({ id: state.id, seq: 1n, crc, state: text }, new Map())
  return found._tag === "Success" ? found.success.state : assert.fail(`${name} cannot be read`)
}

describe("L10 A state that a start loads", () => {
  for (const name of ["payouts", "quotes", "batches"] as const) {
    it(`has a hidden class instead of a dictionary: ${name}`, () => {
      const [state] = Spoiled.fold[name].values()
      if (state === undefined) return assert.fail(`no ${name}`)
      // Reads a few rows first, since V8 changes the layout as the code becomes hot.
      for (let row = 0; row < 3; row++) assert.isTrue(isFast(read(name, state)))
    })
  }
})
