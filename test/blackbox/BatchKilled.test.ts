import * as fs from "node:fs"
import { afterAll, assert, describe, it } from "vitest"
import * as Program from "../support/program.ts"

const key = "sk_sandbox_black_box_0123456789"
const dataDir = Program.temporaryFolder()
const environment = {
  DATA_DIR: dataDir,
  SANDBOX_API_KEY: key,
  SANDBOX_TIME_SCALE: "0.02",
  WEBHOOK_ALLOW_LOOPBACK: "true",
  RATE_LIMITS: "off"
}
const authorization = { authorization: `Bearer ${key}` }

const count = 1_000
/** The recipient of a row. Every hundredth number fails. */
const phone = (row: number) => (row % 100 === 3 ? "+256770000003" : "+256770000001")
const failing = count / 100

const csv = [
  "phone,network,amount_usdc,name,idempotency_key",
  ...Array.from({ length: count }, (_, row) =>
    [phone(row), row % 2 === 0 ? "mtn_uganda" : "MTN_UG", "1.25", `Row ${row}`, `row ${row}`].join()
  )
].join("\r\n")

interface Batch {
  readonly id: string
  readonly status: string
  readonly total: number
  readonly completed: number
  readonly failed: number
  readonly pending: number
  readonly refund?: { readonly status: string; readonly amount_usdc: number }
}

const get = async <A>(url: string, path: string): Promise<A> => {
  const response = await fetch(`${url}${path}`, { headers: authorization })
  return (await response.json()) as A
}

interface Listed {
  readonly total: number
  readonly data: ReadonlyArray<{ readonly failure_reason?: string }>
}

const submit = async (url: string): Promise<{ readonly status: number; readonly text: string }> => {
  const body = new FormData()
  body.append("file", new Blob([csv], { type: "text/csv" }), "payroll.csv")
  const response = await fetch(`${url}/v1/batches`, {
    method: "POST",
    headers: authorization,
    body
  })
  return { status: response.status, text: await response.text() }
}

/** Reads the batch until it is as wanted. At each read its counters must add up. */
const look = async (
  url: string,
  id: string,
  isWanted: (batch: Batch) => boolean
): Promise<Batch> => {
  while (true) {
    const batch: Batch = await get(url, `/v1/batches/${id}`)
    assert.strictEqual(batch.completed + batch.failed + batch.pending, count)
    if (isWanted(batch)) return batch
  }
}

interface Delivered {
  readonly type: string
  readonly data: {
    readonly payout_id?: string
    readonly batch_id: string
    readonly sequence?: number
    readonly idempotency_key: string
    readonly amount_usdc?: number
  }
}

/** Records the delivered sequences of each row, by its key. */
const listener = () => {
  const rows = new Map<string, Set<number>>()
  let count = 0
  let next = 0
  return (received: ReadonlyArray<Program.Received>) => {
    for (const { json } of received.slice(next)) {
      const { data } = json as Delivered
      if (data.sequence === undefined) continue
      const known = rows.get(data.idempotency_key) ?? new Set()
      rows.set(data.idempotency_key, known)
      if (!known.has(data.sequence)) count += 1
      known.add(data.sequence)
    }
    next = received.length
    return { rows, count }
  }
}

afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }))

describe("A CSV batch of 1,000 rows", () => {
  it("is completed after a kill -9 half way, with every row's events delivered", {
    timeout: 120_000
  }, async () => {
    const receiver = await Program.receiver()
    const first = await Program.start(environment)
    const registered = await fetch(`${first.url}/v1/webhooks/endpoints`, {
      method: "POST",
      headers: { ...authorization, "content-type": "application/json" },
      body: JSON.stringify({ url: receiver.url, events: ["*"] })
    })
    assert.strictEqual(registered.status, 201)
    const accepted = await submit(first.url)
    assert.strictEqual(accepted.status, 202, accepted.text)
    const { id } = JSON.parse(accepted.text)
    await look(first.url, id, ({ completed }) => completed >= count / 4)
    await first.stop("SIGKILL")

    const second = await Program.start(environment)
    const again = await submit(second.url)
    assert.strictEqual(again.text, accepted.text, "the acknowledged batch changed")
    const middle = await look(second.url, id, () => true)
    assert.isAtLeast(middle.completed, count / 4)
    const done = await look(
      second.url,
      id,
      // The sandbox refunds the failed rows automatically.
      ({ pending, refund }) => pending === 0 && refund?.status === "confirmed"
    )
    const { completed, failed: lost, status, total: rows } = done
    assert.deepStrictEqual(
      [status, rows, completed, lost],
      ["completed", count, count - failing, failing]
    )
    assert.strictEqual(done.refund?.amount_usdc, failing * 1.25)
    const { total } = await get<Listed>(second.url, "/v1/payouts?limit=1")
    assert.strictEqual(total, count)
    const failed = await get<Listed>(
      second.url,
      `/v1/batches/${id}/payouts?status=FAILED&limit=100`
    )
    assert.strictEqual(failed.total, failing)
    for (const one of failed.data) assert.strictEqual(one.failure_reason, "insufficient_balance")

    const expected = (row: number): string => (phone(row).endsWith("3") ? "1,2,3" : "1,2,3,4,5,6")
    const tally = listener()
    const all = 6 * (count - failing) + 3 * failing
    await receiver.until((received) => tally(received).count >= all)
    const { rows: delivered } = tally(receiver.received)
    for (let row = 0; row < count; row++) {
      const sequences = [...(delivered.get(`row ${row}`) ?? [])].sort().join()
      assert.strictEqual(sequences, expected(row), `row ${row}`)
    }
    const deposits = receiver.received
      .map(({ json }) => json as Delivered)
      .filter(({ type }) => type === "deposit.received")
    assert.isAtLeast(deposits.length, 1)
    for (const { data } of deposits) {
      assert.deepInclude(data, { batch_id: id, amount_usdc: count * 1.25 })
    }
    assert.strictEqual(await second.stop("SIGTERM"), 0)
    receiver.close()
  })
})
