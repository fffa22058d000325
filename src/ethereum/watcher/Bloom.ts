/**
 * The filter of a block's logs in every header (Yellow Paper 4.3.1): 2,048 bits, three per address
 * and topic. The filter has false positives and no false negatives, so it contradicts a node that
 * leaves logs out.
 */
import { type Hex, hexToBytes, keccak256 } from "viem"

export interface Holding {
  readonly address: string
  readonly topics: ReadonlyArray<string>
}

const hexStart = 2
const bytes = 256

/** The three bits of a value, counted from the filter's end. */
export const bitsOf = (value: string): ReadonlyArray<number> => {
  const hash = keccak256(value as Hex, "bytes")
  return [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & (bytes * 8 - 1))
}

/** True if a filter (hex) may contain all of these bits. */
export const mayHold = (bloom: string, bits: ReadonlyArray<number>): boolean =>
  bits.every((bit) => {
    const digit = Number.parseInt(bloom.charAt(hexStart + bytes * 2 - 1 - (bit >> 2)), 16)
    return (digit & (1 << (bit & 3))) !== 0
  })

/** True if a filter is that of exactly these logs. */
export const isOf = (bloom: string, logs: ReadonlyArray<Holding>): boolean => {
  const filter = new Uint8Array(bytes)
  const values = new Set(logs.flatMap(({ address, topics }) => [address, ...topics]))
  for (const bit of [...values].flatMap(bitsOf)) {
    const at = bytes - 1 - (bit >> 3)
    filter[at] = (filter[at] ?? 0) | (1 << (bit & 7))
  }
  return hexToBytes(bloom as Hex).every((byte, at) => byte === filter[at])
}
