/** Parts of a simulated chain and of a single provider that do nothing. */
import { Effect } from "effect"
import * as ChainCursor from "../../src/domain/ChainCursor.ts"
import type * as Chain from "../../src/engine/ports/Chain.ts"
import type * as Provider from "../../src/engine/ports/Provider.ts"

export const quietArrivals: Chain.Arrivals = {
  announce: () => {},
  awaitReported: () => Effect.void
}

export const quietChain: Chain.Chain["Service"] = {
  depositAddress: (id) => `0x${id}`,
  chainId: ChainCursor.simulatedChainId,
  token: { chainId: 11_155_111, chain: "Ethereum", address: `0x${"c0".repeat(20)}` },
  deposits: { _tag: "Simulation", ...quietArrivals, follow: () => Effect.never },
  head: () => undefined,
  prove: () => Effect.succeed({ _tag: "Final", transfers: 1, isThirdParty: false }),
  foreign: {
    holdings: () => Effect.succeed(undefined),
    chainIds: new Set(),
    deposits: () => Effect.succeed({ _tag: "Absent" }),
    prove: () => Effect.succeed({ _tag: "Final", transfers: 1, isThirdParty: false })
  },
  holdings: () => Effect.succeed(undefined),
  isOwn: () => Effect.succeed(false),
  isBlacklisted: () => Effect.succeed(false)
}

export const quietProvider: Omit<Provider.Provider["Service"], "precheck" | "submit" | "check"> = {
  health: () => "operational",
  breaker: () => undefined,
  choose: () => undefined,
  hasNameLookup: () => false,
  registeredName: () => Effect.succeed(undefined),
  routeOf: () => [],
  wallets: Effect.succeed([]),
  takesCallbacks: () => false,
  readCallback: () => Effect.succeed({ _tag: "UnknownProvider" })
}
