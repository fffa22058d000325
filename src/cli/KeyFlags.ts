/** Flags for the permissions, the expiry and the addresses of a new API key. */
import { Option } from "effect"
import { Flag } from "effect/cli"
import * as Role from "../domain/account/Role.ts"
import { keys as Words } from "./OperatorWords.ts"

const unitsMs = { h: 3_600_000, d: 24 * 3_600_000 } as const

/** A time such as `90d` or `12h`, milliseconds; none: it is not such a time. */
const msOf = (text: string): Option.Option<number> => {
  const [, count, unit] = /^([1-9]\d{0,4})([hd])$/.exec(text) ?? []
  if (unit !== "h" && unit !== "d") return Option.none()
  return Option.some(Number(count) * unitsMs[unit])
}

export const all = {
  scope: Flag.Literals("scope", Role.KeyScope.literals),
  expiresInMs: Flag.String("expires-in").pipe(
    Flag.withDescription(Words.flags.expiresIn),
    Flag.filterMap(msOf, Words.notAnExpiry),
    Flag.optional
  ),
  allowedIps: Flag.String("allow-ip").pipe(
    Flag.withDescription(Words.flags.allowIp),
    Flag.atLeast(0)
  )
}

interface KeyOptions {
  readonly scope: Role.KeyScope
  readonly expiresInMs: Option.Option<number>
  readonly allowedIps: ReadonlyArray<string>
}

/** The part of the request that the flags make. `now`: milliseconds. */
export const bodyOf = ({ allowedIps, expiresInMs, scope }: KeyOptions, now: number) => ({
  scope,
  ...(Option.isNone(expiresInMs)
    ? {}
    : { expires_at: new Date(now + expiresInMs.value).toISOString() }),
  ...(allowedIps.length === 0 ? {} : { allowed_ips: allowedIps })
})
