/**
 * The float: our money at the mobile-money providers, from which recipients are paid. A *level* is
 * the float at one provider in one currency. Its cover is the balance less what funded payouts will
 * still take. A level without a report is unknown, and nothing is concluded from it. Amounts are
 * minor units, times milliseconds.
 */
import * as Network from "../Network.ts"
import type * as Money from "./Money.ts"
import * as Pace from "./Pace.ts"

interface Place {
  readonly provider: string
  readonly currency: Network.Currency
}

/** The cover below which operators are warned. */
export interface Threshold extends Place {
  readonly amount: Money.Minor
}

/** Payouts on one network. */
export interface Commitment {
  /** The provider of their transfers; `null` if none was chosen. */
  readonly provider: string | null
  readonly network: Network.Slug
  /** The sum of those that are funded and not paid. */
  readonly amount: Money.Minor
  /** The sum of those that were paid since the process counts. */
  readonly paid: Money.Minor
}

export interface Level extends Place {
  /** True if the provider is in the route of a network of the currency. */
  readonly isRouted: boolean
  /** `null` if the provider did not report it at the last poll. */
  readonly balance: Money.Minor | null
  /** Time of the last report; `null` if there was none. */
  readonly reportedAt: number | null
  /** Time of the first poll since which the cover is unknown; `null` while it is known. */
  readonly unknownSince: number | null
  /** `null` if a partition did not report its commitments. */
  readonly committed: Money.Minor | null
  readonly threshold: Money.Minor | null
  /** Sums that were paid, as the polls of the last day found them. */
  readonly paid: Pace.Samples
}

/** All levels at the time of a poll. */
export interface Snapshot {
  readonly at: number
  readonly levels: ReadonlyArray<Level>
}

/** Balances at one provider; `undefined` if it does not report them. */
export interface Report {
  readonly provider: string
  readonly balances: ReadonlyMap<Network.Currency, bigint> | undefined
}

/** The results of a poll. */
export interface Poll {
  readonly at: number
  readonly reports: ReadonlyArray<Report>
  /** `undefined` if a partition did not report. */
  readonly commitments: ReadonlyArray<Commitment> | undefined
  readonly thresholds: ReadonlyArray<Threshold>
  /** Providers of a network, in order of preference. */
  readonly routeOf: (network: Network.Slug) => ReadonlyArray<string>
}

export const states = ["ok", "low", "short", "unknown"] as const

/**
 * `low`: the cover is below the threshold. `short`: funded payouts need more than the balance.
 * `unknown`: no balance, or no sum of payouts.
 */
export type State = (typeof states)[number]

/** The balance less the commitments, negative if it does not suffice; `null` if unknown. */
export const cover = ({ balance, committed }: Level): Money.Minor | null =>
  balance === null || committed === null ? null : balance - committed

export const state = (level: Level): State => {
  const left = cover(level)
  if (left === null) return "unknown"
  if (left < 0) return "short"
  return level.threshold !== null && left < level.threshold ? "low" : "ok"
}

/**
 * Hours until nothing is left of the cover, at the pace of the last day. `null` if the cover is
 * unknown or negative, or no pace is known.
 */
export const hoursLeft = (level: Level): number | null => {
  const left = cover(level)
  const perHour = Pace.perHour(level.paid)
  return left === null || left < 0 || perHour === null ? null : left / perHour
}

const keyOf = ({ currency, provider }: Place): string => `${provider} ${currency}`

const routedPlaces = ({ routeOf }: Poll): ReadonlyArray<Place> =>
  Network.all.flatMap(({ currency, slug }) =>
    routeOf(slug).map((provider) => ({ provider, currency }))
  )

/** The provider that a commitment counts at: its own, or the first of its network's route. */
const placeOf = ({ network, provider }: Commitment, { routeOf }: Poll): Place | undefined => {
  const name = provider ?? routeOf(network)[0]
  return name === undefined
    ? undefined
    : { provider: name, currency: Network.bySlug(network).currency }
}

type Sum = Place & Pick<Commitment, "amount" | "paid">

const sums = (poll: Poll): ReadonlyMap<string, Sum> => {
  const byKey = new Map<string, Sum>()
  for (const commitment of poll.commitments ?? []) {
    const place = placeOf(commitment, poll)
    if (place === undefined) continue
    const key = keyOf(place)
    const { amount, paid } = byKey.get(key) ?? { amount: 0, paid: 0 }
    const sum = { amount: amount + commitment.amount, paid: paid + commitment.paid }
    byKey.set(key, { ...place, ...sum })
  }
  return byKey
}

const reportedPlaces = ({ reports }: Poll): ReadonlyArray<Place> =>
  reports.flatMap(({ balances, provider }) =>
    [...(balances?.keys() ?? [])].map((currency) => ({ provider, currency }))
  )

/** The balance of a report. A number holds every balance below nine quadrillion minor units. */
const balanceAt = ({ currency, provider }: Place, { reports }: Poll): Money.Minor | null => {
  const balance = reports.find((report) => report.provider === provider)?.balances?.get(currency)
  if (balance === undefined) return null
  return balance > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(balance)
}

/** The snapshot after another poll. `before` is the one before, or `undefined`. */
export const step = (before: Snapshot | undefined, poll: Poll): Snapshot => {
  const { at, thresholds } = poll
  const committed = sums(poll)
  const routed = routedPlaces(poll)
  const routedKeys = new Set(routed.map(keyOf))
  const places = [...routed, ...reportedPlaces(poll), ...committed.values(), ...thresholds]
  const earlier = new Map(before?.levels.map((level) => [keyOf(level), level]))
  const levelOf = ([key, { currency, provider }]: readonly [string, Place]): Level => {
    const last = earlier.get(key)
    const balance = balanceAt({ provider, currency }, poll)
    const isCounted = poll.commitments !== undefined
    const sum = committed.get(key) ?? { amount: 0, paid: 0 }
    const samples = last?.paid ?? []
    return {
      ...{ provider, currency, isRouted: routedKeys.has(key), balance },
      reportedAt: balance === null ? (last?.reportedAt ?? null) : at,
      unknownSince: balance !== null && isCounted ? null : (last?.unknownSince ?? at),
      committed: isCounted ? sum.amount : null,
      threshold: thresholds.find((each) => keyOf(each) === key)?.amount ?? null,
      paid: isCounted ? Pace.add(samples, { at, sum: sum.paid }) : samples
    }
  }
  const byKey = new Map(places.map((place) => [keyOf(place), place]))
  const levels = [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(levelOf)
  return { at, levels }
}

/** The most that can be promised in each currency. A currency that is not in it has no bound. */
export type Promisable = ReadonlyMap<Network.Currency, Money.Minor>

/**
 * The largest cover among the providers with a route for a currency. A currency with an unknown
 * level has no bound, and no currency has one if the snapshot is older than `ageMsMax`: an unknown
 * float refuses nothing.
 */
export const promisable = (
  snapshot: Snapshot | null,
  now: number,
  ageMsMax: number
): Promisable => {
  const bounds = new Map<Network.Currency, Money.Minor>()
  if (snapshot === null || now - snapshot.at > ageMsMax) return bounds
  const routed = snapshot.levels.filter(({ isRouted }) => isRouted)
  for (const [currency, levels] of Map.groupBy(routed, (level) => level.currency)) {
    const covers = levels.map(cover)
    const known = covers.filter((each) => each !== null)
    if (known.length === covers.length) bounds.set(currency, Math.max(...known))
  }
  return bounds
}

/** Payouts in a currency are not promised, because the float does not cover them. */
export interface Short {
  readonly _tag: "FloatShort"
  readonly currency: Network.Currency
}

interface Promise {
  readonly currency: Network.Currency
  readonly targetAmount: Money.Minor
}

/** The rejection of new promises that the float does not cover together; `undefined` if it does. */
export const refuse = (promises: ReadonlyArray<Promise>, bounds: Promisable): Short | undefined => {
  const sums = new Map<Network.Currency, Money.Minor>()
  for (const { currency, targetAmount } of promises) {
    const sum = (sums.get(currency) ?? 0) + targetAmount
    sums.set(currency, sum)
    const bound = bounds.get(currency)
    if (bound !== undefined && sum > bound) return { _tag: "FloatShort", currency }
  }
  return undefined
}
