/** API keys of an account, which its members or operators issue, rotate and revoke. */
import { Result } from "effect"
import * as Limits from "../config/Limits.ts"
import * as ApiKey from "../domain/account/ApiKey.ts"
import * as KeyIssuer from "../domain/account/KeyIssuer.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Engine from "../engine/Engine.ts"
import * as Accounts from "./Accounts.ts"
import * as ApiKeySecret from "./ApiKeySecret.ts"
import * as Issuance from "./Issuance.ts"
import type { OwnedId, PartitionContext } from "./PartitionContext.ts"

export interface TooManyKeys {
  readonly _tag: "TooManyKeys"
  readonly max: number
}

/** Dependencies of issuing a key. */
export interface Issuer extends PartitionContext {
  readonly environment: ApiKey.Environment
}

/** A key with its secret, which is stored nowhere else. */
export interface IssuedKey {
  readonly key: ApiKey.ApiKey
  readonly secret: string
}

export interface RevokedKey {
  readonly id: string
}

interface NewKey extends Pick<ApiKey.ApiKey, "accountId" | "name" | "scope"> {
  readonly bounds?: ApiKey.Bounds
  /** Id of the key that the new one replaces. */
  readonly replaces?: string
}

/** A new key with the event that issues it. */
const newKey = (
  { engine: { registry }, environment, source }: Issuer,
  { at, by }: Request.Origin,
  { accountId, bounds, name, replaces, scope }: NewKey
) => {
  const root = KeyIssuer.rootPerson(registry, by)
  const replacing = replaces === undefined ? {} : { replaces }
  const facts = { accountId, name, scope, ...bounds, ...root, ...replacing, at }
  const { event, secret } = ApiKeySecret.issue(source, environment, facts)
  return { event, result: { key: ApiKey.issued(event, by), secret } satisfies IssuedKey }
}

/** Decides to issue a key for the request's sender. */
export const decideIssue = (
  issuer: Issuer,
  origin: Request.Origin,
  key: NewKey
): Request.Decision<IssuedKey> => {
  const { event, result } = newKey(issuer, origin, key)
  return { events: [event], result }
}

/**
 * Decides to replace a key with one of the same name, scope, addresses and expiry. The old key
 * works for another `overlapMs`. If that is 0, it ends at once, with everything that it issued.
 */
export const decideRotation = (
  issuer: Issuer,
  origin: Request.Origin,
  old: ApiKey.ApiKey,
  overlapMs: number
): Request.Decision<IssuedKey> => {
  const { registry } = issuer.engine
  const { at } = origin
  const { accountId, id, name, scope } = old
  // The old key's `expiresAt` is not used because it may be the end of an earlier overlap.
  const bounds = ApiKey.boundsOf(old)
  const { event, result } = newKey(issuer, origin, { accountId, name, scope, bounds, replaces: id })
  const endings =
    overlapMs === 0
      ? [ApiKey.revoke(old, at), ...KeyIssuer.endingsOf(registry, id, at)]
      : [ApiKey.replace(old, event.id, at, overlapMs)]
  return { events: [event, ...endings], result }
}

/** Keys of an account, including expired and revoked ones, newest first. */
export const list = (
  { registry }: Pick<Engine.Engine["Service"], "registry">,
  accountId: string
): ReadonlyArray<ApiKey.ApiKey> =>
  [...registry.keys.values()].filter((key) => key.accountId === accountId).reverse()

export interface Issue extends Pick<ApiKey.ApiKey, "name" | "scope"> {
  readonly accountId: string
  readonly bounds?: ApiKey.Bounds
  /** Limit of the account's active keys; `undefined` if the issuer has no limit. */
  readonly activeMax?: number
}

/** The refusal of one more active key, if the account is at its limit. */
const refuseCount = (
  engine: Pick<Engine.Engine["Service"], "registry">,
  accountId: string,
  { activeMax, at }: { readonly activeMax: number | undefined; readonly at: number }
): TooManyKeys | undefined => {
  if (activeMax === undefined) return undefined
  const active = list(engine, accountId).filter((key) => !ApiKey.hasEnded(key, at))
  return active.length >= activeMax ? { _tag: "TooManyKeys", max: activeMax } : undefined
}

export const issue = (
  issuer: Issuer,
  request: Request.Request<IssuedKey>,
  { accountId, activeMax, bounds = {}, name, scope }: Issue
) => {
  const { engine } = issuer
  const { at } = request
  const decide = () =>
    Result.gen(function* () {
      yield* Accounts.find(engine, accountId)
      const refusal =
        ApiKey.refuseExpiry(bounds, at, Limits.identity.keyTermMsMax) ??
        KeyIssuer.refuseTerm(engine.registry, request.by, bounds) ??
        refuseCount(engine, accountId, { activeMax, at })
      if (refusal !== undefined) return yield* Result.fail(refusal)
      return decideIssue(issuer, request, { accountId, name, scope, bounds })
    })
  const locks = [`account ${accountId}`]
  return Issuance.execute(engine, request, { locks, accountId, decide })
}

export interface Rotate extends OwnedId {
  /** Milliseconds for which both keys work. */
  readonly overlapMs: number
}

export const rotate = (
  issuer: Issuer,
  request: Request.Request<IssuedKey>,
  { accountId, id, overlapMs }: Rotate
) => {
  const { engine } = issuer
  const { registry } = engine
  const { at, by } = request
  const decide = () =>
    Result.gen(function* () {
      const old = yield* ApiKey.findActive(registry.keys, accountId, id, at)
      // Without an overlap the number of keys does not change.
      const activeMax = overlapMs === 0 ? undefined : Limits.identity.keysMax
      const refusal =
        KeyIssuer.refuseTerm(registry, by, ApiKey.boundsOf(old)) ??
        refuseCount(engine, accountId, { activeMax, at })
      if (refusal !== undefined) return yield* Result.fail(refusal)
      return decideRotation(issuer, request, old, overlapMs)
    })
  const locks = [`account ${accountId}`, `key ${id}`]
  return Issuance.execute(engine, request, { locks, accountId, decide })
}

export const revoke = (
  engine: Engine.Engine["Service"],
  request: Request.Request<RevokedKey>,
  { accountId, id }: OwnedId
) =>
  engine.execute(request, {
    locks: [`key ${id}`],
    decide: () =>
      Result.map(ApiKey.findActive(engine.registry.keys, accountId, id, request.at), (key) => ({
        events: [ApiKey.revoke(key, request.at)],
        result: { id }
      }))
  })
