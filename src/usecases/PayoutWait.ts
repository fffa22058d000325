/** The cause of a payout's wait that the customer cannot end, from the node's conditions. */
import { Clock, Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import * as CustomerWait from "../domain/incident/CustomerWait.ts"
import type * as Payout from "../domain/payout/Payout.ts"
import type * as Engine from "../engine/Engine.ts"

export type WaitOf = (
  engine: Pick<Engine.EngineService, "conditions">,
  payout: Payout.Payout
) => CustomerWait.Wait | undefined

export const make = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const of: WaitOf = (engine, payout) => {
    if (!CustomerWait.mayWait(payout)) return undefined
    const { chain, floats, providers } = engine.conditions()
    const parts = { providers, floats, chain: chain ?? undefined }
    const now = clock.currentTimeMillisUnsafe()
    return CustomerWait.of(payout, parts, Limits.incidents.thresholds, now)
  }
  return of
})
