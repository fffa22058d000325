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
  return: "Returned",
  correction: "Correction"
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

  /** The meaning of each amount, below it. */
  notes: {
    available: "USDC, can pay now",
    reserved: "USDC of payouts and withdrawals that have not ended",
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

/** Words of the destination of refunds. */
export const excess = {
  title: "Refunds of payouts",
  about: "Destination of money of payouts and batches that a deposit funds.",
  names: { refund: "To a refund address", balance: "To the balance" },
  hints: {
    refund: "Staff send refunds to the refund address of the payout or batch.",
    balance:
      "Excess, late and returned money becomes part of the balance, once its senders are screened. A payout with a refund address still has its refunds there."
  },
  label: "Refunds",
  effect: "This applies to payouts and batches that you create afterwards.",
  change: "Change destination",
  saved: "The destination of refunds is saved."
} as const

/** Words of withdrawals, on the page of the balance. */
export const withdrawals = {
  title: "Withdrawals",
  about: "Send USDC from the balance to an address of yours. Staff approve each withdrawal.",
  none: "No withdrawals yet",
  noAddress: "Add a withdrawal address first. You can request a withdrawal once it is usable.",
  newest: (count: number): string => `The newest ${count} are shown.`,
  more: "Show more",
  to: "Address and transaction",
  reference: "Reference",
  requested: "Requested",
  copied: {
    id: "withdrawal id",
    address: "withdrawal address",
    transaction: "transaction hash"
  },

  request: {
    label: "Request withdrawal",
    address: "Withdrawal address",
    amount: "Amount, USDC",
    available: (available: number): string => `${usdc(available)} is available.`,
    reference: "For your own books.",
    done: "The withdrawal is requested."
  },

  cancel: {
    label: "Cancel",
    title: "Cancel withdrawal?",
    effect: (amount: number): string =>
      `${usdc(amount)} returns to the balance at once. This cannot be undone.`,
    done: "The withdrawal is cancelled."
  }
} as const

/** Words of the addresses that withdrawals can go to. */
export const addresses = {
  title: "Withdrawal addresses",
  about: {
    manual: "A new address waits for a day before its first use.",
    simulated: "A new address waits before its first use, for some seconds in the sandbox."
  },
  none: "No withdrawal addresses yet",
  name: "Name",
  address: "Address",
  state: "State",
  usable: "Usable",
  usableFrom: "Usable from",
  added: "Added",

  add: {
    label: "Add withdrawal address",
    nameHint: "A name for your own people, such as Treasury.",
    effect: "The service screens the address first.",
    done: "The withdrawal address is added."
  },

  remove: {
    title: "Remove withdrawal address?",
    effect: (name: string): string =>
      `You can no longer request withdrawals to ${name}. Requested withdrawals still go there, unless you cancel them. If you add the address again, it waits again.`,
    done: "The withdrawal address is removed."
  }
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
  object: "Payout, batch, withdrawal or transaction",
  withdrawalOf: (id: string): string => `Withdrawal ${id}`,
  correctionOf: (id: string): string => `Correction ${id}`,
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

/** Words of withdrawals, as staff see them. */
export const staffWithdrawals = {
  title: "Withdrawals",
  about:
    "Approve or reject the withdrawals that customers request, the oldest first. Send approved ones, and then record the transactions.",
  aboutSimulated: "The sandbox completes withdrawals automatically, in a moment.",
  aboutAll: "Withdrawals of all accounts, the newest first.",
  views: { label: "Which withdrawals", open: "Open", all: "All" },
  of: (amount: number): string => `Withdrawal of ${usdc(amount)}`,
  none: "No withdrawals yet",
  newest: "More withdrawals wait than this page shows. Decide on these first.",
  heldBecause: "Held because",
  address: "Withdrawal address",

  approve: (people: number) =>
    ({
      label: "Approve",
      about: `The service screens the address again. Operators can send the withdrawal ${
        people > 1 ? `once ${people} people have approved it` : "afterwards"
      }.`
    }) as const,
  approved: "The withdrawal is approved.",
  held: "Screening flagged the address, so the withdrawal is held.",

  reject: (isApproved: boolean) =>
    ({
      label: "Reject",
      about: `${
        isApproved ? "Reject this approved withdrawal only if nobody has sent it. " : ""
      }The amount returns to the balance of the customer. This cannot be undone.`,
      done: "The withdrawal is rejected."
    }) as const,

  record: (isSimulated: boolean | undefined) =>
    ({
      label: "Record transaction",
      about:
        isSimulated === true
          ? "Enter the transaction that sent the withdrawal. The chain is simulated here, so nothing verifies the hash, and any hash will do."
          : "Enter the transaction that sent the withdrawal. The service checks on the chain that it sends exactly this amount to this address.",
      done: "The withdrawal is recorded as sent."
    }) as const,

  endWait: {
    label: "End wait",
    about: (account: string, needed: number): string =>
      `${account} can request withdrawals to this address ${
        needed > 1 ? `once ${needed} people have approved it` : "at once"
      }. Make sure that the customer added the address.`,
    done: "The address is usable."
  }
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
  },

  correct: {
    label: "Correct balance",
    about: (needed: number): string =>
      `The books get the other side as a write-off. The customer sees the correction as a movement.${
        needed > 1 ? ` It takes effect once ${needed} people have approved it.` : ""
      }`,
    direction: "Direction",
    directions: {
      credit: { label: "Add to the balance", hint: "Money was taken by mistake." },
      debit: { label: "Take from the balance", hint: "Money was credited by mistake." }
    },
    amount: "Amount in USDC",
    done: "The balance is corrected."
  }
} as const
