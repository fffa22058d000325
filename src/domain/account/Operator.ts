/** Operators: staff who act with a separate key that is named after them. */
import { Result } from "effect"
import * as ApiKey from "./ApiKey.ts"
import * as KeyIssuer from "./KeyIssuer.ts"
import type { Registry } from "./Registry.ts"
import type * as User from "./User.ts"

/** Two active operator keys never have the same name. */
export interface OperatorExists {
  readonly _tag: "OperatorExists"
  readonly name: string
}

/** Without a working operator key, the next one could not be issued. */
export interface LastOperator {
  readonly _tag: "LastOperator"
}

type Keys = Pick<Registry, "keys">

/** The service has the most active operator keys that it may have. */
export interface TooManyKeys {
  readonly _tag: "TooManyOperatorKeys"
  readonly max: number
}

/** Operator keys, revoked ones too, oldest first. */
export const keysOf = ({ keys }: Keys): ReadonlyArray<ApiKey.ApiKey> =>
  [...keys.values()].filter(({ scope }) => scope === "admin")

const activeKeys = (keys: Keys, now: number): ReadonlyArray<ApiKey.ApiKey> =>
  keysOf(keys).filter((key) => !ApiKey.hasEnded(key, now))

const isSameName = (left: string, right: string): boolean =>
  left.trim().toLowerCase() === right.trim().toLowerCase()

/**
 * True if an operator key exists that was not revoked. Expired keys count, so a start issues no key
 * because another one expired.
 */
export const hasAny = (keys: Keys): boolean =>
  keysOf(keys).some(({ revokedAt }) => revokedAt === null)

/** The name of a key, and the time. */
interface KeyName {
  readonly name: string
  readonly at: number
  /** The key that the new one replaces. */
  readonly replaces?: string
}

export const refuseName = (
  keys: Keys,
  { at, name, replaces }: KeyName
): OperatorExists | undefined =>
  activeKeys(keys, at).some(({ id, name: other }) => id !== replaces && isSameName(other, name))
    ? { _tag: "OperatorExists", name }
    : undefined

/** The rejection of one more key. `spared`: active keys that end with the request. */
export const refuseCount = (
  keys: Keys,
  { at, max, spared = 0 }: { readonly at: number; readonly max: number; readonly spared?: number }
): TooManyKeys | undefined =>
  activeKeys(keys, at).length - spared >= max ? { _tag: "TooManyOperatorKeys", max } : undefined

/** Ends a key and everything that it issued. */
export const revoke = (
  registry: Pick<Registry, "invitations" | "keys">,
  id: string,
  at: number
): Result.Result<ReadonlyArray<ApiKey.Event | User.Event>, ApiKey.NotFound | LastOperator> => {
  const key = activeKeys(registry, at).find((one) => one.id === id)
  if (key === undefined) return Result.fail({ _tag: "KeyNotFound", id })
  const ended = KeyIssuer.keysEndingWith(registry.keys, id)
  // A key without expiry must leave one like it: after the last expiry there would be none.
  const remaining = activeKeys(registry, at).filter(
    (other) =>
      !ended.has(other.id) && (key.expiresAt !== undefined || other.expiresAt === undefined)
  )
  return remaining.length === 0
    ? Result.fail({ _tag: "LastOperator" })
    : Result.succeed([ApiKey.revoke(key, at), ...KeyIssuer.endingsOf(registry, id, at)])
}
