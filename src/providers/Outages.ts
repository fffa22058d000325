/**
 * The outages that keep transfers from a provider, with their start and cause. The breaker and the
 * pauses only have the end. Nothing here decides whether a transfer is sent.
 */
import * as Limits from "../config/Limits.ts"
import type { ProviderName } from "../config/ProviderRoutes.ts"
import type * as Facts from "../domain/incident/Facts.ts"
import type * as Network from "../domain/Network.ts"

interface Outage {
  readonly since: number
  readonly cause: Facts.ProviderCause
}

/** An outage that ends at `until` if nothing renews it, milliseconds. */
interface TimedOutage extends Outage {
  readonly until: number
}

export interface Outages {
  /** The failures in a row of instructions; `undefined` if the last one got a response. */
  failing: (Outage & { readonly count: number }) | undefined
  /** The outage while the breaker is not closed. */
  breaker: Outage | undefined
  /** The status requests in a row that got no response. */
  silent: { readonly since: number; readonly count: number } | undefined
  readonly networks: Map<Network.Slug, TimedOutage>
  readonly floats: Map<Network.Currency, TimedOutage>
}

export const make = (): Outages => ({
  ...{ failing: undefined, breaker: undefined, silent: undefined },
  ...{ networks: new Map(), floats: new Map() }
})

/** Records the response to an instruction, or its failure. */
export const recordAnswer = (
  outages: Outages,
  cause: Facts.ProviderCause | undefined,
  now: number
): void => {
  const before = outages.failing
  outages.failing =
    cause === undefined
      ? undefined
      : { since: before?.since ?? now, count: (before?.count ?? 0) + 1, cause }
}

/** Records a move of the breaker. Its outage began with the first failure in the row. */
export const recordBreaker = (
  outages: Outages,
  isClosed: boolean,
  cause: Facts.ProviderCause | undefined,
  now: number
): void => {
  if (isClosed) {
    outages.breaker = undefined
    return
  }
  const since = outages.breaker?.since ?? outages.failing?.since ?? now
  const fallback = outages.breaker?.cause ?? outages.failing?.cause ?? "failing"
  outages.breaker = { since, cause: cause ?? fallback }
}

/** Records the result of a request for the provider's own status. */
export const recordRefresh = (outages: Outages, isAnswered: boolean, now: number): void => {
  const { silent } = outages
  outages.silent = isAnswered
    ? undefined
    : { since: silent?.since ?? now, count: (silent?.count ?? 0) + 1 }
}

/** A pause that begins within moments after the one before continues it. */
const renew = <K>(
  pauses: Map<K, TimedOutage>,
  key: K,
  { cause, until }: Omit<TimedOutage, "since">,
  now: number
): void => {
  const before = pauses.get(key)
  const isContinued = before !== undefined && now <= before.until + Limits.providers.callMsMax
  pauses.set(key, { since: isContinued ? before.since : now, cause, until })
}

export const networkPaused = (
  { networks }: Outages,
  network: Network.Slug,
  pause: Omit<TimedOutage, "since">,
  now: number
): void => renew(networks, network, pause, now)

export const floatEmpty = (
  { floats }: Outages,
  currency: Network.Currency,
  until: number,
  now: number
): void => renew(floats, currency, { cause: "account", until }, now)

/** Ends the pauses after an accepted transfer. */
export const endPauses = (
  { floats, networks }: Outages,
  { currency, network }: { readonly currency: Network.Currency; readonly network: Network.Slug }
): void => {
  networks.delete(network)
  floats.delete(currency)
}

/** The provider, the networks that are routed to it, and its report of a network. */
interface Subject {
  readonly name: ProviderName
  readonly networks: ReadonlyArray<Network.Slug>
  readonly isDown: (network: Network.Slug) => boolean
  /**
   * Time at which the open breaker lets a transfer through; `null` if the breaker is not open, or
   * its pause has passed.
   */
  readonly nextTryAt: number | null
}

/** Two failed instructions in a row are reported as trouble; the breaker waits for more. */
const failuresMin = 2

const wholeOf = (
  { breaker, failing, silent }: Outages,
  { name, networks, nextTryAt }: Subject
): ReadonlyArray<Facts.ProviderTrouble> => {
  const whole = { provider: name, network: null, networks, nextTryAt: null }
  if (breaker !== undefined) return [{ ...whole, ...breaker, nextTryAt, isSending: false }]
  if (failing !== undefined && failing.count >= failuresMin) {
    const { cause, since } = failing
    return [{ ...whole, cause, since, isSending: true }]
  }
  if (silent === undefined || silent.count < Limits.incidents.providerSilencesMin) return []
  return [{ ...whole, since: silent.since, cause: "failing", isSending: true }]
}

const ofNetwork = (
  outages: Outages,
  { isDown, name }: Subject,
  network: Network.Slug,
  now: number
): ReadonlyArray<Facts.ProviderTrouble> => {
  const of = { provider: name, network, networks: [network], isSending: false }
  const paused = outages.networks.get(network)
  if (paused !== undefined && now <= paused.until + Limits.providers.callMsMax) {
    const nextTryAt = now < paused.until ? paused.until : null
    return [{ ...of, since: paused.since, cause: paused.cause, nextTryAt }]
  }
  return isDown(network) ? [{ ...of, since: null, cause: "closed", nextTryAt: null }] : []
}

export const troubles = (
  outages: Outages,
  subject: Subject,
  now: number
): ReadonlyArray<Facts.ProviderTrouble> => [
  ...wholeOf(outages, subject),
  ...subject.networks.flatMap((network) => ofNetwork(outages, subject, network, now))
]

export const floats = (
  outages: Outages,
  provider: ProviderName,
  now: number
): ReadonlyArray<Facts.EmptyFloat> =>
  Array.from(outages.floats).flatMap(([currency, { since, until }]) =>
    now <= until + Limits.providers.callMsMax ? [{ provider, currency, since }] : []
  )
