/**
 * Spans of state transitions: one for each state that an entry moves a payout out of, and one for
 * the payout's whole lifetime once it ends.
 */
import type { Status } from "../domain/payout/PayoutEvent.ts"
import * as PayoutGuards from "../domain/payout/PayoutGuards.ts"
import type * as Tracing from "../telemetry/Tracing.ts"
import * as Entry from "./ports/Entry.ts"
import type * as State from "./state/State.ts"

/** Records the states that a payout left since its timeline had `known` items. */
const record = (
  recordSpan: Tracing.Export,
  { payouts }: State.State,
  id: string,
  known: number
): void => {
  const payout = payouts.get(id)
  if (payout === undefined) return
  const { accountId, createdAt, timeline } = payout
  const attributesOf = (state: Status) => ({ payout_id: id, account_id: accountId, state })
  for (let index = Math.max(1, known); index < timeline.length; index++) {
    const left = timeline[index - 1]
    const to = timeline[index]?.at ?? createdAt
    if (left === undefined) continue
    const { at: from, status } = left
    const span = { name: `state ${status}`, kind: "internal", subject: id } as const
    recordSpan({ ...span, from, to, attributes: attributesOf(status) })
  }
  const last = timeline.at(-1)
  if (last === undefined || timeline.length === known || !PayoutGuards.isFinal(last.status)) return
  const { at: to, status } = last
  const span = { name: "payout", kind: "internal", subject: id, isRoot: true } as const
  recordSpan({ ...span, from: createdAt, to, attributes: attributesOf(status) })
}

/** Wraps the fold of an entry; returns it as it is while no span is recorded. */
export const recording = <A>(
  recordSpan: Tracing.Export | undefined,
  state: State.State,
  apply: (entry: Entry.Entry) => A
): ((entry: Entry.Entry) => A) => {
  if (recordSpan === undefined) return apply
  return (entry) => {
    const before = [...Entry.subjectsOf(entry.events)].map(
      (id) => [id, state.payouts.get(id)?.timeline.length ?? 0] as const
    )
    const applied = apply(entry)
    for (const [id, known] of before) record(recordSpan, state, id, known)
    return applied
  }
}
