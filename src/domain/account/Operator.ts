/** Operators: people of the service who act with a key of their own, which is named after them. */
import { Result } from "effect"
import * as ApiKey from "./ApiKey.ts"
import type { Registry } from "./Registry.ts"

/** Two active keys of operators never have the same name. */
export interface OperatorExists {
  readonly _tag: "OperatorExists"
  readonly name: string
}

/** Without an operator the next key could not be issued. */
export interface LastOperator {
  readonly _tag: "LastOperator"
}

type Keys = Pick<Registry, "keys">

/** Operators' keys, revoked ones too, oldest first. */
export const keysOf = ({ keys }: Keys): ReadonlyArray<ApiKey.ApiKey> =>
  [...keys.values()].filter(({ scope }) => scope === "admin")

const active = (keys: Keys): ReadonlyArray<ApiKey.ApiKey> =>
  keysOf(keys).filter(({ revokedAt }) => revokedAt === null)

const isSameName = (left: string, right: string): boolean =>
  left.trim().toLowerCase() === right.trim().toLowerCase()

export const hasAny = (keys: Keys): boolean => active(keys).length > 0

export const refuseName = (keys: Keys, name: string): OperatorExists | undefined =>
  active(keys).some((other) => isSameName(other.name, name))
    ? { _tag: "OperatorExists", name }
    : undefined

export const revoke = (
  keys: Keys,
  id: string,
  at: number
): Result.Result<typeof ApiKey.Revoked.Type, ApiKey.NotFound | LastOperator> => {
  const key = active(keys).find((one) => one.id === id)
  if (key === undefined) return Result.fail({ _tag: "KeyNotFound", id })
  return active(keys).length === 1
    ? Result.fail({ _tag: "LastOperator" })
    : Result.succeed(ApiKey.revoke(key, at))
}
