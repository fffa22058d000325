/** Amounts in foreign assets, for people and for programs. Each names its chain. */
import * as KnownChain from "../domain/KnownChain.ts"
import * as ForeignDeposit from "../domain/money/ForeignDeposit.ts"

/** The fields of an amount on the wire. */
export const json = (amount: ForeignDeposit.Amount) => ({
  chain_id: amount.chainId,
  chain: KnownChain.nameOf(amount.chainId),
  token_address: amount.token,
  token_amount: ForeignDeposit.format(amount)
})

/** An asset in a text, such as `USDC on Base`. A token other than USDC is shown by its address. */
export const assetText = ({ chainId, token }: ForeignDeposit.AssetName): string =>
  `${KnownChain.isUsdc(chainId, token) ? "USDC" : token} on ${KnownChain.nameOf(chainId)}`

/** An amount in a text, such as `25.000000 USDC on Base`. */
export const text = (amount: ForeignDeposit.Amount): string =>
  `${ForeignDeposit.format(amount)} ${assetText(amount)}`
