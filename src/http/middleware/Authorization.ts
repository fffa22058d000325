/**
 * Authentication by API key, found by its SHA-256 and compared in constant time, and what its
 * account may do. The key itself is never stored, logged or repeated.
 */
import * as crypto from "node:crypto"
import { Result } from "effect"
import * as Account from "../../domain/account/Account.ts"
import * as Role from "../../domain/account/Role.ts"
import type * as User from "../../domain/account/User.ts"
import type * as State from "../../engine/state/State.ts"
import type { Refusal } from "../Problems.ts"

/**
 * `public` needs no key; `account` one of a customer, or a member's session; `admin` one of an
 * operator, or a session of the staff; `person` a session of anybody.
 */
export type Access = "public" | "account" | "admin" | "person"

/** An authenticated caller, by key or by session. */
export interface Caller {
  readonly id: string
  readonly kind: "key" | "person"
  /** The account it acts for; `null`: the service, or the person's own things. */
  readonly accountId: string | null
  readonly may: (permission: Role.Permission) => boolean
}

export const ofKey = ({ accountId, id, scope }: Account.Key): Caller => ({
  ...{ id, kind: "key", accountId },
  may: (permission) => Role.keyMay(scope, permission)
})

/** `role`: `undefined` on routes about a person's own things. */
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

/** Where a key is looked for, and which keys are right there. */
export interface KeyContext {
  readonly core: State.State
  readonly environment: Environment
  readonly audience: "account" | "admin"
}

/** The key of an `Authorization` header. `now`: milliseconds. */
export const authenticate = (
  { audience, core, environment }: KeyContext,
  header: string | undefined,
  now: number
): Result.Result<Account.Key, Refusal> => {
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
  if (Account.isOver(key, now)) return unauthorized("This API key is revoked.")
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
