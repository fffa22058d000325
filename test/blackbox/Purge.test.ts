/**
 * The bytes of an erased recipient: after `personal-data purge`, no file of the data folder has
 * them, the database's WAL included, and neither has a new backup.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { setTimeout } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Command from "../cli/command.ts"
import { until } from "../http/suite.ts"
import { nodes } from "../support/partitions.ts"
import { patienceMs } from "../support/patience.ts"
import * as Program from "../support/program.ts"
import * as Service from "../support/service.ts"

const folder = Program.temporaryFolder()
const admin = { key: Service.adminKey }

const phone = "+256771987654"
const name = "Nakató “Zed” Ssemwogerere"
const secrets = {
  phone,
  digits: phone.slice(1),
  "national number": `0${phone.slice(4)}`,
  name,
  "part of the name": "Ssemwogerere",
  nickname: "Zeddy-the-tailor",
  reference: "Rent of Zedville",
  metadata: "tenant-of-zedville",
  birthday: "1971-03-09",
  city: "Zedopolis",
  "changed name": "Nakato Zedwin"
}

/** The bytes of base64 do not depend on what comes before, except for the first and last ones. */
const inBase64 = (text: string): ReadonlyArray<string> =>
  [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)])
    const whole = bytes.toString("base64").replaceAll("=", "")
    return whole.slice(offset === 0 ? 0 : offset + 1, -1)
  })

const escaped = (text: string): string =>
  text.replaceAll(/[^ -~]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** All forms in which a text may be kept. */
const formsOf = (text: string): ReadonlyArray<string> => [
  ...new Set([
    ...[text, text.toLowerCase(), text.toUpperCase(), text.normalize("NFD")],
    ...[escaped(text), encodeURIComponent(text), text.replaceAll(" ", "+")],
    ...inBase64(text),
    Buffer.from(text).toString("hex")
  ])
]

const filesIn = (dir: string): ReadonlyArray<string> =>
  fs
    .readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))

/** Where the folder has a secret, such as `name in pg_wal/…`. */
const found = (dir: string): ReadonlyArray<string> =>
  filesIn(dir).flatMap((file) => {
    const bytes = fs.readFileSync(file)
    return Object.entries(secrets).flatMap(([what, text]) =>
      formsOf(text).some((form) => bytes.includes(form))
        ? [`${what} in ${path.relative(dir, file)}`]
        : []
    )
  })

const environment = {
  DATA_DIR: folder,
  SANDBOX_API_KEY: Service.apiKey,
  ADMIN_API_KEY: Service.adminKey,
  SANDBOX_TIME_SCALE: "0.001",
  WEBHOOK_ALLOW_LOOPBACK: "true",
  RATE_LIMITS: "off",
  RETENTION_YEARS: "0"
}

describe.skipIf(nodes > 1)("An erased recipient", () => {
  let program: Program.Running | undefined
  let receiver: Program.Receiver | undefined
  let call: Service.Service["call"]

  const pay = async (key: string, more: object) => {
    const rate = { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: `q ${key}` }
    const { json } = await call("POST", "/v1/quotes", { body: rate })
    const body = { quote_id: json.quote_id, network: "MTN_UG", idempotency_key: key, ...more }
    const payout = await call("POST", "/v1/payouts", { body })
    assert.strictEqual(payout.status, 201, payout.text)
    await until(
      () => call("GET", `/v1/payouts/${payout.json.payout_id}`),
      (answer) => answer.json.status === "SETTLED"
    )
    return payout
  }

  beforeAll(async () => {
    program = await Program.start(environment)
    call = Service.caller(program.url)
    receiver = await Program.receiver()
    await call("POST", "/v1/webhooks/endpoints", {
      body: { url: receiver.url, events: ["payout.*"] }
    })
    const beneficiary = await call("POST", "/v1/beneficiaries", {
      body: { name, phone, network: "MTN_UG", nickname: secrets.nickname }
    })
    assert.strictEqual(beneficiary.status, 201, beneficiary.text)
    const path = `/v1/beneficiaries/${beneficiary.json.id}`
    await call("PATCH", path, { body: { name: secrets["changed name"] } })
    await pay("of the recipient", {
      ...{ recipient_phone: phone, recipient_name: name, reference: secrets.reference },
      metadata: { note: secrets.metadata },
      recipient_details: { birth_date: secrets.birthday, address: { city: secrets.city } }
    })
    // Some requests are refused, and some name the recipient in their path.
    await call("POST", "/v1/payouts", { body: { recipient_phone: phone, recipient_name: name } })
    await call("GET", `/v1/payouts?search=${encodeURIComponent(name)}`)
    await call("GET", `/v1/beneficiaries?search=${encodeURIComponent(phone)}`)
    const csv = `name,phone,network,amount,reference\n${name},${phone},MTN_UG,5,${secrets.reference}\n`
    await call("POST", "/v1/batches/check", { raw: csv, headers: { "content-type": "text/csv" } })
    await pay("of another", { recipient_phone: "+256770000001", recipient_name: "Grace Hopper" })
  }, 120_000)

  afterAll(async () => {
    receiver?.close()
    await program?.stop("SIGTERM")
    fs.rmSync(folder, { recursive: true, force: true })
  })

  it("is nowhere on the disk, and in no new backup, once the erased data was purged", async () => {
    // The tables follow the log after some seconds.
    const end = Date.now() + patienceMs
    while (found(folder).length === 0) {
      assert.isBelow(Date.now(), end, "the data is not found even before its erasure")
      await setTimeout(200)
    }
    const { id } = (await call("GET", "/v1/account")).json
    const erased = await until(
      () =>
        call("POST", `/admin/v1/accounts/${id}/recipients/erase`, {
          ...admin,
          body: { phone, reason: "request 12" }
        }),
      ({ status }) => status === 200
    )
    assert.strictEqual(erased.json.status, "erased", erased.text)
    const purged = await Command.run(["personal-data", "purge"], { DATA_DIR: folder })
    assert.strictEqual(purged.code, 0, purged.output)
    const backup = path.join(folder, "backup.jsonl")
    const exported = await Command.run(["log", "export", backup], { DATA_DIR: folder })
    assert.strictEqual(exported.code, 0, exported.output)
    assert.deepStrictEqual(found(folder), [], purged.output)
    const verified = await Command.run(["log", "verify"], { DATA_DIR: folder })
    assert.strictEqual(verified.code, 0, verified.output)
    const { total } = (await call("GET", "/v1/payouts?search=hopper")).json
    assert.strictEqual(total, 1)
  }, 120_000)
})
