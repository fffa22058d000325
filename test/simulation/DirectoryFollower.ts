/**
 * The directory's log in a node that only reads it. The node gets entries late, and sometimes none
 * for a while. A read counts as the latest possible one before the next entry, except in a frozen
 * process.
 */
import { Effect } from "effect"
import * as Limits from "../../src/config/Limits.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import type { LogFollower } from "../../src/engine/ports/LogFollower.ts"
import type { Realm } from "./Machine.ts"
import type { Setting } from "./Setting.ts"

/** The directory's log, with the time of each entry. */
export interface Source {
  readonly entries: () => ReadonlyArray<Entry.Entry>
  readonly times: ReadonlyArray<number>
}

export interface Follower {
  readonly port: LogFollower["Service"]
  /** Reports a new entry. */
  readonly came: () => void
  /** Reports the period in which the process was frozen. */
  readonly froze: (from: number, until: number) => void
  /** Simulates reads up to now, which a node makes ten times per second. */
  readonly glance: Effect.Effect<void>
}

/** Maximum milliseconds until an entry is read: two intervals, and the time of a read. */
const lagMsMax = 250

export const make = (
  { faults, machine, random }: Setting,
  realm: Realm,
  name: string,
  { entries, times }: Source
): Follower => {
  const own = random.stream(name)
  let shown = 0
  let at = Number.NEGATIVE_INFINITY
  let blind = { from: Number.POSITIVE_INFINITY, until: 0 }
  let frozen = { from: 0, until: 0 }
  let tell: (seq: number, at: number) => Effect.Effect<void> = () => Effect.void
  let hasLooked = false
  let wake = (): void => {}

  const isBlind = (): boolean => machine.now() < blind.until

  /** The latest possible time of a read that returned only the shown entries. */
  const latest = (): number => {
    const unseen = times[shown] ?? machine.now()
    const seen = isBlind() ? Math.min(unseen, blind.from) : unseen
    const wasFrozen = seen >= frozen.from && seen < frozen.until
    at = Math.max(at, wasFrozen ? frozen.from : seen)
    return at
  }

  const next = realm.wait<void>((resume) => {
    wake = () => resume(Effect.void)
    if (entries().length > shown) wake()
  })

  const look = Effect.fnUntraced(function* (
    reader: Parameters<LogFollower["Service"]["follow"]>[0]
  ) {
    if (faults.strikes("directory: cannot be read", 0.03)) {
      blind = { from: machine.now(), until: machine.now() + own.int(100, 10_000) }
    }
    while (isBlind()) yield* Effect.sleep(blind.until - machine.now())
    const lookedAt = machine.now()
    const found = entries().slice(shown)
    yield* Effect.sleep(own.int(0, 20))
    yield* reader.follow(found)
    shown += found.length
    at = Math.max(at, lookedAt)
    yield* tell(shown, at)
  })

  return {
    port: {
      follow: Effect.fnUntraced(function* (reader, looked) {
        tell = looked
        let known = yield* reader.loadActive
        while (known === undefined) {
          yield* Effect.sleep(Limits.cluster.beatEveryMs)
          known = yield* reader.loadActive
        }
        shown = known
        while (true) {
          yield* look(reader)
          hasLooked = true
          yield* next
          yield* Effect.sleep(own.int(0, lagMsMax))
        }
      })
    },
    came: () => wake(),
    froze: (from, until) => {
      frozen = { from, until }
    },
    glance: Effect.suspend(() => (hasLooked ? tell(shown, latest()) : Effect.void))
  }
}
