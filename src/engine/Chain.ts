/** The port to the chain: deposit addresses and what arrives at them. */
import { Context, type Effect } from "effect"
import type * as Funding from "../domain/Funding.ts"
import type * as Money from "../domain/Money.ts"
import type { Cancel } from "./Timers.ts"

/** What the chain shows of one transfer. Only `Finalized` is money. */
export type Observation =
  | { readonly _tag: "Seen"; readonly deposit: Funding.Deposit }
  /** A reorganisation removed a transfer that was seen and not final. */
  | { readonly _tag: "Dropped"; readonly deposit: Funding.Deposit }
  | { readonly _tag: "Finalized"; readonly deposit: Funding.Deposit }

/** What has a deposit address: a payout, or a batch for all its rows. */
export interface Funded {
  readonly id: string
  readonly depositAddress: string
  /** What is expected, micro-USDC. */
  readonly sourceAmount: Money.Micro
  readonly createdAt: number
  readonly deposits: ReadonlyArray<Funding.Received>
  /** The recipient's, where there is one. */
  readonly name?: string | null
}

export class Chain extends Context.Service<
  Chain,
  {
    /** The address of a payout or batch: a pure function of its id, nobody else's ever. */
    readonly depositAddress: (id: string) => string
    /**
     * Begins to report what arrives for it, from its creation on, and returns what ends the watch.
     * An observation may be reported again, also after a restart; `report` returns when it is
     * durable, and never once the watch was ended.
     */
    readonly watch: (
      funded: Funded,
      report: (observation: Observation) => Effect.Effect<void>
    ) => Effect.Effect<Cancel>
    /**
     * A simulated chain sends nothing to this payout or batch by itself any more: someone says what
     * arrives. `undefined`: the chain is real.
     */
    readonly hush: ((id: string) => void) | undefined
  }
>()("payouts/engine/Chain") {}
