/**
 * Incidents that have ended, as the process that watches for incidents saw them. An incident that
 * recurs within moments continues, and an incident that lasted only moments is left out. Notices
 * have the same rules.
 */
import type { Incident } from "./Incident.ts"

export interface Bounds {
  /** Milliseconds that an incident must last to be kept. */
  readonly openAfterMs: number
  /** Milliseconds of absence after which an incident has ended. */
  readonly closeAfterMs: number
  /** Milliseconds for which an incident is kept after its end, and the most that are kept. */
  readonly pastMs: number
  readonly pastMax: number
}

interface SeenIncident {
  /** The incident as last seen at its worst, from its first beginning on. */
  readonly incident: Incident
  /** The most payouts or deliveries, and micro-USDC, that waited at the same time. */
  readonly countMax: number
  readonly amountMax: number
}

export interface PastIncident extends SeenIncident {
  readonly endedAt: number
}

export interface State {
  /** Time since when the process watches; `null` if it does not. */
  readonly watchedSince: number | null
  readonly seen: ReadonlyMap<string, SeenIncident & { readonly goneAt: number | null }>
  /** Past incidents, the latest end first. */
  readonly past: ReadonlyArray<PastIncident>
}

export const none: State = { watchedSince: null, seen: new Map(), past: [] }

export const begin = (now: number): State => ({ ...none, watchedSince: now })

/** The worse of two states: an incident may look less severe before it ends. */
const worse = (before: Incident | undefined, now: Incident): Incident =>
  before?.severity === "critical" && now.severity !== "critical" ? before : now

const joined = (before: SeenIncident | undefined, incident: Incident): SeenIncident => ({
  incident: {
    ...worse(before?.incident, incident),
    since: Math.min(incident.since, before?.incident.since ?? incident.since)
  },
  countMax: Math.max(incident.waitingCount, before?.countMax ?? 0),
  amountMax: Math.max(incident.waitingAmount, before?.amountMax ?? 0)
})

/** The state after another check. */
export const step = (
  state: State,
  incidents: ReadonlyArray<Incident>,
  bounds: Bounds,
  now: number
): State => {
  const seen = new Map<string, SeenIncident & { readonly goneAt: number | null }>()
  const ended: Array<PastIncident> = []
  for (const incident of incidents) {
    seen.set(incident.id, { ...joined(state.seen.get(incident.id), incident), goneAt: null })
  }
  for (const [id, before] of state.seen) {
    if (seen.has(id)) continue
    const { goneAt: lastGoneAt, ...sight } = before
    const goneAt = lastGoneAt ?? now
    if (now - goneAt < bounds.closeAfterMs) seen.set(id, { ...sight, goneAt })
    else if (goneAt - sight.incident.since >= bounds.openAfterMs)
      ended.push({ ...sight, endedAt: goneAt })
  }
  const past = [...ended, ...state.past]
    .filter(({ endedAt }) => now - endedAt < bounds.pastMs)
    .toSorted((one, other) => other.endedAt - one.endedAt)
    .slice(0, bounds.pastMax)
  return { watchedSince: state.watchedSince, seen, past }
}
