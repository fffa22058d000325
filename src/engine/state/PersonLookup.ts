/** Finds the people that a draft's personal data is about, in the state before the draft. */
import * as DataSubjects from "../ports/DataSubjects.ts"
import * as Entry from "../ports/Entry.ts"
import type * as Collections from "./Collections.ts"
import type * as State from "./State.ts"

type Lookup = Pick<
  Collections.Collections,
  | "payouts"
  | "batches"
  | "balances"
  | "withdrawals"
  | "keys"
  | "people"
  | "invitations"
  | "endpoints"
  | "deliveries"
> &
  Pick<State.State, "withheld">

/** The recipient of a payout that the state has, or that the same draft creates. */
const ofPayout = (
  { payouts, withheld }: Lookup,
  { events }: Entry.Draft,
  id: string
): string | undefined => {
  const payout =
    payouts.get(id) ?? events.find((event) => event._tag === "PayoutCreated" && event.id === id)
  if (payout === undefined || !("phone" in payout)) return undefined
  // The phone number of a restricted recipient reads `restricted`.
  const [phone = payout.phone] = withheld.get(id)?.phones ?? []
  return DataSubjects.recipient(payout.accountId, phone)
}

const ofDelivery = ({ deliveries }: Lookup, id: string): string | undefined => {
  const delivery = deliveries.get(id)
  return delivery && DataSubjects.account(delivery.webhookEvent.accountId)
}

const ofUser = (email: string | null | undefined): string | undefined =>
  email == null ? undefined : DataSubjects.user(email)

const ofPhone = (event: Extract<Entry.Event, { readonly phone: string }>): string => {
  const find = Entry.isRecipientEvent(event) ? DataSubjects.recipientRecord : DataSubjects.recipient
  return find(event.accountId, event.phone)
}

/** The account that owns an object. */
const ofOwned = (lookup: Lookup, id: string): string | undefined => {
  const { balances, batches, endpoints, keys, withdrawals } = lookup
  const ofMoney = batches.get(id) ?? balances.get(id) ?? withdrawals.get(id)
  const owned = ofMoney ?? endpoints.get(id) ?? keys.get(id)
  return owned && DataSubjects.account(owned.accountId)
}

const ofEvent = (lookup: Lookup, draft: Entry.Draft, event: Entry.Event): string | undefined => {
  if ("phone" in event) return ofPhone(event)
  if (Entry.isPayoutEvent(event)) return ofPayout(lookup, draft, event.id)
  if ("email" in event && Entry.isPersonEvent(event)) {
    return ofUser(event.email) ?? DataSubjects.account(null)
  }
  if ("accountId" in event) return DataSubjects.account(event.accountId)
  if (Entry.isDeliveryEvent(event)) return ofDelivery(lookup, event.id)
  if (!("id" in event)) return undefined
  const { invitations, people } = lookup
  if (Entry.isPersonEvent(event)) {
    // An invitation without an address is about no one yet.
    const email = people.get(event.id)?.email ?? invitations.get(event.id)?.email
    return ofUser(email) ?? DataSubjects.account(null)
  }
  if (event._tag === "AccountCreated" || event._tag === "AccountUpdated") {
    return DataSubjects.account(event.id)
  }
  return ofOwned(lookup, event.id)
}

/** The user who wrote a draft, perhaps one that joins with it. */
const ofUserId = ({ people }: Lookup, { by, events }: Entry.Draft): string | undefined => {
  const joined = events.find((event) => event._tag === "PersonJoined" && event.id === by)
  return ofUser(people.get(by)?.email ?? (joined?._tag === "PersonJoined" ? joined.email : null))
}

const service = DataSubjects.account(null)

export const make = (lookup: Lookup): DataSubjects.DataSubjects => ({
  ofEvent: (draft, event) => {
    if (Entry.isBooksEvent(event)) return service
    const person = ofEvent(lookup, draft, event)
    if (person === undefined) throw new Error(`The person of ${event._tag} is unknown.`)
    return person
  },
  ofAuthor: (draft) => {
    if (lookup.keys.has(draft.by)) return undefined
    // A visitor without a session is known by what the draft is about.
    const [event] = draft.events
    return ofUserId(lookup, draft) ?? (event && ofEvent(lookup, draft, event)) ?? service
  },
  ofReply: ({ as, by }) => DataSubjects.account(as ?? lookup.keys.get(by)?.accountId ?? null)
})
