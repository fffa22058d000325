/**
 * The locks that decide which request may use a key while an append is in flight: a quote being
 * locked, an idempotency key being used. A lock is in memory only and ends with its append,
 * durable or not, so nothing is ever decided on data that is not durable yet (L1). The next request
 * in the queue then sees the outcome.
 */

/** The key lock of a quote. */
export const quoteLock = (quoteId: string): string => `quote ${quoteId}`

/** The lock of bookings and of the closing of months, which depend on each other. */
export const booksLock = "books"

/** The lock of runs of the reconciliation, and of breaks. */
export const breaksLock = "breaks"

/** The lock of a decision about a recipient's data. */
export const recipientLock = ({
  accountId,
  phone
}: {
  readonly accountId: string
  readonly phone: string
}): string => `recipient ${accountId} ${phone}`

export interface KeyLocks {
  /**
   * Calls `granted` once all keys are locked, at once if they are free. Keys must come in a fixed
   * order, so that two requests never wait for each other. Returns `false` if the queue is full and
   * nothing was queued.
   */
  readonly acquire: (keys: ReadonlyArray<string>, granted: () => void) => boolean
  /** Locks all keys if they are free, and none otherwise. */
  readonly tryAcquire: (keys: ReadonlyArray<string>) => boolean
  readonly release: (keys: ReadonlyArray<string>) => void
  readonly isHeld: (key: string) => boolean
  readonly size: () => number
}

export const make = (waitersMax: number): KeyLocks => {
  /** Locked keys with their waiters. Nearly all keys have none, and then need no array. */
  const queues = new Map<string, Array<() => void> | undefined>()

  const acquireFrom = (keys: ReadonlyArray<string>, index: number, granted: () => void): void => {
    const key = keys[index]
    if (key === undefined) {
      granted()
      return
    }
    const next = (): void => acquireFrom(keys, index + 1, granted)
    if (!queues.has(key)) {
      queues.set(key, undefined)
      return next()
    }
    const queue = queues.get(key)
    if (queue === undefined) queues.set(key, [next])
    else queue.push(next)
  }

  return {
    tryAcquire: (keys) => {
      for (const key of keys) if (queues.has(key)) return false
      for (const key of keys) queues.set(key, undefined)
      return true
    },
    acquire: (keys, granted) => {
      if (keys.some((key) => (queues.get(key)?.length ?? 0) >= waitersMax)) return false
      acquireFrom(keys, 0, granted)
      return true
    },
    release: (keys) => {
      for (const key of keys) {
        const next = queues.get(key)?.shift()
        if (next === undefined) queues.delete(key)
        else next()
      }
    },
    isHeld: (key) => queues.has(key),
    size: () => queues.size
  }
}
