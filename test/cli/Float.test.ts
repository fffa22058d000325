/** `float`: the table of balances at providers, and its exit code. */
import { assert } from "@effect/vitest"
import { suite, until } from "../http/suite.ts"
import * as Service from "../support/service.ts"
import * as Command from "./command.ts"

const float = ({ url }: Service.Service, ...words: ReadonlyArray<string>) =>
  Command.run(["float", ...words], { PAYOUT_ADMIN_KEY: Service.adminKey, PAYOUT_URL: url })

const polled = ({ call }: Service.Service) =>
  until(
    () => call("GET", "/admin/v1/float", { key: Service.adminKey }),
    ({ json }) => json.polled_at !== null
  )

suite("float", { FLOAT_THRESHOLDS: "sandbox UGX=5000000" }, (test) => {
  test("shows each provider and currency in a line, and exits with 0 if all suffice", async (service) => {
    const { polled_at } = (await polled(service)).json
    const { code, output } = await float(service)
    assert.strictEqual(code, 0, output)
    assert.deepStrictEqual(output.split("\n"), [
      "PROVIDER  CURRENCY  STATE  BALANCE            COMMITTED  COVER              HOURS LEFT  THRESHOLD",
      "sandbox   GHS       ok     10,000,000,000     0          10,000,000,000     -           -",
      "sandbox   KES       ok     1,000,000,000,000  0          1,000,000,000,000  -           -",
      "sandbox   NGN       ok     10,000,000,000     0          10,000,000,000     -           -",
      "sandbox   TZS       ok     1,000,000,000,000  0          1,000,000,000,000  -           -",
      "sandbox   UGX       ok     1,000,000,000,000  0          1,000,000,000,000  -           5,000,000",
      `Polled at ${polled_at}. FLOAT_POLICY is warn.`,
      ""
    ])
    const json = await float(service, "--json")
    assert.strictEqual(JSON.parse(json.stdout).data.length, 5)
  })
})

suite("float of a low balance", { FLOAT_THRESHOLDS: "sandbox NGN=20000000000" }, (test) => {
  test("exits with 1, and names provider and currency", async (service) => {
    await polled(service)
    const { code, output, stdout } = await float(service)
    assert.strictEqual(code, 1)
    assert.match(stdout, /sandbox\s+NGN\s+low\s/)
    assert.include(output, "Needs attention: sandbox NGN\n")
  })
})
