/**
 * Asserts before an append that the entry conserves money (L9). A violation is a defect of the
 * command that made the entry: nothing is appended. Tests and the simulator check every entry; the
 * program samples entries that move money, and others cost a check of each of their tags.
 */
import { Context } from "effect"
import type * as Batch from "../../domain/batch/Batch.ts"
import * as Conservation from "../../domain/books/Conservation.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import type * as Metrics from "../../telemetry/Metrics.ts"
import * as Entry from "../ports/Entry.ts"
import type * as State from "./State.ts"

/** One in how many entries that move money is checked. */
export class SampleInterval extends Context.Reference<number>(
  "payouts/engine/state/ConservationCheck/Every",
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
  const found = new Map<string, Array<Entry.Event>>()
  for (const event of events) {
    if (!Entry.isPayoutEvent(event) && !Entry.isBatchEvent(event)) continue
    const others = found.get(event.id)
    if (others === undefined) found.set(event.id, [event])
    else others.push(event)
  }
  return found
}

const wrongPayout = (
  { batches, payouts }: State.State,
  id: string,
  events: ReadonlyArray<Payout.Event>
): string | undefined => {
  const payout = payouts.get(id)
  if (payout === undefined) return "no such payout is in memory"
  const wrong = Conservation.ofPayout(payout, events)
  const batch = payout.batchId === null ? undefined : batches.get(payout.batchId)
  return wrong ?? (batch && Conservation.ofShare(batch, payout, events))
}

/** How an entry of these events would violate conservation; `undefined` where it would not. */
const violation = (state: State.State, events: ReadonlyArray<Entry.Event>): string | undefined => {
  for (const [id, own] of bySubject(events)) {
    if (!own.some(Conservation.movesMoney)) continue
    const batch = state.batches.get(id)
    const wrong =
      batch === undefined
        ? wrongPayout(state, id, own as ReadonlyArray<Payout.Event>)
        : Conservation.ofBatch(batch, own as ReadonlyArray<Batch.Event>)
    if (wrong !== undefined) return `${id}: ${wrong}`
  }
  return undefined
}

/** Throws where an entry of these events would not conserve money. */
const assertConserved = (
  state: State.State,
  events: ReadonlyArray<Entry.Event>,
  counter: Metrics.Counter
): void => {
  const wrong = violation(state, events)
  if (wrong === undefined) return
  counter.count += 1
  const tags = events.map(({ _tag }) => _tag).join(", ")
  throw new Error(`Money is not conserved by ${tags} of ${wrong}`)
}

/** The assertion before an append, for one in `every` drafts that move money. */
export const sampled = (
  state: State.State,
  every: number,
  counter: Metrics.Counter
): ((draft: Entry.Draft) => void) => {
  let checked = 0
  return ({ events }) => {
    if (events.some(Conservation.movesMoney) && checked++ % every === 0) {
      assertConserved(state, events, counter)
    }
  }
}
