/**
 * API keys of customers' accounts and of operators. A key is known by its SHA-256; the secret
 * itself is shown once, when it is issued, and never reaches this module.
 *
 *   issued --> active --revoked, with its issuer too, or replaced without overlap--> revoked
 *                \----replaced with an overlap--> expiring --its end--> ended
 *                 \---issued with an end-------------------its end--> ended
 */
import { Result, Schema } from "effect"
import * as Personal from "../Personal.ts"
import * as Role from "./Role.ts"

/** `admin` keys belong to operators, not to an account. */
export const Scope = Schema.Literals([...Role.KeyScope.literals, "admin"])
export type Scope = typeof Scope.Type

export const Issued = Schema.TaggedStruct("ApiKeyIssued", {
  id: Schema.String,
  /** `null` for an operator's key. */
  accountId: Schema.NullOr(Schema.String),
  name: Personal.ofAccount(Schema.String),
  scope: Scope,
  /** SHA-256 of the key, lower-case hex. */
  hash: Schema.String,
  last4: Schema.String,
  /** The user at the root of the key's chain of issue. The key approves in that user's name. */
  issuedBy: Schema.optionalKey(Schema.String),
  /** Time at which the key expires, milliseconds. Absent if it never expires. */
  expiresAt: Schema.optionalKey(Schema.Number),
  /** Addresses and ranges from which the key works. Absent if it works from everywhere. */
  allowedIps: Schema.optionalKey(Personal.ofAccount(Schema.Array(Schema.String))),
  /** The key that this one replaces. */
  replaces: Schema.optionalKey(Schema.String),
  at: Schema.Number
})

export const Revoked = Schema.TaggedStruct("ApiKeyRevoked", {
  id: Schema.String,
  at: Schema.Number
})

/** A successor was issued. This key works until `expiresAt`. */
const Expiring = Schema.TaggedStruct("ApiKeyExpiring", {
  id: Schema.String,
  expiresAt: Schema.Number,
  /** The successor. Everything that this key issued passes to it. */
  successor: Schema.String,
  at: Schema.Number
})

/** The last use of a key, recorded every few minutes and not for each request. */
const Used = Schema.TaggedStruct("ApiKeyUsed", {
  id: Schema.String,
  at: Schema.Number
})

export const Event = Schema.Union([Issued, Revoked, Expiring, Used])
export type Event = typeof Event.Type

export const ApiKey = Schema.Struct({
  id: Schema.String,
  accountId: Schema.NullOr(Schema.String),
  name: Personal.ofAccount(Schema.String),
  scope: Scope,
  hash: Schema.String,
  last4: Schema.String,
  createdAt: Schema.Number,
  revokedAt: Schema.NullOr(Schema.Number),
  /** Time of expiry: the original one, or an earlier one after a replacement. */
  expiresAt: Schema.optionalKey(Schema.Number),
  /** The original expiry, which a successor inherits. */
  termEndsAt: Schema.optionalKey(Schema.Number),
  allowedIps: Schema.optionalKey(Personal.ofAccount(Schema.Array(Schema.String))),
  lastUsedAt: Schema.optionalKey(Schema.Number),
  issuedBy: Schema.optionalKey(Schema.String),
  /** The user or key that issued this one. Absent if the first start issued it. */
  issuer: Schema.optionalKey(Schema.String),
  /** The key that this one replaces. */
  replaces: Schema.optionalKey(Schema.String),
  /** The successor, and the time of a replacement with an overlap. */
  successor: Schema.optionalKey(Schema.Struct({ id: Schema.String, at: Schema.Number }))
})
export type ApiKey = typeof ApiKey.Type

export type Environment = "sandbox" | "production"

/** The owner of a key: a customer's account or an operator. */
export type Audience = "account" | "admin"

/** New keys start with the first prefix of each list. */
const prefixes: Readonly<
  Record<Environment, Readonly<Record<Audience, readonly [string, ...string[]]>>>
> = {
  sandbox: { account: ["sk_sandbox_", "pk_test_"], admin: ["ak_sandbox_"] },
  production: { account: ["sk_live_", "pk_live_"], admin: ["ak_live_"] }
}

export const prefix = (environment: Environment, audience: Audience): string =>
  prefixes[environment][audience][0]

/** True if a text has a prefix of this environment and audience. */
export const hasPrefix = (environment: Environment, audience: Audience, secret: string): boolean =>
  prefixes[environment][audience].some((one) => secret.startsWith(one))

export const audienceOf = (scope: Scope): Audience => (scope === "admin" ? "admin" : "account")

/** Author of the entries that no user and no key requested. */
const engine = "engine"

/** The key after its issue. `by`: the author of the event's entry. */
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

/**
 * The key after its replacement. It expires at its original expiry or at the end of the overlap,
 * whichever is earlier.
 */
export const expiring = (
  key: ApiKey,
  { at, expiresAt, successor }: typeof Expiring.Type
): ApiKey => ({
  ...key,
  expiresAt: Math.min(key.expiresAt ?? expiresAt, expiresAt),
  successor: { id: successor, at }
})

/** True if the key was revoked or has expired. */
export const hasEnded = ({ expiresAt, revokedAt }: ApiKey, now: number): boolean =>
  revokedAt !== null || (expiresAt !== undefined && expiresAt <= now)

/** The bounds of a key in addition to its scope. */
export type Bounds = Pick<typeof Issued.Type, "expiresAt" | "allowedIps">

/** The bounds that a key's successor inherits. */
export const boundsOf = ({ allowedIps, termEndsAt }: ApiKey): Bounds => ({
  ...(termEndsAt === undefined ? {} : { expiresAt: termEndsAt }),
  ...(allowedIps === undefined ? {} : { allowedIps })
})

export interface BadExpiry {
  readonly _tag: "KeyExpiryOutOfRange"
}

/** The rejection of an expiry that is past or more than `termMsMax` away. */
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

/** A working key of an account, or of an operator if `accountId` is `null`. */
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

/** The event that gives a key a successor and ends it after an overlap (milliseconds). */
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
