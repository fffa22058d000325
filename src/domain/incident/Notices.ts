/**
 * Chooses the incidents to report, and the time. An incident that is over within moments is not
 * reported, one that comes and goes is reported once, and a notice has all since the one before.
 */
import type { Incident } from "./Incident.ts"

/** Milliseconds, and a count. */
export interface Bounds {
  /** Age at which an incident is reported. */
  readonly openAfterMs: number
  /** Absence after which its end is reported. */
  readonly closeAfterMs: number
  /** The pause between two notices. */
  readonly pauseMs: number
  readonly perHourMax: number
}

interface Tracked {
  /** As it was last seen. */
  readonly incident: Incident
  readonly seenAt: number
  /** The incident as it was reported: it may look less severe before it ends. `null`: it was not. */
  readonly reported: Incident | null
  /** Since when it is gone; `null`: it is not. */
  readonly goneAt: number | null
}

export interface State {
  readonly tracked: ReadonlyMap<string, Tracked>
  /** When notices were given, of the last hour. */
  readonly givenAt: ReadonlyArray<number>
}

export const none: State = { tracked: new Map(), givenAt: [] }

export interface Closed {
  readonly incident: Incident
  readonly at: number
}

export interface Notice {
  readonly opened: ReadonlyArray<Incident>
  readonly closed: ReadonlyArray<Closed>
}

const hourMs = 60 * 60 * 1000

/** What is tracked after another look. */
const looked = (
  { tracked }: State,
  incidents: ReadonlyArray<Incident>,
  now: number
): Map<string, Tracked> => {
  const next = new Map<string, Tracked>()
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

const isToReport = ({ goneAt, incident, seenAt, reported }: Tracked, bounds: Bounds, now: number) =>
  goneAt === null &&
  now - seenAt >= bounds.openAfterMs &&
  (reported === null || (reported.severity === "warning" && incident.severity === "critical"))

const isClosed = ({ goneAt }: Tracked, bounds: Bounds, now: number) =>
  goneAt !== null && now - goneAt >= bounds.closeAfterMs

const mayGive = (givenAt: ReadonlyArray<number>, bounds: Bounds, now: number): boolean => {
  const last = givenAt.at(-1)
  const isRested = last === undefined || now - last >= bounds.pauseMs
  return isRested && givenAt.length < bounds.perHourMax
}

/** The state after another look, and the notice to give now, if any. */
export const step = (
  state: State,
  incidents: ReadonlyArray<Incident>,
  bounds: Bounds,
  now: number
): { readonly state: State; readonly notice: Notice | undefined } => {
  const tracked = looked(state, incidents, now)
  const givenAt = state.givenAt.filter((at) => now - at < hourMs)
  const all = [...tracked.values()]
  const opened = all.filter((one) => isToReport(one, bounds, now))
  const closed = all.filter((one) => isClosed(one, bounds, now))
  if (opened.length + closed.length === 0 || !mayGive(givenAt, bounds, now)) {
    return { state: { tracked, givenAt }, notice: undefined }
  }
  for (const one of opened) tracked.set(one.incident.id, { ...one, reported: one.incident })
  for (const one of closed) tracked.delete(one.incident.id)
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
