/**
 * The sandbox's simulated provider as one adapter among several. It can pay to every network and is
 * never down.
 */
import { Effect } from "effect"
import * as Network from "../domain/Network.ts"
import type * as Provider from "../engine/ports/Provider.ts"
import * as Adapter from "./Adapter.ts"

export const make = (provider: Provider.Provider["Service"]): Adapter.Adapter => ({
  name: "sandbox",
  networks: Network.slugs,
  health: provider.health,
  precheck: provider.precheck,
  hasNameLookup: false,
  registeredName: provider.registeredName,
  // A simulation moves no money, so there is nothing to confirm.
  submit: (payout, transfer) =>
    Effect.map(provider.submit(payout, transfer, Effect.void), Adapter.report),
  check: (payout, transfer) => Effect.map(provider.check(payout, transfer), Adapter.report),
  float: () => Effect.succeed(undefined),
  wallets: Effect.map(provider.wallets, ([own]) => own?.balances),
  readCallback: provider.readCallback,
  refresh: Effect.succeed(true)
})
