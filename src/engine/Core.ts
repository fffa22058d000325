/**
 * The in-memory state core: the fold of the log, the same function at replay and live (L2, L7). It
 * is changed by `apply` alone, in log order, and only by entries that are durable (L1). It never
 * acts: what an entry calls for is returned to whoever applied it.
 */
import * as Account from "../domain/Account.ts"
import * as Delivery from "../domain/Delivery.ts"
import * as Endpoint from "../domain/Endpoint.ts"
import * as Ids from "../domain/Ids.ts"
import * as Notice from "../domain/Notice.ts"
import * as Payout from "../domain/Payout.ts"
import * as Quote from "../domain/Quote.ts"
import type * as Entry from "./Entry.ts"

/** How long an answer is kept for retries (spec 5, item 8). */
export const replyMsMax = 24 * 60 * 60 * 1000

export interface KeptReply extends Entry.Reply {
  readonly at: number
}

export interface Core {
  readonly accounts: Map<string, Account.Account>
  readonly keys: Map<string, Account.Key>
  readonly keysByHash: Map<string, Account.Key>
  readonly quotes: Map<string, Quote.Quote>
  readonly payouts: Map<string, Payout.Payout>
  /** Ids in order of creation. */
  readonly payoutsByAccount: Map<string, Array<string>>
  readonly endpoints: Map<string, Endpoint.Endpoint>
  /** Ids in order of creation. */
  readonly endpointsByAccount: Map<string, Array<string>>
  readonly deliveries: Map<string, Delivery.Delivery>
  /** By scope and key, oldest first. */
  readonly replies: Map<string, KeptReply>
}

export const make = (): Core => ({
  accounts: new Map(),
  keys: new Map(),
  keysByHash: new Map(),
  quotes: new Map(),
  payouts: new Map(),
  payoutsByAccount: new Map(),
  endpoints: new Map(),
  endpointsByAccount: new Map(),
  deliveries: new Map(),
  replies: new Map()
})

/** What an entry calls for. */
export interface Consequences {
  /** Payouts that were born. */
  readonly payouts: Array<string>
  /** Deliveries that were born or are to be made again. */
  readonly deliveries: Array<string>
}

export const replyKey = (scope: string, key: string): string => `${scope}\n${key}`

/** The answer kept for a key at a moment, if it is not too old. */
export const findReply = (
  core: Core,
  scope: string,
  key: string,
  now: number
): KeptReply | undefined => {
  const reply = core.replies.get(replyKey(scope, key))
  return reply === undefined || now >= reply.at + replyMsMax ? undefined : reply
}

const keepReply = (core: Core, at: number, reply: Entry.Reply): void => {
  for (const [key, old] of core.replies) {
    if (at < old.at + replyMsMax) break
    core.replies.delete(key)
  }
  const key = replyKey(reply.scope, reply.key)
  core.replies.delete(key)
  core.replies.set(key, { ...reply, at })
}

const push = (index: Map<string, Array<string>>, key: string, id: string): void => {
  const ids = index.get(key)
  if (ids === undefined) index.set(key, [id])
  else ids.push(id)
}

/** The thing an event speaks of. Its absence means a log that this program did not write. */
const known = <A>(things: Map<string, A>, id: string, event: Entry.Event): A => {
  const thing = things.get(id)
  if (thing === undefined) throw new Error(`${event._tag} speaks of ${id}, which does not exist`)
  return thing
}

const setKey = (core: Core, key: Account.Key): void => {
  core.keys.set(key.id, key)
  core.keysByHash.set(key.hash, key)
}

/** Deliveries for everyone who subscribed to a transition. */
const deliver = (core: Core, transition: Notice.Transition, born: Array<string>): void => {
  for (const endpointId of core.endpointsByAccount.get(transition.payout.accountId) ?? []) {
    const endpoint = core.endpoints.get(endpointId)
    if (endpoint === undefined || !endpoint.isActive) continue
    for (const notice of Notice.select(transition, endpoint.events)) {
      const id = Ids.delivery(notice.id, endpointId)
      core.deliveries.set(id, Delivery.created(id, endpointId, notice))
      born.push(id)
    }
  }
}

type PayoutEvent = Payout.Event

const applyPayout = (core: Core, event: PayoutEvent, consequences: Consequences): void => {
  const before = event._tag === "PayoutCreated" ? undefined : known(core.payouts, event.id, event)
  const after =
    before === undefined
      ? Payout.created(event as Extract<PayoutEvent, { _tag: "PayoutCreated" }>)
      : Payout.evolve(before, event)
  core.payouts.set(after.id, after)
  if (before === undefined) {
    push(core.payoutsByAccount, after.accountId, after.id)
    consequences.payouts.push(after.id)
  }
  const quote = after.quoteId === null ? undefined : core.quotes.get(after.quoteId)
  if (quote !== undefined) core.quotes.set(quote.id, Quote.follow(quote, event))
  const transition = Notice.transition(before, after, event.at)
  if (transition !== undefined) deliver(core, transition, consequences.deliveries)
}

const removeEndpoint = (core: Core, event: typeof Endpoint.Deleted.Type): void => {
  const { accountId } = known(core.endpoints, event.id, event)
  const ids = core.endpointsByAccount.get(accountId) ?? []
  core.endpointsByAccount.set(
    accountId,
    ids.filter((id) => id !== event.id)
  )
  core.endpoints.delete(event.id)
}

const applyEvent = (core: Core, event: Entry.Event, consequences: Consequences): void => {
  switch (event._tag) {
    case "EpochStarted":
      return
    case "AccountCreated":
      core.accounts.set(event.id, Account.created(event))
      return
    case "AccountUpdated":
      core.accounts.set(event.id, Account.updated(known(core.accounts, event.id, event), event))
      return
    case "ApiKeyIssued":
      setKey(core, Account.issued(event))
      return
    case "ApiKeyRevoked":
      setKey(core, Account.revoked(known(core.keys, event.id, event), event))
      return
    case "QuoteCreated":
      core.quotes.set(event.id, Quote.created(event))
      return
    case "EndpointCreated":
      core.endpoints.set(event.id, Endpoint.created(event))
      push(core.endpointsByAccount, event.accountId, event.id)
      return
    case "EndpointUpdated":
      core.endpoints.set(event.id, Endpoint.updated(known(core.endpoints, event.id, event), event))
      return
    case "EndpointSecretRotated":
      core.endpoints.set(event.id, Endpoint.rotated(known(core.endpoints, event.id, event), event))
      return
    case "EndpointDeleted":
      removeEndpoint(core, event)
      return
    case "DeliveryAttempted":
    case "DeliveryAbandoned":
    case "DeliveryResent": {
      const delivery = known(core.deliveries, event.id, event)
      core.deliveries.set(event.id, Delivery.evolve(delivery, event))
      if (event._tag === "DeliveryResent") consequences.deliveries.push(event.id)
      return
    }
    default:
      applyPayout(core, event, consequences)
  }
}

/** Folds one entry in. Throws only on a log that contradicts itself: a defect, never a guess. */
export const apply = (core: Core, entry: Entry.Draft): Consequences => {
  const consequences: Consequences = { payouts: [], deliveries: [] }
  for (const event of entry.events) applyEvent(core, event, consequences)
  if (entry.reply !== null) keepReply(core, entry.at, entry.reply)
  return consequences
}
