/** The rules for new payouts: the service's settings, and the networks with a name lookup. */
import { Effect } from "effect"
import type * as NewPayout from "../domain/payout/NewPayout.ts"
import * as Policy from "../engine/ports/Policy.ts"
import * as Provider from "../engine/ports/Provider.ts"

export const make = Effect.gen(function* () {
  const { hasNameLookup } = yield* Provider.Provider
  const policy = yield* Policy.Policy
  return { ...policy, hasNameLookup } satisfies NewPayout.Policy
})
