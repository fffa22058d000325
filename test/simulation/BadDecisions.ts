/** Entries of an engine with wrong decisions about batches, balances, withdrawals and months. */
import type * as Entry from "../../src/engine/ports/Entry.ts"
import type { Breach } from "./Setting.ts"

type Events = ReadonlyArray<Entry.Event>

/** Adds an event to those that begin with an event of this tag. */
const after =
  <Tag extends Entry.Event["_tag"]>(
    tag: Tag,
    more: (first: Extract<Entry.Event, { readonly _tag: Tag }>) => Entry.Event
  ) =>
  (events: Events): Events => {
    const [first] = events
    return first?._tag === tag
      ? [...events, more(first as Extract<Entry.Event, { readonly _tag: Tag }>)]
      : events
  }

const twice =
  (...tags: ReadonlyArray<Entry.Event["_tag"]>) =>
  (events: Events): Events =>
    events.flatMap((event) => (tags.includes(event._tag) ? [event, event] : [event]))

const made: Partial<Record<Breach, (events: Events) => Events>> = {
  "engine accepts a batch without a row": (events) =>
    events[0]?._tag === "BatchCreated" ? events.slice(0, -1) : events,
  "engine funds a row twice": (events) =>
    events[0]?._tag === "FundsAllocated" ? [events[0], ...events] : events,
  "engine funds a batch that nobody paid for": after("BatchDepositSeen", ({ at, id }) => ({
    ...{ _tag: "BatchFunded", id, at }
  })),
  "engine credits a deposit twice": (events) => [
    ...events,
    ...events.filter(({ _tag }) => _tag === "BalanceCredited")
  ],
  "engine credits a deposit before it is final": after(
    "BalanceDepositSeen",
    ({ at, deposit, id }) => ({ _tag: "BalanceCredited", id, at, deposit, dust: 0 })
  ),
  "engine returns a withdrawal twice": twice("WithdrawalCancelled", "WithdrawalRejected"),
  "engine returns a payout's funds twice": twice("FundsReturned"),
  "engine keeps the funds of a payout that failed": (events) =>
    events.filter(({ _tag }) => _tag !== "FundsReturned"),
  "engine leaves dust out of its sender's deposit": (events) =>
    events.map((event) => (event._tag === "BalanceCredited" ? { ...event, dust: 0 } : event)),
  "engine sends a withdrawal that nobody approved": after("WithdrawalRequested", ({ at, id }) => ({
    ...{ _tag: "WithdrawalApproved", id, at, by: "engine" }
  })),
  "engine closes a month with wrong totals": (events) =>
    events.map((event) =>
      event._tag === "PeriodClosed" ? { ...event, totals: event.totals.slice(1) } : event
    )
}

const monthMs = 31 * 24 * 60 * 60 * 1_000

/** The time of an entry. An engine with one of the faults dates payments a month early. */
const timeOf = (breach: Breach | undefined, { at, events }: Entry.Draft): number => {
  const isPaid = events.some(({ _tag }) => _tag === "PayoutSettled")
  return isPaid && breach === "engine dates an entry in a closed month" ? at - monthMs : at
}

/** The entry that an engine with this fault writes instead. */
export const of = (breach: Breach | undefined, draft: Entry.Draft): Entry.Draft => ({
  ...draft,
  at: timeOf(breach, draft),
  events: (breach === undefined ? undefined : made[breach])?.(draft.events) ?? draft.events
})
