/**
 * Which idempotency keys may have been used within a time, in bounded memory: one Bloom filter per
 * hour. "No" is certain and saves a question to the read model; "maybe" is asked there. However
 * many keys come, the filters only say "maybe" more often.
 */
/**
 * Bits of one hour: 2 MiB, for about a million and a half keys at one false "maybe" in a hundred.
 */
const bits = 2 ** 24
const hourMs = 60 * 60 * 1000

export interface Seen {
  /** Every key of the time must be added before "no" means anything: see `complete`. */
  readonly add: (key: string, at: number) => void
  readonly mayHave: (key: string, now: number) => boolean
  /** From now on what was not added was not used. */
  readonly complete: () => void
}

/** The bits of a key, by double hashing: two FNV-1a hashes of the text, from one walk over it. */
const positions = (key: string): ReadonlyArray<number> => {
  let first = 0x811c9dc5
  let second = 0x01000193
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index)
    first = Math.imul(first ^ code, 0x01000193)
    second = Math.imul(second ^ code, 0x85ebca6b)
  }
  // The low bits of such a hash know little of the last characters: the high ones are folded in.
  const start = (first ^ (first >>> 15)) >>> 0
  const step = ((second ^ (second >>> 13)) | 1) >>> 0
  return [start % bits, (start + step) % bits, (start + 2 * step) % bits, (start + 3 * step) % bits]
}

export const make = (keepMs: number): Seen => {
  const hours = new Map<number, Uint8Array>()
  let isComplete = false

  const expire = (now: number): void => {
    const oldest = Math.floor((now - keepMs) / hourMs)
    for (const hour of hours.keys()) if (hour < oldest) hours.delete(hour)
  }

  return {
    add: (key, at) => {
      const hour = Math.floor(at / hourMs)
      let filter = hours.get(hour)
      if (filter === undefined) {
        expire(at)
        filter = new Uint8Array(bits / 8)
        hours.set(hour, filter)
      }
      for (const place of positions(key)) {
        filter[place >> 3] = (filter[place >> 3] ?? 0) | (1 << (place & 7))
      }
    },
    mayHave: (key, now) => {
      if (!isComplete) return true
      expire(now)
      const places = positions(key)
      for (const filter of hours.values()) {
        if (places.every((place) => ((filter[place >> 3] ?? 0) & (1 << (place & 7))) !== 0)) {
          return true
        }
      }
      return false
    },
    complete: () => {
      isComplete = true
    }
  }
}
