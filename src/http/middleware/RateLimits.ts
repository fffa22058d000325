/**
 * Requests per fixed window of 60 seconds, by caller and class. Counts are only in memory, so a
 * restart opens new windows. The number of callers is bounded; the oldest window is dropped first.
 */

import * as AddressRanges from "../../config/AddressRanges.ts"
import * as Limits from "../../config/Limits.ts"
import type * as Operation from "../contract/Operation.ts"

export interface RateLimitResult {
  readonly limit: number
  readonly remaining: number
  /** Unix seconds at which the window ends. */
  readonly reset: number
  /** Whole seconds until a refused caller is served again; `undefined` if not refused. */
  readonly retryAfterSeconds: number | undefined
}

export interface RateLimits {
  /** Counts a request and returns the state of its caller's window. `now` in milliseconds. */
  readonly count: (caller: string, kind: Operation.RateClass, now: number) => RateLimitResult
}

/** The caller of requests without a key: the client's network. */
export const addressOf = (address = "unknown"): string =>
  `address ${AddressRanges.networkOf(address, Limits.http.networkBits)}`

/** Adds the headers of the caller's window. */
export const addHeaders = (
  headers: Record<string, string>,
  { limit, remaining, reset }: RateLimitResult
): void => {
  headers["x-ratelimit-limit"] = String(limit)
  headers["x-ratelimit-remaining"] = String(remaining)
  headers["x-ratelimit-reset"] = String(reset)
}

interface Window {
  readonly endsAt: number
  count: number
}

export const make = (options: {
  readonly environment: "sandbox" | "production"
  readonly isEnforced: boolean
  readonly callersMax: number
}): RateLimits => {
  const usual = Limits.http.requestsPerWindow[options.environment]
  const { bulk, callback, dashboard, quotes, signIn } = Limits.http.requestsPerWindow
  const limits: Record<Operation.RateClass, number> = {
    ...{ default: usual, quotes, bulk, callback, refused: usual },
    ...{ probe: usual, dashboard, signIn }
  }
  const windows = new Map<string, Window>()

  const open = (key: string, now: number): Window => {
    const window = { endsAt: now + Limits.http.rateWindowMs, count: 0 }
    windows.delete(key)
    windows.set(key, window)
    if (windows.size > options.callersMax) {
      const oldest = windows.keys().next().value
      if (oldest !== undefined) windows.delete(oldest)
    }
    return window
  }

  return {
    count: (caller, kind, now) => {
      const limit = limits[kind]
      if (!options.isEnforced || kind === "probe") {
        const reset = Math.ceil((now + Limits.http.rateWindowMs) / 1000)
        return { limit, remaining: limit, reset, retryAfterSeconds: undefined }
      }
      const key = `${kind} ${caller}`
      const current = windows.get(key)
      const window = current === undefined || now >= current.endsAt ? open(key, now) : current
      window.count += 1
      return {
        limit,
        remaining: Math.max(0, limit - window.count),
        reset: Math.ceil(window.endsAt / 1000),
        retryAfterSeconds:
          window.count > limit ? Math.ceil((window.endsAt - now) / 1000) : undefined
      }
    }
  }
}
