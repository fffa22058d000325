/**
 * The auditor's books of requests that nodes may run more than once. Each is executed at most once,
 * with or without a key, and all its responses are equal. No node admits a key after the response
 * to its revocation.
 */
import type * as Entry from "../../src/engine/ports/Entry.ts"
import { must } from "./Claim.ts"
import type { Answered } from "./Requests.ts"

export const make = () => {
  /** Requests by the id of the object that they would create. */
  const asked = new Map<string, string>()
  const done = new Set<string>()
  const revoked = new Set<string>()
  let admitted = 0
  const answered = new Map<string, string>()

  return {
    /** A node runs a request, which may create an object with this id. */
    performs: (id: string, subject: string): void => void asked.set(subject, id),
    /** A node responds to a request. */
    answers: (id: string, { body, status }: Answered): void => {
      const answer = `${status} ${body}`
      const before = answered.get(id) ?? answer
      must(
        before === answer,
        () => `L8: a request sent twice is answered ${before}, then ${answer}`
      )
      answered.set(id, answer)
    },
    /** A client gets the response to a revocation. */
    revokes: (hash: string): void => void revoked.add(hash),
    /** A node admits a key. */
    admits: (hash: string): void => {
      must(!revoked.has(hash), "A key is admitted after the answer to its revocation")
      admitted += 1
    },
    admitted: () => admitted,
    entry: ({ events }: Entry.Entry): void => {
      for (const event of events) {
        if (!("id" in event) || !event._tag.endsWith("Created")) continue
        const id = asked.get(event.id)
        if (id === undefined) continue
        must(!done.has(id), "L8: a request that was sent twice is done twice")
        done.add(id)
      }
    }
  }
}
