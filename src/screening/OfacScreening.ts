/**
 * Screening against OFAC's list and the on-chain oracle: the recipient's names, and every address
 * that money came from or goes back to. It flags and never decides. A part that it could not screen
 * makes the result inconclusive, which holds the payout.
 *
 * Names match by similarity: below `heldScore` clear, from there held, from `urgentScore` on
 * urgent. Addresses match exactly; the sources of their money are not traced.
 */
import { Clock, Effect, Layer, Metric } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as ScreeningEvidence from "../domain/ScreeningEvidence.ts"
import * as HttpClient from "../engine/ports/HttpClient.ts"
import * as Screening from "../engine/ports/Screening.ts"
import * as NameIndex from "./NameIndex.ts"
import * as NameNormalizer from "./NameNormalizer.ts"
import * as NameSimilarity from "./NameSimilarity.ts"
import * as SanctionsList from "./SanctionsList.ts"
import * as SanctionsOracle from "./SanctionsOracle.ts"
import type * as SdnFiles from "./SdnFiles.ts"

export interface ListSources {
  /** The folder of OFAC's files. */
  readonly dir: string
  /** The oracle's contract, and the Ethereum nodes of its chain. */
  readonly oracle: SanctionsOracle.Oracle | undefined
}

const verdicts = Metric.counter("payout_screening_verdicts_total", {
  description: "Screenings, by verdict"
})

/** The result for one name or address. */
interface Finding {
  readonly _tag: "Clear" | "Flagged" | "Inconclusive"
  readonly score: number
  readonly entry: string | null
  readonly subject: string
  readonly reason: string | null
  /** All entries of the list that suffice for a hold, best first. */
  readonly candidates: ReadonlyArray<ScreeningEvidence.Candidate>
}

const flagged = (
  subject: string,
  reason: string,
  entry: string | null,
  score: number
): Finding => ({
  ...{ _tag: "Flagged", score, entry, subject, reason },
  candidates: score > 0 ? [{ entry, subject, score }] : []
})

/** The finding for an address that belongs to an entry of the list. */
const flaggedAddress = (subject: string, owner: SdnFiles.SdnEntry): Finding => {
  const entry = SanctionsList.labelOf(owner)
  const listed = SanctionsList.listedOf(owner)
  return {
    ...flagged(subject, "high priority: the address is on the list", entry, 1),
    candidates: [{ entry, subject, score: 1, listed }]
  }
}

const inconclusive = (subject: string, reason: string): Finding => ({
  ...{ _tag: "Inconclusive", score: 0, entry: null, subject, reason, candidates: [] }
})

const clear = (subject: string, score = 0, entry: string | null = null): Finding => ({
  ...{ _tag: "Clear", score, entry, subject, reason: null, candidates: [] }
})

const percent = (score: number): string => `${Math.floor(score * 100)} %`

/** The score from which evidence contains the nearest entry. */
const evidenceFrom = 0.7

const rounded = (score: number): number => Math.round(score * 1000) / 1000

/** The matches of a name as candidates; of the names of one entry, only the most similar. */
const candidatesOf = (
  { labels, owners }: SanctionsList.SanctionsList,
  subject: string,
  matches: ReadonlyArray<NameIndex.Match>
): ReadonlyArray<ScreeningEvidence.Candidate> => {
  const byEntry = new Map<number, ScreeningEvidence.Candidate>()
  for (const { key, score } of matches) {
    const owner = owners[key]
    if (owner === undefined || byEntry.has(owner.number)) continue
    const entry = labels[key] ?? null
    const listed = SanctionsList.listedOf(owner)
    byEntry.set(owner.number, { entry, subject, score: rounded(score), listed })
    if (byEntry.size === Limits.screening.candidatesMax) break
  }
  return [...byEntry.values()]
}

/** The priority of a review of a payout with this score; `undefined` if it is not held. */
export const priorityOf = (score: number): "high" | "usual" | undefined => {
  const { heldScore, urgentScore } = Limits.screening
  if (score < heldScore) return undefined
  return score >= urgentScore ? "high" : "usual"
}

const nameFinding = (list: SanctionsList.SanctionsList, subject: string, name: string): Finding => {
  const matches = NameIndex.matches(list.names, name, evidenceFrom)
  const candidates = candidatesOf(list, subject, matches)
  const { entry, score } = candidates[0] ?? { entry: null, score: 0 }
  const priority = priorityOf(score)
  if (priority !== undefined) {
    const reason = `${priority === "high" ? "high priority: " : ""}the ${subject} is ${percent(score)} like`
    return { ...flagged(subject, reason, entry, score), candidates }
  }
  return NameNormalizer.isReadable(name)
    ? clear(subject, score, entry)
    : inconclusive(subject, `the ${subject} is not wholly made of readable Latin words`)
}

const mismatch = (name: string, registeredName: string): ReadonlyArray<Finding> => {
  const score = NameSimilarity.similarity(name, registeredName)
  return score < Limits.screening.sameNameScore
    ? [flagged("registered name", "name mismatch: the number belongs to another name", null, 0)]
    : []
}

/**
 * Screens the recipient's names. One is required: a payout without a name is not clear. A
 * registered name may be masked only because the given one is screened in full.
 */
const nameFindings = (
  list: SanctionsList.SanctionsList,
  name: string | null,
  registeredName: string | null
): ReadonlyArray<Finding> => {
  if (name === null && registeredName === null) {
    return [inconclusive("recipient", "no name was given, and the provider reports none")]
  }
  if (registeredName === null) return [nameFinding(list, "recipient", name ?? "")]
  if (name === null) return [nameFinding(list, "registered name", registeredName)]
  return [
    nameFinding(list, "recipient", name),
    nameFinding(list, "registered name", registeredName.replaceAll("*", "")),
    ...mismatch(name, registeredName)
  ]
}

const rank = { Flagged: 2, Inconclusive: 1, Clear: 0 } as const

/**
 * The finding that decides: flagged comes first, then inconclusive, then clear; then the higher
 * score.
 */
const worst = (findings: ReadonlyArray<Finding>): Finding =>
  findings.reduce(
    (most, next) =>
      rank[next._tag] > rank[most._tag] ||
      (rank[next._tag] === rank[most._tag] && next.score > most.score)
        ? next
        : most,
    clear("nothing")
  )

/** The candidates of all findings, best first. */
const allCandidates = (
  findings: ReadonlyArray<Finding>
): ReadonlyArray<ScreeningEvidence.Candidate> =>
  findings
    .flatMap(({ candidates }) => candidates)
    .sort((left, right) => right.score - left.score)
    .slice(0, Limits.screening.candidatesMax)

const evidenceWords = {
  Clear: "clear",
  Flagged: "flagged",
  Inconclusive: "inconclusive"
} as const

const verdict = (
  version: string,
  findings: ReadonlyArray<Finding>,
  registeredName: string | null
): Screening.Verdict => {
  const { _tag, entry, reason, score, subject } = worst(findings)
  const isScreened = subject !== "nothing"
  const detail = entry === null || reason === null ? reason : `${reason}: ${entry}`
  const evidence: ScreeningEvidence.Evidence = {
    ...{ verdict: evidenceWords[_tag], lists: version, score, entry, registeredName },
    subject: isScreened ? subject : null,
    candidates: allCandidates(findings),
    reason: detail
  }
  return _tag === "Clear" ? { _tag, evidence } : { _tag, reason: detail ?? "", evidence }
}

const tooOld = (at: number, now: number): boolean => now - at > Limits.screening.ageMsMax

/** The sanctions list, and the oracle on the chain if one is configured. */
interface AddressLists {
  readonly list: SanctionsList.SanctionsList
  readonly isSanctioned: ReturnType<typeof SanctionsOracle.make> | undefined
}

const addressFinding = Effect.fnUntraced(function* (
  { isSanctioned, list }: AddressLists,
  subject: string,
  address: string
) {
  const owner = list.addresses.get(SanctionsList.addressKey(address))
  if (owner !== undefined) return flaggedAddress(subject, owner)
  if (isSanctioned === undefined) return clear(subject)
  const isListed = yield* isSanctioned(address)
  if (isListed === undefined) return inconclusive(subject, "the sanctions oracle gives no answer")
  return isListed
    ? flagged(subject, "high priority: the sanctions oracle names the address", null, 1)
    : clear(subject)
})

const recordVerdict = (result: Screening.Verdict): Effect.Effect<Screening.Verdict> => {
  const attributes = { verdict: evidenceWords[result._tag] }
  return Effect.as(Metric.update(Metric.withAttributes(verdicts, attributes), 1), result)
}

const make = Effect.fnUntraced(function* ({ dir, oracle }: ListSources) {
  const http = yield* HttpClient.HttpClient
  const watcher = yield* SanctionsList.watch(dir)
  const isSanctioned = oracle === undefined ? undefined : SanctionsOracle.make(http, oracle)

  /** The list in use, or the reason why there is none. */
  const current = Effect.gen(function* () {
    yield* watcher.loaded
    const list = watcher.current()
    const now = yield* Clock.currentTimeMillis
    if (list === undefined) return { _tag: "None", reason: "no sanctions list is loaded" } as const
    return tooOld(list.at, now)
      ? ({ _tag: "None", reason: `the sanctions list ${list.version} is too old` } as const)
      : ({ _tag: "Some", list } as const)
  })

  const addressFindings = (
    list: SanctionsList.SanctionsList,
    kind: string,
    addresses: ReadonlyArray<string>
  ): Effect.Effect<ReadonlyArray<Finding>> =>
    Effect.forEach(
      addresses,
      (each) => addressFinding({ isSanctioned, list }, `${kind} ${each}`, each),
      {
        concurrency: Limits.screening.oracleAtOnce
      }
    )

  const screen = Effect.fn("OfacScreening.screen")(function* ({
    payout,
    registeredName,
    senders
  }: Screening.Subject) {
    const using = yield* current
    const registered = registeredName ?? null
    if (using._tag === "None") {
      return verdict("", [inconclusive("list", using.reason)], registered)
    }
    const { list } = using
    const findings = [
      ...nameFindings(list, payout.name, registered),
      ...(yield* addressFindings(list, "sender", senders))
    ]
    return verdict(list.version, findings, registered)
  })

  const address = Effect.fn("OfacScreening.address")(function* (
    screenedAddress: string,
    role: Screening.Role
  ) {
    const using = yield* current
    if (using._tag === "None") {
      return verdict("", [inconclusive("list", using.reason)], null)
    }
    const findings = yield* addressFindings(using.list, role, [screenedAddress])
    return verdict(using.list.version, findings, null)
  })

  return Screening.Screening.of({
    screen: (subject) => Effect.flatMap(screen(subject), recordVerdict),
    address: (screenedAddress, role) =>
      Effect.flatMap(address(screenedAddress, role), recordVerdict),
    // An operator decides on a hold.
    decision: () => Effect.never,
    list: watcher.condition
  })
})

export const layer = (
  options: ListSources
): Layer.Layer<Screening.Screening, never, HttpClient.HttpClient> =>
  Layer.effect(Screening.Screening, make(options))
