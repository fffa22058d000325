/** API keys of an account: issued, rotated and revoked by its members or by operators. */
import { Effect, Result } from "effect"
import * as Limits from "../config/Limits.ts"
import * as ApiKey from "../domain/account/ApiKey.ts"
import * as KeyIssuer from "../domain/account/KeyIssuer.ts"
import type * as Request from "../engine/commands/Request.ts"
import * as Engine from "../engine/Engine.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import * as Policy from "../engine/ports/Policy.ts"
import * as Accounts from "./Accounts.ts"
import * as ApiKeySecret from "./ApiKeySecret.ts"
import * as Issuance from "./Issuance.ts"

export interface TooManyKeys {
  readonly _tag: "TooManyKeys"
  readonly max: number
}

/** What issuing a key needs. */
export interface Issuer {
  readonly engine: Engine.Engine["Service"]
  readonly source: IdGenerator.Source
  readonly environment: ApiKey.Environment
}

export const issuer = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const source = yield* IdGenerator.IdGenerator
  const { environment } = yield* Policy.Policy
  const made: Issuer = { engine, source, environment }
  return made
})

/** A key with its secret: this result is the only place where the secret is. */
export interface IssuedKey {
  readonly key: ApiKey.ApiKey
  readonly secret: string
}

export interface Revoked {
  readonly id: string
}

interface NewKey extends Pick<ApiKey.ApiKey, "accountId" | "name" | "scope"> {
  readonly bounds?: ApiKey.Bounds
}

/** A new key as a decision of the request's sender. `ended`: what its predecessor ends with. */
export const issued = (
  { engine: { registry }, environment, source }: Issuer,
  { at, by }: Request.Origin,
  { accountId, bounds, name, scope }: NewKey,
  ended: ReadonlyArray<ApiKey.Event> = []
): Request.Decision<IssuedKey> => {
  const facts = { accountId, name, scope, ...bounds, ...KeyIssuer.rootPerson(registry, by), at }
  const { event, secret } = ApiKeySecret.issue(source, environment, facts)
  return { events: [event, ...ended], result: { key: ApiKey.issued(event, by), secret } }
}

/** A new key of the same name, scope, addresses and end; the old one works on for `overlapMs`. */
export const successor = (
  issuer: Issuer,
  request: Request.Origin,
  old: ApiKey.ApiKey,
  overlapMs: number
): Request.Decision<IssuedKey> =>
  // Not its `expiresAt`: that may be the end of an earlier overlap.
  issued(issuer, request, { ...old, bounds: ApiKey.boundsOf(old) }, [
    ApiKey.replace(old, request.at, overlapMs)
  ])

/** Keys of an account, ended ones too, newest first. */
export const list = (
  { registry }: Pick<Engine.Engine["Service"], "registry">,
  accountId: string
): ReadonlyArray<ApiKey.ApiKey> =>
  [...registry.keys.values()].filter((key) => key.accountId === accountId).reverse()

export interface Issue extends Pick<ApiKey.ApiKey, "name" | "scope"> {
  readonly request: Request.Request<IssuedKey>
  readonly accountId: string
  readonly bounds?: ApiKey.Bounds
  /** How many active keys the account may have. `undefined`: the issuer is not bound by it. */
  readonly activeMax?: number
}

type IssueRefused = Accounts.AccountNotFound | ApiKey.BadExpiry | TooManyKeys

export const issue = (issuer: Issuer, asked: Issue) => {
  const { accountId, activeMax, bounds = {}, name, request, scope } = asked
  const { engine } = issuer
  const { at } = request
  const decided = Effect.suspend((): Effect.Effect<Request.Decision<IssuedKey>, IssueRefused> => {
    const account = Accounts.find(engine, accountId)
    if (Result.isFailure(account)) return Effect.fail(account.failure)
    const refusal = ApiKey.refuseExpiry(bounds, at, Limits.people.keyTermMsMax)
    if (refusal !== undefined) return Effect.fail(refusal)
    const active = list(engine, accountId).filter((key) => !ApiKey.hasEnded(key, at))
    if (activeMax !== undefined && active.length >= activeMax) {
      return Effect.fail({ _tag: "TooManyKeys", max: activeMax })
    }
    return Effect.succeed(issued(issuer, request, { accountId, name, scope, bounds }))
  })
  const lock = `account ${accountId}`
  return Issuance.execute(engine, { request, lock, accountId }, decided)
}

export interface Rotate {
  readonly request: Request.Request<IssuedKey>
  readonly accountId: string
  readonly id: string
  /** How long the old key works beside the new one, ms. */
  readonly overlapMs: number
}

export const rotate = (issuer: Issuer, { accountId, id, overlapMs, request }: Rotate) => {
  const { engine } = issuer
  const decided = Effect.suspend(() =>
    Effect.fromResult(
      Result.map(ApiKey.findActive(engine.registry.keys, accountId, id, request.at), (old) =>
        successor(issuer, request, old, overlapMs)
      )
    )
  )
  return Issuance.execute(engine, { request, lock: `key ${id}`, accountId }, decided)
}

export interface Revoke {
  readonly request: Request.Request<Revoked>
  readonly accountId: string
  readonly id: string
}

export const revoke = (engine: Engine.Engine["Service"], { accountId, id, request }: Revoke) =>
  engine.execute(
    request,
    [`key ${id}`],
    Effect.suspend(() =>
      Effect.fromResult(
        Result.map(ApiKey.findActive(engine.registry.keys, accountId, id, request.at), (key) => ({
          events: [ApiKey.revoke(key, request.at)],
          result: { id }
        }))
      )
    )
  )
