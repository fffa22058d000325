/**
 * Spans of state transitions: one for each state that an entry moves a payout out of, and one for
 * the payout's whole lifetime once it ends.
 */
import type { Status } from "../domain/payout/PayoutEvent.ts"
import * as PayoutGuards from "../domain/payout/PayoutGuards.ts"
import type * as Tracing from "../telemetry/Tracing.ts"
import * as Entry from "./ports/Entry.ts"
import type * as State from "./state/State.ts"

/** Records the states that a payout left after the first `recordedItems` of its timeline. */
const record = (
  recordSpan: Tracing.Export,
  { payouts }: State.State,
  id: string,
  recordedItems: number
): void => {
  const payout = payouts.get(id)
  if (payout === undefined) return
  const { accountId, createdAt, timeline } = payout
  const attributesOf = (state: Status) => ({ payout_id: id, account_id: accountId, state })
  for (let index = Math.max(1, recordedItems); index < timeline.length; index++) {
    const previous = timeline[index - 1]
    const to = timeline[index]?.at ?? createdAt
    if (previous === undefined) continue
    const { at: from, status } = previous
    const span = { name: `state ${status}`, kind: "internal", subject: id } as const
    recordSpan({ ...span, from, to, attributes: attributesOf(status) })
  }
  const last = timeline.at(-1)
  if (last === undefined || timeline.length === recordedItems || !PayoutGuards.isFinal(last.status))
    return
  const { at: to, status } = last
  const span = { name: "payout", kind: "internal", subject: id, isRoot: true } as const
  recordSpan({ ...span, from: createdAt, to, attributes: attributesOf(status) })
}

/** Wraps the fold of an entry. Returns it unchanged if no span is recorded. */
export const withSpans = <A>(
  recordSpan: Tracing.Export | undefined,
  state: State.State,
  apply: (entry: Entry.Entry) => A
): ((entry: Entry.Entry) => A) => {
  if (recordSpan === undefined) return apply
  return (entry) => {
    const lengths = [...Entry.subjectsOf(entry.events)].map(
      (id) => [id, state.payouts.get(id)?.timeline.length ?? 0] as const
    )
    const result = apply(entry)
    for (const [id, length] of lengths) record(recordSpan, state, id, length)
    return result
  }
}
