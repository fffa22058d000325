/**
 * The personal data of one account's recipient, once somebody asked for its erasure or a court for
 * its preservation. Other recipients have no such record.
 *
 *     kept ──erasure, a law demands the data──▶ restricted ──its date has come──▶ erased
 *       └───erasure, no law demands it──────────────────────────────────────────────▲
 *
 *     legal hold:  none ◀──▶ set       no erasure while it is set
 *
 * E1  A restricted recipient is found by no search until the date, and shown in exports alone.
 * E2  A legal hold wins over every erasure, also over one whose date has come.
 * E3  An erasure names the keys that it destroys. Only these open the recipient's data.
 * E4  Data of payouts that were created after a restriction outlives it.
 * E5  An erasure takes effect when enough people have requested it for the same recipient.
 */
import { Result, Schema } from "effect"
import * as Approval from "../account/Approval.ts"
import * as Personal from "../Personal.ts"

const subject = {
  id: Schema.String,
  accountId: Schema.String,
  /** E.164. Sealed with a key that an erasure destroys, so that it ends with the rest. */
  phone: Personal.ofRecipient(Schema.String)
}

const event = <const Tag extends string, const Fields extends Schema.Struct.Fields>(
  tag: Tag,
  fields: Fields
) => Schema.TaggedStruct(tag, { ...subject, at: Schema.Number, ...fields })

/** Ids of keys, lower-case hex. */
const keys = Schema.Array(Schema.String)

const ErasureRequested = event("RecipientErasureRequested", { by: Schema.String })

const Restricted = event("RecipientRestricted", { keys, until: Schema.Number })

const Erased = event("RecipientErased", {
  keys,
  /** Milliseconds. Payouts that were created then or later stay. Absent if all are erased. */
  createdBefore: Schema.optionalKey(Schema.Number)
})

const HoldSet = event("RecipientHoldSet", {
  by: Schema.String,
  reason: Personal.ofRecipient(Schema.String)
})

const HoldEnded = event("RecipientHoldEnded", { by: Schema.String })

/** Staff read all data of the recipient. */
const Exported = event("RecipientExported", { by: Schema.String })

export const Event = Schema.Union([
  ErasureRequested,
  Restricted,
  Erased,
  HoldSet,
  HoldEnded,
  Exported
])
export type Event = typeof Event.Type

export const RecipientData = Schema.Struct({
  ...subject,
  /** Ids of the restricted keys; empty if the data is not restricted. */
  keys,
  /** The date of the erasure, milliseconds; `null` if the data is not restricted. */
  restrictedUntil: Schema.NullOr(Schema.Number),
  /** The time of the last restriction, milliseconds; `null` if the data is not restricted. */
  restrictedAt: Schema.NullOr(Schema.Number),
  /** The legal hold, if one is set. */
  hold: Schema.NullOr(
    Schema.Struct({
      by: Schema.String,
      since: Schema.Number,
      reason: Personal.ofRecipient(Schema.String)
    })
  ),
  /** Ids of those who requested the erasure, which needs more people. */
  approvals: Schema.Array(Schema.String)
})
export type RecipientData = typeof RecipientData.Type

export type Command =
  | {
      readonly _tag: "Erase"
      readonly at: number
      /** Absent if one person suffices. */
      readonly vote?: Approval.Vote | undefined
      /** Ids of all keys of the recipient. */
      readonly keys: ReadonlyArray<string>
      /** Ids of the keys of this record, which an erasure destroys and a restriction does not. */
      readonly recordKeys: ReadonlyArray<string>
      /** The date until which a law demands the data, milliseconds; `null` if none does. */
      readonly keepUntil: number | null
    }
  /** The date of a restricted recipient may have come. */
  | {
      readonly _tag: "EndRestriction"
      readonly at: number
      /** Ids of all restricted keys of the recipient, and of the keys of this record. */
      readonly keys: ReadonlyArray<string>
    }
  | { readonly _tag: "SetHold"; readonly at: number; readonly by: string; readonly reason: string }
  | { readonly _tag: "EndHold"; readonly at: number; readonly by: string }
  | { readonly _tag: "Export"; readonly at: number; readonly by: string }

export type Rejection =
  /** A legal hold is set. */
  | { readonly _tag: "DataHeld" }
  /** The data is restricted already, until this time in milliseconds. */
  | { readonly _tag: "DataRestricted"; readonly until: number }
  /** There is no legal hold to end. */
  | { readonly _tag: "NoDataHold" }

/** The record of a recipient about whom nothing was requested yet. */
export const none = (id: string, accountId: string, phone: string): RecipientData => ({
  ...{ id, accountId, phone, keys: [], hold: null, approvals: [] },
  ...{ restrictedUntil: null, restrictedAt: null }
})

const subjectOf = ({ accountId, id, phone }: RecipientData, at: number) => ({
  ...{ id, accountId, phone, at }
})

const isTooFew = (approvals: ReadonlyArray<string>, vote: Approval.Vote): boolean =>
  Approval.otherApprovers(approvals, vote).length + 1 < vote.peopleMin

const erase = (
  data: RecipientData,
  { at, keepUntil, keys, recordKeys, vote }: Extract<Command, { readonly _tag: "Erase" }>
): Result.Result<Event | undefined, Rejection> => {
  const { approvals, hold, restrictedUntil } = data
  if (hold !== null) return Result.fail({ _tag: "DataHeld" })
  const isRestricted = keys.every((key) => data.keys.includes(key))
  if (restrictedUntil !== null && isRestricted) {
    return Result.fail({ _tag: "DataRestricted", until: restrictedUntil })
  }
  const subject = subjectOf(data, at)
  if (vote !== undefined && isTooFew(approvals, vote)) {
    return Result.succeed(
      approvals.includes(vote.by)
        ? undefined
        : { _tag: "RecipientErasureRequested", ...subject, by: vote.by }
    )
  }
  // Data of a later payment joins the restricted data, and is erased with it.
  const until = Math.max(keepUntil ?? 0, restrictedUntil ?? 0)
  return Result.succeed(
    until > at
      ? { _tag: "RecipientRestricted", ...subject, keys, until }
      : { _tag: "RecipientErased", ...subject, keys: [...keys, ...recordKeys] }
  )
}

/** The event of a command; `undefined` if the command changes nothing. */
export const decide = (
  data: RecipientData,
  command: Command
): Result.Result<Event | undefined, Rejection> => {
  const { hold, keys, restrictedAt, restrictedUntil } = data
  const subject = subjectOf(data, command.at)
  switch (command._tag) {
    case "Erase":
      return erase(data, command)
    case "EndRestriction": {
      if (restrictedAt === null || restrictedUntil === null) return Result.succeed(undefined)
      if (restrictedUntil > command.at || hold !== null) return Result.succeed(undefined)
      const all = [...new Set([...keys, ...command.keys])]
      const event = { ...subject, keys: all, createdBefore: restrictedAt }
      return Result.succeed({ _tag: "RecipientErased", ...event })
    }
    case "SetHold": {
      const { by, reason } = command
      if (hold?.reason === reason) return Result.succeed(undefined)
      return Result.succeed({ _tag: "RecipientHoldSet", ...subject, by, reason })
    }
    case "EndHold":
      return hold === null
        ? Result.fail({ _tag: "NoDataHold" })
        : Result.succeed({ _tag: "RecipientHoldEnded", ...subject, by: command.by })
    case "Export":
      return Result.succeed({ _tag: "RecipientExported", ...subject, by: command.by })
  }
}

/** The record after an event; `undefined` if nothing is left to remember. */
export const evolve = (
  data: RecipientData | undefined,
  event: Event
): RecipientData | undefined => {
  const { accountId, at, id, phone } = event
  const before = data ?? none(id, accountId, phone)
  switch (event._tag) {
    case "RecipientErasureRequested":
      return { ...before, approvals: [...before.approvals, event.by] }
    case "RecipientRestricted":
      return {
        ...before,
        keys: [...new Set([...before.keys, ...event.keys])],
        restrictedUntil: event.until,
        restrictedAt: at,
        approvals: []
      }
    case "RecipientErased":
      return undefined
    case "RecipientHoldSet":
      return { ...before, hold: { by: event.by, since: at, reason: event.reason }, approvals: [] }
    case "RecipientHoldEnded":
      return before.restrictedUntil === null ? undefined : { ...before, hold: null }
    case "RecipientExported":
      return data
  }
}
