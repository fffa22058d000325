/**
 * Verifies pawaPay's callbacks. A valid one only causes a check: its status is not read. Keys come
 * only from pawaPay and are kept for an hour. They are fetched again when a callback has an unknown
 * one, at most once a minute.
 */
import type { KeyObject } from "node:crypto"
import { Clock, Effect, Option, Result, Schema, Semaphore } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as Provider from "../../engine/ports/Provider.ts"
import type * as ProviderCall from "../ProviderCall.ts"
import * as HttpSignature from "./HttpSignature.ts"

const Keys = Schema.Array(Schema.Struct({ id: Schema.String, key: Schema.String }))
const decodeKeys = Schema.decodeUnknownOption(Keys)

const Body = Schema.fromJsonString(
  Schema.Struct({ payoutId: Schema.String, clientReferenceId: Schema.String })
)
const decodeBody = Schema.decodeUnknownOption(Body)

interface KeyCache {
  /** Milliseconds: when the keys were received (`at`), and when they were last requested. */
  at: number
  requestedAt: number
  byId: ReadonlyMap<string, KeyObject>
}

/** pawaPay's public keys by id. */
const makeKeys = (fetch: Effect.Effect<ProviderCall.CallResult>) => {
  const { keysEveryMs, keysMax, keysMsMax } = Limits.providers
  const mutex = Semaphore.makeUnsafe(1)
  const cache: KeyCache = { at: -Infinity, requestedAt: -Infinity, byId: new Map() }

  const renew = Effect.fnUntraced(function* (now: number) {
    cache.requestedAt = now
    const response = yield* fetch
    if (response._tag === "NoResponse" || response.status !== 200) return
    const entries = Option.getOrElse(decodeKeys(response.body), () => []).slice(0, keysMax)
    if (entries.length === 0) return
    cache.at = now
    cache.byId = new Map(
      entries.flatMap(({ id, key }) => {
        const publicKey = HttpSignature.key(key)
        return publicKey === undefined ? [] : [[id, publicKey] as const]
      })
    )
  })

  return Effect.fnUntraced(function* (id: string) {
    const now = yield* Clock.currentTimeMillis
    const isFresh = () => now - cache.at < keysMsMax
    const cachedKey = () => (isFresh() ? cache.byId.get(id) : undefined)
    const isDue = () => cachedKey() === undefined && now - cache.requestedAt >= keysEveryMs
    if (isDue()) yield* mutex.withPermit(Effect.suspend(() => (isDue() ? renew(now) : Effect.void)))
    return cachedKey()
  })
}

const invalid = (reason: string): Provider.CallbackResult => ({
  _tag: "InvalidSignature",
  reason
})
const unreadable = (reason: string): Provider.CallbackResult => ({ _tag: "Unreadable", reason })

export const make = (
  fetchKeys: Effect.Effect<ProviderCall.CallResult>,
  options: { readonly signedCallbacks: boolean; readonly callbackUrl?: string }
) => {
  const keyOf = makeKeys(fetchKeys)
  // Behind a proxy, the host of an arriving request may differ from the signed one.
  const host = options.callbackUrl === undefined ? undefined : new URL(options.callbackUrl).host

  /** Why the signature of a message is invalid; `undefined` if it is valid. */
  const faultOf = Effect.fnUntraced(function* (message: HttpSignature.Message) {
    const signatures = HttpSignature.read(message, yield* Clock.currentTimeMillis)
    if (Result.isFailure(signatures)) return signatures.failure
    for (const signature of signatures.success) {
      const key = yield* keyOf(signature.keyId)
      if (key !== undefined && HttpSignature.isValid(key, signature)) return undefined
    }
    return "no key of the provider's made the signature"
  })

  return Effect.fnUntraced(function* (callback: Provider.Callback) {
    const { body, headers } = callback
    if (callback.method !== "POST") return unreadable("a callback is a POST")
    if (body.length > Limits.providers.callbackBytesMax) return unreadable("it is too long")
    const isSigned = headers.signature !== undefined || headers["signature-input"] !== undefined
    if (isSigned || options.signedCallbacks) {
      const message = { ...callback, authority: host ?? callback.authority }
      const reason = yield* faultOf(message)
      if (reason !== undefined) return invalid(reason)
    }
    return Option.match(decodeBody(Buffer.from(body).toString("utf8")), {
      onNone: () => unreadable("it names no payout"),
      onSome: ({ clientReferenceId, payoutId }): Provider.CallbackResult => ({
        _tag: "Accepted",
        payoutId: clientReferenceId,
        reference: payoutId
      })
    })
  })
}
