/** The port to exchange rates. A stale or implausible rate is `Unavailable`. */
import { Context, type Effect } from "effect"
import type * as Facts from "../../domain/incident/Facts.ts"
import type * as Money from "../../domain/money/Money.ts"
import type { Currency } from "../../domain/Network.ts"
import type { Unavailable } from "./Unavailable.ts"

/** The middle rate, without the service's spread. `at` is when it applied, milliseconds. */
export interface Middle {
  readonly rate: Money.Rate
  readonly at: number
}

export class Rates extends Context.Service<
  Rates,
  {
    readonly middle: (currency: Currency) => Effect.Effect<Middle, Unavailable>
    /** Currencies without a usable rate. Absent if none can be missing. */
    readonly troubles?: () => ReadonlyArray<Facts.RateTrouble>
  }
>()("payouts/engine/ports/Rates") {}
