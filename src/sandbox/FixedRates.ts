/** Middle rates that never move, for the sandbox, where a quote should be the same every day. */
import { Clock, Effect, Layer } from "effect"
import type { Currency } from "../domain/Network.ts"
import * as Rates from "../engine/ports/Rates.ts"

/** Millionths of a currency unit per USDC. */
const middle: Record<Currency, number> = {
  UGX: 3_700_000_000,
  KES: 129_000_000,
  NGN: 1_500_000_000,
  GHS: 12_000_000,
  TZS: 2_500_000_000
}

export const layer: Layer.Layer<Rates.Rates> = Layer.succeed(
  Rates.Rates,
  Rates.Rates.of({
    middle: (currency) =>
      Effect.map(Clock.currentTimeMillis, (at) => ({ rate: middle[currency], at }))
  })
)
