/**
 * The audit log: the act of each entry by a user or an API key. It is a view of the log and stores
 * nothing itself: author, time, address and changes are in the entry, and the tables only index the
 * entries.
 */
import * as Limits from "../../config/Limits.ts"
import type * as ApiKey from "../../domain/account/ApiKey.ts"
import type * as User from "../../domain/account/User.ts"
import * as Chart from "../../domain/books/Chart.ts"
import * as KnownChain from "../../domain/KnownChain.ts"
import * as ForeignDeposit from "../../domain/money/ForeignDeposit.ts"
import * as Money from "../../domain/money/Money.ts"
import type * as Entry from "../ports/Entry.ts"
import type * as Rows from "../ports/Rows.ts"
import type * as Collections from "./Collections.ts"

/** The action of a key that was revoked. */
export const keyRevoked = "api_key.revoked"

/** The action of a key that was replaced by another. */
const keyRotated = "api_key.rotated"

/** `QuoteCreated` becomes `quote.created`: the last word is the verb, the others its subject. */
const nameOf = (tag: string): string => {
  const words = tag.split(/(?=[A-Z])/).map((word) => word.toLowerCase())
  return `${words.slice(0, -1).join("_")}.${words.at(-1)}`
}

/** Actions whose event tag differs. */
const names: Readonly<Record<string, string>> = {
  ApiKeyExpiring: keyRotated,
  BatchCreated: "batch.created",
  BreakCloseProposed: "break.close_proposed",
  BreakCloseApproved: "break.close_approved",
  DeliveryResent: "webhook_delivery.resent",
  DeliveryTested: "webhook_endpoint.tested",
  EndpointCreated: "webhook_endpoint.created",
  EndpointUpdated: "webhook_endpoint.updated",
  EndpointSecretRotated: "webhook_endpoint.secret_rotated",
  EndpointDeleted: "webhook_endpoint.deleted",
  HoldApproved: "payout.approved",
  ActionApproved: "payout.action_approved",
  BatchActionApproved: "batch.action_approved",
  BalanceActionApproved: "balance.action_approved",
  BalanceThresholdSet: "balance.threshold_set",
  BalanceExcessSet: "balance.excess_set",
  BalanceHoldReleased: "balance.hold_released",
  BalanceCorrected: "balance.corrected",
  BalanceAddressAdded: "balance.address_added",
  BalanceAddressRemoved: "balance.address_removed",
  BalanceAddressActivated: "balance.address_activated",
  WithdrawalActionApproved: "withdrawal.action_approved",
  PersonSignInFailed: "person.sign_in_failed",
  PersonSignedIn: "person.signed_in",
  PersonConfirmed: "person.confirmed",
  PersonSignedOut: "person.signed_out",
  PersonSecured: "person.second_factor_changed",
  PersonPasswordSet: "person.password_set",
  PersonNoticesChosen: "person.notices_chosen",
  RefundAddressSet: "refund.address_set",
  RefundSent: "refund.sent",
  BatchRefundAddressSet: "batch.refund_address_set"
}

/** The event that names the act: a batch rather than its thousand rows. */
const mainEvent = (events: ReadonlyArray<Entry.Event>): Entry.Event | undefined =>
  events.find(
    ({ _tag }) => _tag === "BatchCreated" || _tag === "PersonJoined" || _tag === "ApiKeyIssued"
  ) ?? events[0]

/** Actions by the tags of their events, each made once. */
const actions = new Map<string, string>(Object.entries(names))

export const actionOf = ({ _tag }: Pick<Entry.Event, "_tag">): string => {
  const cached = actions.get(_tag)
  if (cached !== undefined) return cached
  const name = nameOf(_tag)
  actions.set(_tag, name)
  return name
}

/**
 * The event that ends the key which a new one replaces. Only a rotation issues and ends keys at
 * once.
 */
const keyEndingIn = (events: ReadonlyArray<Entry.Event>) =>
  events.length > 1 && mainEvent(events)?._tag === "ApiKeyIssued"
    ? events.find((event) => event._tag === "ApiKeyExpiring" || event._tag === "ApiKeyRevoked")
    : undefined

/** The action of an entry with this main event. */
const actionIn = (events: ReadonlyArray<Entry.Event>, main: Entry.Event): string =>
  keyEndingIn(events) === undefined ? actionOf(main) : keyRotated

/** Fields that the audit log never shows. */
const secretFields = ["hash", "secret", "tokenHash"]

/** Fields that an act shows elsewhere. */
const commonFields = ["_tag", "id", "at", "accountId"]

const isPlain = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value)

/** Fields that are lists of words. */
const listFields = ["events", "allowedIps"]

/** Fields in micro-USDC, in all events. */
const amountFields = ["sourceAmount", "amount", "held", "suspense", "due", "value", "sold"]

/** Fields in minor units of the event's currency. */
const minorFields = ["targetAmount", "returned", "moved", "result"]

/** Decimals of a target amount; 0 for an event without a currency. */
const decimalsOf = (event: Entry.Event): number =>
  "currency" in event && event.currency !== null ? Chart.decimalsOf(event.currency) : 0

/** A value as text: amounts with decimals and unit, times in ISO 8601. */
const textOf = (event: Entry.Event, name: string, value: string | number | boolean): string => {
  if (typeof value !== "number") return String(value)
  if (name === "rate") return String(Money.toJson(value, 6))
  if (minorFields.includes(name)) return String(Money.toJson(value, decimalsOf(event)))
  if (amountFields.includes(name)) return `${Money.formatUsdc(value)} USDC`
  return /(At|From|Deadline|^until)$/.test(name) ? new Date(value).toISOString() : String(value)
}

const endings = ["PersonRemoved", "PersonGranted", "ApiKeyRevoked"]

/**
 * Counts of the keys and invitations revoked by a user's removal or lower role, or by the end of a
 * key. `ending` is the main event, which is not counted.
 */
const revocationsBy = (
  events: ReadonlyArray<Entry.Event>,
  ending: Entry.Event | undefined
): Readonly<Record<string, string>> => {
  if (ending === undefined || !endings.includes(ending._tag)) return {}
  const keys = events.filter((event) => event._tag === "ApiKeyRevoked" && event !== ending).length
  const invitations = events.filter(
    (event) => event._tag === "InvitationEnded" && event.outcome === "revoked"
  ).length
  return {
    ...(keys === 0 ? {} : { keys_ended: String(keys) }),
    ...(invitations === 0 ? {} : { invitations_ended: String(invitations) })
  }
}

/** The key that a new one replaces, and the end of the old key: no later than its successor's. */
const replacementOf = (
  events: ReadonlyArray<Entry.Event>,
  ending: ReturnType<typeof keyEndingIn>
): Readonly<Record<string, string>> => {
  if (ending === undefined) return {}
  const issued = mainEvent(events)
  const ownEnd = issued?._tag === "ApiKeyIssued" ? issued.expiresAt : undefined
  const endsAt =
    ending._tag === "ApiKeyRevoked"
      ? ending.at
      : Math.min(ending.expiresAt, ownEnd ?? ending.expiresAt)
  return { replaces: ending.id, old_key_ends_at: new Date(endsAt).toISOString() }
}

/** An amount of a foreign asset, with the name of its chain and its token. */
const assetText = (amount: ForeignDeposit.Amount): string =>
  `${ForeignDeposit.format(amount)} of ${amount.token} on ${KnownChain.nameOf(amount.chainId)}`

/** A field of an event as text, a deposit's as its amount; `undefined` if it is no plain value. */
const changeOf = (
  event: Entry.Event,
  name: string,
  value: unknown
): readonly [name: string, text: string] | undefined => {
  if (name === "originator") return [name, value === null ? "removed" : "set"]
  if (isPlain(value)) return [snake(name), textOf(event, name, value)]
  if (listFields.includes(name) && Array.isArray(value)) return [snake(name), value.join(", ")]
  if (name === "transfer" && "transfer" in event) return ["asset_amount", assetText(event.transfer)]
  if (name === "asset" && "asset" in event && event.asset !== undefined) {
    return ["asset_amount", assetText(event.asset)]
  }
  if (name !== "deposit" || !("deposit" in event)) return undefined
  return ["amount", `${Money.formatUsdc(event.deposit.amount)} USDC`]
}

/**
 * False for fields that the audit log does not show. An id names the recipient of requests about
 * data, because the number of a restricted recipient is shown to no one.
 */
const isShown = ({ _tag }: Entry.Event, name: string): boolean =>
  !secretFields.includes(name) &&
  !commonFields.includes(name) &&
  !(name === "phone" && _tag.startsWith("Recipient"))

/** The fields that the events set, as text. The first event that sets a field wins. */
const changesOf = (events: ReadonlyArray<Entry.Event>): Readonly<Record<string, string>> => {
  const keyEnding = keyEndingIn(events)
  const changes: Record<string, string> = {
    ...revocationsBy(events, keyEnding ?? events[0]),
    ...replacementOf(events, keyEnding)
  }
  for (const event of displayedEvents(events)) {
    // A rotation's event also has the old key's expiry, which is not that of the new key.
    if (event === keyEnding) continue
    for (const [name, value] of Object.entries(event)) {
      if (!isShown(event, name)) continue
      const [changed, text] = changeOf(event, name, value) ?? []
      if (changed !== undefined && text !== undefined) changes[changed] ??= text
    }
  }
  return changes
}

/** Events that one act shows; a batch's own event alone, without its rows. */
const displayedEvents = (events: ReadonlyArray<Entry.Event>): ReadonlyArray<Entry.Event> =>
  events.slice(0, events[0]?._tag === "BatchCreated" ? 1 : Limits.memory.actEventsMax)

const snake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The authors of entries. */
interface Authors {
  readonly keys: ReadonlyMap<string, ApiKey.ApiKey>
  readonly people: ReadonlyMap<string, User.User>
}

/** The collections that link an object to its account. */
type Objects = Pick<Collections.Collections, "payouts" | "batches" | "quotes" | "deliveries">

/** The account whose payout, batch, quote or delivery existed before an act of the staff. */
const holderOf = (
  { batches, deliveries, payouts, quotes }: Objects,
  action: string,
  id: string
): string | undefined => {
  if (action.endsWith(".created")) return undefined
  const object = payouts.get(id) ?? batches.get(id) ?? quotes.get(id)
  return object?.accountId ?? deliveries.get(id)?.webhookEvent.accountId
}

/** Acts of users on themselves: all their accounts see them. */
const ownActs = [
  ...["PersonSignedIn", "PersonSignInFailed", "PersonSignedOut", "PersonSecured"],
  ...["RecoveryCodesRenewed", "PersonPasswordSet", "PasskeyAdded", "PasskeyRemoved"],
  ...["PersonConfirmed"]
]

/** Accounts whose users, keys or details an event changes; `""` for the staff. */
const accountsChanged = ({ keys }: Authors, event: Entry.Event): ReadonlyArray<string> => {
  switch (event._tag) {
    case "PersonGranted":
    case "PersonRemoved":
    case "ApiKeyIssued":
      return [event.accountId ?? ""]
    case "InvitationApproved":
      return [""]
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
 * Accounts that see an entry: the account of its author (the staff for their own entries), and
 * every account whose users, keys or details it changed.
 */
const accountsOf = (authors: Authors, { as, by, events }: Entry.Entry): ReadonlySet<string> => {
  const { keys, people } = authors
  const accounts = new Set(events.flatMap((event) => accountsChanged(authors, event)))
  const user = people.get(by)
  if (as !== undefined) return accounts.add(as)
  if (user === undefined) return accounts.add(keys.get(by)?.accountId ?? "")
  if (events.some(({ _tag }) => ownActs.includes(_tag))) {
    for (const { accountId } of user.grants) accounts.add(accountId ?? "")
  }
  return accounts.size === 0 ? accounts.add("") : accounts
}

const noKeys: ReadonlyArray<string> = []

/**
 * The one account that sees a creation, as is the case for nearly every entry; `undefined` for
 * other entries.
 */
const onlyAccountOf = (
  { keys, people }: Authors,
  { as, by, events }: Entry.Entry
): string | undefined => {
  const event = events[0]
  if (event === undefined || events.length > 1) return undefined
  if (event._tag !== "PayoutCreated" && event._tag !== "QuoteCreated") return undefined
  return as ?? (people.has(by) ? undefined : (keys.get(by)?.accountId ?? ""))
}

/** Keys of an account that an entry revoked. */
const revokedKeys = (
  { keys }: Authors,
  { events }: Entry.Entry,
  accountId: string
): ReadonlyArray<string> =>
  events.flatMap((event) =>
    event._tag === "ApiKeyRevoked" && (keys.get(event.id)?.accountId ?? "") === accountId
      ? [event.id]
      : []
  )

const systemAuthors = ["engine", "public"]

/** The rows of an entry in the audit log; none if the engine wrote it. */
export const rowsOf = (
  authors: Authors & Objects,
  entry: Entry.Entry
): ReadonlyArray<Rows.AuditRow> => {
  const { at, by, events, seq } = entry
  if (events.length === 0 || systemAuthors.includes(by)) return []
  const event = mainEvent(events)
  if (event === undefined) return []
  const action = actionIn(events, event)
  const subjectId = "id" in event ? event.id : by
  const onlyAccount = onlyAccountOf(authors, entry)
  if (onlyAccount !== undefined) {
    return [{ seq, at, actorId: by, accountId: onlyAccount, action, subjectId, endedKeys: noKeys }]
  }
  const owners = accountsChanged(authors, event)
  const accounts = accountsOf(authors, entry)
  const holder =
    accounts.size === 1 && accounts.has("") ? holderOf(authors, action, subjectId) : undefined
  const about = holder === undefined ? {} : { aboutAccountId: holder }
  return [...accounts].map((accountId) => {
    const location = { seq, at, actorId: by, accountId, ...about }
    const [first, ...otherKeys] = revokedKeys(authors, entry, accountId)
    // Another account sees only which of its keys were revoked, not by which act.
    if (first !== undefined && !owners.includes(accountId)) {
      return { ...location, action: keyRevoked, subjectId: first, endedKeys: otherKeys }
    }
    const keys = first === undefined ? [] : [first, ...otherKeys]
    return { ...location, action, subjectId, endedKeys: keys.filter((id) => id !== subjectId) }
  })
}

/** The act that revoked a key, if the key is not its subject. */
const causeOf = (
  location: Rows.ActLocation,
  events: ReadonlyArray<Entry.Event>
): string | undefined => {
  const event = mainEvent(events)
  if (location.action !== keyRevoked || event === undefined) return undefined
  return "id" in event && event.id === location.subjectId ? undefined : actionIn(events, event)
}

/** The act at a location of the log. Each partition has its own log. */
export const actOf = (
  location: Rows.ActLocation,
  { events, from, note }: Entry.Draft,
  partition = 0
): Rows.Act => {
  const id = partition === 0 ? `aud_${location.seq}` : `aud_p${partition}_${location.seq}`
  const cause = causeOf(location, events)
  return {
    ...location,
    id: cause === undefined ? id : `${id}_${location.subjectId}`,
    from: from ?? null,
    reason: note ?? null,
    changes: cause === undefined ? changesOf(events) : { ended_with: cause }
  }
}
