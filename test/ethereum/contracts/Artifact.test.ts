/** The committed compiled contracts match their sources. */
import * as fs from "node:fs"
import { assert, describe, it } from "vitest"
import * as Compile from "../../../src/ethereum/contracts/compile.ts"

describe("The compiled contracts", () => {
  it("equal the compiler's output for the sources, byte for byte", () => {
    const file = new URL("../../../src/ethereum/contracts/DepositFactory.json", import.meta.url)
    const text = fs.readFileSync(file, "utf8")
    assert.strictEqual(text, Compile.compile())
    assert.notInclude(text, import.meta.dirname)
  })
})
