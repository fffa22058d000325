import { createHmac } from "node:crypto"
import * as fs from "node:fs"
import { afterAll, assert, describe, it } from "vitest"
import * as Program from "../support/program.ts"

const key = "sk_sandbox_black_box_0123456789"
const dataDir = Program.temporaryFolder()
const environment = {
  DATA_DIR: dataDir,
  SANDBOX_API_KEY: key,
  SANDBOX_TIME_SCALE: "0.01",
  WEBHOOK_ALLOW_LOOPBACK: "true",
  RATE_LIMITS: "off"
}

/** The fields of responses that the tests read. */
interface Body {
  readonly quote_id: string
  readonly payout_id: string
  readonly status: string
  readonly secret: string
  readonly total: number
  readonly timeline: ReadonlyArray<{ readonly status: string }>
}

const post = async (url: string, path: string, body: unknown) => {
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body)
  })
  return { status: response.status, json: (await response.json()) as Body }
}

const get = async (url: string, path: string): Promise<Body> => {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } })
  return (await response.json()) as Body
}

const count = 200
const places = Array.from({ length: count }, (_, index) => index)
/** The recipient of a payout. Every tenth number fails. */
const phone = (index: number) => (index % 10 === 3 ? "+256770000003" : "+256770000001")

interface Event {
  readonly id: string
  readonly data: { readonly payout_id: string; readonly status: string; readonly sequence: number }
}

const isFinal = ({ data }: Event): boolean => data.status === "SETTLED" || data.status === "FAILED"

const eventsOf = (received: ReadonlyArray<Program.Received>): ReadonlyArray<Event> =>
  received.map(({ json }) => json as Event)

afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }))

describe("The program, killed with kill -9 under load,", () => {
  it("keeps every acknowledged payout and ends each exactly once", async () => {
    const receiver = await Program.receiver()
    const first = await Program.start(environment)
    const endpoint = await post(first.url, "/v1/webhooks/endpoints", {
      url: receiver.url,
      events: ["payout.*"]
    })
    const quotes = await Promise.all(
      places.map((index) =>
        post(first.url, "/v1/quotes", {
          source_amount_usdc: 10 + index,
          target_currency: "UGX",
          idempotency_key: `quote ${index}`
        })
      )
    )
    const create = (url: string, index: number) =>
      post(url, "/v1/payouts", {
        quote_id: quotes[index]?.json.quote_id,
        recipient_phone: phone(index),
        network: "MTN_UG",
        idempotency_key: `payout ${index}`
      })

    const acknowledged = new Map<number, unknown>()
    await Promise.all(
      places.map((index) =>
        create(first.url, index).then(
          ({ json, status }) => {
            if (status !== 201) return
            acknowledged.set(index, json)
            if (acknowledged.size === count / 2) first.stop("SIGKILL")
          },
          () => undefined
        )
      )
    )
    assert.isAtLeast(acknowledged.size, count / 2)

    const second = await Program.start(environment)
    const retried = await Promise.all(places.map((index) => create(second.url, index)))
    for (const [index, answer] of acknowledged) {
      assert.deepStrictEqual(retried[index]?.json, answer, "an acknowledged payout changed")
    }
    const ids = retried.map(({ json }) => json.payout_id)
    assert.strictEqual(new Set(ids).size, count)

    await receiver.until((received) => eventsOf(received).filter(isFinal).length >= count / 4)
    await second.stop("SIGKILL")
    const third = await Program.start(environment)
    const ended = (received: ReadonlyArray<Program.Received>) =>
      new Set(
        eventsOf(received)
          .filter(isFinal)
          .map(({ data }) => data.payout_id)
      ).size === count
    await receiver.until(ended)

    const payouts = await Promise.all(ids.map((id) => get(third.url, `/v1/payouts/${id}`)))
    payouts.forEach((payout, index) => {
      assert.strictEqual(payout.status, phone(index).endsWith("3") ? "FAILED" : "SETTLED")
      const finals = payout.timeline.filter(({ status }) => ["SETTLED", "FAILED"].includes(status))
      assert.strictEqual(finals.length, 1)
    })
    const { total } = await get(third.url, "/v1/payouts?limit=1")
    assert.strictEqual(total, count)
    assert.strictEqual(await third.stop("SIGTERM"), 0)
    receiver.close()
    checkEvents(receiver.received, ids, endpoint.json.secret)
  })
})

/** Asserts that signatures are valid, no event is missing, and first arrivals are in order. */
const checkEvents = (
  received: ReadonlyArray<Program.Received>,
  ids: ReadonlyArray<string>,
  secret: string
): void => {
  const seen = new Map<string, Array<number>>()
  for (const { body, headers } of received) {
    const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`
    assert.strictEqual(headers["x-service-signature"], signature)
    const { payout_id, sequence } = (JSON.parse(body) as Event).data
    const sequences = seen.get(payout_id) ?? []
    if (!sequences.includes(sequence)) seen.set(payout_id, [...sequences, sequence])
  }
  ids.forEach((id, index) => {
    const expected = phone(index).endsWith("3") ? [1, 2] : [1, 2, 3, 4, 5]
    assert.deepStrictEqual(seen.get(id), expected, id)
  })
}
