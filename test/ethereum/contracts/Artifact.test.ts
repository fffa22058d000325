/** The compiled contracts that are committed come from the sources beside them. */
import * as fs from "node:fs"
import { assert, describe, it } from "vitest"
import * as Compile from "../../../src/ethereum/contracts/compile.ts"

describe("The compiled contracts", () => {
  it("are what the sources and the compiler produce, byte for byte", () => {
    const file = new URL("../../../src/ethereum/contracts/DepositFactory.json", import.meta.url)
    const text = fs.readFileSync(file, "utf8")
    assert.strictEqual(text, Compile.compile())
    assert.notInclude(text, import.meta.dirname)
  })
})
