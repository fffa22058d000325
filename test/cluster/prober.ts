/**
 * Asks each partition repeatedly through alternating nodes, and keeps the times of the responses.
 * The longest time without one is the silence of a partition.
 */
import * as http from "node:http"
import * as Nodes from "../support/nodes.ts"
import { type Account, rate } from "./accounts.ts"

/**
 * Milliseconds between two questions, and milliseconds that one waits for its response. A slow
 * response is no silence.
 */
const [everyMs, answerMsMax] = [25, 1_000]

/**
 * The limit of concurrent questions to one partition, so that they are not the load on a busy
 * machine.
 */
const waitingMax = 8

export interface Prober {
  /**
   * The longest time without a response from a time until now, of each partition, in milliseconds.
   */
  readonly silences: (from: number) => ReadonlyArray<number>
  /**
   * The time of each partition's first response to a question after `after`; `Infinity` if there is
   * none yet.
   */
  readonly firstAnswers: (after: number) => ReadonlyArray<number>
  /** Resolves when each partition has responded to a question after `after`. */
  readonly answered: (after: number) => Promise<void>
  readonly stop: () => void
}

interface Answered {
  readonly askedAt: number
  readonly at: number
}

/** All responses so far, by partition. */
type Answers = ReadonlyArray<Array<Answered>>

const ask = (agent: http.Agent, url: string, key: string, body: string): Promise<boolean> =>
  new Promise((resolve) => {
    const request = http.request(`${url}/v1/quotes`, {
      ...{ agent, method: "POST", signal: AbortSignal.timeout(answerMsMax) },
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body)
      }
    })
    request.once("error", () => resolve(false))
    request.once("response", (response) => {
      response.once("error", () => resolve(false))
      response.once("end", () => resolve(response.statusCode === 201))
      response.resume()
    })
    request.end(body)
  })

const longest = (times: ReadonlyArray<number>): number =>
  times.reduce((most, time, index) => Math.max(most, time - (times[index - 1] ?? time)), 0)

const silenceOf = (answers: ReadonlyArray<Answered>, from: number): number => {
  const times = answers.map(({ at }) => at).filter((at) => at > from)
  return longest([from, ...times.toSorted((one, other) => one - other), performance.now()])
}

const firstOf = (answers: ReadonlyArray<Answered>, after: number): number =>
  Math.min(...answers.filter(({ askedAt }) => askedAt > after).map(({ at }) => at), Infinity)

/** Starts a prober. The accounts are in the order of their partitions. */
export const start = (
  accounts: ReadonlyArray<Account>,
  urls: () => ReadonlyArray<string>
): Prober => {
  const agent = new http.Agent({ keepAlive: true })
  const answers: Answers = accounts.map(() => [])
  const waiting = accounts.map(() => 0)
  const name = `probe ${Math.random()}`
  let [count, round] = [0, 0]
  const askAll = () => {
    const all = urls()
    round += 1
    for (const [index, { key }] of accounts.entries()) {
      count += 1
      const [askedAt, url] = [performance.now(), all[(round + index) % all.length]]
      const others = waiting[index] ?? 0
      if (url === undefined || others >= waitingMax) continue
      waiting[index] = others + 1
      const body = JSON.stringify({ ...rate, idempotency_key: `${name} ${count}` })
      ask(agent, url, key, body).then((isAnswered) => {
        waiting[index] = (waiting[index] ?? 1) - 1
        if (isAnswered) answers[index]?.push({ askedAt, at: performance.now() })
      })
    }
  }
  const timer = setInterval(askAll, everyMs)
  const firstAnswers: Prober["firstAnswers"] = (after) =>
    answers.map((each) => firstOf(each, after))
  return {
    silences: (from) => answers.map((each) => silenceOf(each, from)),
    firstAnswers,
    answered: async (after) => {
      const isAnswered = async () => (firstAnswers(after).every(Number.isFinite) ? true : undefined)
      await Nodes.until("every partition answers", isAnswered)
    },
    stop: () => {
      clearInterval(timer)
      agent.destroy()
    }
  }
}
