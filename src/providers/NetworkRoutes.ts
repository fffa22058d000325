/**
 * Which providers pay to which network, in order of preference, as the setting says it:
 * `MTN_UG=mtn,pawapay;*=pawapay`. `*` stands for every network that is not named; there a provider
 * that cannot pay to one of them is left out. Pure: whether a provider works now comes in.
 */
import { Result } from "effect"
import * as Network from "../domain/Network.ts"
import { type Name, names, type ProviderHealth } from "./Adapter.ts"

/** Never with an empty list: a network without a provider is not in it. */
export type Routes = ReadonlyMap<Network.Slug, ReadonlyArray<Name>>

/** The networks that a provider can pay to, as it is configured. */
export type Served = (provider: Name) => ReadonlyArray<Network.Slug>

interface Clause {
  /** `undefined`: all others. */
  readonly network: Network.Slug | undefined
  readonly providers: ReadonlyArray<Name>
}

const isName = (text: string): text is Name => names.some((name) => name === text)

const shown = (text: string): string => JSON.stringify(text.slice(0, 40))

const readClause = (text: string, served: Served): Result.Result<Clause, ReadonlyArray<string>> => {
  const [left = "", right, ...more] = text.split("=").map((part) => part.trim())
  if (right === undefined || more.length > 0) {
    return Result.fail([`${shown(text)} is not NETWORK=provider,provider`])
  }
  const network = left === "*" ? undefined : Network.parse(left)?.slug
  const problems = left !== "*" && network === undefined ? [`${shown(left)} is no network`] : []
  const given = right.split(",").map((name) => name.trim())
  for (const [index, name] of given.entries()) {
    if (name === "") problems.push(`${shown(left)} has no provider, or an empty one`)
    else if (!isName(name)) problems.push(`${shown(name)} is no provider (${names.join(", ")})`)
    else if (given.indexOf(name) < index) problems.push(`${shown(left)} names ${name} twice`)
    else if (network !== undefined && !served(name).includes(network)) {
      problems.push(`${name} cannot pay to ${network}`)
    }
  }
  return problems.length === 0
    ? Result.succeed({ network, providers: given.filter(isName) })
    : Result.fail(problems)
}

/** Reads the setting, or says all that is wrong with it. */
export const parse = (
  text: string,
  served: Served
): Result.Result<Routes, ReadonlyArray<string>> => {
  const problems: Array<string> = []
  const routes = new Map<Network.Slug, ReadonlyArray<Name>>()
  let others: ReadonlyArray<Name> | undefined
  for (const part of text.split(";")) {
    if (part.trim() === "") continue
    const clause = readClause(part, served)
    if (Result.isFailure(clause)) {
      problems.push(...clause.failure)
      continue
    }
    const { network, providers } = clause.success
    const isTwice = network === undefined ? others !== undefined : routes.has(network)
    if (isTwice) problems.push(`${shown(network ?? "*")} has two routes`)
    else if (network === undefined) others = providers
    else routes.set(network, providers)
  }
  if (problems.length > 0) return Result.fail(problems)
  for (const slug of Network.slugs) {
    const able = (others ?? []).filter((name) => served(name).includes(slug))
    if (!routes.has(slug) && able.length > 0) routes.set(slug, able)
  }
  return routes.size === 0 ? Result.fail(["no network has a provider"]) : Result.succeed(routes)
}

/** Every provider that a route names. */
export const providers = (routes: Routes): ReadonlyArray<Name> =>
  names.filter((name) => [...routes.values()].some((route) => route.includes(name)))

/**
 * The provider for the next transfer: the first that works well, else the first that works, and
 * rather not the one that refused; if none works, the first, which will wait. `undefined`: no route.
 */
export const choose = (
  routes: Routes,
  network: Network.Slug,
  refusedBy: string | undefined,
  standing: (provider: Name) => ProviderHealth
): Name | undefined => {
  const route = routes.get(network) ?? []
  const of = (wanted: ProviderHealth) => route.filter((name) => standing(name) === wanted)
  const working = [...of("operational"), ...of("degraded")]
  return working.find((name) => name !== refusedBy) ?? working[0] ?? route[0]
}

/** How a network stands: as its first provider does, or degraded while only another works. */
export const health = (
  routes: Routes,
  network: Network.Slug,
  standing: (provider: Name) => ProviderHealth
): ProviderHealth => {
  const [first, ...fallbacks] = routes.get(network) ?? []
  if (first === undefined) return "down"
  const now = standing(first)
  if (now !== "down") return now
  return fallbacks.some((name) => standing(name) !== "down") ? "degraded" : "down"
}
