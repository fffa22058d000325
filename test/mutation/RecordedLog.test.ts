/**
 * The recorded log, folded: every event that the domain knows is in it, with its bytes. It runs
 * with the mutations, next to the domain's own tests; `engine/RecordedLog` has more.
 */
import * as fs from "node:fs"
import { assert, describe, it } from "vitest"
import * as Logs from "../fixtures/logs.ts"

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe("a recorded log", () => {
  for (const version of ["v1"]) {
    it(`${version} folds to the states and events that it always folded to`, () => {
      const state = JSON.parse(fs.readFileSync(Logs.file(`${version}.state.json`), "utf8"))
      assert.deepStrictEqual(plain(Logs.stateOf(Logs.fold(Logs.read(`${version}.jsonl`)))), state)
    })
  }
})
