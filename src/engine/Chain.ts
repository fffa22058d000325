/** The port to the chain: deposit addresses and what arrives at them. */
import { Context, type Effect } from "effect"
import type * as Funding from "../domain/Funding.ts"
import type { Payout } from "../domain/Payout.ts"
import type { Cancel } from "./Timers.ts"

/** What the chain shows of one transfer. Only `Finalized` is money. */
export type Observation =
  | { readonly _tag: "Seen"; readonly deposit: Funding.Deposit }
  /** A reorganisation removed a transfer that was seen and not final. */
  | { readonly _tag: "Dropped"; readonly deposit: Funding.Deposit }
  | { readonly _tag: "Finalized"; readonly deposit: Funding.Deposit }

export class Chain extends Context.Service<
  Chain,
  {
    /** The address of a payout: a pure function of its id, nobody else's ever. */
    readonly depositAddress: (payoutId: string) => string
    /**
     * Begins to report what arrives for a payout, from its creation on, and returns what ends it.
     * An observation may be reported again, also after a restart; `report` returns when it is
     * durable, and never once the watch was ended.
     */
    readonly watch: (
      payout: Payout,
      report: (observation: Observation) => Effect.Effect<void>
    ) => Effect.Effect<Cancel>
  }
>()("payouts/engine/Chain") {}
