/**
 * Seeded randomness in named streams. Draws of one part of the world never change those of another
 * part, so a run without a fault stays close to the run with it.
 */

export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  readonly next: () => number
  /** An integer between two inclusive bounds. */
  readonly int: (min: number, max: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <A>(from: ReadonlyArray<A>) => A
  /** A key of a table of weights. */
  readonly weighted: <K extends string>(table: Readonly<Record<K, number>>) => K
  readonly bytes: (count: number) => Uint8Array
  /** Another stream of the same seed. */
  readonly stream: (name: string) => Random
}

/** Four 32-bit words from a text (cyrb128). */
const hash = (text: string): [number, number, number, number] => {
  let [a, b, c, d] = [1779033703, 3144134277, 1013904242, 2773480762]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    a = b ^ Math.imul(a ^ code, 597399067)
    b = c ^ Math.imul(b ^ code, 2869860233)
    c = d ^ Math.imul(c ^ code, 951274213)
    d = a ^ Math.imul(d ^ code, 2716044179)
  }
  return [a >>> 0, b >>> 0, c >>> 0, d >>> 0]
}

/** The sfc32 generator, which is small, fast and good enough for a search for bugs. */
const generator = (text: string): (() => number) => {
  let [a, b, c, d] = hash(text)
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  for (let warm = 0; warm < 12; warm++) next()
  return next
}

const make = (name: string): Random => {
  const next = generator(name)
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  const pick = <A>(from: ReadonlyArray<A>): A => {
    if (from.length === 0) throw new Error("Nothing to pick from")
    return from[int(0, from.length - 1)] as A
  }
  const weighted = <K extends string>(table: Readonly<Record<K, number>>): K => {
    const entries = Object.entries<number>(table)
    let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [key, weight] of entries) {
      left -= weight
      if (left < 0) return key as K
    }
    return entries[0]?.[0] as K
  }
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick,
    weighted,
    bytes: (count) => Uint8Array.from({ length: count }, () => int(0, 255)),
    stream: (more) => make(`${name}/${more}`)
  }
}

export const seeded = (seed: number): Random => make(String(seed))
