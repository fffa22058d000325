/** One-time codes of an app, each accepted once. */
import * as crypto from "node:crypto"
import { Clock, Effect } from "effect"
import * as Port from "../engine/ports/Identity.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"
import * as AuthLibrary from "./AuthLibrary.ts"

/** A code is accepted for its half minute, and for one before and one after. */
const codeValidMs = 90_000

const nameOf = (personId: string, code: string): string =>
  `used-code-${crypto.hash("sha256", `${personId} ${code}`, "hex")}`

/**
 * Makes a one-time code unusable before it is verified, so that a code seen over a shoulder or at a
 * proxy is worth nothing. An accepted code is kept in the tables until it would be invalid anyway,
 * so that a restart does not make it valid again.
 */
export const onlyOnce = <A>(
  { codesUnderWay, context: { internalAdapter } }: AuthLibrary.AuthLibrary,
  personId: string,
  code: string,
  verify: Effect.Effect<A, Port.NotProven | Unavailable>
): Effect.Effect<A, Port.NotProven | Unavailable> =>
  Effect.suspend((): Effect.Effect<A, Port.NotProven | Unavailable> => {
    const name = nameOf(personId, code)
    const wrong = new Port.NotProven({ reason: "wrong", personId })
    if (codesUnderWay.has(name)) return Effect.fail(wrong)
    codesUnderWay.add(name)
    const keep = Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const expiresAt = new Date(now + codeValidMs)
      return AuthLibrary.query(() =>
        internalAdapter.createVerificationValue({ identifier: name, value: "", expiresAt })
      )
    })
    return AuthLibrary.query(() => internalAdapter.findVerificationValue(name)).pipe(
      Effect.flatMap(
        (used): Effect.Effect<A, Port.NotProven | Unavailable> =>
          used === null ? verify : Effect.fail(wrong)
      ),
      Effect.tap(() => keep),
      Effect.ensuring(Effect.sync(() => codesUnderWay.delete(name)))
    )
  })
