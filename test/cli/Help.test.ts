import { assert, describe, it } from "vitest"
import * as Command from "./command.ts"

describe("The command line", () => {
  it("prints help with exit code 0 and nothing else", async () => {
    for (const words of [["help"], ["--help"], ["help", "payouts"], ["payouts", "--help"]]) {
      const { code, output, stdout } = await Command.run(words)
      assert.strictEqual(code, 0, output)
      assert.strictEqual(output, stdout)
      assert.include(stdout, "USAGE")
    }
  })

  it("reports a wrong command in one line, with exit code 1", async () => {
    for (const words of [["vanish"], ["payouts", "watch"], ["events", "list", "--limit", "x"]]) {
      const { code, output, stdout } = await Command.run(words)
      assert.strictEqual(code, 1)
      assert.strictEqual(stdout, "")
      assert.lengthOf(output.trimEnd().split("\n"), 1)
      assert.match(output, /\(see payout-service.* --help\)$/m)
    }
  })

  it("names the error of a malformed key", async () => {
    const { code, output } = await Command.run(["listen"], { PAYOUT_API_KEY: "not a key" })
    assert.strictEqual(code, 1)
    assert.match(output, /^PAYOUT_API_KEY is not a key: .*\n$/)
  })

  it("prints completion scripts that contain the commands", async () => {
    for (const shell of ["bash", "zsh", "fish"]) {
      const { code, stdout } = await Command.run(["completion", shell])
      assert.strictEqual(code, 0)
      assert.include(stdout, "reconcile")
      assert.include(stdout, "batches")
    }
  })
})
