/**
 * The sandbox's provider as one among several: it can pay to every network and is never down. What
 * it does is SandboxProvider.ts's business.
 */
import { Effect } from "effect"
import * as Network from "../domain/Network.ts"
import type * as Provider from "../engine/ports/Provider.ts"
import * as Adapter from "./Adapter.ts"

export const make = (provider: Provider.Provider["Service"]): Adapter.Adapter => ({
  name: "sandbox",
  networks: Network.slugs,
  standing: provider.health,
  precheck: provider.precheck,
  tellsNames: false,
  registeredName: provider.registeredName,
  submit: (payout, transfer) => Effect.map(provider.submit(payout, transfer), Adapter.answer),
  check: (payout, transfer) => Effect.map(provider.check(payout, transfer), Adapter.answer),
  float: () => Effect.succeed(undefined),
  wallets: Effect.succeed(undefined),
  heard: provider.heard,
  look: Effect.void
})
