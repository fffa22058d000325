/**
 * Everything that is wrong right now. Incidents follow from facts alone, without a clock. The only
 * memory is the time at which an incident was first seen, if its facts do not contain its
 * beginning. Every view and notice of problems shows these incidents.
 */
import * as KnownChain from "../KnownChain.ts"
import * as Float from "../money/Float.ts"
import * as Network from "../Network.ts"
import type * as Facts from "./Facts.ts"
import * as IncidentTexts from "./IncidentTexts.ts"
import * as WaitingPayouts from "./WaitingPayouts.ts"

export const kinds = [
  ...(["provider", "chain", "rates", "screening_lists", "endpoint"] as const),
  ...(["stuck_payouts", "float", "float_short", "float_low", "float_unknown"] as const),
  ...(["nodes", "database"] as const)
]
export type Kind = (typeof kinds)[number]

/**
 * `critical`: money or requests wait. `warning`: they may wait soon, or one customer has a problem.
 */
export const severities = ["critical", "warning"] as const
type Severity = (typeof severities)[number]

/** The subject of an incident. Only fields that apply are set. */
interface Subject {
  readonly provider?: string
  readonly networks?: ReadonlyArray<Network.Slug>
  readonly currencies?: ReadonlyArray<Network.Currency>
  readonly chainId?: number
  /** An Ethereum node, or a node of the cluster. */
  readonly node?: string
  readonly partitions?: ReadonlyArray<number>
  readonly endpointId?: string
  readonly accountId?: string
}

/** A customer whose payouts wait. */
interface Customer {
  readonly accountId: string
  /** Empty if the account is not known. */
  readonly name: string
  readonly count: number
  /** Micro-USDC. */
  readonly amount: number
}

export interface Incident {
  /** An id of kind and subject: the same while the incident lasts, and again if it recurs. */
  readonly id: string
  readonly kind: Kind
  readonly severity: Severity
  readonly subject: Subject
  /** Beginning of the incident, milliseconds. */
  readonly since: number
  /** Payouts that wait because of the incident; deliveries if it is about an endpoint. */
  readonly waitingCount: number
  /** Micro-USDC of the payouts. */
  readonly waitingAmount: number
  /** The payouts that are counted; empty if deliveries are counted. */
  readonly selection: WaitingPayouts.Selection
  /** Customers with the most of these payouts, the most first. */
  readonly customers: ReadonlyArray<Customer>
  /**
   * Time at which the service retries, milliseconds; `null` if it is not known, or nothing is
   * retried.
   */
  readonly nextTryAt: number | null
  readonly title: string
  readonly cause: string
  readonly remedy: string
  /** The anchor of its entry in the runbook. */
  readonly runbook: string
}

/** Ages above which a fact is an incident. A fact of exactly that age is none. Milliseconds. */
export interface Thresholds {
  readonly nodeFailingMs: number
  readonly headStillMs: number
  readonly finalLagMs: number
  readonly followerSilentMs: number
  readonly endpointFailingMs: number
  readonly listOldMs: number
  readonly listUnusableMs: number
  /** Age of an unknown float. */
  readonly floatUnknownMs: number
  /** Skew in either direction. */
  readonly clockSkewMs: number
}

type Draft = Omit<Incident, "since" | "nextTryAt"> & {
  readonly since: number | null
  readonly nextTryAt?: number | null
}

interface Observation {
  readonly facts: Facts.Facts
  readonly thresholds: Thresholds
  readonly now: number
}

type Waiting = Pick<Incident, "waitingCount" | "waitingAmount" | "selection" | "customers">

const nothing: Waiting = {
  ...{ waitingCount: 0, waitingAmount: 0, selection: WaitingPayouts.none, customers: [] }
}

const answeringPartitions = ({ partitions }: Facts.Facts): ReadonlyArray<Facts.PartitionFacts> =>
  partitions.filter((part) => part !== null)

const processes = (facts: Facts.Facts): ReadonlyArray<Facts.ProcessFacts> =>
  answeringPartitions(facts).map(({ process }) => process)

const waitingIn = (facts: Facts.Facts): ReadonlyArray<Facts.WaitingPayouts> =>
  answeringPartitions(facts).flatMap(({ waiting }) => waiting)

const summed = (
  parts: ReadonlyArray<Facts.WaitingSums>,
  of: "all" | "late"
): Pick<Customer, "count" | "amount"> => ({
  count: parts.reduce((n, one) => n + (of === "all" ? one.count : one.lateCount), 0),
  amount: parts.reduce((n, one) => n + (of === "all" ? one.amount : one.lateAmount), 0)
})

const customersOf = (
  groups: ReadonlyArray<Facts.WaitingPayouts>,
  of: "all" | "late"
): ReadonlyArray<Customer> =>
  Array.from(
    Map.groupBy(
      groups.flatMap(({ customers }) => customers),
      ({ accountId }) => accountId
    ),
    ([accountId, parts]) => ({
      ...{ accountId, name: parts[0]?.name ?? "" },
      ...summed(parts, of)
    })
  )
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count || other.amount - one.amount)

const sum = (groups: ReadonlyArray<Facts.WaitingPayouts>, of: "all" | "late" = "all"): Waiting => {
  const { amount, count } = summed(groups, of)
  const selected = groups.map(({ network, provider, state }) => ({ state, network, provider }))
  return {
    ...{ waitingCount: count, waitingAmount: amount, customers: customersOf(groups, of) },
    selection: { groups: selected, isLateOnly: of === "late" }
  }
}

const earliest = (times: ReadonlyArray<number | null>): number | null => {
  const definite = times.filter((time) => time !== null)
  return definite.length === 0 ? null : Math.min(...definite)
}

// ----------------------------------------------------------------------------- providers

/** One trouble for each provider and network. A provider that is down as a whole has no others. */
export const providerTroubles = (
  troubles: ReadonlyArray<Facts.ProviderTrouble>
): ReadonlyArray<Facts.ProviderTrouble> => {
  const whole = new Set(
    troubles
      .filter(({ isSending, network }) => network === null && !isSending)
      .map((one) => one.provider)
  )
  const relevant = troubles.filter(
    ({ isSending, network, provider }) => !whole.has(provider) || (network === null && !isSending)
  )
  const grouped = Map.groupBy(relevant, ({ network, provider }) => `${provider} ${network}`)
  return [...grouped.values()].flatMap((same) => {
    const [worst] = same.toSorted((one, other) => Number(one.isSending) - Number(other.isSending))
    if (worst === undefined) return []
    const times = same.filter(({ isSending }) => isSending === worst.isSending)
    return [
      {
        ...worst,
        since: earliest(same.map(({ since }) => since)),
        nextTryAt: earliest(times.map(({ nextTryAt }) => nextTryAt))
      }
    ]
  })
}

/** States in which a payout waits for a provider. */
export const atProvider = ["PAYOUT_INITIATED", "PAYOUT_CONFIRMED"] as const

const isAtProvider = (state: Facts.WaitingState): boolean =>
  atProvider.some((each) => each === state)

/** True if payouts of a group wait because of a trouble. */
const isHitBy = (
  { network, provider, state }: Pick<Facts.WaitingPayouts, "network" | "provider" | "state">,
  trouble: Facts.ProviderTrouble
): boolean => {
  if (trouble.isSending || !isAtProvider(state)) return false
  const isIts = provider === null || provider === trouble.provider
  return isIts && trouble.networks.includes(network)
}

const isWithout = (
  { network, provider, state }: Pick<Facts.WaitingPayouts, "network" | "provider" | "state">,
  float: Facts.EmptyFloat
): boolean =>
  state === "PAYOUT_INITIATED" &&
  (provider === null || provider === float.provider) &&
  Network.bySlug(network).currency === float.currency

const troublesIn = (facts: Facts.Facts) =>
  providerTroubles(processes(facts).flatMap(({ providers }) => providers))

const floatsIn = (facts: Facts.Facts): ReadonlyArray<Facts.EmptyFloat> => {
  const all = processes(facts).flatMap(({ floats }) => floats)
  const grouped = Map.groupBy(all, ({ currency, provider }) => `${provider} ${currency}`)
  return [...grouped.values()].flatMap((same) =>
    same.toSorted((one, other) => one.since - other.since).slice(0, 1)
  )
}

const ofProviders = ({ facts }: Observation): ReadonlyArray<Draft> =>
  troublesIn(facts).map((trouble) => {
    const { cause, isSending, network, networks, nextTryAt, provider, since } = trouble
    return {
      ...IncidentTexts.provider(provider, network, cause, isSending),
      id: ["provider", provider, ...(network === null ? [] : [network])].join("."),
      kind: "provider",
      severity: isSending ? "warning" : "critical",
      subject: { provider, networks },
      ...{ since, nextTryAt },
      ...sum(waitingIn(facts).filter((one) => isHitBy(one, trouble)))
    }
  })

const ofFloats = ({ facts }: Observation): ReadonlyArray<Draft> =>
  floatsIn(facts).map((float) => ({
    ...IncidentTexts.float(float.provider, float.currency),
    id: `float.${float.provider}.${float.currency}`,
    kind: "float",
    severity: "critical",
    subject: { provider: float.provider, currencies: [float.currency] },
    since: float.since,
    ...sum(waitingIn(facts).filter((one) => isWithout(one, float)))
  }))

/**
 * The float at the last poll. Only the process of the directory polls; other processes may be told
 * later.
 */
const levelsIn = ({ partitions }: Facts.Facts): ReadonlyArray<Float.Level> =>
  partitions[0]?.process.float?.levels ?? []

/** True if someone expects the level to be known: it was known, or has a threshold. */
const isExpected = ({ reportedAt, threshold }: Float.Level): boolean =>
  reportedAt !== null || threshold !== null

type LevelIncident = Pick<
  Draft,
  "severity" | "since" | "title" | "cause" | "remedy" | "runbook"
> & {
  readonly kind: "float_short" | "float_low" | "float_unknown"
}

const levelIncident = (
  level: Float.Level,
  { floatUnknownMs }: Thresholds,
  now: number
): LevelIncident | undefined => {
  const { unknownSince } = level
  const words = IncidentTexts.level
  switch (Float.state(level)) {
    case "short":
      return { ...words.short(level), kind: "float_short", severity: "critical", since: null }
    case "low":
      return { ...words.low(level), kind: "float_low", severity: "warning", since: null }
    case "unknown":
      return isExpected(level) && unknownSince !== null && now - unknownSince > floatUnknownMs
        ? {
            ...words.unknown(level),
            kind: "float_unknown",
            severity: "warning",
            since: unknownSince
          }
        : undefined
    case "ok":
      return undefined
  }
}

/**
 * Levels that need a top-up, or that cannot be read. A level that already refused a payout has its
 * own incident.
 */
const ofLevels = ({ facts, now, thresholds }: Observation): ReadonlyArray<Draft> => {
  const empty = new Set(floatsIn(facts).map(({ currency, provider }) => `${provider} ${currency}`))
  return levelsIn(facts).flatMap((level) => {
    const { currency, provider } = level
    const incident = levelIncident(level, thresholds, now)
    if (incident === undefined || empty.has(`${provider} ${currency}`)) return []
    const subject = { provider, currencies: [currency] }
    const id = `${incident.kind}.${provider}.${currency}`
    return [{ ...incident, id, subject, ...nothing }]
  })
}

// ----------------------------------------------------------------------------- chain

/**
 * The condition of the latest process that reads the chain. If none reads it, that of the latest
 * process with reports.
 */
export const chainIn = (facts: Facts.Facts): Facts.ChainCondition | undefined =>
  processes(facts)
    .flatMap(({ chain }) => chain ?? [])
    .toSorted(
      (one, other) =>
        Number(other.isReading) - Number(one.isReading) || other.reportedAt - one.reportedAt
    )[0]

/** Deposits that were seen and are not final. */
export const unfinalDeposits = (facts: Facts.Facts): number =>
  answeringPartitions(facts).reduce((sum, one) => sum + one.unfinalDeposits, 0)

interface ChainTrouble {
  readonly text: ReturnType<typeof IncidentTexts.chain.node>
  readonly since: number | null
}

const failingNodes = (
  { nodes }: Facts.ChainCondition,
  { nodeFailingMs }: Thresholds,
  now: number
) => nodes.filter(({ failingSince }) => failingSince !== null && now - failingSince > nodeFailingMs)

/** Time at which too few Ethereum nodes were left to read: when the last necessary one failed. */
const lostAt = (failing: ReadonlyArray<Facts.ChainNode>, spare: number): number | null => {
  const times = failing.flatMap(({ failingSince }) => failingSince ?? []).toSorted((a, b) => a - b)
  return times[Math.min(spare, times.length - 1)] ?? null
}

/** The most significant trouble that keeps deposits from being credited, if there is one. */
export const chainTrouble = (
  chain: Facts.ChainCondition,
  thresholds: Thresholds,
  now: number
): ChainTrouble | undefined => {
  const { contradiction, finalAt, headAt, headMovedAt, nodes, nodesNeeded, reportedAt } = chain
  const words = IncidentTexts.chain
  const name = KnownChain.nameOf(chain.chainId)
  const failing = failingNodes(chain, thresholds, now)
  const answering = nodes.length - failing.length
  const isOver = (at: number | null, ms: number) => at !== null && now - at > ms
  if (contradiction !== null) return { text: words.contradiction(contradiction), since: null }
  if (nodes.length > 0 && answering < nodesNeeded) {
    const text = answering === 0 ? words.noNode(failing) : words.tooFew(failing, nodesNeeded)
    return { text, since: lostAt(failing, nodes.length - nodesNeeded) }
  }
  if (isOver(reportedAt, thresholds.followerSilentMs)) {
    return { text: words.notFollowed, since: reportedAt }
  }
  const stillSince = headMovedAt ?? headAt
  if (isOver(stillSince, thresholds.headStillMs))
    return { text: words.headStill(name), since: stillSince }
  if (finalAt !== null && isOver(finalAt, thresholds.finalLagMs)) {
    return { text: words.finalityLate(name), since: finalAt + thresholds.finalLagMs }
  }
  return undefined
}

const ofChain = ({ facts, now, thresholds }: Observation): ReadonlyArray<Draft> => {
  const chain = chainIn(facts)
  if (chain === undefined) return []
  const { chainId } = chain
  const trouble = chainTrouble(chain, thresholds, now)
  if (trouble !== undefined) {
    const waiting = waitingIn(facts).filter(({ state }) => state === "AWAITING_FUNDS")
    return [
      {
        ...trouble.text,
        ...{ id: `chain.${chainId}`, kind: "chain", severity: "critical", subject: { chainId } },
        since: trouble.since,
        ...sum(waiting)
      }
    ]
  }
  return failingNodes(chain, thresholds, now).map((node) => ({
    ...IncidentTexts.chain.node(node),
    id: `chain.${chainId}.${node.name}`,
    kind: "chain",
    severity: "warning",
    subject: { chainId, node: node.name },
    since: node.failingSince,
    ...nothing
  }))
}

// ----------------------------------------------------------------------------- feeds and lists

const ofRates = ({ facts }: Observation): ReadonlyArray<Draft> => {
  const all = processes(facts).flatMap(({ rates }) => rates)
  const byCurrency = new Map(all.map((one) => [one.currency, one]))
  if (byCurrency.size === 0) return []
  const troubles = Network.currencies.flatMap((currency) => byCurrency.get(currency) ?? [])
  return [
    {
      ...IncidentTexts.rates(troubles),
      ...{ id: "rates", kind: "rates", severity: "critical" },
      subject: { currencies: troubles.map(({ currency }) => currency) },
      since: earliest(all.map(({ since }) => since)),
      ...nothing
    }
  ]
}

const dayMs = 24 * 60 * 60 * 1000

const listTrouble = (
  { at, brokenSince, failure }: Facts.ListCondition,
  { listOldMs, listUnusableMs }: Thresholds,
  now: number
): Pick<Draft, "title" | "cause" | "remedy" | "runbook" | "severity" | "since"> | undefined => {
  const words = IncidentTexts.list
  if (at === null) return { ...words.missing(failure), severity: "critical", since: brokenSince }
  const age = now - at
  const days = Math.floor(age / dayMs)
  if (age > listUnusableMs) {
    return { ...words.tooOld(days), severity: "critical", since: at + listUnusableMs }
  }
  if (brokenSince !== null) {
    return { ...words.broken(failure), severity: "warning", since: brokenSince }
  }
  if (age > listOldMs) return { ...words.old(days), severity: "warning", since: at + listOldMs }
  return undefined
}

const ofLists = ({ facts, now, thresholds }: Observation): ReadonlyArray<Draft> => {
  const troubles = processes(facts)
    .flatMap(({ list }) => list ?? [])
    .flatMap((list) => listTrouble(list, thresholds, now) ?? [])
  const worst = troubles.find(({ severity }) => severity === "critical") ?? troubles[0]
  if (worst === undefined) return []
  const waiting = waitingIn(facts).filter(({ state }) => state === "UNSCREENED")
  return [
    {
      ...worst,
      ...{ id: "screening_lists", kind: "screening_lists", subject: {} },
      since: earliest(troubles.map(({ since }) => since)),
      ...sum(waiting)
    }
  ]
}

// ----------------------------------------------------------------------------- customers

const ofEndpoints = ({ facts, now, thresholds }: Observation): ReadonlyArray<Draft> =>
  answeringPartitions(facts)
    .flatMap(({ endpoints }) => endpoints)
    .filter(({ since }) => now - since > thresholds.endpointFailingMs)
    .map(({ accountId, failure, host, id, pending, since }) => ({
      ...IncidentTexts.endpoint(host, failure),
      id: `endpoint.${id}`,
      kind: "endpoint",
      severity: "warning",
      subject: { endpointId: id, accountId },
      since,
      ...{ ...nothing, waitingCount: pending }
    }))

const stuckDraft = (
  name: string,
  text: ReturnType<typeof IncidentTexts.stuck.network>,
  networks: ReadonlyArray<Network.Slug>,
  late: ReadonlyArray<Facts.WaitingPayouts>
): Draft => ({
  ...text,
  ...{ id: `stuck_payouts.${name}`, kind: "stuck_payouts", severity: "warning" },
  subject: networks.length === 0 ? {} : { networks },
  since: earliest(late.map(({ oldest }) => oldest)),
  ...sum(late, "late")
})

const ofParked = ({ facts }: Observation): ReadonlyArray<Draft> => {
  const payouts = waitingIn(facts).filter(({ state }) => state === "PARKED")
  const batches = answeringPartitions(facts).flatMap(({ parked }) =>
    parked.count === 0 ? [] : [parked]
  )
  const counted = sum(payouts)
  const { waitingAmount, waitingCount } = counted
  const batchCount = batches.reduce((n, { count }) => n + count, 0)
  if (waitingCount + batchCount === 0) return []
  return [
    {
      ...IncidentTexts.stuck.parked(waitingCount, batchCount),
      ...{ id: "stuck_payouts.parked", kind: "stuck_payouts", severity: "critical", subject: {} },
      since: earliest([...payouts, ...batches].map(({ oldest }) => oldest)),
      ...counted,
      waitingCount: waitingCount + batchCount,
      waitingAmount: batches.reduce((n, { amount }) => n + amount, waitingAmount)
    }
  ]
}

/**
 * Late payouts. Those that wait for a provider in trouble, or for money there, are counted there.
 */
const ofStuck = (observation: Observation): ReadonlyArray<Draft> => {
  const { facts } = observation
  const troubles = troublesIn(facts)
  const floats = floatsIn(facts)
  const late = waitingIn(facts).filter(
    (one) =>
      one.lateCount > 0 &&
      !troubles.some((trouble) => isHitBy(one, trouble)) &&
      !floats.some((float) => isWithout(one, float))
  )
  const unscreened = late.filter(({ state }) => state === "STABLECOIN_RECEIVED")
  const sent = late.filter(({ state }) => isAtProvider(state))
  return [
    ...(unscreened.length === 0
      ? []
      : [stuckDraft("screening", IncidentTexts.stuck.screening, [], unscreened)]),
    ...Array.from(
      Map.groupBy(sent, ({ network }) => network),
      ([network, groups]) =>
        stuckDraft(network, IncidentTexts.stuck.network(network), [network], groups)
    ),
    ...ofParked(observation)
  ]
}

// ----------------------------------------------------------------------------- the service

const numbersOf = (
  { partitions }: Facts.Facts,
  holds: (part: Facts.PartitionFacts | null) => boolean
): ReadonlyArray<number> => partitions.flatMap((part, number) => (holds(part) ? [number] : []))

const ofDatabase = ({ facts }: Observation): ReadonlyArray<Draft> => {
  const stopped = numbersOf(facts, (part) =>
    part === null ? !facts.isClustered : !part.isWritable
  )
  if (stopped.length === 0) return []
  return [
    {
      ...IncidentTexts.database(stopped, facts.partitions.length),
      ...{ id: "database", kind: "database", severity: "critical" },
      subject: facts.partitions.length === 1 ? {} : { partitions: stopped },
      since: null,
      ...nothing
    }
  ]
}

type NodeText = ReturnType<typeof IncidentTexts.nodes.silent>

const ofSilent = ({ address, since }: Facts.SilentNode): Draft => ({
  ...IncidentTexts.nodes.silent(address),
  ...{ id: `nodes.${address}`, kind: "nodes", severity: "warning", subject: { node: address } },
  since,
  ...nothing
})

const ofCutOff = ({ address, unreached }: Facts.CutOffNode): Draft => ({
  ...IncidentTexts.nodes.cutOff(address, unreached),
  ...{ id: `nodes.${address}.cut_off`, kind: "nodes", severity: "critical" },
  ...{ subject: { node: address }, since: null },
  ...nothing
})

const ofClock = ({ address, skewMs }: Facts.NodeClock): Draft => ({
  ...IncidentTexts.nodes.skewed(address, skewMs),
  ...{ id: `nodes.${address}.clock`, kind: "nodes", severity: "warning" },
  ...{ subject: { node: address }, since: null },
  ...nothing
})

/** The incident of partitions whose accounts are not served; empty if there are none. */
const ofMissing = (
  name: "ownerless" | "unreachable",
  textOf: (numbers: ReadonlyArray<number>) => NodeText,
  partitions: ReadonlyArray<number>
): ReadonlyArray<Draft> => {
  if (partitions.length === 0) return []
  const draft: Draft = {
    ...textOf(partitions),
    ...{ id: `nodes.${name}`, kind: "nodes", severity: "critical", subject: { partitions } },
    since: null,
    ...nothing
  }
  return [draft]
}

const ofNodes = ({ facts, thresholds }: Observation): ReadonlyArray<Draft> => {
  const { clocks, cutOff, isClustered, ownerless, silent } = facts
  const skewed = clocks.filter(({ skewMs }) => Math.abs(skewMs) > thresholds.clockSkewMs)
  const unanswered = isClustered ? numbersOf(facts, (part) => part === null) : []
  const unreachable = unanswered.filter((number) => !ownerless.includes(number))
  return [
    ...silent.map(ofSilent),
    ...cutOff.map(ofCutOff),
    ...skewed.map(ofClock),
    ...ofMissing("ownerless", IncidentTexts.nodes.ownerless, ownerless),
    ...ofMissing("unreachable", IncidentTexts.nodes.unreachable, unreachable)
  ]
}

// ----------------------------------------------------------------------------- all

const rank = ({ severity, since }: Incident): readonly [number, number] => [
  severities.indexOf(severity),
  since
]

const byWeight = (one: Incident, other: Incident): number => {
  const [left, right] = [rank(one), rank(other)]
  return left[0] - right[0] || left[1] - right[1] || (one.id < other.id ? -1 : 1)
}

/** Time at which each incident was first seen, by the incident's id. */
export type FirstSeen = ReadonlyMap<string, number>

/**
 * The incidents at a given time, the worst first. An incident whose facts do not contain its
 * beginning began when it was first seen, which `firstSeen` of the run before contains.
 */
export const of = (
  facts: Facts.Facts,
  thresholds: Thresholds,
  firstSeen: FirstSeen,
  now: number
): ReadonlyArray<Incident> => {
  const observation = { facts, thresholds, now }
  return [
    ...ofDatabase(observation),
    ...ofNodes(observation),
    ...ofProviders(observation),
    ...ofFloats(observation),
    ...ofLevels(observation),
    ...ofChain(observation),
    ...ofRates(observation),
    ...ofLists(observation),
    ...ofStuck(observation),
    ...ofEndpoints(observation)
  ]
    .map(
      (draft): Incident => ({
        ...draft,
        since: draft.since ?? firstSeen.get(draft.id) ?? now,
        nextTryAt: draft.nextTryAt ?? null
      })
    )
    .toSorted(byWeight)
}

/** First sights for the next run. */
export const firstSeenOf = (incidents: ReadonlyArray<Incident>): FirstSeen =>
  new Map(incidents.map(({ id, since }) => [id, since]))
