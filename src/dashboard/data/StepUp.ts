/**
 * Requests that the service refuses until the user proves again who they are: the dialog asks for
 * the proof, and the request is repeated after it.
 */
import type * as Call from "../../client/Call.ts"
import { PayoutError } from "../../client/Problem.ts"
import type * as Transport from "../../client/Transport.ts"

/** Shows the dialog; `false` where the user closed it. */
type Ask = () => Promise<boolean>

let ask: Ask | undefined

/** Sets what asks for a proof; what it gives takes that back. */
export const register = (given: Ask): (() => void) => {
  ask = given
  return () => {
    if (ask === given) ask = undefined
  }
}

let asked: Promise<boolean> | undefined

/** One proof for all requests that wait for one. */
const proven = (): Promise<boolean> => {
  asked ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asked = undefined
  })
  return asked
}

const isNeeded = (error: unknown): boolean =>
  error instanceof PayoutError && error.code === "STEP_UP_REQUIRED"

/** Sends a request, and once more after a proof where it needs one. */
export const proving = <A>(send: () => Call.Call<A>): Call.Call<A> => {
  const answer: Promise<Transport.Answer<A>> = send()
    .withResponse()
    .catch(async (error) => {
      if (!isNeeded(error) || !(await proven())) throw error
      return send().withResponse()
    })
  const data = answer.then((each) => each.data)
  const withResponse = () => {
    // With `withResponse` nothing handles this promise, which fails together with it.
    data.catch(() => undefined)
    return answer
  }
  return Object.assign(data, { withResponse })
}
