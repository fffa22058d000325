/**
 * Chooses which of a network's providers takes a transfer, and derives the network's health from
 * theirs. Pure: the health of each provider is an argument.
 */
import type { ProviderName, Routes } from "../config/ProviderRoutes.ts"
import type * as Network from "../domain/Network.ts"
import type { ProviderHealth } from "./Adapter.ts"

/**
 * The provider for the next transfer: the first operational one, else the first degraded one. The
 * one that refused is avoided if there is another. If all are down, the transfer waits at the
 * first. `undefined` if the network has no route.
 */
export const choose = (
  routes: Routes,
  network: Network.Slug,
  refusedBy: string | undefined,
  healthOf: (provider: ProviderName) => ProviderHealth
): ProviderName | undefined => {
  const route = routes.get(network) ?? []
  const of = (wanted: ProviderHealth) => route.filter((name) => healthOf(name) === wanted)
  const working = [...of("operational"), ...of("degraded")]
  return working.find((name) => name !== refusedBy) ?? working[0] ?? route[0]
}

/** A network's health: its first provider's, or degraded while only another one works. */
export const health = (
  routes: Routes,
  network: Network.Slug,
  healthOf: (provider: ProviderName) => ProviderHealth
): ProviderHealth => {
  const [first, ...fallbacks] = routes.get(network) ?? []
  if (first === undefined) return "down"
  const now = healthOf(first)
  if (now !== "down") return now
  return fallbacks.some((name) => healthOf(name) !== "down") ? "degraded" : "down"
}
