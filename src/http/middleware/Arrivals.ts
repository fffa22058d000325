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
  /** The bodies on their way, their bytes, and the senders that are remembered. */
  readonly held: () => {
    readonly count: number
    readonly bytes: number
    readonly senders: number
  }
}

interface Sum {
  count: number
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

/**
 * Bodies that share bounds, linked in order of age. Every request with a body comes here, so each
 * is one object: no set, whose table grows and shrinks all the time, and no functions of its own.
 */
class Pool {
  readonly all: Sum = { count: 0, bytes: 0 }
  readonly #sums = new Map<string, Sum>()
  readonly #bounds: Bounds
  readonly #cutOff: () => void
  #oldest: Arriving | undefined
  #newest: Arriving | undefined

  constructor(bounds: Bounds, cutOff: () => void) {
    this.#bounds = bounds
    this.#cutOff = cutOff
  }

  begin(sender: string, cut: () => void): Arriving {
    const sum = this.#sumOf(sender)
    const one = new Arriving(this, sum, cut)
    one.older = this.#newest
    if (this.#newest === undefined) this.#oldest = one
    else this.#newest.newer = one
    this.#newest = one
    sum.count += 1
    this.all.count += 1
    this.makeRoom(sum)
    return one
  }

  remove(one: Arriving): void {
    if (one.older === undefined) this.#oldest = one.newer
    else one.older.newer = one.newer
    if (one.newer === undefined) this.#newest = one.older
    else one.newer.older = one.older
    one.isHeld = false
    this.all.count -= 1
    this.all.bytes -= one.bytes
    one.sum.count -= 1
    one.sum.bytes -= one.bytes
  }

  get senders(): number {
    return this.#sums.size
  }

  makeRoom(sum: Sum): void {
    const { bytesMax, bytesOfSenderMax, max, ofSenderMax } = this.#bounds
    while (isOver(sum, ofSenderMax, bytesOfSenderMax)) this.#cutOldest(sum)
    while (isOver(this.all, max, bytesMax)) this.#cutOldest(undefined)
  }

  #sumOf(sender: string): Sum {
    const known = this.#sums.get(sender)
    if (known !== undefined) return known
    if (this.#sums.size >= Limits.bodies.idleSendersMax + this.all.count) this.#forgetIdle()
    const sum: Sum = { count: 0, bytes: 0 }
    this.#sums.set(sender, sum)
    return sum
  }

  #forgetIdle(): void {
    for (const [sender, { count }] of this.#sums) if (count === 0) this.#sums.delete(sender)
  }

  /** Cuts off the oldest body, of one sender or of all. */
  #cutOldest(sum: Sum | undefined): void {
    let one = this.#oldest
    while (one !== undefined && sum !== undefined && one.sum !== sum) one = one.newer
    if (one === undefined) return
    this.remove(one)
    this.#cutOff()
    one.cut()
  }
}

class Arriving implements Arrival {
  readonly pool: Pool
  readonly sum: Sum
  readonly cut: () => void
  bytes = 0
  isHeld = true
  older: Arriving | undefined
  newer: Arriving | undefined

  constructor(pool: Pool, sum: Sum, cut: () => void) {
    this.pool = pool
    this.sum = sum
    this.cut = cut
  }

  add(bytes: number): void {
    if (!this.isHeld) return
    this.bytes += bytes
    this.sum.bytes += bytes
    this.pool.all.bytes += bytes
    this.pool.makeRoom(this.sum)
  }

  end(): void {
    if (this.isHeld) this.pool.remove(this)
  }
}

/** `cutOff` is called for each body that is cut off. */
export const make = (cutOff: () => void = () => {}): Arrivals => {
  const known = new Pool(Limits.bodies.known, cutOff)
  const unknown = new Pool(Limits.bodies.unknown, cutOff)
  return {
    begin: ({ id, isKnown }, cut) => (isKnown ? known : unknown).begin(id, cut),
    held: () => ({
      count: known.all.count + unknown.all.count,
      bytes: known.all.bytes + unknown.all.bytes,
      senders: known.senders + unknown.senders
    })
  }
}
