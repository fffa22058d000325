/** The port to compliance screening. No answer is not a pass: it holds the payout. */
import { Context, type Effect } from "effect"
import type { Payout } from "../../domain/payout/Payout.ts"
import type * as ScreeningEvidence from "../../domain/ScreeningEvidence.ts"

/** `evidence`: what is kept of it; absent where nothing real was looked at. */
export type Verdict = { readonly evidence?: ScreeningEvidence.Evidence } & (
  | { readonly _tag: "Clear" }
  | { readonly _tag: "Flagged"; readonly reason: string }
  | { readonly _tag: "Inconclusive"; readonly reason: string }
)

/** Who is looked at. */
export interface Subject {
  readonly payout: Payout
  /** Addresses that its deposits, or those of its batch, came from. */
  readonly senders: ReadonlyArray<string>
  /** The name the provider has for the number, where it was asked and answered. */
  readonly registeredName: string | undefined
}

/** What an address is to us, for what is kept of its screening. */
export type Role = "refund address" | "sender"

export class Screening extends Context.Service<
  Screening,
  {
    /**
     * Screens the recipient's names and where the money came from. Answers within the adapter's own
     * timeout.
     */
    readonly screen: (subject: Subject) => Effect.Effect<Verdict>
    /** Screens an address that money is to be sent back to, or that sent money which is due back. */
    readonly address: (address: string, role: Role) => Effect.Effect<Verdict>
    /** Waits for a case system's decision on a hold. `never` where only operators decide. */
    readonly decision: (payout: Payout) => Effect.Effect<"approve" | "reject">
  }
>()("payouts/engine/Screening") {}
