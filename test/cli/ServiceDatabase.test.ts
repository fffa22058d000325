/** Commands that read the log, run without the settings of a service. */
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import * as Program from "../support/program.ts"
import * as Command from "./command.ts"

describe("A command that reads the log", () => {
  for (const words of [
    ["log", "verify"],
    ["log", "export"],
    ["log", "rebuild"],
    ["report", "reconcile"]
  ]) {
    it(`fails without a database, and makes none (${words.join(" ")})`, async () => {
      const folder = Program.temporaryFolder()
      const dataDir = path.join(folder, "data")
      const { code, output } = await Command.run(words, { DATA_DIR: dataDir })
      assert.strictEqual(code, 1)
      assert.include(output, `There is no database in ${dataDir}.`)
      assert.isFalse(fs.existsSync(dataDir))
      fs.rmSync(folder, { recursive: true })
    })
  }
})
