import * as fs from "node:fs"
import { afterAll, assert, describe, it } from "vitest"
import * as Program from "../support/program.ts"

const key = "sk_sandbox_black_box_0123456789"
const dataDir = Program.temporaryFolder()
const environment = { DATA_DIR: dataDir, SANDBOX_API_KEY: key, RATE_LIMITS: "off" }
const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
const count = 300

afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }))

describe("The program, stopped under load,", () => {
  it("finishes the requests it accepted, exits with 0, and has every one at the next start", async () => {
    const first = await Program.start(environment)
    let stopped: Promise<number | NodeJS.Signals> | undefined
    const create = async (index: number) => {
      const body = { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: `q${index}` }
      const response = await fetch(`${first.url}/v1/quotes`, {
        method: "POST",
        headers,
        body: JSON.stringify(body)
      })
      stopped ??= first.stop("SIGTERM")
      const { quote_id } = (await response.json()) as { readonly quote_id?: string }
      return { status: response.status, id: quote_id }
    }
    const outcomes = await Promise.all(
      // A refused connection sent no request.
      Array.from({ length: count }, (_, index) => create(index).catch(() => undefined))
    )
    assert.strictEqual(await stopped, 0)
    const answered = outcomes.filter((outcome) => outcome !== undefined)
    assert.isAbove(answered.length, 0)
    for (const { status } of answered) assert.include([201, 503], status)

    const second = await Program.start(environment)
    for (const { id, status } of answered) {
      if (status !== 201) continue
      const response = await fetch(`${second.url}/v1/quotes/${id}`, { headers })
      assert.strictEqual(response.status, 200)
    }
    assert.strictEqual(await second.stop("SIGTERM"), 0)
  })
})
