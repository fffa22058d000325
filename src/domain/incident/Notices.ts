/**
 * The choice of the incidents to report, and of the time. An incident that ends within moments is
 * not reported. An incident that comes and goes is reported once. A notice contains all changes
 * since the previous notice.
 */
import type { Incident } from "./Incident.ts"

/** Bounds in milliseconds, and a count. */
export interface Bounds {
  /** Age at which an incident is reported. */
  readonly openAfterMs: number
  /** Absence after which its end is reported. */
  readonly closeAfterMs: number
  /** The pause between two notices. */
  readonly pauseMs: number
  readonly perHourMax: number
}

interface TrackedIncident {
  /** The incident as it was last seen. */
  readonly incident: Incident
  readonly seenAt: number
  /**
   * The incident as it was reported, because it may look less severe before it ends. `null` if it
   * was not reported.
   */
  readonly reported: Incident | null
  /** Time at which it disappeared; `null` while it lasts. */
  readonly goneAt: number | null
}

export interface State {
  readonly tracked: ReadonlyMap<string, TrackedIncident>
  /** Times of the notices of the last hour. */
  readonly givenAt: ReadonlyArray<number>
}

export const none: State = { tracked: new Map(), givenAt: [] }

export interface ClosedIncident {
  readonly incident: Incident
  readonly at: number
}

export interface Notice {
  readonly opened: ReadonlyArray<Incident>
  readonly closed: ReadonlyArray<ClosedIncident>
}

const hourMs = 60 * 60 * 1000

/** The tracked incidents after another check. */
const track = (
  { tracked }: State,
  incidents: ReadonlyArray<Incident>,
  now: number
): Map<string, TrackedIncident> => {
  const next = new Map<string, TrackedIncident>()
  for (const incident of incidents) {
    const before = tracked.get(incident.id)
    const seenAt = before?.seenAt ?? now
    next.set(incident.id, { incident, seenAt, reported: before?.reported ?? null, goneAt: null })
  }
  for (const [id, before] of tracked) {
    // An incident that was never reported has no end to report.
    if (next.has(id) || before.reported === null) continue
    next.set(id, { ...before, goneAt: before.goneAt ?? now })
  }
  return next
}

const isToReport = (
  { goneAt, incident, seenAt, reported }: TrackedIncident,
  bounds: Bounds,
  now: number
) =>
  goneAt === null &&
  now - seenAt >= bounds.openAfterMs &&
  (reported === null || (reported.severity === "warning" && incident.severity === "critical"))

const isClosed = ({ goneAt }: TrackedIncident, bounds: Bounds, now: number) =>
  goneAt !== null && now - goneAt >= bounds.closeAfterMs

const maySend = (givenAt: ReadonlyArray<number>, bounds: Bounds, now: number): boolean => {
  const last = givenAt.at(-1)
  const isRested = last === undefined || now - last >= bounds.pauseMs
  return isRested && givenAt.length < bounds.perHourMax
}

/** The state after another check, and the notice to send now, if there is one. */
export const step = (
  state: State,
  incidents: ReadonlyArray<Incident>,
  bounds: Bounds,
  now: number
): { readonly state: State; readonly notice: Notice | undefined } => {
  const tracked = track(state, incidents, now)
  const givenAt = state.givenAt.filter((at) => now - at < hourMs)
  const all = [...tracked.values()]
  const opened = all.filter((entry) => isToReport(entry, bounds, now))
  const closed = all.filter((entry) => isClosed(entry, bounds, now))
  if (opened.length + closed.length === 0 || !maySend(givenAt, bounds, now)) {
    return { state: { tracked, givenAt }, notice: undefined }
  }
  for (const entry of opened) {
    tracked.set(entry.incident.id, { ...entry, reported: entry.incident })
  }
  for (const { incident } of closed) tracked.delete(incident.id)
  return {
    state: { tracked, givenAt: [...givenAt, now] },
    notice: {
      opened: opened.map(({ incident }) => incident),
      closed: closed.map(({ goneAt, incident, reported }) => ({
        ...{ incident: reported ?? incident, at: goneAt ?? now }
      }))
    }
  }
}
