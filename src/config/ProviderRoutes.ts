/**
 * The setting `PROVIDER_ROUTES`: which providers pay to which network, in order of preference, as
 * in `MTN_UG=mtn,pawapay;*=pawapay`. `*` stands for every network that is not named; there a
 * provider that cannot pay to one of them is left out.
 */
import { Result } from "effect"
import * as Network from "../domain/Network.ts"
import * as ProviderNetworks from "./ProviderNetworks.ts"

export const providerNames = ["sandbox", "mtn", "pawapay"] as const

/** A provider's name in settings, in the log and in the paths of callbacks. */
export type ProviderName = (typeof providerNames)[number]

/** Never with an empty list: a network without a provider is not in it. */
export type Routes = ReadonlyMap<Network.Slug, ReadonlyArray<ProviderName>>

/** The networks that a provider can pay to, as it is configured. */
export type Served = (provider: ProviderName) => ReadonlyArray<Network.Slug>

/** The networks that each provider can pay to, `mtnTarget` being MTN's target environment. */
export const served =
  (mtnTarget: string | undefined): Served =>
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
  /** `undefined`: all others. */
  readonly network: Network.Slug | undefined
  readonly providers: ReadonlyArray<ProviderName>
}

const isName = (text: string): text is ProviderName => providerNames.some((name) => name === text)

const quoted = (text: string): string => JSON.stringify(text.slice(0, 40))

/** What is wrong with the providers of one clause. */
const providerProblems = (
  given: ReadonlyArray<string>,
  left: string,
  network: Network.Slug | undefined,
  served: Served
): ReadonlyArray<string> =>
  given.flatMap((name, index) => {
    if (name === "") return [`${quoted(left)} has no provider, or an empty one`]
    if (!isName(name)) return [`${quoted(name)} is no provider (${providerNames.join(", ")})`]
    if (given.indexOf(name) < index) return [`${quoted(left)} names ${name} twice`]
    const isUnserved = network !== undefined && !served(name).includes(network)
    return isUnserved ? [`${name} cannot pay to ${network}`] : []
  })

const parseClause = (
  text: string,
  served: Served
): Result.Result<Clause, ReadonlyArray<string>> => {
  const [left = "", right, ...more] = text.split("=").map((part) => part.trim())
  if (right === undefined || more.length > 0) {
    return Result.fail([`${quoted(text)} is not NETWORK=provider,provider`])
  }
  const network = left === "*" ? undefined : Network.parse(left)?.slug
  const given = right.split(",").map((name) => name.trim())
  const problems = [
    ...(left !== "*" && network === undefined ? [`${quoted(left)} is no network`] : []),
    ...providerProblems(given, left, network, served)
  ]
  return problems.length === 0
    ? Result.succeed({ network, providers: given.filter(isName) })
    : Result.fail(problems)
}

/** The named networks' routes, and those of all other networks that a `*` provider can pay to. */
const routesOf = (clauses: ReadonlyArray<Clause>, served: Served): Routes => {
  const routes = new Map<Network.Slug, ReadonlyArray<ProviderName>>()
  for (const { network, providers } of clauses) {
    if (network !== undefined) routes.set(network, providers)
  }
  const others = clauses.find(({ network }) => network === undefined)?.providers ?? []
  for (const slug of Network.slugs) {
    const able = others.filter((name) => served(name).includes(slug))
    if (!routes.has(slug) && able.length > 0) routes.set(slug, able)
  }
  return routes
}

/** Decodes the setting, or names all its errors. */
export const parse = (
  text: string,
  served: Served
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

/** Every provider that a route names. */
export const providers = (routes: Routes): ReadonlyArray<ProviderName> =>
  providerNames.filter((name) => [...routes.values()].some((route) => route.includes(name)))
