/**
 * The sanctions list that payouts are screened against: its names in an index, its digital currency
 * addresses in an exact set. The list is reloaded when its files change. A new list that is broken,
 * or much shorter than the one before, is not used: the old one stays, and an alarm rises.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { Clock, Deferred, Effect, Metric } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Facts from "../domain/incident/Facts.ts"
import type * as ScreeningEvidence from "../domain/ScreeningEvidence.ts"
import * as NameIndex from "./NameIndex.ts"
import * as SdnFiles from "./SdnFiles.ts"

/** The size of a list, to compare a new list with the old one. */
export interface Sizes {
  readonly entries: number
  readonly aliases: number
  readonly addresses: number
}

export interface SanctionsList {
  /** The day of its files and the beginning of their hash. */
  readonly version: string
  /** The time when the files were written, milliseconds. */
  readonly at: number
  readonly sizes: Sizes
  readonly names: NameIndex.Index
  /** The labels of entries in evidence, by their key in the index. */
  readonly labels: ReadonlyArray<string>
  /** The entry that a key's name belongs to. */
  readonly owners: ReadonlyArray<SdnFiles.SdnEntry>
  /** Addresses in their look-up form, and the entries that own them. */
  readonly addresses: ReadonlyMap<string, SdnFiles.SdnEntry>
}

/** The label of an entry in evidence. */
export const labelOf = ({ name, number }: SdnFiles.SdnEntry): string => `${number} ${name}`

/** A text cut after a whole fact, if it has more characters than evidence may have. */
const cut = (text: string): string => {
  const { listedCharsMax } = Limits.screening
  if (text.length <= listedCharsMax) return text
  const part = text.slice(0, listedCharsMax - 2)
  const end = part.lastIndexOf(";")
  return end === -1 ? `${part}…` : `${part.slice(0, end + 1)} …`
}

/** The first texts, up to the number of characters that evidence may have. */
const first = (texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  let left = Limits.screening.listedCharsMax
  return texts.filter((text) => {
    left -= text.length
    return left >= 0
  })
}

/** An entry as stored in evidence. */
export const listedOf = (entry: SdnFiles.SdnEntry): ScreeningEvidence.ListEntry => ({
  ...{ number: entry.number, type: entry.type, aliases: first(entry.aliases) },
  programs: first(entry.programs.split(/\]\s*\[/).filter((code) => code !== "")),
  title: entry.title === null ? null : cut(entry.title),
  remarks: cut(entry.remarks.join(" "))
})

const broken = (message: string) => new SdnFiles.ListBroken({ message })

const evm = /^0x[0-9a-f]{40}$/i

/** The look-up form of an address: the case of an Ethereum address is a checksum. */
export const addressKey = (address: string): string =>
  evm.test(address) ? address.toLowerCase() : address

const addressPattern = /Digital Currency Address\s*-\s*[A-Z0-9]{2,10}\s+([0-9A-Za-z:]{20,128})/g

/**
 * The addresses in remarks. Remarks are split to fit into their column, perhaps within an address,
 * so the parts are joined with and without a space between them.
 */
const addressesOf = (remarks: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(
    [remarks.join(" "), remarks.join("")].flatMap((text) =>
      [...text.matchAll(addressPattern)].map(([, address = ""]) => addressKey(address))
    )
  )

/**
 * True for people and companies, which recipients are: the names of vessels and aircraft are not
 * matched.
 */
const isNamed = ({ type }: SdnFiles.SdnEntry): boolean => type === "individual" || type === "entity"

const day = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Builds a list, and yields to other fibers every few rows. */
const build = Effect.fnUntraced(function* ({ at, entries, hash }: SdnFiles.Sdn) {
  const names = NameIndex.builder()
  const labels: Array<string> = []
  const owners: Array<SdnFiles.SdnEntry> = []
  const addresses = new Map<string, SdnFiles.SdnEntry>()
  let aliases = 0
  for (const [index, entry] of entries.entries()) {
    if (index % Limits.screening.rowsPerTurn === 0) yield* Effect.yieldNow
    const label = labelOf(entry)
    for (const address of addressesOf(entry.remarks)) addresses.set(address, entry)
    aliases += entry.aliases.length
    if (!isNamed(entry)) continue
    for (const name of [entry.name, ...entry.aliases]) {
      names.add({ key: labels.length, name, isPerson: entry.type === "individual" })
      owners.push(entry)
      labels.push(name === entry.name ? label : `${label} (alias ${name})`)
    }
  }
  const list: SanctionsList = {
    ...{
      version: `ofac ${day(at)} ${hash.slice(0, 8)}`,
      at,
      names: names.index,
      labels,
      owners,
      addresses
    },
    sizes: { entries: entries.length, aliases, addresses: addresses.size }
  }
  return list
})

/** Loads the list of a folder. */
export const load = Effect.fn("SanctionsList.load")(function* (dir: string) {
  return yield* build(yield* SdnFiles.read(dir))
})

/** Why a new list is suspiciously shorter than the old one; `undefined` if it is not. */
export const shrinkage = (before: Sizes, after: Sizes): string | undefined => {
  const least = 1 - Limits.screening.shrinkMax
  const kind = (["entries", "aliases", "addresses"] as const).find(
    (each) => after[each] < Math.floor(before[each] * least)
  )
  return kind === undefined
    ? undefined
    : `it has ${after[kind]} ${kind}, and the one before ${before[kind]}: is it whole?`
}

// ----------------------------------------------------------------------------- watching

const gauge = (name: string, description: string) => Metric.gauge(name, { description })

const brokenList = gauge(
  "payout_screening_list_broken",
  "1 when the sanctions list on disk cannot be used: run payout-service sanctions refresh"
)
const listAge = gauge("payout_screening_list_age_seconds", "Age of the sanctions list in use")
const listEntries = gauge("payout_screening_list_entries", "Entries of the sanctions list in use")

/** A text that changes when a file changes; `undefined` if a file is missing. */
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

interface ListWatcher {
  readonly current: () => SanctionsList | undefined
  /** The condition; `undefined` before the files were read once. */
  readonly condition: () => Facts.ListCondition | undefined
  /** Waits until the files were read once. */
  readonly loaded: Effect.Effect<void>
  /** Reads the files now, if they changed. */
  readonly reload: Effect.Effect<void>
}

/** Keeps the newest usable list, until the scope closes. */
export const watch = Effect.fnUntraced(function* (dir: string) {
  let list: SanctionsList | undefined
  /** The signature of the files of the last read, usable or not. */
  let lastSignature: string | undefined = "never"
  /** The time since which the files cannot be used, and the reason. */
  let fault: { readonly message: string; readonly since: number } | undefined

  const broke = Effect.fnUntraced(function* (message: string) {
    fault = { message, since: fault?.since ?? (yield* Clock.currentTimeMillis) }
    yield* Metric.update(brokenList, 1)
  })

  const replace = Effect.fnUntraced(function* (now: string | undefined) {
    const next = yield* load(dir)
    // The files changed during the read, which may mix two lists.
    if (now !== (yield* signature(dir))) return
    const missing = list === undefined ? undefined : shrinkage(list.sizes, next.sizes)
    if (missing !== undefined) return yield* broken(missing)
    list = next
    lastSignature = now
    fault = undefined
    yield* Metric.update(brokenList, 0)
    yield* Metric.update(listEntries, next.sizes.entries)
    yield* Effect.logInfo(
      `Loaded the sanctions list ${next.version} with ${next.sizes.entries} entries`
    )
  })

  const reload = Effect.gen(function* () {
    const now = yield* signature(dir)
    if (now !== lastSignature) {
      yield* replace(now).pipe(
        Effect.catch(({ message }) => {
          lastSignature = now
          const consequence = list === undefined ? "none is in use" : `${list.version} stays in use`
          return Effect.andThen(
            broke(message),
            Effect.logError(
              `Loading the sanctions list in ${dir} failed (${message}); ${consequence}`
            )
          )
        })
      )
    }
    const at = yield* Clock.currentTimeMillis
    if (list !== undefined) yield* Metric.update(listAge, (at - list.at) / 1000)
  }).pipe(
    // A defect must not end the watch: the list would grow old without an alarm.
    Effect.catchCause((cause) =>
      Effect.andThen(
        broke("the program failed"),
        Effect.logError("Loading the sanctions list failed", cause)
      )
    )
  )

  yield* Metric.update(brokenList, 0)
  const first = yield* Deferred.make<void>()
  yield* reload.pipe(
    Effect.andThen(Deferred.succeed(first, undefined)),
    Effect.andThen(Effect.forever(Effect.andThen(Effect.sleep(Limits.screening.pollMs), reload))),
    Effect.forkScoped
  )
  const watcher: ListWatcher = {
    current: () => list,
    condition: () =>
      Deferred.isDoneUnsafe(first)
        ? {
            at: list?.at ?? null,
            brokenSince: fault?.since ?? null,
            failure: fault?.message ?? null
          }
        : undefined,
    loaded: Deferred.await(first),
    reload
  }
  return watcher
})
