/**
 * Which incidents people are told of, and when. One that is over within moments is not told, one
 * that comes and goes is told once, and what happens between two notices is told in one.
 */
import type { Incident } from "./Incident.ts"

/** Milliseconds, and a count. */
export interface Bounds {
  /** How long an incident must last before it is told. */
  readonly openAfterMs: number
  /** How long it must be gone before its end is told. */
  readonly closeAfterMs: number
  /** The pause between two notices. */
  readonly pauseMs: number
  readonly perHourMax: number
}

interface Tracked {
  /** As it was last seen. */
  readonly incident: Incident
  readonly seenAt: number
  /** As it was told: it may look less severe before it ends. `null`: nothing was told. */
  readonly told: Incident | null
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
    next.set(incident.id, { incident, seenAt, told: before?.told ?? null, goneAt: null })
  }
  for (const [id, before] of tracked) {
    // One that was never told has no end to tell.
    if (next.has(id) || before.told === null) continue
    next.set(id, { ...before, goneAt: before.goneAt ?? now })
  }
  return next
}

const isToTell = ({ goneAt, incident, seenAt, told }: Tracked, bounds: Bounds, now: number) =>
  goneAt === null &&
  now - seenAt >= bounds.openAfterMs &&
  (told === null || (told.severity === "warning" && incident.severity === "critical"))

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
  const opened = all.filter((one) => isToTell(one, bounds, now))
  const closed = all.filter((one) => isClosed(one, bounds, now))
  if (opened.length + closed.length === 0 || !mayGive(givenAt, bounds, now)) {
    return { state: { tracked, givenAt }, notice: undefined }
  }
  for (const one of opened) tracked.set(one.incident.id, { ...one, told: one.incident })
  for (const one of closed) tracked.delete(one.incident.id)
  return {
    state: { tracked, givenAt: [...givenAt, now] },
    notice: {
      opened: opened.map(({ incident }) => incident),
      closed: closed.map(({ goneAt, incident, told }) => ({
        ...{ incident: told ?? incident, at: goneAt ?? now }
      }))
    }
  }
}
