/**
 * The generator of ids, references and secrets. It is the one source of randomness, so a simulation
 * can replace it with a seeded one.
 */
import { Context } from "effect"
import * as Ids from "../../domain/Ids.ts"

export interface Source {
  /** Fresh random bytes, which the caller may change. */
  readonly bytes: (count: number) => Uint8Array
  /**
   * The partition's number, written into each id if there are several partitions
   * (`Ids.partitionOf`).
   */
  readonly partition?: number
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

export class IdGenerator extends Context.Reference<Source>("payouts/engine/ports/IdGenerator", {
  defaultValue: cryptographic
}) {}

/** The last id's time, and the counter before its random part. */
const latest = new WeakMap<Source, { at: number; count: number }>()

/**
 * The mask of the first three random bytes, which count up within a millisecond from a random
 * start.
 */
const countMask = 0x7fffff

const countIn = (bytes: Uint8Array): number =>
  (((bytes[0] ?? 0) << 16) | ((bytes[1] ?? 0) << 8) | (bytes[2] ?? 0)) & countMask

/** A new id. Ids generated one after the other for the same millisecond sort in that order. */
export const id = (source: Source, prefix: Ids.Prefix, at: number): string => {
  const bytes = source.bytes(Ids.randomBytes)
  let last = latest.get(source)
  if (last === undefined) {
    last = { at: Number.NaN, count: 0 }
    latest.set(source, last)
  }
  last.count = last.at === at ? last.count + 1 : countIn(bytes)
  last.at = at
  bytes[0] = last.count >> 16
  bytes[1] = last.count >> 8
  bytes[2] = last.count
  if (source.partition !== undefined) Ids.mark(bytes, source.partition)
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
