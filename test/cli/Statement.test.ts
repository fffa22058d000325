/** `statement import` on a running service. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { assert } from "@effect/vitest"
import { suite, until } from "../http/suite.ts"
import * as Service from "../support/service.ts"
import * as Command from "./command.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "payout-statement-"))

const write = (name: string, content: string | Buffer): string => {
  const file = path.join(folder, name)
  fs.writeFileSync(file, content)
  return file
}

const columns = write(
  "columns.json",
  JSON.stringify({
    ...{ reference: "Id", identifies: "payout", amount: "Amount", currency: "Currency" },
    ...{ status: "Status", outcomes: { ok: "paid", failed: "failed" }, time: "Date" }
  })
)

const run = ({ url }: Service.Service, file: string, ...words: ReadonlyArray<string>) =>
  Command.run(
    ["statement", "import", file, "--provider", "sandbox", "--poll-ms", "100", ...words],
    { PAYOUT_ADMIN_KEY: Service.adminKey, PAYOUT_URL: url }
  )

suite("A statement file", {}, (test) => {
  test("is imported, and printed with its differences", async (service) => {
    const { json } = await service.payout("a payout")
    const { json: paid } = await until(
      () => service.call("GET", `/v1/payouts/${json.payout_id}`),
      (answer) => answer.json.status === "SETTLED"
    )
    const file = (name: string, status: string) =>
      write(
        name,
        "\ufeffDate,Id,Amount,Currency,Status\n" +
          `${new Date().toISOString()},${json.payout_id},${paid.target_amount_fiat},UGX,${status}\n`
      )
    const clean = await run(service, file("clean.csv", "ok"), "--columns", columns)
    assert.strictEqual(clean.code, 0, clean.output)
    assert.match(clean.stdout, /^clean\.csv \(1 line, .* to .*\): clean, 0 differences$/m)

    const found = await run(service, file("failed.csv", "failed"), "--columns", columns)
    assert.strictEqual(found.code, 1)
    assert.include(found.stdout, `statement_settled_not_paid ${json.payout_id}`)
    assert.include(found.output, "The reconciliation is not clean.")
  })

  test("is refused if the service cannot read it, or its text is not UTF-8", async (service) => {
    const bad = write("bad.csv", "Date,Id,Amount,Currency,Status\n2026,po_1,5,UGX,ok\n")
    const refused = await run(service, bad, "--columns", columns)
    assert.strictEqual(refused.code, 1)
    assert.include(refused.output, "line 2: column `Date` is not a time of the form iso: 2026")
    const unknown = await run(service, bad)
    assert.include(unknown.output, "the columns of sandbox are not known")
    const latin = await run(service, write("latin.csv", Buffer.from([0x41, 0xe9, 0x0a])))
    assert.include(latin.output, "latin.csv is not valid UTF-8.")
    const text = await run(service, bad, "--columns", write("bad.json", "{"))
    assert.include(text.output, "bad.json is not valid JSON.")
  })
})
