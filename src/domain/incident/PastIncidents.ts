/**
 * Incidents that have ended, as the process saw them that watches for incidents. One that is back
 * within moments goes on, and one that lasted for moments only is left out, as in notices.
 */
import type { Incident } from "./Incident.ts"

export interface Bounds {
  /** Least duration of an incident that is kept, milliseconds. */
  readonly openAfterMs: number
  /** Absence after which it has ended, milliseconds. */
  readonly closeAfterMs: number
  /** Time for which it is kept after its end, milliseconds, and the most that are kept. */
  readonly pastMs: number
  readonly pastMax: number
}

interface Seen {
  /** As it was last seen at its worst, from its first beginning on. */
  readonly incident: Incident
  /** The most that waited at a time: payouts, or deliveries, and micro-USDC. */
  readonly countMax: number
  readonly amountMax: number
}

export interface Past extends Seen {
  readonly endedAt: number
}

export interface State {
  /** Since when the process watches; `null`: it does not. */
  readonly watchedSince: number | null
  readonly seen: ReadonlyMap<string, Seen & { readonly goneAt: number | null }>
  /** The latest end first. */
  readonly past: ReadonlyArray<Past>
}

export const none: State = { watchedSince: null, seen: new Map(), past: [] }

export const begin = (now: number): State => ({ ...none, watchedSince: now })

/** One that ends may look less severe before. */
const worse = (before: Incident | undefined, now: Incident): Incident =>
  before?.severity === "critical" && now.severity !== "critical" ? before : now

const joined = (before: Seen | undefined, incident: Incident): Seen => ({
  incident: {
    ...worse(before?.incident, incident),
    since: Math.min(incident.since, before?.incident.since ?? incident.since)
  },
  countMax: Math.max(incident.waitingCount, before?.countMax ?? 0),
  amountMax: Math.max(incident.waitingAmount, before?.amountMax ?? 0)
})

/** The state after another look. */
export const step = (
  state: State,
  incidents: ReadonlyArray<Incident>,
  bounds: Bounds,
  now: number
): State => {
  const seen = new Map<string, Seen & { readonly goneAt: number | null }>()
  const ended: Array<Past> = []
  for (const incident of incidents) {
    seen.set(incident.id, { ...joined(state.seen.get(incident.id), incident), goneAt: null })
  }
  for (const [id, before] of state.seen) {
    if (seen.has(id)) continue
    const { goneAt: known, ...one } = before
    const goneAt = known ?? now
    if (now - goneAt < bounds.closeAfterMs) seen.set(id, { ...one, goneAt })
    else if (goneAt - one.incident.since >= bounds.openAfterMs)
      ended.push({ ...one, endedAt: goneAt })
  }
  const past = [...ended, ...state.past]
    .filter(({ endedAt }) => now - endedAt < bounds.pastMs)
    .toSorted((one, other) => other.endedAt - one.endedAt)
    .slice(0, bounds.pastMax)
  return { watchedSince: state.watchedSince, seen, past }
}
