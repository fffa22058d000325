/**
 * API keys of customers' accounts and of operators. A key is known by its SHA-256; the secret
 * itself is shown once, when it is issued, and never reaches this module.
 *
 *   issued --> active --revoked, with its issuer too, or replaced without overlap--> revoked
 *                \----replaced with an overlap--> expiring --its end--> ended
 *                 \---issued with an end-------------------its end--> ended
 */
import { Result, Schema } from "effect"
import * as Role from "./Role.ts"

/** `admin` keys belong to operators, not to an account. */
export const Scope = Schema.Literals([...Role.KeyScope.literals, "admin"])
export type Scope = typeof Scope.Type

export const Issued = Schema.TaggedStruct("ApiKeyIssued", {
  id: Schema.String,
  /** `null` for an operator's key. */
  accountId: Schema.NullOr(Schema.String),
  name: Schema.String,
  scope: Scope,
  /** SHA-256 of the key, lower-case hex. */
  hash: Schema.String,
  last4: Schema.String,
  /** The person at the root of its chain of issue, if there is one: its approvals are theirs. */
  issuedBy: Schema.optionalKey(Schema.String),
  /** When it ends by itself. Absent: never. */
  expiresAt: Schema.optionalKey(Schema.Number),
  /** Addresses and ranges that it works from. Absent: from everywhere. */
  allowedIps: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The key whose successor it is. */
  replaces: Schema.optionalKey(Schema.String),
  at: Schema.Number
})

export const Revoked = Schema.TaggedStruct("ApiKeyRevoked", {
  id: Schema.String,
  at: Schema.Number
})

/** A successor was issued; this key works until `expiresAt`. */
const Expiring = Schema.TaggedStruct("ApiKeyExpiring", {
  id: Schema.String,
  expiresAt: Schema.Number,
  /** The successor, which takes over what this key had issued. */
  successor: Schema.String,
  at: Schema.Number
})

/** When a key was last used; written every few minutes, not for each request. */
const Used = Schema.TaggedStruct("ApiKeyUsed", {
  id: Schema.String,
  at: Schema.Number
})

export const Event = Schema.Union([Issued, Revoked, Expiring, Used])
export type Event = typeof Event.Type

export const ApiKey = Schema.Struct({
  id: Schema.String,
  accountId: Schema.NullOr(Schema.String),
  name: Schema.String,
  scope: Scope,
  hash: Schema.String,
  last4: Schema.String,
  createdAt: Schema.Number,
  revokedAt: Schema.NullOr(Schema.Number),
  /** When it ends by itself: as it was issued, or earlier because it was replaced. */
  expiresAt: Schema.optionalKey(Schema.Number),
  /** The end that it was issued with, which its successor has too. */
  termEndsAt: Schema.optionalKey(Schema.Number),
  allowedIps: Schema.optionalKey(Schema.Array(Schema.String)),
  lastUsedAt: Schema.optionalKey(Schema.Number),
  issuedBy: Schema.optionalKey(Schema.String),
  /** The person or key that issued it. Absent: the first start. */
  issuer: Schema.optionalKey(Schema.String),
  /** The key whose successor it is. */
  replaces: Schema.optionalKey(Schema.String),
  /** Its successor after a replacement with an overlap, and the time of that. */
  successor: Schema.optionalKey(Schema.Struct({ id: Schema.String, at: Schema.Number }))
})
export type ApiKey = typeof ApiKey.Type

export type Environment = "sandbox" | "production"

/** Whose key it is: a customer's account or an operator. */
export type Audience = "account" | "admin"

/** The first of each is what new keys start with. */
const prefixes: Readonly<
  Record<Environment, Readonly<Record<Audience, readonly [string, ...string[]]>>>
> = {
  sandbox: { account: ["sk_sandbox_", "pk_test_"], admin: ["ak_sandbox_"] },
  production: { account: ["sk_live_", "pk_live_"], admin: ["ak_live_"] }
}

export const prefix = (environment: Environment, audience: Audience): string =>
  prefixes[environment][audience][0]

/** Whether a text may be a key of this environment and audience, by its prefix. */
export const hasPrefix = (environment: Environment, audience: Audience, secret: string): boolean =>
  prefixes[environment][audience].some((one) => secret.startsWith(one))

export const audienceOf = (scope: Scope): Audience => (scope === "admin" ? "admin" : "account")

/** Author of the entries that no user and no key requested. */
const engine = "engine"

/** `by`: the author of the entry with the event. */
export const issued = (event: typeof Issued.Type, by = engine): ApiKey => ({
  id: event.id,
  accountId: event.accountId,
  name: event.name,
  scope: event.scope,
  hash: event.hash,
  last4: event.last4,
  createdAt: event.at,
  revokedAt: null,
  ...(event.expiresAt === undefined
    ? {}
    : { expiresAt: event.expiresAt, termEndsAt: event.expiresAt }),
  ...(event.allowedIps === undefined ? {} : { allowedIps: event.allowedIps }),
  ...(event.issuedBy === undefined ? {} : { issuedBy: event.issuedBy }),
  ...(event.replaces === undefined ? {} : { replaces: event.replaces }),
  ...(by === engine ? {} : { issuer: by })
})

export const revoked = (key: ApiKey, event: typeof Revoked.Type): ApiKey => ({
  ...key,
  revokedAt: key.revokedAt ?? event.at
})

/** Of two ends the earlier one holds. */
export const expiring = (
  key: ApiKey,
  { at, expiresAt, successor }: typeof Expiring.Type
): ApiKey => ({
  ...key,
  expiresAt: Math.min(key.expiresAt ?? expiresAt, expiresAt),
  successor: { id: successor, at }
})

/** Whether it was revoked, or has ended by itself. */
export const hasEnded = ({ expiresAt, revokedAt }: ApiKey, now: number): boolean =>
  revokedAt !== null || (expiresAt !== undefined && expiresAt <= now)

/** What bounds a key beside its scope. */
export type Bounds = Pick<typeof Issued.Type, "expiresAt" | "allowedIps">

/** The bounds that the successor of a key has. */
export const boundsOf = ({ allowedIps, termEndsAt }: ApiKey): Bounds => ({
  ...(termEndsAt === undefined ? {} : { expiresAt: termEndsAt }),
  ...(allowedIps === undefined ? {} : { allowedIps })
})

export interface BadExpiry {
  readonly _tag: "KeyExpiryOutOfRange"
}

/** Why a key cannot be issued with an end: it must lie ahead, and at most `termMsMax` away. */
export const refuseExpiry = (
  { expiresAt }: Bounds,
  now: number,
  termMsMax: number
): BadExpiry | undefined =>
  expiresAt === undefined || (expiresAt > now && expiresAt <= now + termMsMax)
    ? undefined
    : { _tag: "KeyExpiryOutOfRange" }

export interface NotFound {
  readonly _tag: "KeyNotFound"
  readonly id: string
}

export interface Ended {
  readonly _tag: "KeyRevoked"
  readonly id: string
}

/** A key of the account that still works; `null`: of an operator. */
export const findActive = (
  keys: ReadonlyMap<string, ApiKey>,
  accountId: string | null,
  id: string,
  now: number
): Result.Result<ApiKey, NotFound | Ended> => {
  const key = keys.get(id)
  if (key?.accountId !== accountId) return Result.fail({ _tag: "KeyNotFound", id })
  return hasEnded(key, now) ? Result.fail({ _tag: "KeyRevoked", id }) : Result.succeed(key)
}

export const revoke = ({ id }: ApiKey, at: number): typeof Revoked.Type => ({
  _tag: "ApiKeyRevoked",
  id,
  at
})

/** What gives a key a successor: its end after an overlap (milliseconds). */
export const replace = (
  { id }: ApiKey,
  successor: string,
  at: number,
  overlapMs: number
): typeof Expiring.Type => ({
  _tag: "ApiKeyExpiring",
  id,
  expiresAt: at + overlapMs,
  successor,
  at
})

export const used = (key: ApiKey, { at }: typeof Used.Type): ApiKey => ({ ...key, lastUsedAt: at })
