/**
 * The audit log: what each entry of a person or a key did, in words that people look for. It is a
 * view of the log and keeps nothing of its own: who did what, when and from where is in the entry,
 * and the tables only say where to look.
 */
import * as Money from "../../domain/money/Money.ts"
import * as Network from "../../domain/Network.ts"
import type * as Entry from "../ports/Entry.ts"
import type * as State from "./State.ts"

/** Where an act stands in the log, and how it is found. */
export interface ActLocation {
  readonly seq: number
  readonly at: number
  readonly actorId: string
  /** For whom it was done; `""`: for the service itself. */
  readonly accountId: string
  readonly action: string
  readonly subjectId: string
}

/** What one account is told of an entry. */
export interface AuditRow extends ActLocation {
  /** Keys that ended with it, beside the subject: each is an act of its own, `api_key.revoked`. */
  readonly endedKeys: ReadonlyArray<string>
}

/** What is told of a key that ended. */
export const keyEnded = "api_key.revoked"

/** An act, told in full from its entry. */
export interface Act extends ActLocation {
  readonly id: string
  readonly from: string | null
  readonly reason: string | null
  readonly changes: Readonly<Record<string, string>>
}

/** `quote.created` of `QuoteCreated`: the last word is what happened to the ones before. */
const nameOf = (tag: string): string => {
  const words = tag.split(/(?=[A-Z])/).map((word) => word.toLowerCase())
  return `${words.slice(0, -1).join("_")}.${words.at(-1)}`
}

/** Acts whose events have names of the machine's. */
const names: Readonly<Record<string, string>> = {
  BatchCreated: "batch.created",
  DeliveryResent: "webhook_delivery.resent",
  DeliveryTested: "webhook_endpoint.tested",
  EndpointCreated: "webhook_endpoint.created",
  EndpointUpdated: "webhook_endpoint.updated",
  EndpointSecretRotated: "webhook_endpoint.secret_rotated",
  EndpointDeleted: "webhook_endpoint.deleted",
  HoldApproved: "payout.approved",
  ActionApproved: "payout.action_approved",
  BatchActionApproved: "batch.action_approved",
  PersonSignInFailed: "person.sign_in_failed",
  PersonSignedIn: "person.signed_in",
  PersonSignedOut: "person.signed_out",
  PersonSecured: "person.second_factor_changed",
  PersonPasswordSet: "person.password_set",
  RefundAddressSet: "refund.address_set",
  RefundSent: "refund.sent",
  BatchRefundAddressSet: "batch.refund_address_set"
}

/** The event that says best what was done: a batch rather than its thousand rows. */
const foremost = (events: ReadonlyArray<Entry.Event>): Entry.Event | undefined =>
  events.find(
    ({ _tag }) => _tag === "BatchCreated" || _tag === "PersonJoined" || _tag === "ApiKeyIssued"
  ) ?? events[0]

const actionOf = ({ _tag }: Entry.Event): string => names[_tag] ?? nameOf(_tag)

/** Never told, though an entry has them. */
const secret = ["hash", "secret", "tokenHash"]

/** What an act says of itself elsewhere. */
const said = ["_tag", "id", "at", "accountId", "told", "refundTold"]

const isPlain = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value)

/** Micro-USDC, in all events. */
const amounts = ["sourceAmount", "amount", "held", "suspense", "due"]

/** Decimals of a target amount; of an event without a currency there is none. */
const decimalsOf = (event: Entry.Event): number =>
  "currency" in event ? Network.decimals(event.currency) : 0

/** A value as people read it. */
const textOf = (event: Entry.Event, name: string, value: string | number | boolean): string => {
  if (typeof value !== "number") return String(value)
  if (name === "rate") return String(Money.toJson(value, 6))
  if (name === "targetAmount") return String(Money.toJson(value, decimalsOf(event)))
  if (amounts.includes(name)) return `${Money.formatUsdc(value)} USDC`
  return /(At|Deadline)$/.test(name) ? new Date(value).toISOString() : String(value)
}

/** What ends with somebody's removal or lower role. */
const endsOf = (events: ReadonlyArray<Entry.Event>): Readonly<Record<string, string>> => {
  if (events[0]?._tag !== "PersonRemoved" && events[0]?._tag !== "PersonGranted") return {}
  const keys = events.filter(({ _tag }) => _tag === "ApiKeyRevoked").length
  const invitations = events.filter(
    (event) => event._tag === "InvitationEnded" && event.outcome === "revoked"
  ).length
  return {
    ...(keys === 0 ? {} : { keys_ended: String(keys) }),
    ...(invitations === 0 ? {} : { invitations_ended: String(invitations) })
  }
}

/** What the events set, field by field, as text. */
const changesOf = (events: ReadonlyArray<Entry.Event>): Readonly<Record<string, string>> => {
  const changes: Record<string, string> = { ...endsOf(events) }
  for (const event of events.slice(0, eventsTold)) {
    for (const [name, value] of Object.entries(event)) {
      if (secret.includes(name) || said.includes(name) || snake(name) in changes) continue
      if (isPlain(value)) changes[snake(name)] = textOf(event, name, value)
      else if (name === "events" && Array.isArray(value)) changes.events = value.join(", ")
    }
  }
  return changes
}

/** Of a batch's many rows none is told: they are payouts of their own. */
const eventsTold = 4

const snake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

type People = Pick<State.State, "keys" | "people">

/** What people do for themselves: all whom they act for are told. */
const own = [
  ...["PersonSignedIn", "PersonSignInFailed", "PersonSignedOut", "PersonSecured"],
  ...["RecoveryCodesRenewed", "PersonPasswordSet"]
]

/** Whose account, team or key an event changes; `""`: the staff. */
const changed = ({ keys }: People, event: Entry.Event): ReadonlyArray<string> => {
  switch (event._tag) {
    case "PersonGranted":
    case "PersonRemoved":
    case "ApiKeyIssued":
      return [event.accountId ?? ""]
    case "PersonInvited":
      return event.grants.map(({ accountId }) => accountId ?? "")
    case "ApiKeyRevoked":
    case "ApiKeyExpiring":
      return [keys.get(event.id)?.accountId ?? ""]
    case "AccountCreated":
    case "AccountUpdated":
      return [event.id]
    default:
      return []
  }
}

/**
 * Who is told of an entry: the account of the key or person that wrote it, the staff where it was
 * theirs, and every account whose people, keys or standing it changed.
 */
const accountsOf = (given: People, { as, by, events }: Entry.Entry): ReadonlySet<string> => {
  const { keys, people } = given
  const told = new Set(events.flatMap((event) => changed(given, event)))
  const person = people.get(by)
  if (as !== undefined) return told.add(as)
  if (person === undefined) return told.add(keys.get(by)?.accountId ?? "")
  if (events.some(({ _tag }) => own.includes(_tag))) {
    for (const { accountId } of person.grants) told.add(accountId ?? "")
  }
  return told.size === 0 ? told.add("") : told
}

/** The keys of an account that ended with an entry. */
const endedOf = (
  { keys }: People,
  { events }: Entry.Entry,
  accountId: string
): ReadonlyArray<string> =>
  events.flatMap((event) =>
    event._tag === "ApiKeyRevoked" && (keys.get(event.id)?.accountId ?? "") === accountId
      ? [event.id]
      : []
  )

const machine = ["engine", "public"]

/** Where an entry is found in the audit log: nowhere, if the engine wrote it. */
export const rowsOf = (people: People, entry: Entry.Entry): ReadonlyArray<AuditRow> => {
  const { at, by, events, seq } = entry
  if (events.length === 0 || machine.includes(by)) return []
  const event = foremost(events)
  if (event === undefined) return []
  const action = actionOf(event)
  const subjectId = "id" in event ? event.id : by
  const owners = changed(people, event)
  return [...accountsOf(people, entry)].map((accountId) => {
    const mark = { seq, at, actorId: by, accountId }
    const [first, ...others] = endedOf(people, entry, accountId)
    // Another account is told which of its keys ended; what ended them is not its business.
    if (first !== undefined && !owners.includes(accountId)) {
      return { ...mark, action: keyEnded, subjectId: first, endedKeys: others }
    }
    const keys = first === undefined ? [] : [first, ...others]
    return { ...mark, action, subjectId, endedKeys: keys.filter((id) => id !== subjectId) }
  })
}

/** What an entry tells of a key that ended with another act. */
const endedWith = (mark: ActLocation, events: ReadonlyArray<Entry.Event>): string | undefined => {
  const event = foremost(events)
  if (mark.action !== keyEnded || event === undefined) return undefined
  return "id" in event && event.id === mark.subjectId ? undefined : actionOf(event)
}

/** The act that stands at a mark. */
export const actOf = (mark: ActLocation, { events, from, note }: Entry.Draft): Act => {
  const ended = endedWith(mark, events)
  return {
    ...mark,
    id: ended === undefined ? `aud_${mark.seq}` : `aud_${mark.seq}_${mark.subjectId}`,
    from: from ?? null,
    reason: note ?? null,
    changes: ended === undefined ? changesOf(events) : { ended_with: ended }
  }
}
