/**
 * Generates ids, references and secrets: the one source of randomness, so a simulation can
 * replace it by a seeded one.
 */
import { Context } from "effect"
import * as Ids from "../../domain/Ids.ts"

export interface Source {
  /** Fresh random bytes. */
  readonly bytes: (count: number) => Uint8Array
}

const poolBytes = 4096

/** Cryptographic randomness, read in pools: one call to the kernel per some four hundred ids. */
const cryptographic = (): Source => {
  let pool = new Uint8Array(0)
  let used = 0
  return {
    bytes: (count) => {
      if (count > poolBytes) return crypto.getRandomValues(new Uint8Array(count))
      if (used + count > pool.length) {
        pool = crypto.getRandomValues(new Uint8Array(poolBytes))
        used = 0
      }
      used += count
      return pool.subarray(used - count, used)
    }
  }
}

export class IdGenerator extends Context.Reference<Source>("payouts/engine/Draw", {
  defaultValue: cryptographic
}) {}

/** The last id's time, and the count that stands in front of its randomness. */
const latest = new WeakMap<Source, { at: number; count: number }>()

/** The first three random bytes count up within a millisecond, from a random beginning. */
const countMask = 0x7fffff

/** A new id. Ids generated one after the other for the same millisecond sort in that order. */
export const id = (source: Source, prefix: Ids.Prefix, at: number): string => {
  const bytes = Uint8Array.from(source.bytes(Ids.randomBytes))
  const [first = 0, second = 0, third = 0] = bytes
  const last = latest.get(source)
  const drawn = ((first << 16) | (second << 8) | third) & countMask
  const count = last?.at === at ? last.count + 1 : drawn
  latest.set(source, { at, count })
  bytes.set([(count >> 16) & 0xff, (count >> 8) & 0xff, count & 0xff])
  return Ids.make(prefix, at, bytes)
}

/** A UUIDv4, the form of reference that mobile-money providers require. */
export const reference = (source: Source): string => {
  const bytes = source.bytes(16)
  const hex = Array.from(bytes, (byte, index) => {
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return value.toString(16).padStart(2, "0")
  }).join("")
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}
