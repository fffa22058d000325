/**
 * Customer accounts and their API keys. A key is known only by its SHA-256; the
 * key itself is shown once when it is issued and never reaches this module.
 */
import { Schema } from "effect"

export const KycStatus = Schema.Literals(["PENDING", "APPROVED", "REJECTED"])
export type KycStatus = typeof KycStatus.Type

export const Status = Schema.Literals(["ACTIVE", "SUSPENDED"])
export type Status = typeof Status.Type

/** `admin` keys belong to operators, not to an account. */
export const Scope = Schema.Literals(["full", "read_only", "admin"])
export type Scope = typeof Scope.Type

export const Created = Schema.TaggedStruct("AccountCreated", {
  id: Schema.String,
  name: Schema.String,
  email: Schema.String,
  kycStatus: KycStatus,
  at: Schema.Number
})

export const Updated = Schema.TaggedStruct("AccountUpdated", {
  id: Schema.String,
  name: Schema.String,
  kycStatus: KycStatus,
  status: Status,
  at: Schema.Number
})

export const KeyIssued = Schema.TaggedStruct("ApiKeyIssued", {
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
  at: Schema.Number
})

export const KeyRevoked = Schema.TaggedStruct("ApiKeyRevoked", {
  id: Schema.String,
  at: Schema.Number
})

/** A successor was issued; this one works on until a moment, and is revoked by itself then. */
export const KeyExpiring = Schema.TaggedStruct("ApiKeyExpiring", {
  id: Schema.String,
  expiresAt: Schema.Number,
  at: Schema.Number
})

/** Recorded periodically, not for each request: when a key was last used. */
export const KeyUsed = Schema.TaggedStruct("ApiKeyUsed", {
  id: Schema.String,
  at: Schema.Number
})

export const Event = Schema.Union([Created, Updated, KeyIssued, KeyRevoked, KeyExpiring, KeyUsed])
export type Event = typeof Event.Type

export const Account = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  email: Schema.String,
  kycStatus: KycStatus,
  status: Status,
  createdAt: Schema.Number,
  updatedAt: Schema.Number
})
export type Account = typeof Account.Type

export const Key = Schema.Struct({
  id: Schema.String,
  accountId: Schema.NullOr(Schema.String),
  name: Schema.String,
  scope: Scope,
  hash: Schema.String,
  last4: Schema.String,
  createdAt: Schema.Number,
  revokedAt: Schema.NullOr(Schema.Number),
  /** When it ends by itself, because it was replaced. */
  expiresAt: Schema.optionalKey(Schema.Number),
  lastUsedAt: Schema.optionalKey(Schema.Number),
  issuedBy: Schema.optionalKey(Schema.String),
  /** The user or key that issued it. Absent: the bootstrap. */
  issuer: Schema.optionalKey(Schema.String)
})
export type Key = typeof Key.Type

export const created = (event: typeof Created.Type): Account => ({
  id: event.id,
  name: event.name,
  email: event.email,
  kycStatus: event.kycStatus,
  status: "ACTIVE",
  createdAt: event.at,
  updatedAt: event.at
})

export const updated = (account: Account, event: typeof Updated.Type): Account => ({
  ...account,
  name: event.name,
  kycStatus: event.kycStatus,
  status: event.status,
  updatedAt: event.at
})

/** The author of entries that no user or key caused. */
const engine = "engine"

/** `by`: the author of its entry. */
export const issued = (event: typeof KeyIssued.Type, by = engine): Key => ({
  id: event.id,
  accountId: event.accountId,
  name: event.name,
  scope: event.scope,
  hash: event.hash,
  last4: event.last4,
  createdAt: event.at,
  revokedAt: null,
  ...(event.issuedBy === undefined ? {} : { issuedBy: event.issuedBy }),
  ...(by === engine ? {} : { issuer: by })
})

export const revoked = (key: Key, event: typeof KeyRevoked.Type): Key => ({
  ...key,
  revokedAt: key.revokedAt ?? event.at
})

/** Of two ends that were set the earlier one holds. */
export const expiring = (key: Key, { expiresAt }: typeof KeyExpiring.Type): Key => ({
  ...key,
  expiresAt: Math.min(key.expiresAt ?? expiresAt, expiresAt)
})

/** Whether it was revoked, or has ended by itself. */
export const isOver = ({ expiresAt, revokedAt }: Key, now: number): boolean =>
  revokedAt !== null || (expiresAt !== undefined && expiresAt <= now)

/** What ends a key that has a successor: at once, or after an overlap (milliseconds). */
export const replaced = (
  { id }: Key,
  at: number,
  overlapMs: number
): typeof KeyRevoked.Type | typeof KeyExpiring.Type =>
  overlapMs === 0
    ? { _tag: "ApiKeyRevoked", id, at }
    : { _tag: "ApiKeyExpiring", id, expiresAt: at + overlapMs, at }

export const used = (key: Key, { at }: typeof KeyUsed.Type): Key => ({ ...key, lastUsedAt: at })
