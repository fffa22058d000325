/**
 * A circuit breaker: whether transfers are sent to a provider that fails. Pure: time is an
 * argument.
 *
 *   Closed ──failures in a row, or too large a share──▶ Open ──pause over──▶ Probing (one goes)
 *     ▲                                                  ▲                       │
 *     └─────────────────── it succeeds ──────────────────┼───────────────────────┤
 *                                                        └──── it fails ─────────┘
 *
 * It must never hold back a check of a sent transfer: only new sending waits.
 */
import * as Limits from "../config/Limits.ts"

export type State =
  | {
      readonly _tag: "Closed"
      readonly inARow: number
      /** The start of the window that is counted, milliseconds. */
      readonly from: number
      readonly calls: number
      readonly failures: number
    }
  | { readonly _tag: "Open"; readonly until: number; readonly round: number }
  | { readonly _tag: "Probing"; readonly until: number; readonly round: number }

export const closed = (now: number): State => ({
  _tag: "Closed",
  inARow: 0,
  from: now,
  calls: 0,
  failures: 0
})

/**
 * The time until which nothing is sent (milliseconds); `undefined` if a transfer may be sent now.
 */
export const waitsUntil = (state: State, now: number): number | undefined =>
  state._tag === "Closed" || now >= state.until ? undefined : state.until

/** The state with one instruction on its way; only after `waitsUntil` has returned `undefined`. */
export const enter = (state: State, now: number): State =>
  state._tag === "Closed"
    ? state
    : { _tag: "Probing", until: now + Limits.providers.probeMsMax, round: state.round }

/** Opens the breaker for a period, from any state. */
export const trip = (state: State, now: number, pauseMs: number): State => ({
  _tag: "Open",
  until: Math.max(now + pauseMs, state._tag === "Open" ? state.until : 0),
  round: state._tag === "Closed" ? 0 : state.round
})

const open = (now: number, round: number): State => {
  const { openMs, openMsMax } = Limits.providers
  return { _tag: "Open", until: now + Math.min(openMs * 2 ** round, openMsMax), round }
}

/**
 * The state after a valid response, refusals included. Transfers that were sent before the breaker
 * opened change nothing.
 */
export const afterSuccess = (state: State, now: number): State => {
  if (state._tag === "Open") return state
  if (state._tag === "Probing") return closed(now)
  const window = counting(state, now)
  return { ...window, inARow: 0, calls: window.calls + 1 }
}

type Closed = Extract<State, { _tag: "Closed" }>

const counting = (state: Closed, now: number): Closed =>
  now - state.from < Limits.providers.failureWindowMs
    ? state
    : { ...state, from: now, calls: 0, failures: 0 }

/** The state after a timeout, a 5xx or an invalid response. */
export const afterFailure = (state: State, now: number): State => {
  if (state._tag === "Open") return state
  if (state._tag === "Probing") return open(now, state.round + 1)
  const { failureShareMax, failureWindowCallsMin, failuresInARowMax } = Limits.providers
  const window = counting(state, now)
  const calls = window.calls + 1
  const failures = window.failures + 1
  const inARow = window.inARow + 1
  const isOften = calls >= failureWindowCallsMin && failures > calls * failureShareMax
  return inARow >= failuresInARowMax || isOften
    ? open(now, 0)
    : { ...window, inARow, calls, failures }
}
