/** Amounts in foreign assets on the wire. Each names its chain. */
import * as KnownChain from "../domain/KnownChain.ts"
import * as ForeignDeposit from "../domain/money/ForeignDeposit.ts"

export const json = (amount: ForeignDeposit.Amount) => ({
  chain_id: amount.chainId,
  chain: KnownChain.nameOf(amount.chainId),
  token_address: amount.token,
  token_amount: ForeignDeposit.format(amount)
})
