/**
 * Bounds on bodies that are still arriving, in number and in bytes: per sender, for all requests
 * without credentials, and for all with credentials. At a bound the oldest body is cut off, so that
 * slow senders make room for quick ones and cannot shut anyone out.
 */
import * as Limits from "../../config/Limits.ts"

/** A sender, whose bodies are counted together. */
export interface Sender {
  /** The account, key or user, or the client's address. */
  readonly id: string
  /** True if the request has credentials. */
  readonly isKnown: boolean
}

/** A body that is still arriving. */
interface Arrival {
  /** Counts bytes that arrived. This may cut the body off, which then counts no more. */
  readonly add: (bytes: number) => void
  /** The body is complete or refused, or its client has left. A second call has no effect. */
  readonly end: () => void
}

export interface Arrivals {
  /** `cut` is called at most once, and not after the end. */
  readonly begin: (sender: Sender, cut: () => void) => Arrival
  /** Bodies that are still arriving, their bytes, and the remembered senders. */
  readonly counts: () => {
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
 * body is one object without closures, and not in a set, whose table would keep growing and
 * shrinking.
 */
class Pool {
  readonly all: Sum = { count: 0, bytes: 0 }
  readonly #sums = new Map<string, Sum>()
  readonly #bounds: Bounds
  readonly #cutOff: () => void
  #oldest: PooledArrival | undefined
  #newest: PooledArrival | undefined

  constructor(bounds: Bounds, cutOff: () => void) {
    this.#bounds = bounds
    this.#cutOff = cutOff
  }

  begin(sender: string, cut: () => void): PooledArrival {
    const sum = this.#sumOf(sender)
    const arrival = new PooledArrival(this, sum, cut)
    arrival.older = this.#newest
    if (this.#newest === undefined) this.#oldest = arrival
    else this.#newest.newer = arrival
    this.#newest = arrival
    sum.count += 1
    this.all.count += 1
    this.makeRoom(sum)
    return arrival
  }

  remove(arrival: PooledArrival): void {
    if (arrival.older === undefined) this.#oldest = arrival.newer
    else arrival.older.newer = arrival.newer
    if (arrival.newer === undefined) this.#newest = arrival.older
    else arrival.newer.older = arrival.older
    arrival.isHeld = false
    this.all.count -= 1
    this.all.bytes -= arrival.bytes
    arrival.sum.count -= 1
    arrival.sum.bytes -= arrival.bytes
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
    const existing = this.#sums.get(sender)
    if (existing !== undefined) return existing
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
    let arrival = this.#oldest
    while (arrival !== undefined && sum !== undefined && arrival.sum !== sum)
      arrival = arrival.newer
    if (arrival === undefined) return
    this.remove(arrival)
    this.#cutOff()
    arrival.cut()
  }
}

class PooledArrival implements Arrival {
  readonly pool: Pool
  readonly sum: Sum
  readonly cut: () => void
  bytes = 0
  isHeld = true
  older: PooledArrival | undefined
  newer: PooledArrival | undefined

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
  const known = new Pool(Limits.bodies.authenticated, cutOff)
  const unknown = new Pool(Limits.bodies.anonymous, cutOff)
  return {
    begin: ({ id, isKnown }, cut) => (isKnown ? known : unknown).begin(id, cut),
    counts: () => ({
      count: known.all.count + unknown.all.count,
      bytes: known.all.bytes + unknown.all.bytes,
      senders: known.senders + unknown.senders
    })
  }
}
