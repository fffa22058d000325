/** Ends the session of a request. Without a session it only clears the cookies. */
import { Effect } from "effect"
import type * as Request from "../engine/commands/Request.ts"
import type * as Identity from "../engine/ports/Identity.ts"
import type * as SignIn from "./SignIn.ts"
import * as SignInAttempts from "./SignInAttempts.ts"

export interface SignOut {
  readonly origin: Request.Origin
  readonly client: Identity.Client
}

/** Signs out. The result is the cookies that clear the session. */
export const signOut = Effect.fnUntraced(function* (
  { engine, identity }: SignIn.Dependencies,
  { client, origin }: SignOut
) {
  const session = yield* identity.session(client)
  const cookies = yield* identity.signOut(client)
  const user = engine.registry.people.get(session?.personId ?? "")
  if (user !== undefined) {
    const { id } = user
    const event = { _tag: "PersonSignedOut", id, session: "this", at: origin.at } as const
    yield* SignInAttempts.record(engine, origin, id, event)
  }
  return cookies
})
