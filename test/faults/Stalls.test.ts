import { assert, describe, it } from "vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as Gauges from "./gauges.ts"
import type { Reading } from "./instruments.ts"
import type * as Life from "./life.ts"
import * as Pairs from "./pairs.ts"
import * as Scenario from "./scenario.ts"
import * as Storm from "./storm.ts"

/**
 * Milliseconds of work in one turn of the event loop. The aim is 50 ms, but on a machine that is
 * busy with other tests only far more is an error.
 */
const workMsMax = Scenario.isComplete ? 50 : 1_000

/** The number of payouts in the database while lists are read and the program is started again. */
const payouts = Scenario.isComplete ? 20_000 : 1_000

/** Repeats a text as often as it fits into a body of the largest size. */
const fill = (text: string): string =>
  text.repeat(Math.floor((Limits.http.bodyBytesMax - 200) / text.length))

const pairs = (count: number): string =>
  Array.from({ length: count }, (_, index) => `"k${index}":1`).join(",")

/** The number of marks that the service reads at most. */
const marks = Limits.http.bodyMarksMax - 10

/** Bodies of up to a megabyte, each the worst case for another part of the reading. */
const bodies: Readonly<Record<string, string>> = {
  "brackets without end": fill("["),
  "nested records": fill('{"a":'),
  "numbers in a list": `{"metadata":[${fill("1,")}1]}`,
  "numbers, one too long": `{"metadata":[1234567890123456789,${fill("1,")}1]}`,
  "numbers, all too long": `{"metadata":[${fill("1234567890123456789,")}1]}`,
  "fewer numbers, one too long": `{"more":[1234567890123456789${",1".repeat(marks)}]}`,
  "fewer records": `{"metadata":{${pairs(marks)}}}`,
  "one number": `{"source_amount_usdc":${fill("1")}}`,
  "many fields": `{${pairs(85_000)}}`,
  "one text": `{"recipient_name":"${fill("a")}"}`,
  "escapes in one text": `{"recipient_name":"${fill("\\u00e9")}"}`,
  spaces: `{${fill(" ")}}`
}

const metadata = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [`${index}`.padEnd(64, "n"), "m".repeat(500)])
)

const post = async ({ url }: Gauges.Watched, path: string, body: string) => {
  const headers = { ...Gauges.authorized, "content-type": "application/json" }
  const response = await fetch(`${url}${path}`, { method: "POST", headers, body })
  return { status: response.status, text: await response.text() }
}

/** Asserts the longest work in one turn of the event loop while `act` runs. */
const stall = async (
  life: Gauges.Watched,
  what: string,
  act: () => Promise<unknown>
): Promise<Reading> => {
  await life.read()
  await act()
  const reading = await life.read()
  const { stallMs, workMs } = reading
  console.log(`${what}: ${workMs.toFixed(1)} ms of work, ${stallMs.toFixed(1)} ms in all`)
  assert.isBelow(workMs, workMsMax, what)
  return reading
}

/** Creates payouts, each with a locked rate, on a few connections. */
const create = async (life: Gauges.Watched, name: string, count: number): Promise<void> => {
  const each = async (index: number): Promise<void> => {
    const rate = {
      source_amount_usdc: 5,
      target_currency: "UGX",
      idempotency_key: `${name} ${index}`
    }
    const { text } = await post(life, "/v1/quotes", JSON.stringify(rate))
    const { quote_id } = JSON.parse(text) as { readonly quote_id: string }
    const payout = {
      ...{ quote_id, recipient_phone: "+256770000001", network: "MTN_UG" },
      idempotency_key: `payout ${name} ${index}`
    }
    const { status } = await post(life, "/v1/payouts", JSON.stringify(payout))
    assert.strictEqual(status, 201)
  }
  const lane = async (from: number): Promise<void> => {
    for (let index = from; index < count; index += 32) await each(index)
  }
  await Promise.all(Array.from({ length: 32 }, (_, from) => lane(from)))
}

/** Starts a program that has served some requests, so that its code is compiled. */
const warm = async (pair: Pairs.Pair, more: Life.Environment = {}): Promise<Gauges.Watched> => {
  const life = await pair.start(more)
  assert.isDefined(await life.listening, life.output())
  await create(life, `warm ${life.pid}`, 100)
  return life
}

const get = async ({ url }: Gauges.Watched, path: string) => {
  const response = await fetch(`${url}${path}`, { headers: Gauges.authorized })
  assert.strictEqual(response.status, 200)
  return (await response.json()) as {
    readonly data: ReadonlyArray<unknown>
    readonly total: number
    readonly pending: number
  }
}

/** The rows of the largest batch, whose keys all begin with the name. */
const rowsOf = (name: string, more: object = {}) =>
  Array.from({ length: Limits.batches.rowsMax }, (_, index) => ({
    ...{ phone: "+256770000001", network: "mtn_uganda", amount_usdc: 10 },
    name: `Row ${index} `.padEnd(200, "é"),
    idempotency_key: `${name} ${index} `.padEnd(128, "k"),
    ...more
  }))

type Rows = ReturnType<typeof rowsOf>

const forms = {
  JSON: (payouts: Rows) => JSON.stringify({ payouts }),
  CSV: (payouts: Rows) => {
    const lines = [Object.keys(payouts[0] ?? {}), ...payouts.map((row) => Object.values(row))]
    const text = lines.map((fields) => fields.join(",")).join("\n")
    const form = new FormData()
    form.append("file", new Blob([text], { type: "text/csv" }), "rows.csv")
    return form
  }
}

const submit = async (
  { url }: Gauges.Watched,
  body: string | FormData,
  expected: number
): Promise<string> => {
  // A form sets its own content type.
  const type = typeof body === "string" ? { "content-type": "application/json" } : {}
  const headers = { ...Gauges.authorized, ...type }
  const response = await fetch(`${url}/v1/batches`, { method: "POST", body, headers })
  const text = await response.text()
  assert.strictEqual(response.status, expected, text.slice(0, 200))
  return (JSON.parse(text) as { readonly id: string }).id
}

/**
 * Measures the stalls of a batch that is accepted, run to its end, sent again, and refused with
 * errors in every row.
 */
const stallsOfBatch = async (
  life: Gauges.Watched,
  received: ReadonlyArray<unknown>,
  name: string,
  form: (payouts: Rows) => string | FormData
): Promise<void> => {
  const [whole, again] = [form(rowsOf(name)), form(rowsOf(name))]
  let id = ""
  await stall(life, `a batch of ${Limits.batches.rowsMax} rows, ${name}`, async () => {
    id = await submit(life, whole, 202)
  })
  const deliveriesMin = received.length + Limits.batches.rowsMax
  await stall(life, "its payouts, all at once, and their webhooks", async () => {
    const isOver = async () => (await get(life, `/v1/batches/${id}`)).pending === 0
    await Gauges.eventually("all are settled", isOver, 60_000)
    const areDelivered = async () => received.length >= deliveriesMin
    await Gauges.eventually("all webhooks are delivered", areDelivered, 60_000)
  })
  await stall(life, "the same batch again", async () => {
    assert.strictEqual(await submit(life, again, 202), id)
  })
  const wrong = form(rowsOf(name, { phone: "0", network: "no", amount_usdc: -1 }))
  await stall(life, "a batch with three errors in every row", () => submit(life, wrong, 400))
}

describe("The event loop", () => {
  it("is free for others while the largest bodies are read", {
    timeout: Scenario.msMax
  }, async () => {
    await Pairs.run(async (pair) => {
      const life = await warm(pair)
      for (const [name, body] of Object.entries(bodies)) {
        assert.isAtMost(body.length, Limits.http.bodyBytesMax, name)
        await stall(life, name, async () => {
          const { status, text } = await post(life, "/v1/payouts", body)
          assert.strictEqual(status, 400, text.slice(0, 200))
        })
      }
      const rate = { source_amount_usdc: 5, target_currency: "UGX", idempotency_key: "longest" }
      const quote = JSON.parse((await post(life, "/v1/quotes", JSON.stringify(rate))).text)
      const longest = {
        ...{ quote_id: quote.quote_id, recipient_phone: "+256770000001", network: "MTN_UG" },
        ...{ recipient_name: "é".repeat(200), reference: "r".repeat(128), metadata },
        idempotency_key: "k".repeat(128)
      }
      await stall(life, "the longest payout", async () => {
        const { status, text } = await post(life, "/v1/payouts", JSON.stringify(longest))
        assert.strictEqual(status, 201, text)
      })
    })
  })

  it("is free for others while the largest batches are accepted, run, cancelled and refused", {
    timeout: Scenario.msMax
  }, async () => {
    await Pairs.run(async (pair) => {
      const life = await warm(pair)
      assert.isTrue(await pair.customers.work(life.url, 0), "two endpoints get all events")
      const { received } = pair.customers.endings
      for (const [name, form] of Object.entries(forms)) {
        await stallsOfBatch(life, received, name, form)
      }
      await life.kill("SIGKILL")
      const slow = await warm(pair, { SANDBOX_TIME_SCALE: "100" })
      const id = await submit(slow, forms.JSON(rowsOf("cancelled")), 202)
      await stall(slow, "a batch's cancellation", async () => {
        const { status, text } = await post(slow, `/v1/batches/${id}/cancel`, "{}")
        assert.strictEqual(status, 200, text)
        const isOver = async () => (await get(slow, `/v1/batches/${id}`)).pending === 0
        await Gauges.eventually("all are cancelled", isOver, 60_000)
      })
    })
  })

  it("is free for others during lists and a recovery of many payouts", {
    timeout: Scenario.msMax
  }, async () => {
    await Pairs.run(async (pair) => {
      // The sandbox is so slow that all payouts still await their deposits when the program is
      // killed.
      const first = await warm(pair, { SANDBOX_TIME_SCALE: "100", QUOTE_TTL: "1 hour" })
      await stall(first, `${payouts} creations`, () => create(first, "many", payouts))
      await stall(first, `lists of 100 of ${payouts}`, async () => {
        for (const offset of [0, payouts / 2, payouts - 100]) {
          const { data, total } = await get(first, `/v1/payouts?limit=100&offset=${offset}`)
          assert.lengthOf(data, 100)
          assert.isAtLeast(total, payouts)
        }
      })
      await first.kill("SIGKILL")

      const second = await pair.start({ SANDBOX_TIME_SCALE: "0.001" })
      assert.isDefined(await second.listening, second.output())
      const recovered = /Recovered (\d+) active payouts/.exec(second.output())?.[1]
      assert.isAtLeast(Number(recovered), payouts)
      const boot = await second.read()
      console.log(`start: ${boot.workMs.toFixed(0)} ms of work at once, before it serves`)
      const isSettled = async () =>
        (await get(second, "/v1/payouts?status=SETTLED&limit=1")).total >= payouts
      await stall(second, `the pending steps of ${recovered} payouts, all at once`, async () => {
        const isOver = (told: ReadonlyArray<unknown>) => told.length >= 1_000
        const storm = { port: second.port, connections: 8, depth: 1, name: "others", isOver }
        const told = await Storm.run(storm)
        assert.isEmpty(told.filter((each) => !Storm.isTaken(each)))
        const waits = told.map(({ ms }) => ms)
        console.log(`others: p99 ${Storm.percentile(waits, 0.99).toFixed(1)} ms`)
        await Gauges.eventually("all are settled", isSettled, 60_000)
      })
    })
  })
})
