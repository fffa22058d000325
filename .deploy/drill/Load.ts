/**
 * Customers of the service: each asks for quotes, one after the other, repeats a request with its
 * key until it is answered, and remembers every answer.
 */
import * as Shell from "./Shell.ts"

/** The key of the sandbox's first account. */
export const key = "sk_sandbox_drill_0123456789abcdef"

const customers = 8

/** How long one attempt may take, milliseconds. */
const attemptMsMax = 15_000

export interface Load {
  /** Answers that were given, by the keys of their requests. */
  readonly answered: ReadonlyMap<string, string>
  /** The longest time without an answer to any customer since `mark`, milliseconds. */
  readonly silence: () => number
  /** The longest time that one customer waited for an answer since then. */
  readonly wait: () => number
  readonly mark: () => void
  readonly stop: () => Promise<void>
  /** Sends a request again: its answer. */
  readonly askAgain: (url: string, name: string) => Promise<string | undefined>
}

/** A proxy in front of a service that is just gone says 502 or 504. */
const isPassing = (status: number): boolean => status >= 502 && status <= 504

/** The body of a created quote; `undefined`: to be asked for again. */
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

/** An answer that no retry heals. */
class Refused extends Error {}

/** `keys`: of the customers' accounts, each of several customers. */
export const start = (url: string, keys: ReadonlyArray<string> = [key]): Load => {
  const answered = new Map<string, string>()
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
      answered.set(name, body)
      await Shell.pause(20)
    }
  }
  const all = Promise.all(Array.from({ length: customers }, (_, number) => customer(number)))
  // It fails the drill when it stops.
  all.catch(() => undefined)
  return {
    answered,
    silence,
    wait,
    mark: () => {
      longest = 0
      longestWait = 0
      lastAt = Date.now()
    },
    stop: async () => {
      isOver = true
      await all
    },
    // The second word of a name is its customer's number.
    askAgain: (to, name) => ask(to, keyOf(Number(name.split(" ")[1])), name)
  }
}
