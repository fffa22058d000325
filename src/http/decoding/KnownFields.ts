/**
 * Refuses unknown fields if ignoring one would leave something unbounded: a body with `allowed_ip`
 * would make a key that works from everywhere.
 */
import type { FieldError } from "../contract/Rejection.ts"

/** Characters of an unknown field's name in a message. */
const nameCharsMax = 64

/** Number of unknown fields in a response. */
const namedMax = 20

/** Number of common first letters that show the intended field. */
const alikeMin = 5

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "")

const commonLength = (left: string, right: string): number => {
  let length = 0
  while (length < left.length && left[length] === right[length]) length += 1
  return length
}

/** The known field that a name is probably meant for. */
const intendedField = (name: string, known: ReadonlyArray<string>): string | undefined => {
  const letters = lettersOf(name)
  const [best] = known
    .map((field) => ({ field, length: commonLength(letters, lettersOf(field)) }))
    .toSorted((left, right) => right.length - left.length)
  if (best === undefined) return undefined
  return best.length >= Math.min(alikeMin, lettersOf(best.field).length) ? best.field : undefined
}

/** A rule for bodies that have only these fields. */
const only =
  (...known: ReadonlyArray<string>) =>
  (body: Readonly<Record<string, unknown>>): ReadonlyArray<FieldError> =>
    Object.keys(body)
      .filter((name) => !known.includes(name))
      .slice(0, namedMax)
      .map((name) => {
        const field = name.slice(0, nameCharsMax)
        const right = intendedField(field, known)
        const instead =
          right === undefined ? `the fields are ${known.join(", ")}` : `use ${right} instead`
        return field.trim() === ""
          ? { field: "body", code: "unknown_field", message: `has a nameless field; ${instead}` }
          : { field, code: "unknown_field", message: `is unknown; ${instead}` }
      })

/** A body that issues an API key for an account. */
export const ofKey = only("name", "scope", "expires_at", "allowed_ips", "idempotency_key")

/** A body that issues an operator's key. */
export const ofOperator = only("name", "expires_at", "allowed_ips", "idempotency_key")

/** A body that rotates a key. */
export const ofRotation = only("overlap_hours", "idempotency_key")
