/** Words of the account's balance: the page, the choice to pay from it, and what staff see. */
import type { BalanceMovement } from "../../client/Generated.ts"
import * as KnownChain from "../../domain/KnownChain.ts"
import * as Format from "../data/Format.ts"

const usdc = (amount: number): string => Format.money(amount, "USDC")

const types: Readonly<Record<BalanceMovement["type"], string>> = {
  deposit: "Deposit",
  release: "Released deposit",
  payout: "Payout",
  batch: "Batch",
  withdrawal: "Withdrawal",
  return: "Returned"
}

/** Words that the page, the forms and the staff's view share. */
export const balance = {
  title: "Balance",
  about: "USDC that you deposit in advance. Payouts that it pays for start at once.",
  topUp: "Top up balance",
  guide: "API reference, chapter “Pay from a balance”",

  available: "Available",
  reserved: "Reserved",
  pending: "Pending",
  held: "Held",

  /** What each amount is, below it. */
  notes: {
    available: "USDC, can pay now",
    reserved: "USDC of payouts that have not ended",
    pending: "USDC not final yet, or being screened",
    held: "USDC in a compliance review"
  },

  low: (available: number, threshold: number) => ({
    title: "The balance is low",
    reason: `${usdc(available)} is available. Your threshold is ${usdc(threshold)}.`,
    next: "Send USDC to the deposit address below."
  }),

  holds: (held: number) => ({
    title: `${usdc(held)} is held`,
    reason: "A compliance reviewer checks the sender of this deposit.",
    next: "If the reviewer clears the sender, the amount becomes available."
  })
} as const

/** Words of the section that says how to deposit. */
export const topUp = {
  title: "Top up",
  about: "Send any amount of USDC to this address, at any time. The address never changes.",
  sandbox: "This is the sandbox. Do not send real USDC. Simulate a deposit instead.",

  finality: (chainId: number): string =>
    chainId === KnownChain.ethereum.id
      ? "A deposit is available once its block is final on Ethereum, after 13 to 19 minutes."
      : `A deposit is available once its block is final on ${KnownChain.nameOf(chainId)}.`,
  senders:
    "Anyone may send, from any wallet or exchange. The service screens each sender first, and holds the money of a listed one.",
  least: "Amounts below 0.01 USDC are added with the next deposit."
} as const

/** Words of the threshold. */
export const threshold = {
  title: "Low threshold",
  about: "You get the event balance.low when less than this amount is available.",
  none: "None",
  label: "Threshold, USDC",
  hint: "Leave it empty for no threshold.",
  set: "Set threshold",
  change: "Change threshold",
  saved: "The threshold is saved."
} as const

/** Words of the sandbox's deposit. */
export const simulate = {
  title: "Simulate",
  about: "Only in the sandbox. The amount is available at once.",
  label: "Deposit, USDC",
  deposit: "Simulate deposit",
  done: "The deposit is added to the balance."
} as const

/** Words of the list of movements. */
export const movements = {
  title: "Movements",
  type: "Type",
  types,
  object: "Payout, batch or transaction",
  after: "Balance after",
  transactionHash: "transaction hash",
  senderAddress: "sender's address",

  noneMatch: "No movements on these days",
  noneYet: "No movements yet",
  noneYetHint:
    "A payout usually waits until its deposit is final. A payout from the balance starts at once, because the money is already there.",
  howTo:
    "Send USDC to the deposit address above. Then choose “Pay from balance” when you create a payout or a batch."
} as const

/** Words of the statement's download. */
export const statement = {
  download: "Download statement",
  title: "Statement",
  about:
    "Every movement of the period, with the balance before and after. Days begin at midnight in UTC.",
  period: "Period",
  firstDay: "First day",
  lastDay: "Last day",
  wrongDays: "Choose a last day that is not before the first.",
  format: "Format",
  formats: {
    json: "JSON",
    csv: "CSV, for spreadsheets",
    camt053: "camt.053, for accounting software"
  }
} as const

/** Words of the choice between a deposit and the balance. */
export const funding = {
  label: "Funding",
  fromBalance: "From the balance",
  byDeposit: "By deposit",

  deposit: {
    label: "Send USDC to a deposit address",
    hint: "You get an address. The payment starts when the exact amount is final there."
  },

  balance: {
    label: "Pay from balance",
    reading: "The balance is being read.",
    unread: "The balance cannot be read now.",
    enough: (available: number): string =>
      `${usdc(available)} is available. The payment starts at once.`,
    tooLittle: (available: number, needed: number): string =>
      `${usdc(available)} is available, and ${usdc(needed)} is needed.`
  },

  /** The text in place of payment instructions, while the payout or batch has not ended. */
  paid: {
    payout: "Nothing is due. The balance paid for this payout when it was created.",
    batch: "Nothing is due. The balance paid for this batch when it was created."
  },

  /** The effect of a new payout, before it is created. */
  effect: "The balance pays for the payout, which starts at once. You cannot cancel it."
} as const

/** Words of a customer's balance, as staff see it. */
export const staffBalance = {
  threshold: "Low threshold",
  depositAddress: "deposit address of the balance",
  held: "Held deposits of the balance",
  sender: "Sender",
  senderAddress: "sender's address",
  reason: "Held because",
  since: "Since",

  release: {
    label: "Release deposits",
    /** The button's name for screen readers, which begins with its text. */
    name: (sender: string): string => `Release deposits of ${sender}`,
    about: (account: string, needed: number): string =>
      `${account} can pay with this money afterwards. This cannot be undone.${
        needed > 1 ? ` It takes effect once ${needed} people have approved it.` : ""
      }`,
    done: "The deposits are part of the balance."
  }
} as const
