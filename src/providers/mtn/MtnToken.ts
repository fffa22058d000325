/**
 * The access token of an MTN account: fetched on demand, one request at a time, and kept until
 * shortly before its end. Kept in memory only, and sent in a header only.
 */
import { Clock, Effect, Option, Redacted, Schema, Semaphore } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as ProviderCall from "../ProviderCall.ts"

const TokenBody = Schema.Struct({ access_token: Schema.String, expires_in: Schema.Finite })
const decode = Schema.decodeUnknownOption(TokenBody)

export type Token =
  | { readonly _tag: "Token"; readonly value: Redacted.Redacted }
  /** There is no token; `response`: the failure. */
  | { readonly _tag: "None"; readonly response: ProviderCall.CallResult }

type Valid = Extract<Token, { _tag: "Token" }>

export const make = (fetch: Effect.Effect<ProviderCall.CallResult>) => {
  const { tokenMarginMs, tokenMsMax } = Limits.providers
  const mutex = Semaphore.makeUnsafe(1)
  let kept: { readonly token: Valid; readonly until: number } | undefined

  const valid = (now: number, stale: Valid | undefined): Valid | undefined =>
    kept !== undefined && now < kept.until && kept.token !== stale ? kept.token : undefined

  const renew = Effect.gen(function* () {
    const response = yield* fetch
    const decoded =
      response._tag === "Response" && response.status === 200
        ? decode(response.body)
        : Option.none()
    if (Option.isNone(decoded)) return { _tag: "None", response } as const
    const now = yield* Clock.currentTimeMillis
    const token: Valid = { _tag: "Token", value: Redacted.make(decoded.value.access_token) }
    const lifeMs = Math.min(decoded.value.expires_in * 1_000, tokenMsMax)
    // A token whose life is shorter than the margin is used for half of it.
    kept = { token, until: now + Math.max(lifeMs - tokenMarginMs, lifeMs / 2) }
    return token
  })

  /** A token other than `stale`, which was refused. */
  return Effect.fnUntraced(function* (stale: Valid | undefined) {
    const known = valid(yield* Clock.currentTimeMillis, stale)
    if (known !== undefined) return known
    return yield* mutex.withPermit(
      Effect.flatMap(Clock.currentTimeMillis, (now): Effect.Effect<Token> => {
        const other = valid(now, stale)
        return other === undefined ? renew : Effect.succeed(other)
      })
    )
  })
}
