/**
 * The access token of an MTN account: fetched when it is needed, by one at a time, kept until
 * shortly before its end. It lives in memory only and never leaves this folder but in a header.
 */
import { Clock, Effect, Option, Redacted, Schema, Semaphore } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as ProviderCall from "../ProviderCall.ts"

const Answer = Schema.Struct({ access_token: Schema.String, expires_in: Schema.Finite })
const decode = Schema.decodeUnknownOption(Answer)

export type Token =
  | { readonly _tag: "Token"; readonly value: Redacted.Redacted }
  /** There is none. `response` is why. */
  | { readonly _tag: "None"; readonly response: ProviderCall.CallResult }

type Valid = Extract<Token, { _tag: "Token" }>

export const make = (fetch: Effect.Effect<ProviderCall.CallResult>) => {
  const { tokenMarginMs, tokenMsMax } = Limits.providers
  const turn = Semaphore.makeUnsafe(1)
  let kept: { readonly token: Valid; readonly until: number } | undefined

  const valid = (now: number, stale: Valid | undefined): Valid | undefined =>
    kept !== undefined && now < kept.until && kept.token !== stale ? kept.token : undefined

  const renew = Effect.gen(function* () {
    const response = yield* fetch
    const answer =
      response._tag === "Response" && response.status === 200
        ? decode(response.body)
        : Option.none()
    if (Option.isNone(answer)) return { _tag: "None", response } as const
    const now = yield* Clock.currentTimeMillis
    const token: Valid = { _tag: "Token", value: Redacted.make(answer.value.access_token) }
    const lifeMs = Math.min(answer.value.expires_in * 1_000, tokenMsMax)
    // One that lives for less than the margin is good for half its life.
    kept = { token, until: now + Math.max(lifeMs - tokenMarginMs, lifeMs / 2) }
    return token
  })

  /** A token that is not `stale`, which was refused. */
  return Effect.fnUntraced(function* (stale: Valid | undefined) {
    const known = valid(yield* Clock.currentTimeMillis, stale)
    if (known !== undefined) return known
    return yield* turn.withPermit(
      Effect.flatMap(Clock.currentTimeMillis, (now): Effect.Effect<Token> => {
        const other = valid(now, stale)
        return other === undefined ? renew : Effect.succeed(other)
      })
    )
  })
}
