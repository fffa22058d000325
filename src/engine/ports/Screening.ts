/** The port to compliance screening. A missing result is not a pass: it holds the payout. */
import { Context, type Effect } from "effect"
import type * as Facts from "../../domain/incident/Facts.ts"
import type { Payout } from "../../domain/payout/Payout.ts"
import type * as ScreeningEvidence from "../../domain/ScreeningEvidence.ts"

/** `evidence` is the record for the log; absent if nothing real was screened. */
export type Verdict = { readonly evidence?: ScreeningEvidence.Evidence } & (
  | { readonly _tag: "Clear" }
  | { readonly _tag: "Flagged"; readonly reason: string }
  | { readonly _tag: "Inconclusive"; readonly reason: string }
)

/** Data that is screened for a payout. */
export interface Subject {
  readonly payout: Payout
  /** Addresses that sent its deposits, or those of its batch. */
  readonly senders: ReadonlyArray<string>
  /** The name that the provider reports for the number, if it does. */
  readonly registeredName: string | undefined
}

/** The role of an address, for the evidence. */
export type Role = "refund address" | "sender"

export class Screening extends Context.Service<
  Screening,
  {
    /**
     * Screens the recipient's names and the senders' addresses, within the adapter's own timeout.
     */
    readonly screen: (subject: Subject) => Effect.Effect<Verdict>
    /** Screens an address that a refund goes to, or that sent the refunded money. */
    readonly address: (address: string, role: Role) => Effect.Effect<Verdict>
    /** Waits for a case system's decision on a hold. `never` if only operators decide. */
    readonly decision: (payout: Payout) => Effect.Effect<"approve" | "reject">
    /** The list in use; `undefined` before it was read. Absent if screening is simulated. */
    readonly list?: () => Facts.ListCondition | undefined
  }
>()("payouts/engine/ports/Screening") {}
