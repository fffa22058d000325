/**
 * Who calls: an API key found by its SHA-256 and compared in constant time, and what its account
 * may do. The key itself is never stored, logged or repeated.
 */
import * as crypto from "node:crypto"
import { Result } from "effect"
import * as ApiKey from "../../domain/account/ApiKey.ts"
import * as Role from "../../domain/account/Role.ts"
import type * as User from "../../domain/account/User.ts"
import type * as State from "../../engine/state/State.ts"
import type { Refusal } from "../Problems.ts"

/** Who asks, whichever way they proved it. */
export interface Caller {
  readonly id: string
  readonly kind: "key" | "person"
  /** Whom they act for; `null`: for the service, or for themselves alone. */
  readonly accountId: string | null
  readonly may: (permission: Role.Permission) => boolean
}

export const ofKey = ({ accountId, id, scope }: ApiKey.ApiKey): Caller => ({
  ...{ id, kind: "key", accountId },
  may: (permission) => Role.keyMay(scope, permission)
})

/** `role`: `undefined` where a person asks for their own things alone. */
export const ofPerson = (
  { id }: User.User,
  accountId: string | null,
  role: Role.Role | undefined
): Caller => ({
  ...{ id, kind: "person", accountId },
  may: (permission) => role === undefined || Role.may(role, permission)
})

type Environment = "sandbox" | "production"

const prefixes: Record<Environment, ReadonlyArray<string>> = {
  sandbox: ["sk_sandbox_", "pk_test_"],
  production: ["sk_live_", "pk_live_"]
}

const adminPrefixes: Record<Environment, string> = {
  sandbox: "ak_sandbox_",
  production: "ak_live_"
}

/** Whether a text may be a key of the environment: for an account, or for an operator. */
export const isKeyOf = (environment: Environment, audience: "account" | "admin", key: string) =>
  audience === "admin"
    ? key.startsWith(adminPrefixes[environment])
    : prefixes[environment].some((prefix) => key.startsWith(prefix))

/** What new keys start with: variant A of the spec. */
export const issuedPrefix = (environment: Environment, audience: "account" | "admin"): string =>
  audience === "admin" ? adminPrefixes[environment] : (prefixes[environment][0] ?? "")

/** What is kept of a key: its SHA-256 in hexadecimal. */
export const hash = (key: string): string => crypto.hash("sha256", key, "hex")

const unauthorized = (message: string) => Result.fail<Refusal>({ _tag: "Unauthorized", message })

/** The key behind an Authorization header. */
export const authenticate = (
  core: State.State,
  environment: Environment,
  audience: "account" | "admin",
  header: string | undefined,
  now: number
): Result.Result<ApiKey.ApiKey, Refusal> => {
  const bearer = /^Bearer ([\x21-\x7e]{8,256})$/i.exec(header ?? "")?.[1]
  if (bearer === undefined) {
    return unauthorized("Send your API key as `Authorization: Bearer <key>`.")
  }
  const other = environment === "sandbox" ? "production" : "sandbox"
  if (isKeyOf(other, audience, bearer)) {
    return unauthorized(`This is a ${other} key; this is the ${environment} environment.`)
  }
  const digest = hash(bearer)
  const key = core.keysByHash.get(digest)
  const isMatch =
    key !== undefined && crypto.timingSafeEqual(Buffer.from(key.hash), Buffer.from(digest))
  const isRightAudience = (key?.scope === "admin") === (audience === "admin")
  if (key === undefined || !isMatch || !isRightAudience) {
    return unauthorized("This API key is not known.")
  }
  if (ApiKey.hasEnded(key, now)) return unauthorized("This API key is revoked.")
  return Result.succeed(key)
}

/**
 * Whether the caller's account may use the service at all. Its people may look at it, and sort out
 * who they are, before it is approved.
 */
export const checkAccount = (
  core: State.State,
  { accountId, kind }: Caller,
  needs: Role.Permission
): Refusal | undefined => {
  if (accountId === null) return undefined
  const account = core.accounts.get(accountId)
  if (account === undefined || account.status === "SUSPENDED") {
    return { _tag: "Forbidden", message: "The account is suspended." }
  }
  if (account.kycStatus === "APPROVED") return undefined
  return kind === "person" && (needs === "read" || needs === "team")
    ? undefined
    : { _tag: "KycRequired" }
}
