/**
 * Customers of the service. Each requests one quote after another, retries with the same key until
 * there is a response, and keeps every response.
 */
import * as Shell from "./Shell.ts"

/** The key of the sandbox's first account. */
export const key = "sk_sandbox_drill_0123456789abcdef"

const customers = 8

/** Timeout of one attempt, milliseconds. */
const attemptMsMax = 15_000

export interface Load {
  /** Responses by the keys of their requests. */
  readonly responses: ReadonlyMap<string, string>
  /** The longest time without a response to any customer since `mark`, milliseconds. */
  readonly silence: () => number
  /** The longest time that one customer waited for a response since `mark`, milliseconds. */
  readonly wait: () => number
  readonly mark: () => void
  readonly stop: () => Promise<void>
  /** Sends a request again and returns its response. */
  readonly askAgain: (url: string, name: string) => Promise<string | undefined>
}

/** True for the statuses of a proxy whose service has just ended. */
const isPassing = (status: number): boolean => status >= 502 && status <= 504

/** The body of a created quote; `undefined` if the request must be retried. */
const ask = async (url: string, apiKey: string, name: string): Promise<string | undefined> => {
  try {
    const answer = await fetch(`${url}/v1/quotes`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({
        ...{ source_amount_usdc: 25, target_currency: "UGX" },
        idempotency_key: name
      }),
      signal: AbortSignal.timeout(attemptMsMax)
    })
    const text = await answer.text()
    if (answer.status === 201) return text
    if (isPassing(answer.status)) return undefined
    throw new Refused(`${name} was answered ${answer.status}: ${text}`)
  } catch (error) {
    if (error instanceof Refused) throw error
    return undefined
  }
}

/** A response that a retry cannot change. */
class Refused extends Error {}

/** Starts the customers. Several of them share each of the accounts' keys. */
export const start = (url: string, keys: ReadonlyArray<string> = [key]): Load => {
  const responses = new Map<string, string>()
  const keyOf = (number: number): string => keys[number % keys.length] ?? key
  const waiting = new Map<number, number>()
  let isOver = false
  let [lastAt, longest, longestWait] = [Date.now(), 0, 0]
  const silence = (): number => Math.max(longest, Date.now() - lastAt)
  const wait = (): number => {
    const now = Date.now()
    return Math.max(longestWait, ...Array.from(waiting.values(), (since) => now - since))
  }
  const customer = async (number: number): Promise<void> => {
    for (let count = 0; !isOver; count++) {
      const name = `drill ${number} ${count}`
      let body: string | undefined
      waiting.set(number, Date.now())
      while (body === undefined) {
        body = await ask(url, keyOf(number), name)
        if (body === undefined) await Shell.pause(100)
      }
      longestWait = wait()
      waiting.delete(number)
      longest = silence()
      lastAt = Date.now()
      responses.set(name, body)
      await Shell.pause(20)
    }
  }
  const loops = Promise.all(Array.from({ length: customers }, (_, number) => customer(number)))
  // The drill fails with this error when it calls `stop`.
  loops.catch(() => undefined)
  return {
    responses,
    silence,
    wait,
    mark: () => {
      longest = 0
      longestWait = 0
      lastAt = Date.now()
    },
    stop: async () => {
      isOver = true
      await loops
    },
    // The second word of a name is the customer's number.
    askAgain: (to, name) => ask(to, keyOf(Number(name.split(" ")[1])), name)
  }
}
