import * as fs from "node:fs"
import * as path from "node:path"
import { assert } from "@effect/vitest"
import { suite } from "../http/suite.ts"
import * as Program from "../support/program.ts"
import * as Service from "../support/service.ts"
import * as Command from "./command.ts"

const header = "phone,network,amount_usdc,name,idempotency_key"

/** Submits a file. Returns the command's output, and the file of failed rows if there is one. */
const submit = (service: Service.Service, ...rows: ReadonlyArray<string>) =>
  submitWith(service, [], rows)

const submitWith = async (
  service: Service.Service,
  flags: ReadonlyArray<string>,
  rows: ReadonlyArray<string>
) => {
  const folder = Program.temporaryFolder()
  const file = path.join(folder, "june.csv")
  fs.writeFileSync(file, `${[header, ...rows].join("\n")}\n`)
  const ended = await Command.run(["batches", "submit", file, "--poll-ms", "50", ...flags], {
    PAYOUT_API_KEY: Service.apiKey,
    PAYOUT_URL: service.url
  })
  const result = path.join(folder, "june.failed.csv")
  const failed = fs.existsSync(result) ? fs.readFileSync(result, "utf8") : undefined
  fs.rmSync(folder, { recursive: true })
  return { ...ended, failed }
}

suite("batches submit", { SANDBOX_TIME_SCALE: "0.01" }, (test) => {
  test("follows the batch of a file to its end", async (service) => {
    const { code, failed, output } = await submit(
      service,
      "+256770000001,MTN_UG,10,Ada,paid-1",
      "+256750000005,AIRTEL_UG,12.5,,paid-2"
    )
    assert.strictEqual(code, 0, output)
    assert.match(output, /^bt_\w+$/m)
    assert.match(output, /^\[#{30}\] 2\/2 completed$/m)
    assert.include(output, "Every row is paid.")
    assert.isUndefined(failed)
    const found = await service.call("GET", "/v1/batches?search=june")
    assert.strictEqual(found.json.data[0]?.name, "june", "the file's name")
  })

  test("prints why rows failed, writes them to a file, and exits with 1", async (service) => {
    const { code, failed, output } = await submit(
      service,
      "+256770000001,MTN_UG,10,Ada,mixed-1",
      '+256770000003,MTN_UG,11,"Okello, ""Ben""",mixed-2',
      "+256770000004,MTN_UG,12,,mixed-3"
    )
    assert.strictEqual(code, 1, output)
    assert.match(output, /3\/3 completed, 2 failed/)
    assert.match(
      output,
      /2 rows were not paid. To retry the unpaid rows, submit \S+june\.failed\.csv/
    )
    assert.include(output, "+256770000003, 11 USDC: insufficient_balance")
    assert.include(output, "+256770000004, 12 USDC: invalid_recipient")
    const [first, ben, other, ...more] = (failed ?? "").trimEnd().split("\n")
    assert.strictEqual(first, header)
    assert.match(ben ?? "", /^\+256770000003,mtn_uganda,11,"Okello, ""Ben""",retry-po_\w+$/)
    assert.match(other ?? "", /^\+256770000004,mtn_uganda,12,,retry-po_\w+$/)
    assert.lengthOf(more, 0)
  })

  test("accepts the file of failed rows again unchanged", async (service) => {
    const first = await submit(service, "+256770000003,MTN_UG,11,Ben,again-1")
    const [, ...rows] = (first.failed ?? "").trimEnd().split("\n")
    assert.lengthOf(rows, 1)
    const second = await submit(service, ...rows)
    assert.match(second.output, /1\/1 completed, 1 failed/)
    assert.notInclude(second.output, "VALIDATION_ERROR")
  })

  test("shows the batch of a file that was submitted before, and asks for no money", async (service) => {
    const row = "+256770000001,MTN_UG,10,Ada,repeated-1"
    const first = await submit(service, row)
    assert.include(first.output, "Send exactly")
    const second = await submit(service, row)
    assert.strictEqual(second.code, 0, second.output)
    assert.include(second.output, 'submitted before, as the batch "june". No row is paid twice.')
    assert.notInclude(second.output, "Send exactly")
    assert.match(second.output, /^\[#{30}\] 1\/1 completed$/m)
  })

  test("prints the errors of a file, row by row", async (service) => {
    const { code, output } = await submit(
      service,
      "+256770000001,MTN_UG,10,Ada,bad-1",
      "0770,MTN_UG,10,Ada,bad-2",
      "+256770000001,NOWHERE,0,Ada,bad-3"
    )
    assert.strictEqual(code, 1)
    assert.match(output, /^row 2: phone: /m)
    assert.match(output, /^row 3: network: /m)
    assert.match(output, /^row 3: amount_usdc: /m)
    assert.notInclude(output, "row 1:")
    assert.match(output, /^VALIDATION_ERROR: /m)
  })
})

suite("batches submit with a source of the money", { SANDBOX_TIME_SCALE: "0.01" }, (test) => {
  test("pays the batch from the balance, if the flag says so", async (service) => {
    const row = "+256770000001,MTN_UG,10,Ada,balance-1"
    const refused = await submitWith(service, ["--funding", "balance"], [row])
    assert.notStrictEqual(refused.code, 0)
    assert.include(refused.output, "INSUFFICIENT_BALANCE")
    await service.call("POST", "/v1/sandbox/balance/deposit", { body: { amount_usdc: 10 } })
    const { code, output } = await submitWith(service, ["--funding", "balance"], [row])
    assert.strictEqual(code, 0, output)
    assert.include(output, "Every row is paid.")
    const { json } = await service.call("GET", "/v1/balance")
    assert.deepInclude(json, { available_usdc: 0, reserved_usdc: 0 })
  })
})

const watchIn =
  (environment: Command.Environment) =>
  (service: Service.Service, ...words: ReadonlyArray<string>) =>
    Command.start(["batches", "watch", ...words, "--poll-ms", "50"], {
      PAYOUT_API_KEY: Service.apiKey,
      PAYOUT_URL: service.url,
      ...environment
    })

const watch = watchIn({})

const batchOf = async (service: Service.Service, row: object) => {
  const body = { payouts: [{ network: "MTN_UG", amount_usdc: 10, ...row }] }
  const { json, text } = await service.call("POST", "/v1/batches", { body })
  assert.match(String(json.id), /^bt_/, text)
  return String(json.id)
}

suite("batches watch", { SANDBOX_TIME_SCALE: "0.01" }, (test) => {
  test("follows a batch to its end, with one line of JSON per change for --json", async (service) => {
    const id = await batchOf(service, { phone: "+256770000001", idempotency_key: "watched" })
    const running = watch(service, id, "--json")
    assert.strictEqual(await running.ended, 0, running.output())
    const last = running.stdout().trimEnd().split("\n").at(-1) ?? ""
    assert.strictEqual(JSON.parse(last).status, "completed")
  })

  test("exits with 1 if a row was not paid", async (service) => {
    const id = await batchOf(service, { phone: "+256770000003", idempotency_key: "unpaid" })
    const running = watch(service, id)
    assert.strictEqual(await running.ended, 1)
    assert.include(running.output(), "1 row was not paid.")
  })
})

suite("batches watch of a slow batch", { SANDBOX_TIME_SCALE: "1" }, (test) => {
  for (const [started, environment, command] of [
    ["installed", {}, "payout-service batches watch"],
    ["by npm", { npm_lifecycle_event: "cli" }, "npm run cli -- batches watch"]
  ] as const) {
    test(`stopped with Ctrl-C shows the command that continues, ${started}`, async (service) => {
      const row = { phone: "+256770000001", idempotency_key: `slow ${started}` }
      const id = await batchOf(service, row)
      const running = watchIn(environment)(service, id)
      await running.until((output) => output.includes("0/1"))
      assert.strictEqual(await running.stop("SIGINT"), 130)
      assert.include(running.output(), `The batch continues. Follow it with: ${command} ${id}`)
    })
  }
})
