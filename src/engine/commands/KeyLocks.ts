/**
 * Which request may decide about a key while an append is in flight: a quote being locked, an
 * idempotency key being answered. A claim lives in memory only and ends with its append, durable or
 * not, so nothing is ever decided on what is not durable yet (L1). The next in line then sees the
 * outcome.
 */

/** The key lock of a quote. */
export const quoteLock = (quoteId: string): string => `quote ${quoteId}`

export interface KeyLocks {
  /**
   * Calls `granted` once all keys are held, at once if they are free. Keys must come in a fixed
   * order (so two requests never wait for each other). `false`: the line is full and nothing was
   * queued.
   */
  readonly acquire: (keys: ReadonlyArray<string>, granted: () => void) => boolean
  /** Takes all keys if they are free, and nothing where one is not. */
  readonly tryAcquire: (keys: ReadonlyArray<string>) => boolean
  readonly release: (keys: ReadonlyArray<string>) => void
  readonly isHeld: (key: string) => boolean
  readonly size: () => number
}

export const make = (waitersMax: number): KeyLocks => {
  /** Held keys with what waits for them: nothing for nearly all, which then need no list. */
  const lines = new Map<string, Array<() => void> | undefined>()

  const acquireFrom = (keys: ReadonlyArray<string>, index: number, granted: () => void): void => {
    const key = keys[index]
    if (key === undefined) {
      granted()
      return
    }
    const next = (): void => acquireFrom(keys, index + 1, granted)
    if (!lines.has(key)) {
      lines.set(key, undefined)
      return next()
    }
    const line = lines.get(key)
    if (line === undefined) lines.set(key, [next])
    else line.push(next)
  }

  return {
    tryAcquire: (keys) => {
      for (const key of keys) if (lines.has(key)) return false
      for (const key of keys) lines.set(key, undefined)
      return true
    },
    acquire: (keys, granted) => {
      if (keys.some((key) => (lines.get(key)?.length ?? 0) >= waitersMax)) return false
      acquireFrom(keys, 0, granted)
      return true
    },
    release: (keys) => {
      for (const key of keys) {
        const next = lines.get(key)?.shift()
        if (next === undefined) lines.delete(key)
        else next()
      }
    },
    isHeld: (key) => lines.has(key),
    size: () => lines.size
  }
}
