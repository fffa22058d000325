/**
 * Requests per fixed window of 60 seconds, by caller and class (contract §2). Memory only: a
 * restart opens new windows. It never counts more callers than its bound; the oldest window goes
 * first.
 */

/** Windows are separate per class. */
export type Class = "default" | "quotes" | "bulk"

export interface Standing {
  readonly limit: number
  readonly remaining: number
  /** Unix seconds at which the window ends. */
  readonly reset: number
  readonly isExceeded: boolean
}

export interface RateLimits {
  /** Counts a request and says where its caller stands. `now` in milliseconds. */
  readonly count: (caller: string, kind: Class, now: number) => Standing
}

const windowMs = 60_000

interface Window {
  readonly endsAt: number
  count: number
}

export const make = (options: {
  readonly environment: "sandbox" | "production"
  readonly isEnforced: boolean
  readonly callersMax: number
}): RateLimits => {
  const limits: Record<Class, number> = {
    default: options.environment === "sandbox" ? 200 : 100,
    quotes: 60,
    bulk: 10
  }
  const windows = new Map<string, Window>()

  const open = (key: string, now: number): Window => {
    const window = { endsAt: now + windowMs, count: 0 }
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
      const key = `${kind} ${caller}`
      const known = windows.get(key)
      const window = known === undefined || now >= known.endsAt ? open(key, now) : known
      if (options.isEnforced) window.count += 1
      const limit = limits[kind]
      return {
        limit,
        remaining: Math.max(0, limit - window.count),
        reset: Math.ceil(window.endsAt / 1000),
        isExceeded: window.count > limit
      }
    }
  }
}
