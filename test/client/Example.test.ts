/** The example of the client's README, run as a reader would run it. */
import * as fs from "node:fs"
import * as path from "node:path"
import { assert } from "@effect/vitest"
import * as Command from "../cli/command.ts"
import { suite } from "../http/suite.ts"
import * as Service from "../support/service.ts"

const read = (name: string) => fs.readFileSync(path.join(import.meta.dirname, name), "utf8")

suite("the example of the client's README", {}, (test) => {
  test("pays and receives the webhook", async ({ url }) => {
    const environment = { PAYOUT_API_KEY: Service.apiKey, PAYOUT_URL: url, PORT: "0" }
    const running = Command.start([], environment, "test/client/example.ts")
    assert.strictEqual(await running.ended, 0, running.output())
    assert.match(running.output(), /^po_\w+: Send exactly 25\.000000 USDC/m)
    assert.include(running.output(), "payout.created\n")
    assert.include(running.output(), "payout.settled: 91575 UGX\n")
  })

  test("is the text of src/client/README.md", () => {
    const isShown = read("../../src/client/README.md").includes(
      `\`\`\`ts\n${read("example.ts")}\`\`\``
    )
    assert.isTrue(isShown, "src/client/README.md shows test/client/example.ts, word for word")
    return Promise.resolve()
  })
})
