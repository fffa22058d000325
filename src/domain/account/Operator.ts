/** Operators: people of the service who act with a key of their own, which is named after them. */
import { Result } from "effect"
import * as ApiKey from "./ApiKey.ts"
import * as KeyIssuer from "./KeyIssuer.ts"
import type { Registry } from "./Registry.ts"
import type * as User from "./User.ts"

/** Two active keys of operators never have the same name. */
export interface OperatorExists {
  readonly _tag: "OperatorExists"
  readonly name: string
}

/** Without an operator's key that works on, the next one could not be issued. */
export interface LastOperator {
  readonly _tag: "LastOperator"
}

type Keys = Pick<Registry, "keys">

/** Active keys of operators. */
export interface TooManyKeys {
  readonly _tag: "TooManyOperatorKeys"
  readonly max: number
}

/** Operators' keys, revoked ones too, oldest first. */
export const keysOf = ({ keys }: Keys): ReadonlyArray<ApiKey.ApiKey> =>
  [...keys.values()].filter(({ scope }) => scope === "admin")

const active = (keys: Keys, now: number): ReadonlyArray<ApiKey.ApiKey> =>
  keysOf(keys).filter((key) => !ApiKey.hasEnded(key, now))

const isSameName = (left: string, right: string): boolean =>
  left.trim().toLowerCase() === right.trim().toLowerCase()

/** Those that ended by themselves count: a start must not issue a key because another expired. */
export const hasAny = (keys: Keys): boolean =>
  keysOf(keys).some(({ revokedAt }) => revokedAt === null)

/** A key under this name, at this time. */
interface Named {
  readonly name: string
  readonly at: number
  /** The key that it replaces. */
  readonly replaces?: string
}

export const refuseName = (
  keys: Keys,
  { at, name, replaces }: Named
): OperatorExists | undefined =>
  active(keys, at).some(({ id, name: other }) => id !== replaces && isSameName(other, name))
    ? { _tag: "OperatorExists", name }
    : undefined

/** Why one more key is refused. `spared`: how many active keys end with it. */
export const refuseCount = (
  keys: Keys,
  { at, max, spared = 0 }: { readonly at: number; readonly max: number; readonly spared?: number }
): TooManyKeys | undefined =>
  active(keys, at).length - spared >= max ? { _tag: "TooManyOperatorKeys", max } : undefined

/** Ends a key with all that it issued. */
export const revoke = (
  registry: Pick<Registry, "invitations" | "keys">,
  id: string,
  at: number
): Result.Result<ReadonlyArray<ApiKey.Event | User.Event>, ApiKey.NotFound | LastOperator> => {
  const key = active(registry, at).find((one) => one.id === id)
  if (key === undefined) return Result.fail({ _tag: "KeyNotFound", id })
  const ended = KeyIssuer.behind(registry.keys, id)
  // A key that never ends is not left to ones that do: there would be none after the last of them.
  const left = active(registry, at).filter(
    (other) =>
      !ended.has(other.id) && (key.expiresAt !== undefined || other.expiresAt === undefined)
  )
  return left.length === 0
    ? Result.fail({ _tag: "LastOperator" })
    : Result.succeed([ApiKey.revoke(key, at), ...KeyIssuer.endingsOf(registry, id, at)])
}
