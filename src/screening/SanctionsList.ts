/**
 * The sanctions list that payouts are screened against: its names in an index, its digital currency
 * addresses in an exact set. It follows the files without a restart. A new list that is broken, or
 * much shorter than the one before, is never taken: the old one stays, and an alarm rises.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { Clock, Deferred, Effect, Metric } from "effect"
import * as Limits from "../config/Limits.ts"
import * as NameIndex from "./NameIndex.ts"
import * as SdnFiles from "./SdnFiles.ts"

/** How much is in a list: what a new one is compared by. */
export interface Sizes {
  readonly entries: number
  readonly aliases: number
  readonly addresses: number
}

export interface SanctionsList {
  /** Which list it is: the day of its files and the beginning of their hash. */
  readonly version: string
  /** When its files were written, milliseconds. */
  readonly at: number
  readonly sizes: Sizes
  readonly names: NameIndex.Index
  /** What a key of the index stands for, as evidence says it. */
  readonly labels: ReadonlyArray<string>
  /** Addresses, in lower case where case means nothing, and whose they are. */
  readonly addresses: ReadonlyMap<string, string>
}

const broken = (message: string) => new SdnFiles.ListBroken({ message })

const evm = /^0x[0-9a-f]{40}$/i

/** How an address is looked up: the case of an Ethereum address is a checksum. */
export const addressKey = (address: string): string =>
  evm.test(address) ? address.toLowerCase() : address

const addressPattern = /Digital Currency Address\s*-\s*[A-Z0-9]{2,10}\s+([0-9A-Za-z:]{20,128})/g

/**
 * Remarks are cut to fit into their column, perhaps within an address: the parts are read with and
 * without a space between.
 */
const addressesOf = (remarks: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(
    [remarks.join(" "), remarks.join("")].flatMap((text) =>
      [...text.matchAll(addressPattern)].map(([, address = ""]) => addressKey(address))
    )
  )

/** Who is paid by phone is a person or a company, and no ship called Victoria. */
const isNamed = ({ type }: SdnFiles.Entry): boolean => type === "individual" || type === "entity"

const day = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Makes a list of what was read, with pauses for others. */
const build = Effect.fnUntraced(function* ({ at, entries, hash }: SdnFiles.Sdn) {
  const names = NameIndex.builder()
  const told: Array<string> = []
  const addresses = new Map<string, string>()
  let aliases = 0
  for (const [index, entry] of entries.entries()) {
    if (index % Limits.screening.rowsPerTurn === 0) yield* Effect.yieldNow
    const whose = `${entry.number} ${entry.name}`
    for (const address of addressesOf(entry.remarks)) addresses.set(address, whose)
    aliases += entry.aliases.length
    if (!isNamed(entry)) continue
    for (const name of [entry.name, ...entry.aliases]) {
      names.add({ key: told.length, name, isPerson: entry.type === "individual" })
      told.push(name === entry.name ? whose : `${whose} (alias ${name})`)
    }
  }
  const lists: SanctionsList = {
    ...{
      version: `ofac ${day(at)} ${hash.slice(0, 8)}`,
      at,
      names: names.index,
      labels: told,
      addresses
    },
    sizes: { entries: entries.length, aliases, addresses: addresses.size }
  }
  return lists
})

/** Reads a folder's list as it is now. */
export const load = Effect.fn("Lists.load")(function* (dir: string) {
  return yield* build(yield* SdnFiles.read(dir))
})

/** What a new list lacks that the old one had, if it is too much to be true. */
export const shrinkage = (before: Sizes, after: Sizes): string | undefined => {
  const least = 1 - Limits.screening.shrinkMax
  const kind = (["entries", "aliases", "addresses"] as const).find(
    (each) => after[each] < Math.floor(before[each] * least)
  )
  return kind === undefined
    ? undefined
    : `it has ${after[kind]} ${kind}, and the one before ${before[kind]}: is it whole?`
}

// ----------------------------------------------------------------------------- following

const gauge = (name: string, description: string) => Metric.gauge(name, { description })

const brokenList = gauge(
  "payout_screening_list_broken",
  "1 when the sanctions list on disk cannot be used: someone must look"
)
const listAge = gauge("payout_screening_list_age_seconds", "Age of the sanctions list in use")
const listEntries = gauge("payout_screening_list_entries", "Entries of the sanctions list in use")

/** Changes when a file does. `undefined`: one is not there. */
const signature = (dir: string): Effect.Effect<string | undefined> =>
  Effect.promise(() =>
    Promise.all(
      SdnFiles.fileNames.map(async (file) => {
        const { ino, mtimeMs, size } = await fs.promises.stat(path.join(dir, file))
        return `${ino} ${mtimeMs} ${size}`
      })
    ).then(
      (parts) => parts.join(" "),
      () => undefined
    )
  )

export interface ListWatcher {
  readonly current: () => SanctionsList | undefined
  /** Waits for the first look at the files. */
  readonly loaded: Effect.Effect<void>
  /** Looks at once. */
  readonly reload: Effect.Effect<void>
}

/** Keeps the newest list that can be used, until the scope closes. */
export const watch = Effect.fnUntraced(function* (dir: string) {
  let lists: SanctionsList | undefined
  /** The files that were looked at last, good or bad. */
  let seen: string | undefined = "never"

  const take = Effect.fnUntraced(function* (now: string | undefined) {
    const next = yield* load(dir)
    // Someone was writing meanwhile: what was read may be of two lists.
    if (now !== (yield* signature(dir))) return
    const lack = lists === undefined ? undefined : shrinkage(lists.sizes, next.sizes)
    if (lack !== undefined) return yield* broken(lack)
    lists = next
    seen = now
    yield* Metric.update(brokenList, 0)
    yield* Metric.update(listEntries, next.sizes.entries)
    yield* Effect.logInfo(`Sanctions list ${next.version}: ${next.sizes.entries} entries`)
  })

  const look = Effect.gen(function* () {
    const now = yield* signature(dir)
    if (now !== seen) {
      yield* take(now).pipe(
        Effect.catch(({ message }) => {
          seen = now
          const kept = lists === undefined ? "none is in use" : `${lists.version} stays in use`
          return Effect.andThen(
            Metric.update(brokenList, 1),
            Effect.logError(`The sanctions list in ${dir} cannot be used (${message}): ${kept}`)
          )
        })
      )
    }
    const at = yield* Clock.currentTimeMillis
    if (lists !== undefined) yield* Metric.update(listAge, (at - lists.at) / 1000)
  }).pipe(
    // A bug here must not end the looking: the list would grow old, and nobody would know why.
    Effect.catchCause((cause) =>
      Effect.andThen(Metric.update(brokenList, 1), Effect.logError("Sanctions list", cause))
    )
  )

  yield* Metric.update(brokenList, 0)
  const first = yield* Deferred.make<void>()
  yield* look.pipe(
    Effect.andThen(Deferred.succeed(first, undefined)),
    Effect.andThen(Effect.forever(Effect.andThen(Effect.sleep(Limits.screening.lookMs), look))),
    Effect.forkScoped
  )
  const following: ListWatcher = {
    current: () => lists,
    loaded: Deferred.await(first),
    reload: look
  }
  return following
})
