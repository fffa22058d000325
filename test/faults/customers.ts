/**
 * The customers of one database. Concurrently they register endpoints, lock rates and create
 * payouts, and retry every request without a response, over any number of lives of the program.
 */
import { setTimeout as pause } from "node:timers/promises"
import { assert } from "vitest"
import * as History from "../support/history.ts"
import { patienceMs } from "../support/patience.ts"
import * as Program from "../support/program.ts"
import * as Life from "./life.ts"

export const finals = ["SETTLED", "FAILED", "REVERSED"]

const apiKey = Life.environment.SANDBOX_API_KEY ?? ""
const headers = { authorization: `Bearer ${apiKey}` }

export interface Event {
  readonly id: string
  readonly type: string
  readonly data: { readonly payout_id: string; readonly status: string; readonly sequence: number }
}

export interface Customers {
  readonly history: History.History
  /** The webhook endpoint of every event, and the one of final events alone. */
  readonly everything: Program.Receiver
  readonly endings: Program.Receiver
  /**
   * Runs the remaining work of the first `count` customers. Returns `true` if every request has a
   * response, and `false` if the program ended.
   */
  readonly work: (url: string, count: number) => Promise<boolean>
  /** Retries every request without a response until it has one. */
  readonly finish: (url: string) => Promise<boolean>
  /** Resolves when a final event of every acknowledged payout has arrived. */
  readonly settled: () => Promise<void>
  readonly close: () => void
}

/** The fields of a payout or a list that the audit checks. */
interface Answer {
  readonly status: string
  readonly timeline: ReadonlyArray<{ readonly status: string }>
  readonly total: number
}

export const get = async (url: string, path: string) => {
  const response = await fetch(`${url}${path}`, { headers })
  return { status: response.status, json: (await response.json()) as Answer }
}

/**
 * Returns once the tables show everything durable, because audits need it, or once the program has
 * ended.
 */
export const written = (url: string): Promise<unknown> =>
  fetch(`${url}/v1/audit-logs?limit=1`, { headers }).then(
    (response) => response.text(),
    () => undefined
  )

/** Waits until the program takes writes; `false` if it has ended. */
const ready = async (url: string): Promise<boolean> => {
  const end = Date.now() + patienceMs
  while (Date.now() < end) {
    const status = await fetch(`${url}/readyz`).then(
      (response) => response.status,
      () => undefined
    )
    if (status === undefined) return false
    if (status === 200) return true
    // An HTTP client must poll for readiness, and pauses between two requests.
    await pause(10)
  }
  return assert.fail(`not ready after ${patienceMs} ms`)
}

/**
 * The recipient of a payout. Every eleventh number and every seventh name cause an outcome other
 * than SETTLED.
 */
const recipient = (index: number) => ({
  network: "MTN_UG",
  recipient_phone: index % 11 === 3 ? "+256770000003" : "+256770000001",
  ...(index % 7 === 5 ? { recipient_name: "SANDBOX REVERSE" } : {})
})

const endpoints = "/v1/webhooks/endpoints"

export const make = async (): Promise<Customers> => {
  const history = History.make(apiKey)
  const everything = await Program.receiver()
  const endings = await Program.receiver()

  const answered = async (url: string, operation: History.Operation): Promise<boolean> => {
    while (operation.answer === undefined) {
      if ((await history.send(url, operation)) !== undefined) return true
      if (!(await ready(url))) return false
    }
    return true
  }

  const all = async (url: string, operations: ReadonlyArray<History.Operation>) =>
    (await Promise.all(operations.map((each) => answered(url, each)))).every(Boolean)

  const customer = async (url: string, index: number): Promise<boolean> => {
    const amounts = { source_amount_usdc: 10 + (index % 90), target_currency: "UGX" }
    const quote = history.operation("/v1/quotes", `quote ${index}`, amounts)
    if (!(await answered(url, quote))) return false
    const body = { quote_id: History.bodyOf(quote).quote_id, ...recipient(index) }
    const payout = history.operation("/v1/payouts", `payout ${index}`, body)
    if (index % 5 !== 0) return answered(url, payout)
    // Some payouts have a rival for the same quote, and one of the two must be refused.
    const rival = history.operation("/v1/payouts", `rival ${index}`, body)
    return all(url, [payout, rival])
  }

  const work = async (url: string, count: number): Promise<boolean> => {
    const registered = await all(url, [
      history.operation(endpoints, "everything", { url: everything.url, events: ["*"] }),
      history.operation(endpoints, "endings", {
        url: endings.url,
        events: ["payout.settled", "payout.failed", "payout.reversed"]
      })
    ])
    if (!registered) return false
    const indexes = Array.from({ length: count }, (_, index) => index)
    return (await Promise.all(indexes.map((index) => customer(url, index)))).every(Boolean)
  }

  const finish = (url: string) => all(url, history.operations())

  const ended = new Set<string>()
  let read = 0
  const settled = () =>
    everything.until((received) => {
      for (const { json } of received.slice(read)) {
        const { data } = json as Event
        if (finals.includes(data.status)) ended.add(data.payout_id)
      }
      read = received.length
      return history
        .ok("/v1/payouts")
        .every((operation) => ended.has(History.bodyOf(operation).payout_id))
    })

  const close = () => {
    everything.close()
    endings.close()
  }
  return { history, everything, endings, work, finish, settled, close }
}
