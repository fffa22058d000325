/**
 * Webhook endpoints: the URL, the subscription and the signing secrets. The secrets are in the
 * state because attempts after a restart must be signed too.
 */
import { Schema } from "effect"
import * as Personal from "../Personal.ts"

/** Milliseconds for which every attempt may fail before an endpoint is disabled: five days. */
export const failingMsMax = 5 * 24 * 60 * 60 * 1000

export const Created = Schema.TaggedStruct("EndpointCreated", {
  id: Schema.String,
  accountId: Schema.String,
  url: Schema.String,
  /** Names and wildcards as the integrator wrote them. */
  events: Schema.Array(Schema.String),
  description: Personal.ofAccount(Schema.NullOr(Schema.String)),
  secret: Personal.ofAccount(Schema.String),
  at: Schema.Number
})

export const Updated = Schema.TaggedStruct("EndpointUpdated", {
  id: Schema.String,
  url: Schema.String,
  events: Schema.Array(Schema.String),
  description: Personal.ofAccount(Schema.NullOr(Schema.String)),
  isActive: Schema.Boolean,
  at: Schema.Number
})

export const SecretRotated = Schema.TaggedStruct("EndpointSecretRotated", {
  id: Schema.String,
  secret: Personal.ofAccount(Schema.String),
  /** Milliseconds for which the old secret still signs. */
  overlapMs: Schema.Number,
  at: Schema.Number
})

/** The service disabled the endpoint, because it is gone or has failed for too long. */
export const Disabled = Schema.TaggedStruct("EndpointDisabled", {
  id: Schema.String,
  reason: Schema.String,
  at: Schema.Number
})

const Deleted = Schema.TaggedStruct("EndpointDeleted", {
  id: Schema.String,
  at: Schema.Number
})

export const Event = Schema.Union([Created, Updated, SecretRotated, Disabled, Deleted])
export type Event = typeof Event.Type

export const Endpoint = Schema.Struct({
  id: Schema.String,
  accountId: Schema.String,
  url: Schema.String,
  events: Schema.Array(Schema.String),
  description: Personal.ofAccount(Schema.NullOr(Schema.String)),
  secret: Personal.ofAccount(Schema.String),
  /** Rotated secrets that still sign until a time, the latest first. */
  previousSecrets: Personal.ofAccount(
    Schema.Array(Schema.Struct({ secret: Schema.String, until: Schema.Number }))
  ),
  isActive: Schema.Boolean,
  /** The reason why the service disabled it; `null` if it did not. */
  disabledReason: Schema.NullOr(Schema.String),
  /** Time at which the latest run of failures began, milliseconds; `null` after a success. */
  failingSince: Schema.NullOr(Schema.Number),
  createdAt: Schema.Number,
  updatedAt: Schema.Number
})
export type Endpoint = typeof Endpoint.Type

export const created = (event: typeof Created.Type): Endpoint => ({
  id: event.id,
  accountId: event.accountId,
  url: event.url,
  events: event.events,
  description: event.description,
  secret: event.secret,
  previousSecrets: [],
  isActive: true,
  disabledReason: null,
  failingSince: null,
  createdAt: event.at,
  updatedAt: event.at
})

export const updated = (endpoint: Endpoint, event: typeof Updated.Type): Endpoint => ({
  ...endpoint,
  url: event.url,
  events: event.events,
  description: event.description,
  isActive: event.isActive,
  disabledReason: event.isActive ? null : endpoint.disabledReason,
  // An endpoint that is enabled again starts its five days again.
  failingSince: event.isActive && !endpoint.isActive ? null : endpoint.failingSince,
  updatedAt: event.at
})

export const disabled = (endpoint: Endpoint, event: typeof Disabled.Type): Endpoint => ({
  ...endpoint,
  isActive: false,
  disabledReason: event.reason,
  updatedAt: event.at
})

/** The endpoint after an attempt. Returns the same object if nothing changed. */
export const attempted = (endpoint: Endpoint, at: number, isSuccess: boolean): Endpoint => {
  if (isSuccess === (endpoint.failingSince === null)) return endpoint
  return { ...endpoint, failingSince: isSuccess ? null : at }
}

/** The reason to disable an endpoint after a failure, if there is one. */
export const disableReason = (
  { failingSince }: Endpoint,
  now: number,
  timeScale: number
): string | undefined =>
  failingSince === null || now < failingSince + failingMsMax * timeScale
    ? undefined
    : "failed for five days"

/** Previous secrets after a rotation. Empty without an overlap. */
const previousSecrets = (
  { previousSecrets, secret }: Endpoint,
  { at, overlapMs }: typeof SecretRotated.Type
): Endpoint["previousSecrets"] => {
  if (overlapMs === 0) return []
  const old = { secret, until: at + overlapMs }
  return [old, ...previousSecrets.filter(({ until }) => at < until)]
}

export const rotated = (endpoint: Endpoint, event: typeof SecretRotated.Type): Endpoint => ({
  ...endpoint,
  secret: event.secret,
  previousSecrets: previousSecrets(endpoint, event),
  updatedAt: event.at
})

/** The secrets that sign at a given time. */
export interface Secrets {
  /** All valid secrets, the current one first. */
  readonly all: readonly [string, ...Array<string>]
  /**
   * The secret for `X-Service-Signature`, which has room for one signature: the oldest one that an
   * integration may still use.
   */
  readonly leading: string
}

export const secrets = ({ previousSecrets, secret }: Endpoint, now: number): Secrets => {
  if (previousSecrets.length === 0) return { all: [secret], leading: secret }
  const valid = previousSecrets.filter(({ until }) => now < until)
  const leading = valid.at(-1)?.secret ?? secret
  return { all: [secret, ...valid.map((one) => one.secret)], leading }
}
