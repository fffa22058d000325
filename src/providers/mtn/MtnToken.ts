/**
 * The access token of an MTN account: fetched on demand, one request at a time, and kept until
 * shortly before its end. It is kept only in memory, and sent only in a header.
 */
import { Clock, Effect, Option, Redacted, Schema, Semaphore } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as ProviderCall from "../ProviderCall.ts"

const TokenBody = Schema.Struct({ access_token: Schema.String, expires_in: Schema.Finite })
const decode = Schema.decodeUnknownOption(TokenBody)

export type Token =
  | { readonly _tag: "Token"; readonly value: Redacted.Redacted }
  /** No token was issued; `response` is the failure. */
  | { readonly _tag: "None"; readonly response: ProviderCall.CallResult }

type Valid = Extract<Token, { _tag: "Token" }>

export const make = (fetch: Effect.Effect<ProviderCall.CallResult>) => {
  const { tokenMarginMs, tokenMsMax } = Limits.providers
  const mutex = Semaphore.makeUnsafe(1)
  let cached: { readonly token: Valid; readonly until: number } | undefined

  const valid = (now: number, stale: Valid | undefined): Valid | undefined =>
    cached !== undefined && now < cached.until && cached.token !== stale ? cached.token : undefined

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
    // A token whose life is shorter than `tokenMarginMs` is used for half of it.
    cached = { token, until: now + Math.max(lifeMs - tokenMarginMs, lifeMs / 2) }
    return token
  })

  /** Returns a token other than `stale`, which was refused. */
  return Effect.fnUntraced(function* (stale: Valid | undefined) {
    const token = valid(yield* Clock.currentTimeMillis, stale)
    if (token !== undefined) return token
    return yield* mutex.withPermit(
      Effect.flatMap(Clock.currentTimeMillis, (now): Effect.Effect<Token> => {
        const renewed = valid(now, stale)
        return renewed === undefined ? renew : Effect.succeed(renewed)
      })
    )
  })
}
