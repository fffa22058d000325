import { assert } from "@effect/vitest"
import { suite } from "../http/suite.ts"
import * as Service from "../support/service.ts"
import * as Command from "./command.ts"

const watch = (service: Service.Service, id: string) =>
  Command.run(["payouts", "watch", id, "--poll-ms", "50"], {
    PAYOUT_API_KEY: Service.apiKey,
    PAYOUT_URL: service.url
  })

const statuses = (output: string) =>
  [...output.matchAll(/^\d{4}-\S+Z {2}(\w+)/gm)].map(([, status]) => status)

const payouts = (service: Service.Service, ...words: ReadonlyArray<string>) =>
  Command.run(["payouts", ...words], { PAYOUT_API_KEY: Service.apiKey, PAYOUT_URL: service.url })

const order = ["--amount", "12.5", "--currency", "UGX", "--network", "MTN_UG"]

suite("payouts", { SANDBOX_TIME_SCALE: "0.02" }, (test) => {
  test("create prints the amount and the deposit address, and get and list show the payout", async (service) => {
    const words = [...order, "--phone", "+256770000001", "--name", "Ada", "--reference", "inv-1"]
    const made = await payouts(service, "create", ...words)
    assert.strictEqual(made.code, 0, made.output)
    assert.match(made.stdout, /^Send +12\.5 USDC, chain \d+$/m)
    assert.match(made.stdout, /^To +0x[0-9a-fA-F]{40}$/m)
    assert.match(made.stdout, /^Until +\d{4}-\S+Z$/m)
    const [id = ""] = /po_\w+/.exec(made.stdout) ?? []
    const one = await payouts(service, "get", id)
    assert.match(one.stdout, /^Reference +inv-1$/m)
    assert.match(one.stdout, /^\S+Z {2}AWAITING_FUNDS$/m)
    const all = await payouts(service, "list", "--search", "inv-1")
    assert.include(all.stdout, id)
    assert.include(all.output, "1 of 1 payout")
    const none = await payouts(service, "list", "--status", "REVERSED")
    assert.notInclude(none.stdout, id)
  })

  test("print one JSON document with --json", async (service) => {
    const words = [...order, "--phone", "+256770000001", "--json"]
    const made = JSON.parse((await payouts(service, "create", ...words)).stdout)
    assert.strictEqual(made.amount_due_usdc, 12.5)
    const one = JSON.parse((await payouts(service, "get", made.payout_id, "--json")).stdout)
    assert.strictEqual(one.payout_id, made.payout_id)
    const { stdout } = await payouts(service, "list", "--limit", "1", "--json")
    assert.strictEqual(JSON.parse(stdout).data[0].payout_id, made.payout_id)
  })

  test("get prints a refund on another chain with its chain and status", async (service) => {
    const { json } = await service.payout("on Base", { recipient_name: "SANDBOX UNFUNDED" })
    const at = `/admin/v1/payouts/${json.payout_id}/foreign-deposits`
    const body = { reason: "ticket 7", chain_id: 8453, tx_hashes: [`0x${"8".repeat(64)}`] }
    const booked = await service.call("POST", at, { key: Service.adminKey, body })
    assert.strictEqual(booked.status, 200, booked.text)
    const { stdout } = await payouts(service, "get", json.payout_id)
    assert.match(stdout, /^Refund +25\.000000 USDC on Base, due$/m)
  })

  test("get prints the details of the recipient, the purpose and the source of funds", async (service) => {
    const address = { line1: "Plot 7", city: "Jinja", country: "UG" }
    const parties = { purpose: "education", source_of_funds: "savings" }
    const details = { given_name: "Amina", birth_date: "1990-04-23", address }
    const { json } = await service.payout("parties", { ...parties, recipient_details: details })
    const { stdout } = await payouts(service, "get", json.payout_id)
    for (const line of [
      /^Given name +Amina$/m,
      /^Date of birth +1990-04-23$/m,
      /^Address +Plot 7, Jinja, UG$/m,
      /^Purpose +education$/m,
      /^Source of funds +savings$/m
    ]) {
      assert.match(stdout, line)
    }
    assert.notInclude(stdout, "Family name")
  })

  test("name an invalid field once, in one line", async (service) => {
    const { code, output } = await payouts(service, "create", ...order, "--phone", "0770")
    assert.strictEqual(code, 1)
    assert.lengthOf(output.trimEnd().split("\n"), 1)
    assert.match(output, /^VALIDATION_ERROR: recipient_phone must /)
    assert.lengthOf(output.match(/recipient_phone/g) ?? [], 1)
  })

  test("colour states only on request", async (service) => {
    const { json } = await service.payout("coloured", { recipient_phone: "+256770000004" })
    await watch(service, json.payout_id)
    const environment = { PAYOUT_API_KEY: Service.apiKey, PAYOUT_URL: service.url }
    const words = ["payouts", "get", json.payout_id]
    const red = "\u001b[31mFAILED\u001b[39m"
    assert.notInclude((await Command.run(words, environment)).output, red)
    const forced = { ...environment, NO_COLOR: "", FORCE_COLOR: "1" }
    assert.include((await Command.run(words, forced)).output, red)
  })
})

suite("payouts watch", { SANDBOX_TIME_SCALE: "0.02" }, (test) => {
  test("prints each transition once, until SETTLED", async (service) => {
    const { json } = await service.payout("watched")
    const { code, output } = await watch(service, json.payout_id)
    assert.strictEqual(code, 0, output)
    assert.deepStrictEqual(statuses(output), [
      "AWAITING_FUNDS",
      "STABLECOIN_RECEIVED",
      "PAYOUT_INITIATED",
      "PAYOUT_CONFIRMED",
      "SETTLED"
    ])
  })

  test("of a payout that fails prints the reason, with exit code 1", async (service) => {
    const { json } = await service.payout("failing", { recipient_phone: "+256770000003" })
    const { code, output } = await watch(service, json.payout_id)
    assert.strictEqual(code, 1)
    assert.include(output, "FAILED insufficient_balance")
    assert.include(output, "The payout ended as FAILED.")
  })

  test("stopped with Ctrl-C prints the command that continues", async (service) => {
    const { json } = await service.payout("stopped", { recipient_name: "SANDBOX UNFUNDED" })
    const running = Command.start(["payouts", "watch", json.payout_id], {
      PAYOUT_API_KEY: Service.apiKey,
      PAYOUT_URL: service.url
    })
    await running.until((output) => output.includes("AWAITING_FUNDS"))
    assert.strictEqual(await running.stop("SIGINT"), 130)
    assert.include(running.output(), `payout-service payouts watch ${json.payout_id}`)
  })

  test("of an unknown payout prints an error", async (service) => {
    const { code, output } = await watch(service, "po_nothing")
    assert.strictEqual(code, 1)
    assert.match(output, /^PAYOUT_NOT_FOUND: /m)
  })
})
