/** Whether a payout or batch is paid for by a deposit to its own address, or by the balance. */
import type * as Engine from "../engine/Engine.ts"
import type * as Chain from "../engine/ports/Chain.ts"

export type FundingSource = "deposit" | "balance"

/** The field of a payout or batch whose refunds go to the account's balance. */
export const excessOf = (
  { engine }: Pick<Dependencies, "engine">,
  { accountId, funding }: { readonly accountId: string; readonly funding: FundingSource }
): "balance" | undefined =>
  funding === "deposit" && engine.balanceOf(accountId)?.excess === "balance" ? "balance" : undefined

interface Dependencies {
  readonly chain: Pick<Chain.Chain["Service"], "depositAddress">
  readonly engine: Pick<Engine.EngineService, "balanceOf">
}

/**
 * The deposit address. If the balance pays it is the balance's, so money that is sent nevertheless
 * arrives there. An account without a balance cannot pay from it.
 */
export const addressOf = (
  { chain, engine }: Dependencies,
  id: string,
  { accountId, funding }: { readonly accountId: string; readonly funding: FundingSource }
): string =>
  funding === "deposit"
    ? chain.depositAddress(id)
    : (engine.balanceOf(accountId)?.depositAddress ?? "")
