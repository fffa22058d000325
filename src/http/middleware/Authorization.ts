/**
 * Authentication by API key, and the permissions of its account. A key is found by its SHA-256 and
 * compared in constant time. It is never stored, logged or repeated.
 */
import { Result } from "effect"
import * as ApiKey from "../../domain/account/ApiKey.ts"
import * as Role from "../../domain/account/Role.ts"
import * as User from "../../domain/account/User.ts"
import type * as Partitions from "../../engine/Partitions.ts"
import type * as Identity from "../../engine/ports/Identity.ts"
import { Unavailable } from "../../engine/ports/Unavailable.ts"
import * as ApiKeySecret from "../../usecases/ApiKeySecret.ts"
import type * as Operation from "../contract/Operation.ts"
import type { Refusal } from "../contract/Rejection.ts"

/** An authenticated caller, by key or by session. */
export interface Caller {
  readonly id: string
  readonly kind: "key" | "person"
  /** The account that the caller acts for; `null` for the service and for a user's own settings. */
  readonly accountId: string | null
  readonly may: (need: Role.Need) => boolean
  /** Present if the caller has a session. */
  readonly session?: Pick<Identity.Session, "provenAt" | "hasSecondFactor">
  /** Present if the caller uses a key. */
  readonly scope?: ApiKey.Scope
}

/** Callers by key. A key's record does not change. */
const callers = new WeakMap<ApiKey.ApiKey, Caller>()

export const ofKey = (key: ApiKey.ApiKey): Caller => {
  const cachedCaller = callers.get(key)
  if (cachedCaller !== undefined) return cachedCaller
  const { accountId, id, scope } = key
  const may = (need: Role.Need) => Role.keyMay(scope, need)
  const caller: Caller = { id, kind: "key", accountId, may, scope }
  callers.set(key, caller)
  return caller
}

/** `role` is `undefined` on routes of a user's own settings. */
export const ofPerson = (
  { id }: User.User,
  accountId: string | null,
  role: Role.Role | undefined,
  session?: Caller["session"]
): Caller => ({
  ...{ id, kind: "person", accountId },
  may: ({ needs }) => role === undefined || Role.may(role, needs),
  ...(session === undefined ? {} : { session })
})

const unauthorized = (message: string) => Result.fail<Refusal>({ _tag: "Unauthorized", message })

/** The refusal of a key that has expired or is revoked. */
const refusalOfEnded = ({ expiresAt, revokedAt }: ApiKey.ApiKey): Refusal => ({
  _tag: "Unauthorized",
  message:
    revokedAt === null && expiresAt !== undefined
      ? `This API key expired on ${new Date(expiresAt).toISOString()}.`
      : "This API key is revoked."
})

/** The refusal of a key whose scope does not allow a request. */
export const refusalOfScope = (scope: ApiKey.Scope, need: Role.Need): Refusal => {
  const sufficientScopes = Role.scopesFor(need).map((one) => `\`${one}\``)
  const needed = new Intl.ListFormat("en", { type: "disjunction" }).format(sufficientScopes)
  return {
    _tag: "Forbidden",
    message: `The scope of this API key is \`${scope}\`. This operation needs ${needed}.`
  }
}

/** The directory that has the keys, and the kind of keys that is accepted. */
export interface KeyContext {
  readonly directory: Partitions.DirectoryView["directory"]
  readonly environment: ApiKey.Environment
  readonly audience: ApiKey.Audience
}

/** Messages for a key of the other audience. */
const wrongAudience: Record<ApiKey.Audience, string> = {
  admin:
    "This is an API key of an account. Operations under /admin/v1 take an operator key (ak_…).",
  account: "This is an operator key. Operations of an account take its API key (sk_…)."
}

/** The key of an `Authorization` header, which may have expired or be revoked. */
export const identify = (
  { audience, directory, environment }: KeyContext,
  header: string | undefined
): Result.Result<ApiKey.ApiKey, Refusal> => {
  const bearer = /^Bearer +([\x21-\x7e]{8,256})$/i.exec(header ?? "")?.[1]
  if (bearer === undefined) {
    return unauthorized("Send your API key as `Authorization: Bearer <key>`.")
  }
  const otherEnvironment = environment === "sandbox" ? "production" : "sandbox"
  if (ApiKey.hasPrefix(otherEnvironment, audience, bearer)) {
    return unauthorized(
      `This is a ${otherEnvironment} key; this is the ${environment} environment.`
    )
  }
  if (ApiKey.hasPrefix(environment, audience === "admin" ? "account" : "admin", bearer)) {
    return unauthorized(wrongAudience[audience])
  }
  const digest = ApiKeySecret.hash(bearer)
  const key = directory.keyByHash(digest)
  const isMatch = key !== undefined && ApiKeySecret.isSameHash(key.hash, digest)
  const isRightAudience = (key?.scope === "admin") === (audience === "admin")
  if (key === undefined || !isMatch || !isRightAudience) {
    return unauthorized("This API key is not known.")
  }
  return Result.succeed(key)
}

/** The refusal of a key that has expired or is revoked. `now` in milliseconds. */
export const refuseEnded = (key: ApiKey.ApiKey, now: number): Refusal | undefined =>
  ApiKey.hasEnded(key, now) ? refusalOfEnded(key) : undefined

/**
 * Refuses a caller whose account may not use the service. Before its approval, an account's users
 * may read it and manage its team.
 */
export const checkAccount = (
  directory: Partitions.DirectoryView["directory"],
  { accountId, kind }: Caller,
  needs: Role.Permission
): Refusal | undefined => {
  if (accountId === null) return undefined
  const account = directory.account(accountId)
  if (account === undefined || account.status === "SUSPENDED") {
    return { _tag: "Forbidden", message: "The account is suspended." }
  }
  if (account.kycStatus === "APPROVED") return undefined
  return kind === "person" && (needs === "read" || needs === "team")
    ? undefined
    : { _tag: "KycRequired" }
}

const noMember: Refusal = { _tag: "Forbidden", message: "Your role does not allow this." }

/** The sender of a request has seen a directory change that this node has not. */
const notYetKnown = new Unavailable({ message: "The caller is not known here yet." })

type CallerResult = Result.Result<Caller, Refusal | Unavailable>

const userCaller = (
  person: User.User,
  accountId: string | null,
  by: Operation.Audience
): Result.Result<Caller, Refusal> => {
  if (by === "person") return Result.succeed(ofPerson(person, null, undefined))
  const role = User.roleIn(person, accountId)
  return role === undefined
    ? Result.fail(noMember)
    : Result.succeed(ofPerson(person, accountId, role))
}

/** A caller that another node admitted, with its permissions in the current directory. */
export const reauthorize = (
  { directory, registry }: Pick<Partitions.DirectoryView, "directory" | "registry">,
  { accountId, id, kind }: Pick<Caller, "id" | "kind" | "accountId">,
  { by, needs }: { readonly by: Operation.Audience; readonly needs: Role.Permission },
  now: number
): CallerResult => {
  const key = kind === "key" ? registry.keys.get(id) : undefined
  const person = kind === "person" ? registry.people.get(id) : undefined
  if (key !== undefined && ApiKey.hasEnded(key, now)) return Result.fail(refusalOfEnded(key))
  const result: CallerResult =
    person !== undefined
      ? userCaller(person, accountId, by)
      : key === undefined
        ? Result.fail(notYetKnown)
        : Result.succeed(ofKey(key))
  if (Result.isFailure(result)) return result
  const refusal = checkAccount(directory, result.success, needs)
  return refusal === undefined ? result : Result.fail(refusal)
}
