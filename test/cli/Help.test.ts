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

  it("answers a wrong command with one line and exit code 1", async () => {
    for (const words of [["vanish"], ["payouts", "watch"], ["events", "list", "--limit", "x"]]) {
      const { code, output, stdout } = await Command.run(words)
      assert.strictEqual(code, 1)
      assert.strictEqual(stdout, "")
      assert.lengthOf(output.trimEnd().split("\n"), 1)
      assert.match(output, /\(see payout-service.* --help\)$/m)
    }
  })

  it("says what is wrong with a key that cannot be one", async () => {
    const { code, output } = await Command.run(["listen"], { PAYOUT_API_KEY: "not a key" })
    assert.strictEqual(code, 1)
    assert.match(output, /^PAYOUT_API_KEY is not a key: .*\n$/)
  })

  it("prints completion scripts that know the commands", async () => {
    for (const shell of ["bash", "zsh", "fish"]) {
      const { code, stdout } = await Command.run(["completion", shell])
      assert.strictEqual(code, 0)
      assert.include(stdout, "reconcile")
      assert.include(stdout, "batches")
    }
  })
})
