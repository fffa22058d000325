/** The seed of repeatable randomness: FAULTS_SEED, or a new one, which each test prints. */
export const seed = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000)

/** Whole numbers from 0 to below a bound (mulberry32). */
export const make = (from: number): ((bound: number) => number) => {
  let state = from
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
}
