/** Operators: people of the service who act with a key of their own, which is named after them. */
import { Result } from "effect"
import * as ApiKey from "./ApiKey.ts"
import type { Registry } from "./Registry.ts"

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

export const revoke = (
  keys: Keys,
  id: string,
  at: number
): Result.Result<typeof ApiKey.Revoked.Type, ApiKey.NotFound | LastOperator> => {
  const key = active(keys, at).find((one) => one.id === id)
  if (key === undefined) return Result.fail({ _tag: "KeyNotFound", id })
  // A key that never ends is not left to ones that do: there would be none after the last of them.
  const left = active(keys, at).filter(
    (other) => other.id !== id && (key.expiresAt !== undefined || other.expiresAt === undefined)
  )
  return left.length === 0
    ? Result.fail({ _tag: "LastOperator" })
    : Result.succeed(ApiKey.revoke(key, at))
}
