/** Words of payouts and batches that have a problem. */
import type { FailureReason } from "../../client/Generated.ts"
import * as KnownChain from "../../domain/KnownChain.ts"
import * as Format from "../data/Format.ts"

const usdc = (amount: number): string => Format.money(amount, "USDC")
const payouts = (count: number): string => Format.counted(count, "payout", "payouts")
const nothing = "You do not have to do anything."
const noMoreMoney = "Do not send more money to the deposit address."
const again = "Check the recipient's details, then pay again."
const otherNetwork = "Pay again later, or over another network of the recipient."

const since = (at: string | undefined): string =>
  at === undefined ? "" : ` since ${Format.time(at)}`

const retried = `Your money is safe. The service retries automatically. ${nothing}`
const goesBack = "The money goes back to you as a refund."
const toBalance = "The amount returns to your balance."

/** Words of problems with the money: the reason, the next step and the advice. */
export const trouble = {
  /** The contact for help, with and without a link to support. */
  support: {
    button: "Contact support",
    linked: {
      urgent: "Contact support if this is urgent.",
      needed: "Contact support."
    },
    unlinked: {
      urgent:
        "If this is urgent, ask the team that gave you access to this service, and name the id.",
      needed: "Ask the team that gave you access to this service, and name the id."
    },
    subject: (id: string): string => `Payouts: ${id}`
  },
  noMoreMoney,

  /** Names of the failures, each with its remedy. */
  failures: {
    insufficient_balance: { title: "The provider had no balance", advice: otherNetwork },
    invalid_recipient: { title: "The recipient cannot be paid", advice: again },
    recipient_limit: {
      title: "The recipient's limit is reached",
      advice: "Pay a smaller amount, or pay again when the limit is renewed, usually the next day."
    },
    network_unavailable: { title: "The network was not available", advice: otherNetwork },
    provider_rejected: { title: "The provider rejected the transfer", advice: again },
    compliance_rejected: {
      title: "Rejected by a compliance review",
      advice: "A new payout to this recipient would be reviewed again."
    },
    deposit_expired: {
      title: "The deposit did not arrive in time",
      advice: `${noMoreMoney} Pay again for a new address.`
    },
    cancelled: {
      title: "The payout is cancelled",
      advice: `${noMoreMoney} Pay again for a new address.`
    },
    unspecified: { title: "The payout failed", advice: again }
  } satisfies Readonly<Record<FailureReason, { readonly title: string; readonly advice: string }>>,

  /** The fate of a failed payout's or batch's money. */
  afterFailure: (received: number): string =>
    received > 0
      ? "The amount that arrived is refunded."
      : "No money arrived, so there is nothing to refund.",

  toBalance,

  /** Texts for a row of a batch, whose money belongs to the batch. */
  afterFailureInBatch: "If money arrived for it, it goes back with the refund of its batch.",

  /** Reasons for which money goes back. */
  refundCauses: {
    excess: "More money arrived than was needed.",
    returned: "The provider returned the money after the payout settled.",
    late: "Money arrived after it could be used.",
    ended: "This money arrived and was not paid out."
  },

  refund: {
    withoutAddress: (amount: number, isSentAtOnce: boolean) => ({
      title: `A refund of ${usdc(amount)} needs an address`,
      next: isSentAtOnce
        ? "The sandbox sends it in a moment, to a made-up address if you set none."
        : "The refund is sent after you set an address and it passes screening.",
      advice: "Set refund address."
    }),
    due: (amount: number) => ({
      title: `A refund of ${usdc(amount)} is due`,
      next: "Support sends it to your refund address.",
      advice: nothing
    }),
    held: (amount: number) => ({
      title: `A refund of ${usdc(amount)} is held`,
      next: "A compliance reviewer checks the sender before the money goes back."
    }),
    sent: (amount: number) => ({
      title: `A refund of ${usdc(amount)} is on its way`,
      next: "It is complete once its transaction is final on the chain."
    }),
    confirmed: (amount: number, address: string | undefined) => ({
      title: `${usdc(amount)} was refunded`,
      next:
        address === undefined
          ? "The transaction is final."
          : `The transaction is final. The money is at ${Format.middle(address)}.`
    }),
    credited: (amount: number) => ({
      title: `${usdc(amount)} is in your balance`,
      next: "Your account has its refunds there. The amount can pay for payouts now."
    })
  },

  windowOver: (received: number, total: number) => ({
    title: "The funding window has closed",
    reason: `${usdc(received)} of ${usdc(total)} arrived before the end of the window.`,
    next: "The payout fails shortly, or support reviews it if part of the amount arrived.",
    advice: noMoreMoney
  }),

  /** Reasons for which a payout cannot continue right now, by their codes. */
  waits: [
    [
      "network_unreachable",
      (at: string | undefined) => ({
        title: "The network cannot be reached",
        reason: `It has not been reachable${since(at)}.`,
        next: retried
      })
    ],
    [
      "provider_balance_low",
      (at: string | undefined) => ({
        title: "The payout waits for balance",
        reason: `The balance that pays recipients has been too low${since(at)}.`,
        next: retried
      })
    ],
    [
      "chain_unreachable",
      (at: string | undefined, chainId: number) => ({
        title: "Deposits are confirmed later than usual",
        reason: `Deposits on ${KnownChain.nameOf(chainId)} have not been confirmed${since(at)}.`,
        next: "A deposit that you sent in time counts, and the payout continues automatically."
      })
    ]
  ],

  /** The next step with the missing amount, and without it. */
  afterUnderpayment: {
    payout:
      "The payout continues once the missing amount is final on the chain. Otherwise " +
      "support refunds the amount that arrived, after the deadline.",
    batch:
      "The batch continues once the missing amount is final on the chain. Otherwise its payouts " +
      "fail after the deadline, and the amount that arrived is refunded."
  },

  underpaid: (due: number, received: number, total: number, next: string) => ({
    title: `${usdc(due)} is missing`,
    reason: `${usdc(received)} of ${usdc(total)} arrived.`,
    next,
    advice: `Send exactly ${usdc(due)} before the deadline, and not the whole amount again.`
  }),

  hold: (isOfBalance: boolean) => ({
    title: "Held for a compliance review",
    next: isOfBalance
      ? "If a reviewer approves the payout, it continues. If not, the amount returns to your balance."
      : "If a reviewer approves the payout, it continues. If not, you get a refund.",
    advice: nothing
  }),

  review: {
    title: "In manual review",
    next: "Support checks with the provider, and then settles, retries or refunds the payout.",
    advice: "Do not pay the recipient in another way until the review has ended."
  },

  underpaidReview: (due: number, received: number, total: number) => ({
    title: "Underpaid, and the funding window has closed",
    reason: `${usdc(received)} of ${usdc(total)} arrived.`,
    next:
      "The payout continues in full once the missing amount is final on the chain. Otherwise support " +
      "refunds the amount that arrived.",
    advice:
      due === 0
        ? `A deposit is detected and not final yet. ${nothing}`
        : `Send the missing ${usdc(due)}, or ask for the amount that arrived.`
  }),

  goesBack,

  reversed: { title: "The payout is reversed", next: goesBack, advice: again },

  batch: {
    cancelled: {
      title: "The batch is cancelled",
      reason: "It was cancelled before a deposit arrived.",
      advice: `${noMoreMoney} Submit the rows again to pay them.`
    },
    expired: (received: number, total: number) => ({
      title: "The deposit did not arrive in time",
      reason: `${usdc(received)} of ${usdc(total)} arrived in time.`,
      advice: `${noMoreMoney} Submit the rows again to pay them.`
    }),
    failed: (failed: number, total: number, received: number, isOfBalance: boolean) => ({
      title: `${payouts(failed)} of ${Format.count(total)} failed`,
      reason: "The list below shows the reason of each.",
      next: isOfBalance
        ? "The other payouts are not affected. The amounts of the failed ones return to your balance."
        : received > 0
          ? "The other payouts are not affected. What arrived for the failed ones is refunded."
          : "The other payouts are not affected. The failed ones are no longer part of the amount due.",
      advice: "Download the failed rows, correct them, and submit the file as a new batch."
    }),
    held: (count: number) => ({
      title: `${payouts(count)} held for a compliance review`,
      reason: "Screening of the sender or a recipient needs a decision by a person.",
      next: "A reviewer approves or rejects each of them. The other payouts continue.",
      advice: nothing
    }),
    inReview: (count: number) => ({
      title: `${payouts(count)} in manual review`,
      reason: "It is not certain whether the provider has paid these recipients.",
      next: "Support checks with the provider, and then settles, retries or refunds each of them.",
      advice: "Do not pay these recipients in another way until the review has ended."
    })
  }
} as const
