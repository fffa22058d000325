/**
 * The objects of all examples: one customer, who pays one recipient in Uganda. Domain decisions and
 * events build them, so no example shows an impossible state.
 */
import { Result } from "effect"
import * as Account from "../../domain/account/Account.ts"
import * as ApiKey from "../../domain/account/ApiKey.ts"
import * as Beneficiary from "../../domain/Beneficiary.ts"
import * as KnownChain from "../../domain/KnownChain.ts"
import type * as Funding from "../../domain/money/Funding.ts"
import * as Network from "../../domain/Network.ts"
import * as NewPayout from "../../domain/payout/NewPayout.ts"
import * as Payout from "../../domain/payout/Payout.ts"
import * as Quote from "../../domain/quote/Quote.ts"
import type * as ScreeningEvidence from "../../domain/ScreeningEvidence.ts"
import * as Endpoint from "../../domain/webhook/Endpoint.ts"
import * as Data from "./ExampleData.ts"

const { ids } = Data
const accountId = ids.account

/** Milliseconds of a time on the day of the examples. */
export const time = (text: string): number => Date.parse(`2026-03-02T${text}Z`)

export const createdAt = time("09:00:00")
const updatedAt = time("09:01:40")

export const policy = {
  ...{ amountMin: 10_000, amountMax: 10_000_000_000, spread: 0.01 },
  ...{ ttlMs: 300_000, fundingWindowMs: 1_800_000 },
  ...{ networkLimits: true, hasNameLookup: () => true }
} satisfies Quote.Policy & NewPayout.Policy

const { id: chainId, name: chain, usdc: address } = KnownChain.ethereum
export const token = { chainId, chain, address }

/** Currency units per USDC before the spread, in millionths. */
export const middles = { UGX: 3_700_000_000, KES: 129_000_000 }

export const quote = Quote.created(
  Result.getOrThrow(
    Quote.create(
      {
        ...{ id: ids.quote, accountId, currency: "UGX", middle: middles.UGX, at: createdAt },
        amount: { _tag: "Source", micro: 25_000_000 }
      },
      policy
    )
  )
)

// ----------------------------------------------------------------------------- a payout

/** An event of a payout, and the payout before and after it. */
export interface Step {
  readonly before: Payout.Payout | undefined
  readonly after: Payout.Payout
  readonly event: Payout.Event
  /** Micro-USDC of the refund that the decision opens; 0 if none. */
  readonly opened: number
}

export interface Life {
  readonly payout: Payout.Payout
  readonly steps: ReadonlyArray<Step>
}

/** Extends the life of a payout by more commands. */
export const live = (life: Life, ...commands: ReadonlyArray<Payout.Command>): Life =>
  commands.reduce(({ payout, steps }, command) => {
    const events = Result.getOrThrow(Payout.decide(payout, command))
    const refund = events.find(({ _tag }) => _tag === "RefundOpened")
    const opened = refund?._tag === "RefundOpened" ? refund.amount : 0
    return events.reduce<Life>(
      (progress, event) => {
        const [before, after] = [progress.payout, Payout.evolve(progress.payout, event)]
        return { payout: after, steps: [...progress.steps, { before, after, event, opened }] }
      },
      { payout, steps }
    )
  }, life)

const firstEvent = Result.getOrThrow(
  NewPayout.decide(
    {
      ...{ id: ids.payout, accountId, quoteId: ids.quote, batchId: null, at: createdAt },
      ...{ phone: Data.recipient.recipient_phone, name: Data.recipient.recipient_name },
      ...{ network: Network.bySlug("MTN_UG"), depositAddress: Data.depositAddress },
      ...{ idempotencyKey: Data.idempotencyKey, beneficiaryId: ids.beneficiary },
      ...{ reference: "INV-1042", metadata: { order: "1042" } },
      refundAddress: Data.refundAddress
    },
    quote,
    policy
  )
)

const first = Payout.created(firstEvent)

export const created: Life = {
  payout: first,
  steps: [{ before: undefined, after: first, event: firstEvent, opened: 0 }]
}

const sender = "0xde709f2102306220921060314715629080e2fb77"

/** A transfer of USDC to the deposit address, micro-USDC. */
export const deposit = (amount: number): Funding.Deposit => ({
  ...{ chainId: 1, txHash: Data.txHash, logIndex: 7, blockNumber: 24_512_311, amount },
  ...{ seenAt: time("09:00:02"), from: sender }
})

/** The chain's blocks at the time the examples are read. */
export const head = { latest: 24_512_381, finalized: 24_512_311 }

export const instruction = {
  reference: "7d0f4c1e-52b8-4a63-9c0e-8f1b6a2d3e45",
  deadline: time("09:15:05")
}

const { reference } = instruction

export const cancelled = live(created, { _tag: "Cancel", at: updatedAt })

export const failed = live(created, {
  ...{ _tag: "RefuseRecipient", reason: "invalid_recipient", at: updatedAt }
} as const)

const funded = live(created, {
  ...{ _tag: "FinalizeDeposit", deposit: deposit(25_000_000), at: time("09:00:02") }
} as const)

const initiated = live(funded, {
  ...{ _tag: "ClearScreening", instruction, at: time("09:00:05") }
} as const)

export const delivered = { providerReference: "SBX-B670DD12", at: updatedAt }

export const settled = live(
  initiated,
  { _tag: "AcceptTransfer", reference, at: time("09:01:39") },
  { _tag: "DeliverTransfer", reference, ...delivered }
)

export const reviewed = live(initiated, {
  ...{ _tag: "ExpireTransfer", reference, at: time("09:15:05") }
} as const)

const holdReason = "a name on a sanctions list"

const evidence: ScreeningEvidence.Evidence = {
  ...{ verdict: "flagged", lists: "2026-03-01", score: 0.9625, subject: "recipient" },
  ...{ entry: "21844 NAKATTO, Amina (a.k.a.)", registeredName: "NAKATO AMINA" },
  candidates: [
    {
      ...{ entry: "21844 NAKATTO, Amina (a.k.a.)", subject: "recipient", score: 0.9625 },
      listed: {
        ...{ number: 21844, type: "individual", programs: ["SDGT"], title: null },
        remarks: "DOB 01 Jan 1950; POB Kampala, Uganda; nationality Uganda; Gender Female.",
        aliases: ["NAKATTO, Amina"]
      }
    },
    {
      ...{ entry: "9120 NAKATU, Aminah", subject: "recipient", score: 0.871 },
      listed: {
        ...{ number: 9120, type: "individual", programs: ["IRAQ2"], title: null },
        ...{ remarks: "DOB 1972.", aliases: [] }
      }
    }
  ],
  reason: holdReason
}

export const held = live(funded, {
  ...{ _tag: "Hold", reason: holdReason, evidence, senders: [sender] },
  at: time("09:00:02.100")
} as const)

const by = "ada@example.com"

/** The held payout, which one of two people has approved. */
export const approved = live(held, {
  ...{ _tag: "Approve", by, approvalsMin: 2, instruction, at: updatedAt }
} as const)

export const frozen = live(held, {
  ...{ _tag: "Freeze", by, reason: "a true match, reported", at: updatedAt }
} as const)

const reversed = live(held, { _tag: "Reject", at: updatedAt })

/** A reversed payout. Its refund was held, and an operator released it. */
export const released = live(
  reversed,
  { _tag: "ScreenSenders", senders: [sender], hold: "no answer", at: time("09:01:41") },
  { _tag: "ReleaseRefunds", by, at: time("09:10:00") }
)

export const sending = {
  _tag: "SendRefund",
  ...{ address: Data.refundAddress, txHash: Data.refundHash },
  at: time("09:12:00")
} as const

export const sent = live(reversed, { ...sending, amount: 25_000_000 })

export const refunded = live(sent, {
  ...{ _tag: "ConfirmRefund", txHash: Data.refundHash, at: time("09:27:12") }
} as const)

export const disproved = live(sent, {
  ...{ _tag: "DisproveRefund", txHash: Data.refundHash, at: time("09:27:12") }
} as const)

const base = KnownChain.find(8453)

/** 25 USDC that arrived on Base. */
export const booking = {
  _tag: "BookForeignDeposits",
  deposits: [
    {
      ...{ chainId: 8453, token: String(base?.usdc).toLowerCase(), decimals: 6 },
      ...{ units: "25000000", txHash: Data.txHash, logIndex: 3, blockNumber: 38_112_004 },
      from: sender
    }
  ],
  at: time("09:40:00")
} as const

/** An expired payout, whose money arrived on another chain. */
export const foreign = live(created, { _tag: "CloseFundingWindow", at: time("09:31:40") }, booking)

const recallId = ids.recall

/** The evidence of a dispute. */
export const recallEvidence = "The recipient wrote that the number belongs to somebody else."

/** A settled payout that its customer disputes. */
export const recalled = live(settled, {
  ...{ _tag: "OpenRecall", recallId, kind: "disputed", reason: Data.reason },
  ...{ evidence: recallEvidence, at: time("10:00:00") }
} as const)

/** The provider's reference of a return. */
export const returning = "SBX-RETURN-C4T1R6WZ"

/** The amount that the provider returned: all of it. UGX has no decimals. */
export const returnedAmount = first.targetAmount

/** The recalled payout, whose provider returned all money. */
export const returned = live(recalled, {
  ...{ _tag: "ReturnRecall", recallId, returned: first.targetAmount },
  ...{ providerReference: returning, at: time("14:30:00") }
} as const)

export const closed = live(returned, {
  ...{ _tag: "CloseRecall", recallId, outcome: "returned", at: time("14:35:00") }
} as const)

// ----------------------------------------------------------------------------- an account

export const account = Account.created({
  ...{ _tag: "AccountCreated", id: accountId, name: "Acme Remit", email: "ops@example.com" },
  ...{ kycStatus: "APPROVED", at: createdAt }
} as const)

const keyIssued = {
  _tag: "ApiKeyIssued",
  ...{ id: ids.key, hash: "", at: createdAt },
  allowedIps: Data.keyAddresses
} as const

export const key = ApiKey.issued({
  ...{ ...keyIssued, accountId, name: "server", scope: "full", last4: "7f3a" }
})

export const operator = ApiKey.issued({
  ...{ ...keyIssued, accountId: null, name: "Nakato", scope: "admin", last4: "9d21" }
})

export const beneficiary = Beneficiary.saved({
  ...{ _tag: "BeneficiarySaved", id: ids.beneficiary, accountId, name: first.name ?? "" },
  ...{ phone: first.phone, network: first.network, nickname: "Amina, Kampala" },
  ...{ createdAt, at: updatedAt }
})

export const endpoint = Endpoint.created({
  ...{ _tag: "EndpointCreated", id: ids.endpoint, accountId, at: createdAt },
  ...{ url: Data.webhookUrl, events: ["payout.settled", "payout.failed"] },
  ...{ description: "Our ledger", secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw1nP8gqL0v3Y=" }
})
