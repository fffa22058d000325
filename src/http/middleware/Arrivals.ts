/**
 * Bounds on bodies that are on their way, in number and in bytes: of each sender, of all requests
 * without credentials, and of all with credentials. At a bound the oldest body is cut off, so that
 * slow senders make room for quick ones and cannot shut anyone out.
 */
import * as Limits from "../../config/Limits.ts"

/** Whose bodies are counted together. */
export interface Sender {
  /** The account, key or user, or the client's address. */
  readonly id: string
  /** Whether the request has credentials. */
  readonly isKnown: boolean
}

/** A body on its way. */
interface Arrival {
  /** Counts bytes that came. The body may be cut off then, and counts no more. */
  readonly add: (bytes: number) => void
  /** The body is whole, refused, or its client has left. A second end is the same as one. */
  readonly end: () => void
}

export interface Arrivals {
  /** `cut` is called at most once, and not after the end. */
  readonly begin: (sender: Sender, cut: () => void) => Arrival
  /** How many bodies are on their way, and their bytes. */
  readonly held: () => { readonly count: number; readonly bytes: number }
}

interface Sum {
  count: number
  bytes: number
}

interface Held {
  readonly sender: string
  readonly sum: Sum
  readonly cut: () => void
  bytes: number
}

interface Bounds {
  readonly max: number
  readonly ofSenderMax: number
  readonly bytesMax: number
  readonly bytesOfSenderMax: number
}

const isOver = ({ bytes, count }: Sum, max: number, bytesMax: number): boolean =>
  count > max || bytes > bytesMax

const makePool = ({ bytesMax, bytesOfSenderMax, max, ofSenderMax }: Bounds, cutOff: () => void) => {
  /** In order of age. */
  const held = new Set<Held>()
  const sums = new Map<string, Sum>()
  const all: Sum = { count: 0, bytes: 0 }

  const remove = (one: Held): boolean => {
    if (!held.delete(one)) return false
    all.count -= 1
    all.bytes -= one.bytes
    one.sum.count -= 1
    one.sum.bytes -= one.bytes
    if (one.sum.count === 0) sums.delete(one.sender)
    return true
  }

  /** Cuts off the oldest body, of one sender or of all. */
  const cutOldest = (sum: Sum | undefined): void => {
    for (const one of held) {
      if (sum !== undefined && one.sum !== sum) continue
      remove(one)
      cutOff()
      return one.cut()
    }
  }

  const makeRoom = (sum: Sum): void => {
    while (isOver(sum, ofSenderMax, bytesOfSenderMax)) cutOldest(sum)
    while (isOver(all, max, bytesMax)) cutOldest(undefined)
  }

  const begin = (sender: string, cut: () => void): Arrival => {
    const known = sums.get(sender)
    const sum = known ?? { count: 0, bytes: 0 }
    if (known === undefined) sums.set(sender, sum)
    const one: Held = { sender, sum, cut, bytes: 0 }
    held.add(one)
    sum.count += 1
    all.count += 1
    makeRoom(sum)
    return {
      add: (bytes) => {
        if (!held.has(one)) return
        one.bytes += bytes
        sum.bytes += bytes
        all.bytes += bytes
        makeRoom(sum)
      },
      end: () => void remove(one)
    }
  }
  return { begin, all }
}

/** `cutOff` is called for each body that is cut off. */
export const make = (cutOff: () => void = () => {}): Arrivals => {
  const known = makePool(Limits.bodies.known, cutOff)
  const unknown = makePool(Limits.bodies.unknown, cutOff)
  return {
    begin: ({ id, isKnown }, cut) => (isKnown ? known : unknown).begin(id, cut),
    held: () => ({
      count: known.all.count + unknown.all.count,
      bytes: known.all.bytes + unknown.all.bytes
    })
  }
}
