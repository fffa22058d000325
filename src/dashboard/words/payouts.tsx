/** Words of payouts: the list, a new payout, one payout and its receipt. */
import type { ReactNode } from "react"
import * as KnownChain from "../../domain/KnownChain.ts"
import * as Format from "../data/Format.ts"

/** Words of the list of payouts. */
export const payouts = {
  searchLabel: "Search payouts",
  exportCsv: "Export CSV",
  noneMatch: "No payouts match",
  noneYet: "No payouts yet",
  noneYetHint: "Payouts appear here as they are created.",
  createFirst: "Create the first payout"
} as const

/** Words of saved views. */
export const savedViews = {
  title: "Saved views",
  all: "All",

  save: "Save view",
  saved: "The view is saved.",
  tooMany: (max: number): string => `There are ${max} views already. Delete one first.`,
  effect: (account: string): string =>
    `Keeps the filters, search, order and page size for ${account} in this browser. A view with the same name is replaced.`,

  rename: "Rename",
  renameTitle: "Rename view",
  renamed: "The view is renamed.",
  taken: (name: string): string => `Another view has the name ${name}.`,

  /** The button's text. Screen readers also read the name of the view. */
  renameOf: (name: string): ReactNode => (
    <>
      Rename<span className="hidden"> the view {name}</span>
    </>
  ),

  remove: {
    label: "Delete",
    title: "Delete this view?",
    done: "The view is deleted."
  },
  removal: (name: string): string => `${name} is no longer in this list. No payout changes.`
} as const

/** Words of the page on which a payout is made. */
export const payoutNew = {
  to: (name: string): string => `To ${name}`,
  getQuote: "Get a quote",
  amountAbout: (time: string): string => `The rate is locked for ${time}.`,

  /** The lifetime of a quote. */
  lockTime: (seconds: number): string =>
    seconds === 60
      ? "one minute"
      : seconds === 300
        ? "five minutes"
        : seconds % 60 === 0
          ? `${seconds / 60} minutes`
          : `${seconds} seconds`,

  /** The review before the order. */
  look: {
    open: "Review payout",
    title: "Review the payout",
    effect: "The payout starts when your deposit arrives. You can cancel it before that."
  },

  /** A note on the order of a payout that resembles an earlier one. */
  paidBefore: {
    intro: "The same amount went to this phone in the last 14 days. Is this another payment?",
    more: (count: number): string => `${count} more`
  },

  /** The number has a usual prefix of another network. */
  otherNetwork: (usual: string, chosen: string): string =>
    `Numbers like this usually belong to ${usual}, and you chose ${chosen}. People can keep their number when they change the network, so check with the recipient.`,
  quoteLost: "This quote can no longer be used. Get another one.",

  locked: {
    change: "Change",
    another: "Get another quote",
    becomes: "becomes",
    expired: "The rate has expired. Get another quote to go on."
  },

  feeShare: (percent: string): string => `(${percent}, included in the rate)`,

  holdsFor: (timeLeft: ReactNode): ReactNode => <>The rate holds for {timeLeft}</>,

  create: "Create payout",
  beneficiary: "Beneficiary",
  newRecipient: "New recipient",

  /** The following words appear only in the sandbox. */
  testRecipient: "Test recipient",
  noTestRecipient: "None",
  testOutcomes: {
    settles: "Settles",
    settlesLate: "Settles later than others",
    hasNoBalance: "Fails: the provider has no balance",
    isInvalid: "Fails: the recipient is invalid",
    isHeld: "Is held by screening",
    isReversed: "Is held, then reversed",
    isInReview: "Ends up in manual review",
    isUnfunded: "Waits for funds: no automatic deposit"
  },

  /** The amount is outside of a network's limits. */
  outsideLimits: (network: string, least: string, most: string): string =>
    `${network} takes ${least} to ${most} per payout. Production refuses this amount.`,

  /** The network is down. */
  unreachable: (network: string): string =>
    `${network} cannot be reached right now. You can create the payout. Your money is safe, and the service pays as soon as the network responds.`,

  hints: {
    testRecipient: "Only in the sandbox. Payouts to these numbers and names have a fixed outcome.",
    name: "The name registered with the network.",
    reference: "Your own reference, such as an invoice number.",
    refundAddress: "Address for a refund, if one becomes due. You can also set it later."
  }
} as const

/** Words of the page of one payout. */
export const payout = {
  payAgain: "Pay again",
  receipt: "Receipt",
  paidTo: (recipient: string): string => `To ${recipient}`,

  cancel: {
    label: "Cancel payout",
    title: "Cancel this payout?",
    effect: "The payout fails with the reason “Cancelled”. Money that arrives later is refunded.",
    done: "The payout is cancelled."
  }
} as const

/** Words of a payout's recipient and details. */
export const recipient = {
  facts: {
    receives: "Receives",
    paidWith: "Paid with",
    wouldHaveReceived: "Would have received",
    wouldHavePaidWith: "Would have been paid with",
    providerReference: "Provider reference",
    apiRequests: "API requests",
    decisions: "Audit log"
  },

  requests: "View API requests",
  decisions: "View audit log",

  /** Names of the values that buttons copy. */
  copied: {
    phone: "phone",
    payoutId: "payout id",
    quoteId: "quote id",
    providerReference: "provider reference",
    idempotencyKey: "idempotency key",
    depositAddress: "deposit address"
  }
} as const

/** Words of the section that says how to pay for a payout or a batch. */
export const funding = {
  sendFunds: "Send the funds",
  sendRest: "Send the missing amount",
  about: "Send exactly this amount of USDC to the deposit address, in one or several transfers.",

  sandbox: "This is the sandbox. Do not send real USDC.",

  copyAmount: "Copy amount",
  qrCode: "QR code of the payment",
  openWallet: "Open in a wallet",

  facts: { chain: "Chain", token: "Token", timeLeft: "Time left" },

  /** Names of the values that buttons copy. */
  copied: {
    depositAddress: "deposit address",
    tokenAddress: "token address"
  },

  chain: (id: number): string => {
    const known = KnownChain.find(id)
    if (known === undefined) return `Chain ${id}`
    return `${known.name} (${known.kind === "main" ? id : `${id}, test`})`
  },

  /** The words behind the time that is left. */
  leftUntil: (end: ReactNode): ReactNode => <>left, until {end}</>
} as const

/** Words of the deposits of a payout. */
export const deposits = {
  columns: { transaction: "Transaction", seen: "Seen", sender: "Sender", screening: "Screening" },
  transactionHash: "transaction hash",
  foreign: "Deposits on other chains",
  senderAddress: "sender's address",
  screening: (isScreened: boolean): string => (isScreened ? "Screened" : "Not screened yet"),
  confirmations: (number: number): string => Format.counted(number, "confirmation", "confirmations")
} as const

/** Words of a payout's timeline. */
export const timeline = {
  sincePrevious: "Time since the previous status",
  notYet: "Not yet"
} as const

/** Words of a payout's events and their deliveries. */
export const payoutEvents = {
  noEvents: "No events yet.",
  deliveries: "Webhook deliveries",
  noDeliveries: "No webhook endpoint is subscribed to this payout's events.",
  openEvent: "Open the event"
} as const

/** Words of a refund and its address. */
export const refund = {
  title: "Refund",
  none: "No refund is due.",
  foreign: {
    title: (chain: string): string => `Refund on ${chain}`,
    about: "This money arrived on another chain or in another token, and goes back the same way.",
    amount: (amount: string, isUsdc: boolean): string => (isUsdc ? `${amount} USDC` : amount),
    onChain: (amount: string, chain: string): string => `${amount} on ${chain}`,
    token: "Token",
    copiedToken: "token address"
  },
  withBatch: "Refunds of a batch's payouts are on the page of the batch.",
  transaction: "Transaction",
  heldBecause: "Held because",

  address: {
    set: "Set refund address",
    change: "Change refund address",
    save: "Save address",
    hint: "An Ethereum address that you control. It is screened before it is saved.",
    saved: "The refund address is saved."
  },

  /** Names of the values that buttons copy. */
  copied: { address: "refund address", transaction: "refund transaction" }
} as const

/** Words of the sandbox's controls. */
export const simulate = {
  title: "Simulate",
  aboutOf: (isOver: boolean, takesDeposit: boolean): string => {
    if (!isOver) {
      return "Only in the sandbox, where most payouts are funded and settled automatically within minutes."
    }
    return takesDeposit
      ? "Only in the sandbox. Simulate money that arrives too late and becomes due as a refund."
      : "Only in the sandbox. Simulate money that the provider returns."
  },
  /** The button of a settled payout, whose provider returns the money. */
  returned: "Return the money",
  started: "The simulation is started.",

  outcomes: {
    settle: "Settle",
    expire: "Expire",
    hold: "Hold",
    review: "Review",
    reverse: "Reverse"
  },

  failure: { label: "Failure reason", simulate: "Fail" },
  deposit: { label: "Deposit, USDC", simulate: "Deposit" }
} as const

/** Words of a settled payout's receipt. */
export const receipt = {
  title: "Receipt",
  print: "Print",
  copyLink: "Copy link",
  linkCopied: "The link is copied. It opens for members of your team.",
  /** The words between an amount and the hash of its transaction. */
  inTransaction: "in transaction",
  notSettled: "A receipt is available once the payout is settled.",
  paid: (date: string, amount: string, recipient: string): string =>
    `Paid ${date} · ${amount} to ${recipient}`,
  paidBy: (account: string): string => `By ${account}`,

  sandbox: "Made in the sandbox. No money moved.",

  facts: {
    received: "Recipient received",
    paidWith: "Paid with",
    settledUtc: "Settled, UTC",
    goesBack: "Refunded or due back",
    providerReference: "Provider reference"
  }
} as const
