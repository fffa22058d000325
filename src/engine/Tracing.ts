/**
 * The port to whoever follows payouts through the service: spans, told when they are over. Nobody
 * listens unless it is configured; then this is `undefined` and nothing is done for it.
 *
 * Attributes are a closed list of ids and words of ours: no phone number, name, key or body can be
 * told by mistake.
 */
import { Context } from "effect"
import type { Status } from "../domain/payout/PayoutEvent.ts"
import * as PayoutGuards from "../domain/payout/PayoutGuards.ts"
import * as Entry from "./state/Entry.ts"
import * as State from "./state/State.ts"

export interface Attributes {
  readonly request_id?: string
  readonly payout_id?: string
  readonly batch_id?: string
  readonly account_id?: string
  readonly endpoint_id?: string
  readonly event_id?: string
  readonly event_type?: string
  readonly "http.route"?: string
  readonly "http.request.method"?: string
  readonly "http.response.status_code"?: number
  readonly state?: string
  readonly provider?: string
  readonly outcome?: string
  readonly attempt?: number
  readonly seq?: number
  readonly entries?: number
}

export interface Span {
  readonly name: string
  readonly kind: "internal" | "server" | "client"
  /** The payout or batch it is about: all spans about one are one trace. */
  readonly subject: string | undefined
  /** The whole life of the subject: what the other spans are parts of. */
  readonly isRoot?: boolean
  /** Milliseconds since 1970, with fractions. */
  readonly from: number
  readonly to: number
  readonly attributes: Attributes
  readonly isError?: boolean
  /** The caller's own span, as its `traceparent` header says. */
  readonly caller?: string | undefined
}

export type Tell = (span: Span) => void

export class Trace extends Context.Reference<Tell | undefined>("payouts/engine/Trace", {
  defaultValue: () => undefined
}) {}

/** Now, as spans have it. */
export const now = (): number => performance.timeOrigin + performance.now()

type Named = { readonly payout_id: string } | { readonly batch_id: string }

/** The attribute that names a subject, in spans and in lines of the log. */
export const naming = (subject: string): Named =>
  subject.startsWith("po_") ? { payout_id: subject } : { batch_id: subject }

/** The payouts and batches that events are about, each once. */
export const subjectsOf = (events: ReadonlyArray<Entry.Event>): ReadonlySet<string> =>
  new Set(
    events.flatMap((event) =>
      Entry.isPayoutEvent(event) || Entry.isBatchEvent(event) ? [event.id] : []
    )
  )

/** The states that a payout left with an entry, and its whole life once it is over. */
const tellOf = (tell: Tell, core: State.State, id: string, known: number): void => {
  const payout = core.payouts.get(id)
  if (payout === undefined) return
  const { accountId, createdAt, timeline } = payout
  const of = (state: Status) => ({ payout_id: id, account_id: accountId, state })
  for (let index = Math.max(1, known); index < timeline.length; index++) {
    const left = timeline[index - 1]
    const to = timeline[index]?.at ?? createdAt
    if (left === undefined) continue
    const { at: from, status } = left
    const name = `state ${status}`
    tell({ name, kind: "internal", subject: id, from, to, attributes: of(status) })
  }
  const last = timeline.at(-1)
  if (last === undefined || timeline.length === known || !PayoutGuards.isFinal(last.status)) return
  const { at: to, status } = last
  const life = { name: "payout", kind: "internal", subject: id, isRoot: true } as const
  tell({ ...life, from: createdAt, to, attributes: of(status) })
}

/** `Core.apply`, whose transitions are told. */
export const applying = (
  tell: Tell | undefined,
  core: State.State
): ((entry: Entry.Entry) => State.Consequences) => {
  if (tell === undefined) return (entry) => State.apply(core, entry)
  return (entry) => {
    const before = [...subjectsOf(entry.events)].map(
      (id) => [id, core.payouts.get(id)?.timeline.length ?? 0] as const
    )
    const consequences = State.apply(core, entry)
    for (const [id, known] of before) tellOf(tell, core, id, known)
    return consequences
  }
}
