/**
 * The conditions that this process observes at chain, providers, feeds and lists: one cached
 * reading of their ports.
 */
import { Clock, Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Facts from "../domain/incident/Facts.ts"
import * as Chain from "../engine/ports/Chain.ts"
import * as LatestFloat from "../engine/ports/LatestFloat.ts"
import * as Provider from "../engine/ports/Provider.ts"
import * as Rates from "../engine/ports/Rates.ts"
import * as Screening from "../engine/ports/Screening.ts"

export const make = Effect.gen(function* () {
  const chain = yield* Chain.Chain
  const provider = yield* Provider.Provider
  const float = yield* LatestFloat.LatestFloat
  const rates = yield* Rates.Rates
  const screening = yield* Screening.Screening
  const read = (): Facts.ProcessFacts => {
    const { floats, troubles } = provider.condition?.() ?? { floats: [], troubles: [] }
    return {
      ...{ providers: troubles, floats, float: float.latest() ?? null },
      chain: chain.condition?.() ?? null,
      rates: rates.troubles?.() ?? [],
      list: screening.list?.() ?? null
    }
  }
  const clock = yield* Clock.Clock
  let cached: { readonly at: number; readonly facts: Facts.ProcessFacts } | undefined
  return (): Facts.ProcessFacts => {
    const now = clock.currentTimeMillisUnsafe()
    if (cached === undefined || Math.abs(now - cached.at) >= Limits.incidents.conditionsCachedMs) {
      cached = { at: now, facts: read() }
    }
    return cached.facts
  }
})
