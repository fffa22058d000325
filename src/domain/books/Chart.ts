/**
 * The chart of accounts: each account of the ledger with its kind, the owner of its money, and one
 * sentence. `src/design/books.md` shows how money moves between them.
 */
import * as Network from "../Network.ts"
import type { Account } from "./Ledger.ts"

/** `clearing`: the two sides of an exchange, which differ in currency. */
export type Kind = "asset" | "liability" | "income" | "expense" | "clearing"

export interface Entry {
  readonly kind: Kind
  /** The owner of the money: customers, or the service itself. */
  readonly money: "customers" | "own"
  readonly description: string
  /**
   * True if the states of payouts and batches prove the balance. Operators cannot book such an
   * account.
   */
  readonly isDerived: boolean
}

const entry = (
  kind: Kind,
  money: Entry["money"],
  description: string,
  isDerived = false
): Entry => ({ kind, money, description, isDerived })

const isDerived = true

export const chart: Readonly<Record<Account, Entry>> = {
  deposits: entry(
    "asset",
    "customers",
    "USDC and foreign tokens that arrived, at deposit addresses or in the treasury."
  ),
  customers: entry(
    "liability",
    "customers",
    "Money that arrived for payouts and batches and is not used yet.",
    isDerived
  ),
  balances: entry(
    "liability",
    "customers",
    "Balances of accounts, which pay for payouts, batches and withdrawals.",
    isDerived
  ),
  suspense: entry(
    "liability",
    "customers",
    "Money that waits: small amounts, foreign deposits, and deposits to balances.",
    isDerived
  ),
  refunds_due: entry(
    "liability",
    "customers",
    "Money that must go back: refunds and withdrawals.",
    isDerived
  ),
  frozen: entry("liability", "customers", "Money of frozen payouts.", isDerived),
  refunds_sent: entry(
    "liability",
    "customers",
    "Refunds and withdrawals that are recorded as sent and not proven yet.",
    isDerived
  ),
  third_parties: entry(
    "liability",
    "own",
    "Refunds and withdrawals that a third party paid, which the service owes that party."
  ),
  conversion: entry(
    "clearing",
    "own",
    "USDC of settled payouts against the currency that recipients got, until the USDC is sold."
  ),
  provider_float: entry("asset", "own", "Prepaid money at the mobile money providers."),
  treasury_fiat: entry("asset", "own", "Money in the service's bank accounts."),
  in_transit: entry("asset", "own", "Money between a bank and a provider."),
  spread_income: entry("income", "own", "Fees of settled payouts, in USDC."),
  fx_result: entry("income", "own", "Realised result of sales of USDC: a loss is a debit."),
  provider_fees: entry("expense", "own", "Fees that providers charge."),
  gas: entry("expense", "own", "Cost of transactions on the blockchain."),
  write_offs: entry(
    "expense",
    "own",
    "Money that the service gave up, and corrections of balances."
  )
}

/** All accounts, in the order of the chart. */
export const accounts = Object.keys(chart) as ReadonlyArray<Account>

export const isAccount = (name: string): name is Account => Object.hasOwn(chart, name)

/** Accounts that operators may book. */
export const bookable: ReadonlyArray<Account> = accounts.filter((name) => !chart[name].isDerived)

export type Currency = "USDC" | Network.Currency

/** Currencies of operators' bookings. */
export const currencies = ["USDC", ...Network.currencies] as const

const usdcDecimals = 6

/**
 * Digits after the point of an amount. A foreign token is shown in its smallest units, because the
 * books do not know its decimals.
 */
export const decimalsOf = (currency: string): number => {
  if (currency === "USDC") return usdcDecimals
  const fiat = Network.currencies.find((each) => each === currency)
  return fiat === undefined ? 0 : Network.decimals(fiat)
}
