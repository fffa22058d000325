/**
 * Batches that a balance pays for, with a kill -9 at any moment: the request, the funding of the
 * rows, their payments, or the return of money. Nothing is lost, paid twice or left reserved.
 */
import * as fs from "node:fs"
import { afterAll, assert, describe, it } from "vitest"
import * as Program from "../support/program.ts"
import * as Scenario from "./scenario.ts"
import * as Seed from "./seed.ts"

const kills = Scenario.isComplete ? 100 : 4
const rows = 12
const amount = 1.25

const key = "sk_sandbox_black_box_0123456789"
const dataDir = Program.temporaryFolder()
const environment = {
  ...{ DATA_DIR: dataDir, SANDBOX_API_KEY: key, RATE_LIMITS: "off" },
  SANDBOX_TIME_SCALE: "0.004"
}

interface Batch {
  readonly id: string
  readonly status: string
  readonly completed: number
  readonly failed: number
}

interface Movement {
  readonly type: string
  readonly amount_usdc: number
  readonly balance_after_usdc: number
}

/** The response's JSON; `undefined` if the program was killed during the request. */
const ask = async <A>(url: string, path: string, body?: object): Promise<A | undefined> => {
  try {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    return response.ok ? ((await response.json()) as A) : undefined
  } catch {
    return undefined
  }
}

const read = async <A>(url: string, path: string): Promise<A> =>
  (await ask<A>(url, path)) ?? assert.fail(`no response to ${path}`)

/** Every fourth row fails at the provider, and every other fourth is reversed. */
const rowOf = (name: string, number: number) => ({
  ...{ network: "MTN_UG", amount_usdc: amount, idempotency_key: `${name} row ${number}` },
  phone: number % 4 === 1 ? "+256770000003" : "+256770000001",
  name: number % 4 === 3 ? "SANDBOX REVERSE" : "Amina"
})

const submission = (name: string) => ({
  payouts: Array.from({ length: rows }, (_, number) => rowOf(name, number)),
  ...{ funding: "balance", idempotency_key: name }
})

const submit = (url: string, name: string) => ask<Batch>(url, "/v1/batches", submission(name))

const ended = ({ completed, failed }: Batch): number => completed + failed

/** Reads a batch until so many rows have ended. */
const until = async (url: string, id: string, count: number): Promise<Batch> => {
  const end = Date.now() + 60_000
  while (true) {
    const batch = await read<Batch>(url, `/v1/batches/${id}`)
    if (ended(batch) >= count) return batch
    assert.isBelow(Date.now(), end, `${id} has ${ended(batch)} of ${count} rows`)
  }
}

/** All movements, oldest first. */
const movementsOf = async (url: string): Promise<ReadonlyArray<Movement>> => {
  const all: Array<Movement> = []
  let cursor = ""
  while (true) {
    const page = await read<{
      readonly data: ReadonlyArray<Movement>
      readonly next_cursor: string | null
    }>(url, `/v1/balance/movements?limit=100${cursor}`)
    all.push(...page.data)
    if (page.next_cursor === null) return all.reverse()
    cursor = `&cursor=${page.next_cursor}`
  }
}

const micro = (usdc: number): number => Math.round(usdc * 1e6)

const settledEach = rows / 2
const deposit = 1_000_000

/** Checks the balance after batches that have all ended. */
const audit = async (url: string, batches: number): Promise<void> => {
  const paid = micro(batches * settledEach * amount)
  const { available_usdc, reserved_usdc } = await read<Record<string, number>>(url, "/v1/balance")
  assert.strictEqual(micro(reserved_usdc ?? Number.NaN), 0, "nothing is left reserved")
  assert.strictEqual(micro(available_usdc ?? Number.NaN), micro(deposit) - paid)
  let sum = 0
  for (const one of await movementsOf(url)) {
    sum += micro(one.amount_usdc)
    assert.strictEqual(sum, micro(one.balance_after_usdc), "movements add up")
  }
  assert.strictEqual(sum, micro(deposit) - paid)
  const { total } = await read<{ readonly total: number }>(url, "/v1/payouts?limit=1")
  assert.strictEqual(total, batches * rows)
}

afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }))

describe("A batch from a balance", () => {
  it(`loses nothing and pays nobody twice in ${kills} kills, FAULTS_SEED=${Seed.seed}`, {
    timeout: 3_000_000
  }, async () => {
    const draw = Seed.make(Seed.seed)
    let running = await Program.start(environment)
    await ask(running.url, "/v1/sandbox/balance/deposit", { amount_usdc: deposit })
    for (let kill = 0; kill < kills; kill++) {
      const name = `batch ${kill}`
      // A third of the kills come while the request is under way.
      const moment = draw(rows + rows / 2) - rows / 2
      const sent = submit(running.url, name)
      if (moment >= 0) {
        const accepted = await sent
        await until(running.url, accepted?.id ?? assert.fail("not accepted"), moment)
      } else {
        for (let turns = draw(40); turns > 0; turns--) {
          await new Promise((resolve) => setImmediate(resolve))
        }
      }
      await running.stop("SIGKILL")
      const before = await sent
      running = await Program.start(environment)
      const again = await submit(running.url, name)
      assert.isDefined(again, "the retry is accepted")
      if (before !== undefined) assert.deepStrictEqual(again, before, "the kept response")
      const done = await until(running.url, again?.id ?? "", rows)
      assert.deepInclude(done, { completed: settledEach, failed: rows - settledEach })
      await audit(running.url, kill + 1)
    }
    assert.strictEqual(await running.stop("SIGTERM"), 0)
  })
})
