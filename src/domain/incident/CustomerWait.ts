/**
 * The reason why a payout waits although its customer has done everything, as the customer may know
 * it: the network or the chain cannot be reached. It contains no provider and no error.
 */
import * as KnownChain from "../KnownChain.ts"
import * as Network from "../Network.ts"
import type { Payout } from "../payout/PayoutState.ts"
import type * as Facts from "./Facts.ts"
import * as Incident from "./Incident.ts"

type Code = "network_unreachable" | "provider_balance_low" | "chain_unreachable"

export interface Wait {
  readonly code: Code
  readonly message: string
  /** Beginning of the wait, milliseconds; `null` if it is not known. */
  readonly since: number | null
}

/** The state of the parts that a payout may wait for, as this process sees it. */
export interface Parts {
  readonly providers: ReadonlyArray<Facts.ProviderTrouble>
  readonly floats: ReadonlyArray<Facts.EmptyFloat>
  readonly chain: Facts.ChainCondition | undefined
}

const countries: Readonly<Record<string, string>> = {
  ...{ UG: "Uganda", KE: "Kenya", GH: "Ghana", TZ: "Tanzania", NG: "Nigeria" }
}

const networkName = (slug: Network.Slug): string => {
  const { country, name } = Network.bySlug(slug)
  return `${name} in ${countries[country] ?? country}`
}

/** The time of a moment of today, or day and time of an older one. UTC. */
const moment = (at: number, now: number): string => {
  const [day = "", time = ""] = new Date(at).toISOString().split("T")
  const today = new Date(now).toISOString().slice(0, 10)
  return `${day === today ? "" : `${day} `}${time.slice(0, 5)} UTC`
}

const sinceWords = (since: number | null, now: number): string =>
  since === null ? "" : ` since ${moment(since, now)}`

const safe = "Your money is safe. The service retries automatically."

/** The trouble that a payout at a provider, or on its way to one, waits for. */
const providerWait = (
  { currency, network, transfer }: Payout,
  { floats, providers }: Parts,
  now: number
): Wait | undefined => {
  const provider = transfer?.provider
  const isIts = (name: string) => provider === undefined || provider === name
  const trouble = Incident.providerTroubles(providers).find(
    (one) => !one.isSending && isIts(one.provider) && one.networks.includes(network)
  )
  if (trouble !== undefined) {
    const { since } = trouble
    const unreachable = `${networkName(network)} has not been reachable${sinceWords(since, now)}.`
    return { code: "network_unreachable", since, message: `${unreachable} ${safe}` }
  }
  const float = floats.find((one) => isIts(one.provider) && one.currency === currency)
  if (float === undefined) return undefined
  const { since } = float
  const low = `The ${currency} balance that pays recipients has been too low${sinceWords(since, now)}.`
  return { code: "provider_balance_low", since, message: `${low} ${safe}` }
}

const chainWait = (
  { chain }: Parts,
  thresholds: Incident.Thresholds,
  now: number
): Wait | undefined => {
  if (chain === undefined) return undefined
  const trouble = Incident.chainTrouble(chain, thresholds, now)
  if (trouble === undefined) return undefined
  const { since } = trouble
  const message =
    `Deposits on ${KnownChain.nameOf(chain.chainId)} have not been confirmed${sinceWords(since, now)}. ` +
    "A deposit that you sent in time counts, and the payout continues automatically."
  return { code: "chain_unreachable", since, message }
}

/** True if a payout may wait for one of these parts in its status. */
export const mayWait = ({ status }: Pick<Payout, "status">): boolean =>
  status === "CREATED" ||
  status === "AWAITING_FUNDS" ||
  status === "PAYOUT_INITIATED" ||
  status === "PAYOUT_CONFIRMED"

/** The reason to wait, or `undefined` if there is none. */
export const of = (
  payout: Payout,
  parts: Parts,
  thresholds: Incident.Thresholds,
  now: number
): Wait | undefined => {
  switch (payout.status) {
    case "CREATED":
    case "AWAITING_FUNDS":
      return chainWait(parts, thresholds, now)
    case "PAYOUT_INITIATED":
    case "PAYOUT_CONFIRMED":
      return providerWait(payout, parts, now)
    default:
      return undefined
  }
}
