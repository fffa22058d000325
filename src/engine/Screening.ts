/** The port to compliance screening. No answer is not a pass: it holds the payout. */
import { Context, type Effect } from "effect"
import type { Payout } from "../domain/Payout.ts"

export type Verdict =
  | { readonly _tag: "Clear" }
  | { readonly _tag: "Flagged"; readonly reason: string }
  | { readonly _tag: "Inconclusive"; readonly reason: string }

export class Screening extends Context.Service<
  Screening,
  {
    /** Screens the recipient and the deposits. Answers within the adapter's own timeout. */
    readonly screen: (payout: Payout) => Effect.Effect<Verdict>
    /** Waits for a case system's decision on a hold. `never` where only operators decide. */
    readonly decision: (payout: Payout) => Effect.Effect<"approve" | "reject">
  }
>()("payouts/engine/Screening") {}
