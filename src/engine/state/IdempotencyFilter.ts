/**
 * Which idempotency keys may have been used within a day, in bounded memory: a Bloom filter. "No"
 * is certain and saves a question to the read model; "maybe" is asked there. However many keys
 * come, the filter only says "maybe" more often.
 *
 * Each of its places is a word with a bit per hour, so one look tells of all hours. The bits of a
 * key share a page, and only pages with keys take memory: 64 MiB for all of them, enough for a
 * million keys in every hour with fewer than one false "maybe" in ten.
 */
import * as Limits from "../../config/Limits.ts"

const { hoursKept, pageCount, pagePlaces, placesOfKey } = Limits.engine.idempotencyFilter

const hourMs = 60 * 60 * 1000

interface Page {
  readonly words: Int32Array
  /** The latest hour that its bits tell of. */
  hour: number
}

export interface IdempotencyFilter {
  /** Every key of the time must be added before "no" means anything: see `complete`. */
  readonly add: (key: string, at: number) => void
  readonly mayHave: (key: string, now: number) => boolean
  /** From now on what was not added was not used. */
  readonly complete: () => void
}

/**
 * The page of a key, its first place there and the step to the next one, by double hashing: two
 * FNV-1a hashes of the text, from one walk over it.
 */
const marksOf = (key: string): readonly [page: number, first: number, step: number] => {
  let first = 0x811c9dc5
  let second = 0x01000193
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index)
    first = Math.imul(first ^ code, 0x01000193)
    second = Math.imul(second ^ code, 0x85ebca6b)
  }
  // The low bits of such a hash know little of the last characters: the high ones are folded in.
  const start = first ^ (first >>> 15)
  const step = second ^ (second >>> 13)
  return [(start >>> 12) % pageCount, start & (pagePlaces - 1), (step & (pagePlaces - 1)) | 1]
}

/** Clears the bits that were of hours long ago and are of `hour` and those before it now. */
const turn = (page: Page, hour: number): void => {
  if (hour <= page.hour) return
  if (hour - page.hour >= hoursKept) page.words.fill(0)
  else {
    let kept = -1
    for (let next = page.hour + 1; next <= hour; next++) kept &= ~(1 << next)
    const { words } = page
    for (let place = 0; place < pagePlaces; place++) words[place] = (words[place] as number) & kept
  }
  page.hour = hour
}

/** `keepMs`: for how long a key that was added is never denied, at most 31 hours. */
export const make = (keepMs: number): IdempotencyFilter => {
  if (keepMs > (hoursKept - 1) * hourMs) throw new RangeError("Keys cannot be kept that long.")
  const pages = new Map<number, Page>()
  let isComplete = false

  return {
    add: (key, at) => {
      const hour = Math.floor(at / hourMs)
      const [index, first, step] = marksOf(key)
      let page = pages.get(index)
      if (page === undefined) {
        page = { words: new Int32Array(pagePlaces), hour }
        pages.set(index, page)
      }
      turn(page, hour)
      // After a clock that went far ahead and came back hours cannot be told apart: then the key
      // is kept for longer, never for less.
      const told = page.hour - hour >= hoursKept ? page.hour : hour
      const { words } = page
      for (let count = 0, next = first; count < placesOfKey; count++, next += step) {
        const place = next & (pagePlaces - 1)
        words[place] = (words[place] as number) | (1 << told)
      }
    },
    mayHave: (key, now) => {
      if (!isComplete) return true
      const [index, first, step] = marksOf(key)
      const page = pages.get(index)
      if (page === undefined) return false
      turn(page, Math.floor(now / hourMs))
      let hours = -1
      for (let count = 0, next = first; count < placesOfKey; count++, next += step) {
        hours &= page.words[next & (pagePlaces - 1)] as number
      }
      return hours !== 0
    },
    complete: () => {
      isComplete = true
    }
  }
}
