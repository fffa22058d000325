/**
 * Asserts before an append that the entry conserves money (L9). A violation is a defect of the
 * command that made the entry, and nothing is appended. Tests and the simulator check every entry.
 * The program samples entries that move money; for the others it only looks up each event's tag.
 */
import { Context } from "effect"
import type * as Balance from "../../domain/balance/Balance.ts"
import * as Withdrawal from "../../domain/balance/Withdrawal.ts"
import * as Batch from "../../domain/batch/Batch.ts"
import * as Conservation from "../../domain/books/Conservation.ts"
import * as Ids from "../../domain/Ids.ts"
import * as Payout from "../../domain/payout/Payout.ts"
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

const ownsMoney = (
  event: Entry.Event
): event is Balance.Event | Batch.Event | Payout.Event | Withdrawal.Event =>
  Entry.isPayoutEvent(event) ||
  Entry.isBatchEvent(event) ||
  Entry.isBalanceEvent(event) ||
  Entry.isWithdrawalEvent(event)

/** Events of payouts, batches, balances and withdrawals, by subject. */
const bySubject = (events: ReadonlyArray<Entry.Event>): ReadonlyMap<string, Array<Entry.Event>> => {
  const groups = new Map<string, Array<Entry.Event>>()
  for (const event of events) {
    if (!ownsMoney(event)) continue
    const group = groups.get(event.id)
    if (group === undefined) groups.set(event.id, [event])
    else group.push(event)
  }
  return groups
}

/** A payout before these events, or as the first of them creates it. */
const payoutBefore = (
  { payouts }: State.State,
  id: string,
  events: ReadonlyArray<Payout.Event>
): readonly [Payout.Payout | undefined, ReadonlyArray<Payout.Event>] => {
  const [first, ...rest] = events
  return first?._tag === "PayoutCreated" ? [Payout.created(first), rest] : [payouts.get(id), events]
}

const payoutViolation = (
  state: State.State,
  id: string,
  given: ReadonlyArray<Payout.Event>
): string | undefined => {
  const { batches } = state
  const [payout, events] = payoutBefore(state, id, given)
  if (payout === undefined) return "no such payout is in memory"
  const reason = Conservation.ofPayout(payout, events)
  if (reason !== undefined) return reason
  const batch = payout.batchId === null ? undefined : batches.get(payout.batchId)
  if (batch !== undefined) return Conservation.ofShare(batch, payout, events)
  return Conservation.ofAllocation(
    balanceOf(state, payout.accountId),
    Conservation.movedByPayout(payout, events)
  )
}

const balanceOf = ({ balances, balancesByAccount }: State.State, accountId: string) =>
  balances.get(balancesByAccount.get(accountId) ?? "")

/** A batch before these events, or as the first of them creates it. */
const batchBefore = (
  { batches }: State.State,
  id: string,
  events: ReadonlyArray<Entry.Event>
): readonly [Batch.Batch | undefined, ReadonlyArray<Batch.Event>] => {
  const [first, ...rest] = events as ReadonlyArray<Batch.Event>
  return first?._tag === "BatchCreated"
    ? [Batch.created(first), rest]
    : [batches.get(id), events as ReadonlyArray<Batch.Event>]
}

const batchViolation = (
  state: State.State,
  batch: Batch.Batch,
  events: ReadonlyArray<Batch.Event>
): string | undefined =>
  Conservation.ofBatch(batch, events) ??
  (batch.fundedBy === undefined
    ? undefined
    : Conservation.ofAllocation(
        balanceOf(state, batch.accountId),
        Conservation.movedByBatch(events)
      ))

const withdrawalViolation = (
  state: State.State,
  id: string,
  events: ReadonlyArray<Withdrawal.Event>
): string | undefined => {
  const before = state.withdrawals.get(id)
  const [first, ...rest] = events
  const created = first?._tag === "WithdrawalRequested" ? Withdrawal.requested(first) : before
  if (created === undefined) return "no such withdrawal is in memory"
  const after = (before === undefined ? rest : events).reduce(Withdrawal.evolve, created)
  return (
    Conservation.ofWithdrawal(before, after, events) ??
    Conservation.ofAllocation(
      balanceOf(state, after.accountId),
      Conservation.movedByWithdrawal(after, events)
    )
  )
}

/** The way events of one subject would violate conservation. */
const subjectViolation = (
  state: State.State,
  id: string,
  events: ReadonlyArray<Entry.Event>
): string | undefined => {
  if (Ids.isOf("withdrawal", id)) {
    return withdrawalViolation(state, id, events as ReadonlyArray<Withdrawal.Event>)
  }
  const [batch, batchEvents] = batchBefore(state, id, events)
  if (batch !== undefined) return batchViolation(state, batch, batchEvents)
  const balance = state.balances.get(id)
  return balance === undefined
    ? payoutViolation(state, id, events as ReadonlyArray<Payout.Event>)
    : Conservation.ofBalance(balance, events as ReadonlyArray<Balance.Event>)
}

/** The way an entry with these events would violate conservation; `undefined` if it would not. */
const violation = (state: State.State, events: ReadonlyArray<Entry.Event>): string | undefined => {
  for (const [id, subjectEvents] of bySubject(events)) {
    if (!subjectEvents.some(Conservation.movesMoney)) continue
    const reason = subjectViolation(state, id, subjectEvents)
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
