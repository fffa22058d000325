/**
 * A Bloom filter of the idempotency keys of one day, in bounded memory. "No" is certain and saves a
 * query; "maybe" is looked up in the read model. More keys only make "maybe" more frequent.
 *
 * Each slot is a word with a bit per hour, so one read covers all hours. The bits of a key share a
 * page. All pages have 64 MiB, enough for a million keys in every hour with fewer than one false
 * "maybe" in ten.
 */
import * as Limits from "../../config/Limits.ts"

const { hoursKept, pageCount, pageSlots, slotsOfKey } = Limits.engine.idempotencyFilter

const hourMs = 60 * 60 * 1000

/** Slots of keys. */
interface Page {
  readonly words: Int32Array
  /** The latest hour of its bits. */
  hour: number
}

/**
 * A page is created with its first key. Its block is shared because V8 does not count such blocks:
 * pages created within the first ten thousand keys triggered full collections in the first seconds
 * of load.
 */
const makePage = (hour: number): Page => ({
  words: new Int32Array(new SharedArrayBuffer(pageSlots * 4)),
  hour
})

export interface IdempotencyFilter {
  /** Every key of the day must be added before "no" is certain: see `complete`. */
  readonly add: (key: string, at: number) => void
  readonly mayHave: (key: string, now: number) => boolean
  /** From now on a key that was not added was not used. */
  readonly complete: () => void
}

/** The result of `locate`: one object for all calls, because it runs twice per request. */
const location = { page: 0, first: 0, step: 0 }

/**
 * Finds the page of a key, its first slot there and the step to the next one, by double hashing:
 * two FNV-1a hashes of the text, in one pass.
 */
const locate = (key: string, pagesMax: number): void => {
  let first = 0x811c9dc5
  let second = 0x01000193
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index)
    first = Math.imul(first ^ code, 0x01000193)
    second = Math.imul(second ^ code, 0x85ebca6b)
  }
  // The low bits of an FNV hash depend little on the last characters: the high ones are folded in.
  const start = first ^ (first >>> 15)
  const step = second ^ (second >>> 13)
  location.page = (start >>> 12) % pagesMax
  location.first = start & (pageSlots - 1)
  location.step = (step & (pageSlots - 1)) | 1
}

/** Advances a page to `hour`, and clears the bits that are reused for newer hours. */
const advance = (page: Page, hour: number): void => {
  const { hour: before, words } = page
  if (hour <= before) return
  page.hour = hour
  if (hour - before >= hoursKept) return void words.fill(0)
  let mask = -1
  for (let next = before + 1; next <= hour; next++) mask &= ~(1 << next)
  for (let slot = 0; slot < pageSlots; slot++) words[slot] = (words[slot] as number) & mask
}

/**
 * `keepMs` is how long an added key is certainly found, at most 31 hours. `count` is the number of
 * filters that divide the memory.
 */
export const make = (keepMs: number, count = 1): IdempotencyFilter => {
  if (keepMs > (hoursKept - 1) * hourMs) throw new RangeError("Keys cannot be kept that long.")
  const pagesMax = Math.ceil(pageCount / count)
  const pages = Array.from({ length: pagesMax }, (): Page | undefined => undefined)
  let isComplete = false

  return {
    add: (key, at) => {
      const hour = Math.floor(at / hourMs)
      locate(key, pagesMax)
      const { first, step } = location
      const page = pages[location.page] ?? makePage(hour)
      pages[location.page] = page
      advance(page, hour)
      // A clock that went far ahead and came back makes hours ambiguous. The key is then kept
      // longer, never shorter.
      const bit = page.hour - hour >= hoursKept ? page.hour : hour
      const { words } = page
      for (let index = 0, next = first; index < slotsOfKey; index++, next += step) {
        const slot = next & (pageSlots - 1)
        words[slot] = (words[slot] as number) | (1 << bit)
      }
    },
    mayHave: (key, now) => {
      if (!isComplete) return true
      locate(key, pagesMax)
      const { first, step } = location
      const page = pages[location.page]
      if (page === undefined) return false
      advance(page, Math.floor(now / hourMs))
      const { words } = page
      let bits = -1
      for (let index = 0, next = first; index < slotsOfKey; index++, next += step) {
        bits &= words[next & (pageSlots - 1)] as number
      }
      return bits !== 0
    },
    complete: () => {
      isComplete = true
    }
  }
}
