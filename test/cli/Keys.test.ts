import { assert } from "@effect/vitest"
import { customer, suite } from "../http/suite.ts"
import * as Service from "../support/service.ts"
import * as Command from "./command.ts"

suite("accounts", {}, (test) => {
  test("are listed with the ids that keys need", async (service) => {
    const { id } = await customer(service)
    const environment = { PAYOUT_ADMIN_KEY: Service.adminKey, PAYOUT_URL: service.url }
    const listed = await Command.run(["accounts", "list"], environment)
    assert.strictEqual(listed.code, 0, listed.output)
    assert.include(listed.stdout, id)
    const { stdout } = await Command.run(["accounts", "list", "--json"], environment)
    assert.include(
      JSON.parse(stdout).data.map((account: { readonly id: string }) => account.id),
      id
    )
  })
})

suite("keys", {}, (test) => {
  test("are created, rotated and revoked, and shown only when they are created", async (service) => {
    const { id } = await customer(service)
    const environment = { PAYOUT_ADMIN_KEY: Service.adminKey, PAYOUT_URL: service.url }
    const keys = (...words: ReadonlyArray<string>) =>
      Command.run(["keys", ...words, "--account", id], environment)
    const status = async (key: string) => (await service.call("GET", "/v1/payouts", { key })).status

    const created = await keys("create", "--name", "till", "--scope", "read_only")
    assert.strictEqual(created.code, 0, created.output)
    const first = created.stdout.trim()
    assert.match(first, /^sk_sandbox_\S+$/)
    assert.strictEqual(await status(first), 200)
    const [keyId = ""] = /key_\w+/.exec(created.output) ?? []

    const rotated = await keys("rotate", keyId)
    const second = rotated.stdout.trim()
    assert.deepStrictEqual([await status(first), await status(second)], [200, 200])
    const [secondId = ""] = /key_\w+/.exec(rotated.output) ?? []

    const atOnce = await keys("rotate", secondId, "--overlap-hours", "0")
    const third = atOnce.stdout.trim()
    assert.deepStrictEqual([await status(second), await status(third)], [401, 200])
    const [nextId = ""] = /key_\w+/.exec(atOnce.output) ?? []

    const revoked = await keys("revoke", nextId)
    assert.strictEqual(revoked.output.trim(), `${nextId} is revoked.`)
    assert.strictEqual(await status(third), 401)
    for (const { output } of [created, rotated, atOnce, revoked]) {
      assert.notInclude(output, Service.adminKey)
    }
  })

  test("are created with a scope, an expiry and allowed addresses", async (service) => {
    const { id } = await customer(service)
    const environment = { PAYOUT_ADMIN_KEY: Service.adminKey, PAYOUT_URL: service.url }
    const create = (...words: ReadonlyArray<string>) =>
      Command.run(["keys", "create", "--account", id, "--name", "books", ...words], environment)
    const before = Date.now()
    const flags = ["--expires-in", "90d", "--allow-ip", "203.0.113.0/24", "--allow-ip", "::1"]
    const created = await create("--scope", "reports", ...flags)
    assert.strictEqual(created.code, 0, created.output)
    const path = `/admin/v1/accounts/${id}/api-keys`
    const [key] = (await service.call("GET", path, { key: Service.adminKey })).json.data
    assert.deepInclude(key, { scope: "reports", allowed_ips: ["203.0.113.0/24", "::1"] })
    const termMs = Date.parse(key.expires_at) - before
    assert.isAtLeast(termMs, 90 * 24 * 3_600_000)
    assert.isBelow(termMs, 90 * 24 * 3_600_000 + 60_000)

    const soon = await create("--scope", "full", "--expires-in", "tomorrow")
    assert.notStrictEqual(soon.code, 0)
    assert.include(soon.output, "must be hours or days such as 12h or 90d")
    const nowhere = await create("--scope", "full", "--allow-ip", "nowhere")
    assert.strictEqual(nowhere.code, 1)
    assert.include(nowhere.output, "allowed_ips.0")
  })

  test("are refused with exit code 1 and the missing or wrong option", async ({ url }) => {
    const words = ["keys", "revoke", "key_x", "--account", "acct_x", "--url", url]
    const keyless = await Command.run(words)
    assert.strictEqual(keyless.code, 1)
    assert.include(keyless.output, "Set PAYOUT_ADMIN_KEY")
    const unknown = await Command.run(words, { PAYOUT_ADMIN_KEY: Service.adminKey })
    assert.strictEqual(unknown.code, 1)
    assert.match(unknown.output, /NOT_FOUND: .* \[req_\w+\]/)
    const badUrl = await Command.run([...words.slice(0, -1), "nowhere"], {
      PAYOUT_ADMIN_KEY: Service.adminKey
    })
    assert.include(badUrl.output, "--url must be a URL")
  })
})
