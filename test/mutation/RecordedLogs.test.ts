/**
 * The recorded logs of the last two versions, folded: every event that the domain knows is in them,
 * with its bytes. They run with the mutations, beside the domain's own tests; `engine/OldLogs` has
 * all versions.
 */
import * as fs from "node:fs"
import { assert, describe, it } from "vitest"
import * as Logs from "../fixtures/logs.ts"

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe("a recorded log", () => {
  for (const version of ["v5", "v6"]) {
    it(`${version} folds to the states and events that it always folded to`, () => {
      const state = JSON.parse(fs.readFileSync(Logs.file(`${version}.state.json`), "utf8"))
      assert.deepStrictEqual(plain(Logs.stateOf(Logs.fold(Logs.read(`${version}.jsonl`)))), state)
    })
  }
})
