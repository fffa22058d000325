/**
 * Rules about parties that a schema cannot check alone: a date of birth is not in the future, and
 * the facts of an originator fit its type.
 */
import * as Party from "../../domain/Party.ts"
import * as PartyLimits from "../../domain/PartyLimits.ts"
import type { FieldError } from "../contract/Rejection.ts"
import type * as Decode from "./Decode.ts"

const none: ReadonlyArray<FieldError> = []

const fieldsOf = (value: unknown): Decode.Fields =>
  typeof value === "object" && value !== null ? (value as Decode.Fields) : {}

/** The error of a date of birth after today in a body or row. `name` is the object with the date. */
export const futureBirth = (
  body: Decode.Fields,
  name: "recipient_details" | "details" | "originator",
  at: number
): ReadonlyArray<FieldError> => {
  const party = body[name]
  if (party === undefined) return none
  const { birth_date: day } = fieldsOf(party)
  if (typeof day !== "string" || !PartyLimits.isBirthDate(day) || !PartyLimits.isFuture(day, at))
    return none
  const message = "must not be in the future"
  return [{ field: `${name}.birth_date`, code: "in_the_future", message }]
}

/** The fact that only the other type of originator has. */
const unfit = { person: "registration_number", business: "birth_date" } as const

/** All errors of the originator in a body. */
export const originator = (body: Decode.Fields, at: number): ReadonlyArray<FieldError> => {
  const given = fieldsOf(body.originator)
  const type = Party.originatorTypes.find((each) => each === given.type)
  const name = type && unfit[type]
  const future = futureBirth(body, "originator", at)
  if (name === undefined || given[name] === undefined || given[name] === null) return future
  const message = `must be absent, because a ${type} has none`
  return [{ field: `originator.${name}`, code: "not_applicable", message }, ...future]
}
