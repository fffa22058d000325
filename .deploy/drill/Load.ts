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
  /** The longest time without an answer since `mark`, milliseconds. */
  readonly silence: () => number
  readonly mark: () => void
  readonly stop: () => Promise<void>
}

/** A proxy in front of a service that is just gone says 502 or 504. */
const isPassing = (status: number): boolean => status >= 502 && status <= 504

/** The body of a created quote; `undefined`: to be asked for again. */
export const ask = async (url: string, name: string): Promise<string | undefined> => {
  try {
    const answer = await fetch(`${url}/v1/quotes`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
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

export const start = (url: string): Load => {
  const answered = new Map<string, string>()
  let isOver = false
  let [lastAt, longest] = [Date.now(), 0]
  const silence = (): number => Math.max(longest, Date.now() - lastAt)
  const customer = async (number: number): Promise<void> => {
    for (let count = 0; !isOver; count++) {
      const name = `drill ${number} ${count}`
      let body: string | undefined
      while (body === undefined) {
        body = await ask(url, name)
        if (body === undefined) await Shell.pause(100)
      }
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
    mark: () => {
      longest = 0
      lastAt = Date.now()
    },
    stop: async () => {
      isOver = true
      await all
    }
  }
}
