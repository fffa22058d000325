/**
 * The scripted deposits of a simulated chain. A caller who simulates a deposit cancels the scripted
 * one first, so that it cannot arrive in between. A real chain has none.
 */
import { Context } from "effect"

export class ScriptedDeposits extends Context.Reference<{
  /** The payout or batch gets no scripted deposit. */
  readonly cancel: (id: string) => void
}>("payouts/engine/ports/ScriptedDeposits", { defaultValue: () => ({ cancel: () => {} }) }) {}
