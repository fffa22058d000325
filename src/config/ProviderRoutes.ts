/**
 * The setting `PROVIDER_ROUTES`: the providers of each network, in order of preference, as in
 * `MTN_UG=mtn,pawapay;*=pawapay`. `*` is every network that is not listed; a provider that cannot
 * pay to one of these is left out there.
 */
import { Result } from "effect"
import * as Network from "../domain/Network.ts"
import * as ProviderNetworks from "./ProviderNetworks.ts"

export const providerNames = ["sandbox", "mtn", "pawapay"] as const

/** A provider's name in settings, in the log and in the paths of callbacks. */
export type ProviderName = (typeof providerNames)[number]

/** Providers by network. A network without a provider is not in it. */
export type Routes = ReadonlyMap<Network.Slug, ReadonlyArray<ProviderName>>

/** Returns the networks that a provider can pay to, as it is configured. */
export type ServedNetworks = (provider: ProviderName) => ReadonlyArray<Network.Slug>

/** Networks of each provider; `mtnTarget` is MTN's target environment. */
export const servedNetworks =
  (mtnTarget: string | undefined): ServedNetworks =>
  (name) => {
    switch (name) {
      case "sandbox":
        return Network.slugs
      case "pawapay":
        return [...ProviderNetworks.pawapayCodes.keys()]
      case "mtn":
        return ProviderNetworks.mtnTargets.get(mtnTarget ?? "") ?? []
    }
  }

/** `NETWORK=provider,provider`. */
interface Clause {
  /** The network; `undefined` for all others. */
  readonly network: Network.Slug | undefined
  readonly providers: ReadonlyArray<ProviderName>
}

const isName = (text: string): text is ProviderName => providerNames.some((name) => name === text)

const quoted = (text: string): string => JSON.stringify(text.slice(0, 40))

/** Problems of the providers of one clause. */
const providerProblems = (
  names: ReadonlyArray<string>,
  target: string,
  network: Network.Slug | undefined,
  served: ServedNetworks
): ReadonlyArray<string> =>
  names.flatMap((name, index) => {
    if (name === "") return [`${quoted(target)} has no provider, or an empty one`]
    if (!isName(name)) return [`${quoted(name)} is no provider (${providerNames.join(", ")})`]
    if (names.indexOf(name) < index) return [`${quoted(target)} names ${name} twice`]
    const isUnserved = network !== undefined && !served(name).includes(network)
    return isUnserved ? [`${name} cannot pay to ${network}`] : []
  })

const parseClause = (
  text: string,
  served: ServedNetworks
): Result.Result<Clause, ReadonlyArray<string>> => {
  const [target = "", list, ...more] = text.split("=").map((part) => part.trim())
  if (list === undefined || more.length > 0) {
    return Result.fail([`${quoted(text)} is not NETWORK=provider,provider`])
  }
  const network = target === "*" ? undefined : Network.parse(target)?.slug
  const names = list.split(",").map((name) => name.trim())
  const problems = [
    ...(target !== "*" && network === undefined ? [`${quoted(target)} is no network`] : []),
    ...providerProblems(names, target, network, served)
  ]
  return problems.length === 0
    ? Result.succeed({ network, providers: names.filter(isName) })
    : Result.fail(problems)
}

/** Routes of the listed networks, and of all other networks that a `*` provider can pay to. */
const routesOf = (clauses: ReadonlyArray<Clause>, served: ServedNetworks): Routes => {
  const routes = new Map<Network.Slug, ReadonlyArray<ProviderName>>()
  for (const { network, providers } of clauses) {
    if (network !== undefined) routes.set(network, providers)
  }
  const defaults = clauses.find(({ network }) => network === undefined)?.providers ?? []
  for (const slug of Network.slugs) {
    const providers = defaults.filter((name) => served(name).includes(slug))
    if (!routes.has(slug) && providers.length > 0) routes.set(slug, providers)
  }
  return routes
}

/** Decodes the setting, or returns all its problems. */
export const parse = (
  text: string,
  served: ServedNetworks
): Result.Result<Routes, ReadonlyArray<string>> => {
  const problems: Array<string> = []
  const clauses: Array<Clause> = []
  for (const part of text.split(";").filter((one) => one.trim() !== "")) {
    const clause = parseClause(part, served)
    if (Result.isFailure(clause)) {
      problems.push(...clause.failure)
      continue
    }
    const { network } = clause.success
    if (clauses.some((one) => one.network === network)) {
      problems.push(`${quoted(network ?? "*")} has two routes`)
    } else clauses.push(clause.success)
  }
  if (problems.length > 0) return Result.fail(problems)
  const routes = routesOf(clauses, served)
  return routes.size === 0 ? Result.fail(["no network has a provider"]) : Result.succeed(routes)
}

/** All providers that have a route. */
export const providers = (routes: Routes): ReadonlyArray<ProviderName> =>
  providerNames.filter((name) => [...routes.values()].some((route) => route.includes(name)))
