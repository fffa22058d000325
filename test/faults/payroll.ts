/**
 * Batches that a balance pays for, of which every fourth row fails at the provider, and every other
 * fourth is reversed. After any faults the balance, its movements and the payouts must agree.
 */
import { assert } from "vitest"
import { patienceMs } from "../support/patience.ts"

export const rows = 12
const amount = 1.25

/** Rows of a batch that are settled. */
const settledEach = rows / 2

/** The money that was deposited at first, USDC. */
export const deposit = 1_000_000

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

interface MovementPage {
  readonly data: ReadonlyArray<Movement>
  readonly next_cursor: string | null
}

/** Sends a request. Returns the response's JSON, or `undefined` without a success. */
export type Ask = <A>(path: string, body?: object) => Promise<A | undefined>

/** Sends requests of one account to a process that may be killed in between. */
export const askOf =
  (url: () => string, key: string): Ask =>
  async <A>(path: string, body?: object): Promise<A | undefined> => {
    try {
      const response = await fetch(`${url()}${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(20_000)
      })
      return response.ok ? ((await response.json()) as A) : undefined
    } catch {
      return undefined
    }
  }

/** Repeats a request until it succeeds. */
export const answered = async <A>(ask: Ask, path: string, body?: object): Promise<A> => {
  const end = Date.now() + patienceMs
  while (true) {
    const answer = await ask<A>(path, body)
    if (answer !== undefined) return answer
    assert.isBelow(Date.now(), end, `no response to ${path}`)
  }
}

const rowOf = (name: string, number: number) => ({
  ...{ network: "MTN_UG", amount_usdc: amount, idempotency_key: `${name} row ${number}` },
  phone: number % 4 === 1 ? "+256770000003" : "+256770000001",
  name: number % 4 === 3 ? "SANDBOX REVERSE" : "Amina"
})

/** The request of a batch. */
export const submission = (name: string) => ({
  payouts: Array.from({ length: rows }, (_, number) => rowOf(name, number)),
  ...{ funding: "balance", idempotency_key: name }
})

export const submit = (ask: Ask, name: string) => ask<Batch>("/v1/batches", submission(name))

/** Reads a batch until so many rows have ended. */
export const until = async (ask: Ask, id: string, count: number): Promise<Batch> => {
  const end = Date.now() + patienceMs
  while (true) {
    const batch = await answered<Batch>(ask, `/v1/batches/${id}`)
    const ended = batch.completed + batch.failed
    if (ended >= count) return batch
    assert.isBelow(Date.now(), end, `${id} has ${ended} of ${count} rows`)
  }
}

/** All movements, oldest first. */
const movementsOf = async (ask: Ask): Promise<ReadonlyArray<Movement>> => {
  const all: Array<Movement> = []
  let cursor = ""
  while (true) {
    const path = `/v1/balance/movements?limit=100${cursor}`
    const page = await answered<MovementPage>(ask, path)
    all.push(...page.data)
    if (page.next_cursor === null) return all.reverse()
    cursor = `&cursor=${page.next_cursor}`
  }
}

const micro = (usdc: number): number => Math.round(usdc * 1e6)

interface Balance {
  readonly available_usdc: number
  readonly reserved_usdc: number
}

/**
 * The available balance once nothing is reserved. A batch returns the money of its failed rows just
 * after the last of them has ended.
 */
const availableOf = async (ask: Ask): Promise<number> => {
  const end = Date.now() + patienceMs
  while (true) {
    const balance = await answered<Balance>(ask, "/v1/balance")
    if (balance.reserved_usdc === 0) return balance.available_usdc
    assert.isBelow(Date.now(), end, `${balance.reserved_usdc} USDC are left reserved`)
  }
}

/** Checks the balance after batches that have all ended. */
export const audit = async (ask: Ask, batches: number): Promise<void> => {
  const paid = micro(batches * settledEach * amount)
  assert.strictEqual(micro(await availableOf(ask)), micro(deposit) - paid)
  let sum = 0
  for (const one of await movementsOf(ask)) {
    sum += micro(one.amount_usdc)
    assert.strictEqual(sum, micro(one.balance_after_usdc), "movements add up")
  }
  assert.strictEqual(sum, micro(deposit) - paid)
  const payouts = await answered<{ readonly total: number }>(ask, "/v1/payouts?limit=1")
  assert.strictEqual(payouts.total, batches * rows)
}

/** Sends a batch once more after a kill, and checks the response and the end of all its rows. */
export const finish = async (ask: Ask, name: string, before: Batch | undefined): Promise<void> => {
  const again = await answered<Batch>(ask, "/v1/batches", submission(name))
  if (before !== undefined) assert.deepStrictEqual(again, before, "the kept response")
  const done = await until(ask, again.id, rows)
  assert.deepInclude(done, { completed: settledEach, failed: rows - settledEach })
}
