/**
 * The comparison of on-chain balances with the books. Sales of USDC are bookings of operators. They
 * may be late or absent, so the two need not be equal. Only an impossible balance is a difference.
 */
import * as ForeignDeposit from "../money/ForeignDeposit.ts"
import { type Addressed, addressed } from "./DepositCheck.ts"
import type * as Ledger from "./Ledger.ts"
import type { Books, Difference } from "./Reconciliation.ts"

/** Micro-USDC on chain at one final block. */
export interface OnChain {
  readonly inTreasury: bigint
  readonly atAddresses: bigint
}

const balance = (balances: Ledger.Balances, account: Ledger.Account, currency: string): bigint =>
  balances.get(`${account} ${currency}`) ?? 0n

/** An amount of USDC or of a foreign asset that arrived and did not go back, swept or not. */
export const deposits = ({ balances }: Books, currency = "USDC"): bigint =>
  balance(balances, "deposits", currency)

/**
 * The smallest units of USDC, or of a foreign asset, that must still be there: all deposits, less
 * the money that may be gone. That is the USDC of settled payouts, which may be sold, and refunds
 * that are sent and not proven yet. It is also what third parties paid for the service, which the
 * service may have given back to them. What operators added to balances must be there as well.
 */
export const liabilities = (books: Books, currency = "USDC"): bigint => {
  const others = [
    ...(["conversion", "spread_income", "refunds_sent", "third_parties"] as const),
    ...(["write_offs"] as const)
  ]
  return others.reduce(
    (total, account) => total + balance(books.balances, account, currency),
    deposits(books, currency)
  )
}

/** The shortfall of the USDC on chain against the liabilities to customers, if there is one. */
export const compareChain = (books: Books, onChain: OnChain): ReadonlyArray<Difference> => {
  const balanceOnChain = onChain.inTreasury + onChain.atAddresses
  const needed = liabilities(books)
  if (balanceOnChain >= needed) return []
  const detail =
    `${needed} micro-USDC must be there for customers, and ` +
    `deposit addresses and treasury hold ${balanceOnChain}`
  const sides = { currency: "USDC", books: needed, reported: balanceOnChain }
  return [{ kind: "usdc_short", id: "", detail, reference: "USDC", sides }]
}

/** A foreign asset with the decimals of its token. */
export type Asset = Omit<ForeignDeposit.Amount, "units">

/** The foreign assets in the books, by their names. */
export const foreignAssets = (
  books: Pick<Books, "payouts" | "batches">
): ReadonlyMap<ForeignDeposit.AssetId, Asset> => {
  const assets = new Map<ForeignDeposit.AssetId, Asset>()
  for (const { foreignDeposits = [] } of [...books.payouts.values(), ...books.batches.values()]) {
    for (const deposit of foreignDeposits) {
      const { chainId, decimals, token } = deposit
      assets.set(ForeignDeposit.idOf(deposit), { chainId, token, decimals })
    }
  }
  return assets
}

/** A foreign asset on its chain, in its smallest units. */
export interface ForeignOnChain {
  readonly inTreasury: bigint
  /** The balances at deposit addresses, by id of the payout or batch. */
  readonly atAddresses: ReadonlyMap<string, bigint>
}

/** Units below which an unbooked amount is dust: a hundredth of a token. */
const dustBelow = ({ decimals }: Asset): bigint => (decimals < 2 ? 1n : 10n ** BigInt(decimals - 2))

/** A deposit address that holds more than was ever booked for it, dust apart. */
const unbooked = (
  { foreignDeposits = [], id }: Pick<Addressed, "id" | "foreignDeposits">,
  asset: Asset,
  units: bigint
): ReadonlyArray<Difference> => {
  const booked = foreignDeposits
    .filter((deposit) => ForeignDeposit.isSameAsset(deposit, asset))
    .reduce((sum, deposit) => sum + BigInt(deposit.units), 0n)
  if (units - booked < dustBelow(asset)) return []
  const detail =
    `${ForeignDeposit.text({ ...asset, units: String(units) })} at its deposit address, ` +
    `${ForeignDeposit.format({ ...asset, units: String(booked) })} in the log`
  const reference = ForeignDeposit.idOf(asset)
  return [{ kind: "foreign_deposit_not_in_log", id, detail, reference }]
}

/**
 * The differences of a foreign asset: a shortfall against the liabilities in it, and deposits that
 * no operator booked.
 */
export const compareForeign = (
  books: Books,
  asset: Asset,
  { atAddresses, inTreasury }: ForeignOnChain
): ReadonlyArray<Difference> => {
  const units = [...atAddresses.values()].reduce((sum, each) => sum + each, inTreasury)
  const needed = liabilities(books, ForeignDeposit.idOf(asset))
  const detail =
    `${ForeignDeposit.text({ ...asset, units: String(needed) })} must be there for customers, and ` +
    `deposit addresses and treasury hold ${ForeignDeposit.format({ ...asset, units: String(units) })}`
  return [
    ...(units < needed
      ? [{ kind: "foreign_short", id: "", detail, reference: ForeignDeposit.idOf(asset) } as const]
      : []),
    ...[...addressed(books)].flatMap((subject) =>
      unbooked(subject, asset, atAddresses.get(subject.id) ?? 0n)
    )
  ]
}
