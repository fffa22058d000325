/**
 * Asserts before an append that the entry conserves money (L9). A violation is a defect of the
 * command that made the entry, and nothing is appended. Tests and the simulator check every entry.
 * The program samples entries that move money; for the others it only looks up each event's tag.
 */
import { Context } from "effect"
import type * as Batch from "../../domain/batch/Batch.ts"
import * as Conservation from "../../domain/books/Conservation.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import type * as Metrics from "../../telemetry/Metrics.ts"
import * as Entry from "../ports/Entry.ts"
import type * as State from "./State.ts"

/** One in this many entries that move money is checked. */
export class SampleInterval extends Context.Reference<number>(
  "payouts/engine/state/ConservationCheck/SampleInterval",
  {
    defaultValue: () => 1
  }
) {}

export const violations: Metrics.Family = {
  name: "payout_conservation_violations_total",
  description: "Entries refused because they would not conserve money"
}

/** Events of payouts and batches, by subject. */
const bySubject = (events: ReadonlyArray<Entry.Event>): ReadonlyMap<string, Array<Entry.Event>> => {
  const groups = new Map<string, Array<Entry.Event>>()
  for (const event of events) {
    if (!Entry.isPayoutEvent(event) && !Entry.isBatchEvent(event)) continue
    const group = groups.get(event.id)
    if (group === undefined) groups.set(event.id, [event])
    else group.push(event)
  }
  return groups
}

const payoutViolation = (
  { batches, payouts }: State.State,
  id: string,
  events: ReadonlyArray<Payout.Event>
): string | undefined => {
  const payout = payouts.get(id)
  if (payout === undefined) return "no such payout is in memory"
  const reason = Conservation.ofPayout(payout, events)
  const batch = payout.batchId === null ? undefined : batches.get(payout.batchId)
  return reason ?? (batch && Conservation.ofShare(batch, payout, events))
}

/** The way an entry with these events would violate conservation; `undefined` if it would not. */
const violation = (state: State.State, events: ReadonlyArray<Entry.Event>): string | undefined => {
  for (const [id, subjectEvents] of bySubject(events)) {
    if (!subjectEvents.some(Conservation.movesMoney)) continue
    const batch = state.batches.get(id)
    const reason =
      batch === undefined
        ? payoutViolation(state, id, subjectEvents as ReadonlyArray<Payout.Event>)
        : Conservation.ofBatch(batch, subjectEvents as ReadonlyArray<Batch.Event>)
    if (reason !== undefined) return `${id}: ${reason}`
  }
  return undefined
}

/** Throws if an entry with these events would not conserve money. */
const assertConserved = (
  state: State.State,
  events: ReadonlyArray<Entry.Event>,
  counter: Metrics.Counter
): void => {
  const reason = violation(state, events)
  if (reason === undefined) return
  counter.count += 1
  const tags = events.map(({ _tag }) => _tag).join(", ")
  throw new Error(`Money is not conserved by ${tags} of ${reason}`)
}

/** The assertion before an append, for one in `every` drafts that move money. */
export const sampledCheck = (
  state: State.State,
  every: number,
  counter: Metrics.Counter
): ((draft: Entry.Draft) => void) => {
  let count = 0
  return ({ events }) => {
    if (events.some(Conservation.movesMoney) && count++ % every === 0) {
      assertConserved(state, events, counter)
    }
  }
}
