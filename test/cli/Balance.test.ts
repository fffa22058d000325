import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { assert } from "@effect/vitest"
import { type Customer, customer, suite } from "../http/suite.ts"
import * as Camt from "../support/camt.ts"
import type * as Service from "../support/service.ts"
import * as Command from "./command.ts"

const balance = ({ url }: Service.Service, key: string, words: ReadonlyArray<string>) =>
  Command.run(["balance", ...words], { PAYOUT_API_KEY: key, PAYOUT_URL: url })

const today = (): string => new Date().toISOString().slice(0, 10)

/** Deposits 100.25 USDC, and sets the threshold to 500. */
const prepare = async ({ call }: Service.Service, { key }: Customer): Promise<void> => {
  const body = { amount_usdc: 100.25 }
  assert.strictEqual((await call("POST", "/v1/sandbox/balance/deposit", { key, body })).status, 200)
  await call("PATCH", "/v1/balance", { key, body: { low_threshold_usdc: 500 } })
}

suite("balance", {}, (test) => {
  test("shows the amounts, the threshold and the deposit address, and lists movements", async (service) => {
    const one = await customer(service)
    await prepare(service, one)
    const shown = await balance(service, one.key, [])
    assert.strictEqual(shown.code, 0, shown.output)
    for (const line of [
      /^Available +100\.25 USDC$/m,
      /^Reserved +0 USDC$/m,
      /^Pending +0 USDC$/m,
      /^Low below +500 USDC, and the balance is low$/m,
      /^Deposit address +0x[0-9a-fA-F]{40}$/m
    ]) {
      assert.match(shown.stdout, line)
    }
    assert.notInclude(shown.stdout, "Held")
    const json = JSON.parse((await balance(service, one.key, ["--json"])).stdout)
    assert.deepInclude(json, { available_usdc: 100.25, is_low: true })
    const listed = await balance(service, one.key, ["movements"])
    assert.match(listed.stdout, /Z {2}deposit {2}100\.25 {2}100\.25 +\S+$/m)
    assert.include(listed.output, "1 of 1 movement")
  })

  test("statement prints each format, or writes it to a file", async (service) => {
    const one = await customer(service)
    await prepare(service, one)
    const words = ["statement", "--from", today(), "--to", today()]
    const csv = await balance(service, one.key, words)
    assert.strictEqual(csv.code, 0, csv.output)
    assert.match(csv.stdout, /^"at","id","type",/)
    assert.include(csv.stdout, '"deposit","100.250000","100.250000"')
    const json = await balance(service, one.key, [...words, "--format", "json"])
    assert.strictEqual(JSON.parse(json.stdout).closing_balance_usdc, 100.25)
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "statement-"))
    const file = path.join(folder, "statement.xml")
    const xml = await balance(service, one.key, [
      ...[...words, "--format", "camt053", "--output", file]
    ])
    assert.strictEqual(xml.code, 0, xml.output)
    assert.strictEqual(xml.stdout, "")
    assert.include(xml.output, `The statement is in ${file}`)
    assert.strictEqual(Camt.read(fs.readFileSync(file, "utf8")).closing.tens(), 10_025_000)
    fs.rmSync(folder, { recursive: true })
  })

  test("statement names a wrong day in one line, and writes no file", async (service) => {
    const { key } = await customer(service)
    const file = path.join(os.tmpdir(), "never.csv")
    const words = ["statement", "--from", "2026-02-30", "--to", "2026-03-01", "--output", file]
    const { code, output } = await balance(service, key, words)
    assert.strictEqual(code, 1)
    assert.match(output, /^VALIDATION_ERROR: from must be a day such as 2026-03-02/)
    assert.isFalse(fs.existsSync(file))
  })

  test("deposit adds to the balance in the sandbox alone", async (service) => {
    const { key } = await customer(service)
    const made = await balance(service, key, ["deposit", "12.5"])
    assert.match(made.stdout, /^Available +12\.5 USDC$/m, made.output)
    const refused = await balance(service, "sk_live_1234567890", ["deposit", "12.5"])
    assert.strictEqual(refused.code, 1)
    assert.include(refused.output, "only in the sandbox")
  })
})
