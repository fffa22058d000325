/**
 * The in-memory state core: the fold of the log, the same function at replay and live (L2, L7). It
 * is changed by `apply` alone, in log order, and only by entries that are durable (L1). It never
 * acts: what an entry calls for is returned to whoever applied it.
 *
 * It holds what is active. What is finished leaves it once the read model shows it (`settle`), and
 * comes back when someone asks something of it (`adopt`), so memory grows with what is active and
 * not with history (L10).
 */
import * as Account from "../domain/Account.ts"
import * as Delivery from "../domain/Delivery.ts"
import * as Endpoint from "../domain/Endpoint.ts"
import * as Ids from "../domain/Ids.ts"
import * as Notice from "../domain/Notice.ts"
import * as Payout from "../domain/Payout.ts"
import * as PayoutGuards from "../domain/PayoutGuards.ts"
import * as Quote from "../domain/Quote.ts"
import * as Changes from "./Changes.ts"
import * as Entry from "./Entry.ts"
import * as Seen from "./Seen.ts"

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
  /** Quotes without a payout, in order of creation, and so of their ends. */
  readonly unlocked: Set<string>
  readonly payouts: Map<string, Payout.Payout>
  readonly endpoints: Map<string, Endpoint.Endpoint>
  /** Ids in order of creation. */
  readonly endpointsByAccount: Map<string, Array<string>>
  readonly deliveries: Map<string, Delivery.Delivery>
  /** Answers that the read model does not have yet, by scope and key. */
  readonly replies: Map<string, KeptReply>
  /** Keys of a day's answers, wherever those are. */
  readonly seen: Seen.Seen
  /** What the read model does not show yet. */
  readonly changes: Changes.Pending
  /** Things that came from a read model further on than `seq`: up to where they are known. */
  readonly ahead: Map<string, number>
  /** The last entry folded in. */
  seq: number
}

export const make = (): Core => ({
  accounts: new Map(),
  keys: new Map(),
  keysByHash: new Map(),
  quotes: new Map(),
  unlocked: new Set(),
  payouts: new Map(),
  endpoints: new Map(),
  endpointsByAccount: new Map(),
  deliveries: new Map(),
  replies: new Map(),
  seen: Seen.make(replyMsMax),
  changes: Changes.make(),
  ahead: new Map(),
  seq: 0
})

/** What an entry calls for. */
export interface Consequences {
  /** Payouts that were born. */
  readonly payouts: Array<string>
  /** Deliveries that were born or are to be made again. */
  readonly deliveries: Array<string>
}

export const replyKey = (scope: string, key: string): string => `${scope}\n${key}`

const keepReply = (core: Core, { at, reply, seq }: Entry.Entry): void => {
  if (reply === null) return
  const key = replyKey(reply.scope, reply.key)
  core.seen.add(key, at)
  core.replies.set(key, { ...reply, at })
  Changes.mark(core.changes.replies, key, seq)
}

/** The thing an event speaks of. Its absence means a log that this program did not write. */
const known = <A>(things: Map<string, A>, id: string, event: Entry.Event): A => {
  const thing = things.get(id)
  if (thing === undefined) throw new Error(`${event._tag} speaks of ${id}, which does not exist`)
  return thing
}

// ----------------------------------------------------------------------------- what things are set

const setAccount = (core: Core, account: Account.Account): void =>
  void core.accounts.set(account.id, account)

const setKey = (core: Core, key: Account.Key): void => {
  core.keys.set(key.id, key)
  core.keysByHash.set(key.hash, key)
}

const setEndpoint = (core: Core, endpoint: Endpoint.Endpoint): void => {
  if (!core.endpoints.has(endpoint.id)) {
    const ids = core.endpointsByAccount.get(endpoint.accountId)
    if (ids === undefined) core.endpointsByAccount.set(endpoint.accountId, [endpoint.id])
    else ids.push(endpoint.id)
  }
  core.endpoints.set(endpoint.id, endpoint)
}

const setQuote = (core: Core, quote: Quote.Quote): void => {
  core.quotes.set(quote.id, quote)
  if (quote.lock === "none") core.unlocked.add(quote.id)
  else core.unlocked.delete(quote.id)
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

// ----------------------------------------------------------------------------- the fold

/** Deliveries for everyone who subscribed to a transition. */
const deliver = (
  core: Core,
  transition: Notice.Transition,
  seq: number,
  born: Array<string>
): void => {
  const notices = new Map<string, Notice.Notice>()
  for (const endpointId of core.endpointsByAccount.get(transition.payout.accountId) ?? []) {
    const endpoint = core.endpoints.get(endpointId)
    if (endpoint === undefined || !endpoint.isActive) continue
    for (const name of Notice.select(transition, endpoint.events)) {
      const notice = notices.get(name.id) ?? Notice.make(transition, name)
      notices.set(name.id, notice)
      const id = Ids.delivery(notice.id, endpointId)
      if (isAhead(core, id, seq)) continue
      core.deliveries.set(id, Delivery.created(id, endpointId, notice))
      Changes.mark(core.changes.deliveries, id, seq)
      born.push(id)
    }
  }
  for (const notice of notices.values()) core.changes.notices.push({ seq, state: notice })
}

type PayoutEvent = Payout.Event

/** What happens to a payout happens to its quote. */
const followQuote = (
  core: Core,
  { quoteId }: Payout.Payout,
  event: PayoutEvent,
  seq: number
): void => {
  const quote = quoteId === null ? undefined : core.quotes.get(quoteId)
  if (quote === undefined || isAhead(core, quote.id, seq)) return
  const followed = Quote.follow(quote, event)
  if (followed === quote) return
  setQuote(core, followed)
  Changes.mark(core.changes.quotes, quote.id, seq)
}

const applyPayout = (
  core: Core,
  event: PayoutEvent,
  seq: number,
  consequences: Consequences
): void => {
  const before = event._tag === "PayoutCreated" ? undefined : known(core.payouts, event.id, event)
  const after =
    before === undefined
      ? Payout.created(event as Extract<PayoutEvent, { _tag: "PayoutCreated" }>)
      : Payout.evolve(before, event)
  core.payouts.set(after.id, after)
  Changes.mark(core.changes.payouts, after.id, seq)
  if (before === undefined) consequences.payouts.push(after.id)
  followQuote(core, after, event, seq)
  const transition = Notice.transition(before, after, event.at)
  if (transition !== undefined) deliver(core, transition, seq, consequences.deliveries)
}

const applyDirectory = (core: Core, event: Entry.DirectoryEvent): void => {
  switch (event._tag) {
    case "AccountCreated":
      return setAccount(core, Account.created(event))
    case "AccountUpdated":
      return setAccount(core, Account.updated(known(core.accounts, event.id, event), event))
    case "ApiKeyIssued":
      return setKey(core, Account.issued(event))
    case "ApiKeyRevoked":
      return setKey(core, Account.revoked(known(core.keys, event.id, event), event))
    case "EndpointCreated":
      return setEndpoint(core, Endpoint.created(event))
    case "EndpointUpdated":
      return setEndpoint(core, Endpoint.updated(known(core.endpoints, event.id, event), event))
    case "EndpointSecretRotated":
      return setEndpoint(core, Endpoint.rotated(known(core.endpoints, event.id, event), event))
    case "EndpointDeleted":
      return removeEndpoint(core, event)
  }
}

const applyEvent = (
  core: Core,
  event: Entry.Event,
  seq: number,
  consequences: Consequences
): void => {
  switch (event._tag) {
    case "EpochStarted":
      return
    case "QuoteCreated":
      setQuote(core, Quote.created(event))
      return Changes.mark(core.changes.quotes, event.id, seq)
    case "DeliveryAttempted":
    case "DeliveryAbandoned":
    case "DeliveryResent": {
      if (isAhead(core, event.id, seq)) return
      const delivery = known(core.deliveries, event.id, event)
      core.deliveries.set(event.id, Delivery.evolve(delivery, event))
      Changes.mark(core.changes.deliveries, event.id, seq)
      if (event._tag === "DeliveryResent") consequences.deliveries.push(event.id)
      return
    }
    case "AccountCreated":
    case "AccountUpdated":
    case "ApiKeyIssued":
    case "ApiKeyRevoked":
    case "EndpointCreated":
    case "EndpointUpdated":
    case "EndpointSecretRotated":
    case "EndpointDeleted":
      applyDirectory(core, event)
      return Changes.mark(core.changes.directory, event.id, seq)
    default:
      if (!isAhead(core, event.id, seq)) applyPayout(core, event, seq, consequences)
  }
}

/** Whether a thing came from a read model that had this entry in it already. */
const isAhead = (core: Core, id: string, seq: number): boolean => seq <= (core.ahead.get(id) ?? 0)

/** Folds one entry in. Throws only on a log that contradicts itself: a defect, never a guess. */
export const apply = (core: Core, entry: Entry.Entry): Consequences => {
  const consequences: Consequences = { payouts: [], deliveries: [] }
  for (const event of entry.events) applyEvent(core, event, entry.seq, consequences)
  keepReply(core, entry)
  core.seq = entry.seq
  return consequences
}

// ----------------------------------------------------------------------------- leaving and coming

/** Who still needs what is finished. */
export interface Holders {
  readonly holdsPayout: (id: string) => boolean
  readonly holdsDelivery: (id: string) => boolean
  /** A payout is being made of it. */
  readonly holdsQuote: (id: string) => boolean
}

/** Forgets a payout that is final, shown by the read model and needed by nobody. */
export const forgetPayout = (core: Core, id: string, holders: Holders): void => {
  const payout = core.payouts.get(id)
  if (payout === undefined || !PayoutGuards.isFinal(payout.status)) return
  if (core.changes.payouts.has(id) || holders.holdsPayout(id)) return
  core.payouts.delete(id)
  core.ahead.delete(id)
}

/**
 * Forgets a delivery that nobody is at work on. One that waits for a later attempt waits in the
 * read model.
 */
export const forgetDelivery = (core: Core, id: string, holders: Holders): void => {
  if (core.changes.deliveries.has(id) || holders.holdsDelivery(id)) return
  core.deliveries.delete(id)
  core.ahead.delete(id)
}

const forgetQuote = (core: Core, id: string): void => {
  const lock = core.quotes.get(id)?.lock
  if (lock !== "used" && lock !== "released") return
  core.quotes.delete(id)
  core.ahead.delete(id)
}

/** The read model shows everything up to `seq`. */
export const settle = (core: Core, seq: number, holders: Holders): void => {
  const { changes } = core
  Changes.settle(changes.directory, seq, () => {})
  Changes.settle(changes.replies, seq, (key) => core.replies.delete(key))
  Changes.settle(changes.quotes, seq, (id) => forgetQuote(core, id))
  Changes.settle(changes.payouts, seq, (id) => forgetPayout(core, id, holders))
  Changes.settle(changes.deliveries, seq, (id) => forgetDelivery(core, id, holders))
  const left = changes.notices.findIndex((notice) => notice.seq > seq)
  changes.notices.splice(0, left === -1 ? changes.notices.length : left)
}

/** Forgets quotes that nobody used in time, given that the read model shows them. */
export const forgetExpired = (core: Core, before: number, holders: Holders): void => {
  for (const id of core.unlocked) {
    const quote = core.quotes.get(id)
    if (quote !== undefined && quote.expiresAt >= before) return
    if (core.changes.quotes.has(id) || holders.holdsQuote(id)) continue
    core.unlocked.delete(id)
    core.quotes.delete(id)
    core.ahead.delete(id)
  }
}

/** A delivery as the read model lends it. */
export type LentDelivery = Changes.Versioned<Delivery.Delivery>

/** Takes things from the read model, those of them that are not here. */
export const adopt = (core: Core, lent: Partial<Changes.Lent>): void => {
  const isNew = <A extends { readonly id: string }>(
    things: Map<string, A>,
    { seq, state }: Changes.Versioned<A>
  ): boolean => {
    if (things.has(state.id)) return false
    if (seq > core.seq) core.ahead.set(state.id, seq)
    return true
  }
  for (const { state } of lent.accounts ?? []) setAccount(core, state)
  for (const { state } of lent.keys ?? []) setKey(core, state)
  for (const { state } of lent.endpoints ?? []) setEndpoint(core, state)
  for (const quote of lent.quotes ?? []) {
    if (isNew(core.quotes, quote)) setQuote(core, quote.state)
  }
  for (const payout of lent.payouts ?? []) {
    if (isNew(core.payouts, payout)) core.payouts.set(payout.state.id, payout.state)
  }
  for (const delivery of lent.deliveries ?? []) {
    if (isNew(core.deliveries, delivery)) core.deliveries.set(delivery.state.id, delivery.state)
  }
}

/** Ids by kind. */
export interface Missing {
  readonly quotes: ReadonlyArray<string>
  readonly payouts: ReadonlyArray<string>
  readonly deliveries: ReadonlyArray<string>
}

/** What entries speak of and the core does not hold: it must be adopted before they are applied. */
export const missing = (core: Core, entries: ReadonlyArray<Entry.Entry>): Missing => {
  const born = new Set<string>()
  const quotes = new Set<string>()
  const payouts = new Set<string>()
  const deliveries = new Set<string>()
  for (const event of entries.flatMap((entry) => entry.events)) {
    if (event._tag === "QuoteCreated") born.add(event.id)
    else if (event._tag === "PayoutCreated") {
      born.add(event.id)
      const { quoteId } = event
      if (quoteId !== null && !born.has(quoteId) && !core.quotes.has(quoteId)) quotes.add(quoteId)
    } else if (Entry.isDeliveryEvent(event)) {
      if (!core.deliveries.has(event.id)) deliveries.add(event.id)
    } else if (Entry.isPayoutEvent(event)) {
      if (!born.has(event.id) && !core.payouts.has(event.id)) payouts.add(event.id)
    }
  }
  return { quotes: [...quotes], payouts: [...payouts], deliveries: [...deliveries] }
}
