import * as fs from "node:fs"
import * as path from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import * as Program from "../support/program.ts"

const key = "sk_sandbox_black_box_0123456789"
const dataDir = Program.temporaryFolder()

afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }))

const quote = (url: string, name: string) =>
  fetch(`${url}/v1/quotes`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      source_amount_usdc: 25,
      target_currency: "UGX",
      idempotency_key: name
    })
  })

/** The process id of the embedded server that this test's program started. */
const serverPid = (): number =>
  Number(fs.readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0])

describe("The program, when its database is killed,", () => {
  it("responds with 503 at worst, keeps serving reads, and resumes automatically", async () => {
    const program = await Program.start({
      DATA_DIR: dataDir,
      SANDBOX_API_KEY: key,
      RATE_LIMITS: "off"
    })
    const before = await quote(program.url, "before")
    assert.strictEqual(before.status, 201)
    const body = await before.text()
    const { quote_id } = JSON.parse(body) as { readonly quote_id: string }

    process.kill(serverPid(), "SIGKILL")

    // The client retries the request with the same key until it succeeds. Every other response is a
    // 503 with Retry-After.
    let answer = await quote(program.url, "during")
    while (answer.status === 503) {
      assert.isNotNull(answer.headers.get("retry-after"))
      const read = await fetch(`${program.url}/v1/quotes/${quote_id}`, {
        headers: { authorization: `Bearer ${key}` }
      })
      assert.strictEqual(read.status, 200)
      answer = await quote(program.url, "during")
    }
    assert.strictEqual(answer.status, 201)
    const again = await quote(program.url, "before")
    assert.strictEqual(await again.text(), body)
    assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
    assert.strictEqual(await program.stop("SIGTERM"), 0)
  })
})
