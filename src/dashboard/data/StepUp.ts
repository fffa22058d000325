/**
 * Requests that the service refuses until users prove again who they are. A dialog asks for the
 * proof, and then the request is sent again.
 */
import type * as Call from "../../client/Call.ts"
import { PayoutError } from "../../client/Problem.ts"
import type * as Transport from "../../client/Transport.ts"

/** Shows the dialog. `false` if the user closed it. */
type Ask = () => Promise<boolean>

let ask: Ask | undefined

/** Sets the dialog. The returned function removes it. */
export const register = (given: Ask): (() => void) => {
  ask = given
  return () => {
    if (ask === given) ask = undefined
  }
}

let asked: Promise<boolean> | undefined

/** Asks once for all requests that wait for a proof. */
const proven = (): Promise<boolean> => {
  asked ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asked = undefined
  })
  return asked
}

const isNeeded = (error: unknown): boolean =>
  error instanceof PayoutError && error.code === "STEP_UP_REQUIRED"

/** Sends a request, and sends it again after a proof if it needs one. */
export const proving = <A>(send: () => Call.Call<A>): Call.Call<A> => {
  const answer: Promise<Transport.Answer<A>> = send()
    .withResponse()
    .catch(async (error) => {
      if (!isNeeded(error) || !(await proven())) throw error
      return send().withResponse()
    })
  const data = answer.then((each) => each.data)
  const withResponse = () => {
    // A caller of `withResponse` never handles `data`, which fails together with the response.
    data.catch(() => undefined)
    return answer
  }
  return Object.assign(data, { withResponse })
}
