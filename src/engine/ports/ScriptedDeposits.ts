/**
 * The deposits that a simulated chain makes by itself. A caller who simulates deposits cancels the
 * scripted one first, so that it cannot come in between; a real chain has none.
 */
import { Context } from "effect"

export class ScriptedDeposits extends Context.Reference<{
  /** The payout or batch gets no scripted deposit. */
  readonly cancel: (id: string) => void
}>("payouts/engine/ports/ScriptedDeposits", { defaultValue: () => ({ cancel: () => {} }) }) {}
