/** Examples of batches, made by the events of a batch and of its rows. */
import { Result } from "effect"
import * as Batch from "../../domain/batch/Batch.ts"
import * as BatchReview from "../../domain/batch/BatchReview.ts"
import * as NewBatch from "../../domain/batch/NewBatch.ts"
import * as Money from "../../domain/money/Money.ts"
import * as Network from "../../domain/Network.ts"
import * as Payout from "../../domain/payout/Payout.ts"
import type * as PayoutEvent from "../../domain/payout/PayoutEvent.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Objects from "../contract/ExampleObjects.ts"
import * as PayoutExamples from "../payouts/PayoutExamples.ts"
import * as BatchJson from "./BatchJson.ts"

const { ids, recipient } = Data
const { createdAt, instruction, policy, time, token } = Objects
const { reference } = instruction

/** A batch and its rows. */
export interface Life {
  readonly batch: Batch.Batch
  readonly rows: ReadonlyArray<Payout.Payout>
}

const born = ([created, ...rows]: readonly [Batch.Created, ...Array<PayoutEvent.Created>]) => ({
  batch: Batch.created(created),
  rows: rows.map(Payout.created)
})

const live = ({ batch, rows }: Life, ...commands: ReadonlyArray<Batch.Command>): Life => ({
  batch: commands.reduce(
    (state, command) => Result.getOrThrow(Batch.decide(state, command)).reduce(Batch.evolve, state),
    batch
  ),
  rows
})

/** The batch after commands to one of its rows, or to each. */
const liveRows = (life: Life, commands: ReadonlyArray<Payout.Command>, row?: number): Life =>
  life.rows.reduce(
    ({ batch, rows }, payout, index) => {
      if (row !== undefined && row !== index) return { batch, rows: [...rows, payout] }
      const after = Objects.live({ payout, steps: [] }, ...commands).payout
      const followed = Batch.follow(batch, payout, after, after.updatedAt)
      return { batch: followed, rows: [...rows, after] }
    },
    { batch: life.batch, rows: [] } as Life
  )

const proposal = {
  ...{ accountId: ids.account, depositAddress: Data.depositAddress, at: createdAt },
  payoutIds: [ids.payout, ids.otherPayout]
}

const networkOf = (name: string) => Network.parse(name) ?? Network.bySlug("MTN_UG")

const submission = {
  rows: Data.batchRows.map((row, index) => ({
    ...{ row: index + 1, phone: row.phone, name: row.name ?? null },
    ...{ network: networkOf(row.network), amount: Money.micro(row.amount_usdc) },
    ...{ idempotencyKey: row.idempotency_key, reference: row.reference ?? null }
  })),
  ...{ problems: [], earlier: new Map() }
}

const middle = (currency: Network.Currency) => Objects.middles[currency === "KES" ? "KES" : "UGX"]

const namedProposal = { ...proposal, id: ids.batch, name: "Salaries March 2026" }

const queued = born(Result.getOrThrow(NewBatch.decide(namedProposal, submission, middle, policy)))

const started = liveRows(queued, [
  {
    ...{ _tag: "OpenFunding", at: time("09:00:01") },
    fundingDeadline: queued.batch.fundingDeadline
  }
])

const finalized = (amount: number): Batch.Command => ({
  ...{ _tag: "FinalizeDeposit", deposit: Objects.deposit(amount), at: time("09:00:02") }
})

export const funded = live(started, finalized(65_500_000), {
  ...{ _tag: "AcceptFunds", at: time("09:00:02") }
} as const)

const cleared = { _tag: "ClearScreening", instruction, at: time("09:00:05") } as const

const paying = liveRows(funded, [{ _tag: "Fund", at: time("09:00:03") }, cleared])

const onePaid = liveRows(paying, [{ _tag: "DeliverTransfer", reference, ...Objects.delivered }], 0)

const refused: Payout.Command = {
  ...{ _tag: "RefuseTransfer", reference, reason: "invalid_recipient", next: null },
  ...{ attemptsMax: 3, at: time("09:01:41") }
}

/** One row was paid, and the provider refused the other. */
export const completed = liveRows(onePaid, [refused], 1)

const directed = live(completed, {
  ...{ _tag: "SetRefundAddress", address: Data.refundAddress, at: time("09:02:00") }
} as const)

const cancel = { _tag: "Cancel", at: time("09:01:40") } as const

/** The cancelled batch. Its rows end in a later step. */
export const cancelled = live(started, cancel)

const deadline = queued.batch.fundingDeadline + 1

/** 60 of 65.5 USDC arrived, and the funding window has ended. */
const expired = live(
  liveRows(live(started, finalized(60_000_000), { _tag: "CloseFundingWindow", at: deadline }), [
    { _tag: "CloseFundingWindow", at: deadline }
  ]),
  { _tag: "OpenRefund", at: deadline },
  { _tag: "SetRefundAddress", address: Data.refundAddress, at: time("09:35:00") }
)

const senders = expired.batch.deposits.flatMap(({ from }) => from ?? [])

const screened = { _tag: "ScreenSenders", senders, at: time("09:35:01") } as const

const adminJson = ({ batch }: Life) => BatchJson.adminBatch(batch, PayoutExamples.view)

export const batchCreated = BatchJson.batchCreated(queued.batch, token, [])
export const batch = BatchJson.batch(directed.batch, token)
export const batchCancelled = BatchJson.batch(liveRows(cancelled, [cancel]).batch, token)
export const batchSeen = adminJson(directed)

/** A batch whose refund was held, and released by an operator. */
export const batchReleased = adminJson(
  live(
    expired,
    { ...screened, hold: "no answer" },
    { _tag: "ReleaseRefunds", by: "ada@example.com", at: time("09:40:00") }
  )
)

/** A batch whose money arrived on another chain. */
export const batchForeign = adminJson(live(expired, { ...screened, hold: null }, Objects.booking))

export const batchRefunded = adminJson(
  live(
    expired,
    { ...screened, hold: null },
    { ...Objects.sending, amount: 60_000_000, at: time("09:42:00") }
  )
)

export const batchItems = completed.rows.flatMap((row) =>
  row.status === "FAILED" ? [BatchJson.batchPayout(row, undefined)] : []
)

const examined = NewBatch.examine(namedProposal, submission, middle, policy)

/** A payout of two weeks ago that paid the same as the second row. */
const paidBefore = BatchReview.paidBefore(
  examined.priced,
  paying.rows.slice(1).map(
    (row) =>
      ({
        ...row,
        ...{ id: "po_01KHXQ1N4G8ZC3T7K2V9XH5M0R", batchId: null, status: "SETTLED" },
        createdAt: Date.parse("2026-02-20T09:12:40.218Z")
      }) as Payout.Payout
  )
)

export const batchChecked = BatchJson.batchChecked(
  {
    ...{ ...examined, warnings: [], batchId: null, paidBefore },
    middles: new Map(Object.entries(Objects.middles) as Array<[Network.Currency, number]>)
  },
  submission.rows.length,
  policy.spread
)

const bulkQueued = born(
  Result.getOrThrow(
    NewBatch.decideBulk(
      { ...proposal, id: ids.bulk },
      {
        ...submission,
        rows: [
          {
            ...{ row: 1, phone: recipient.recipient_phone, name: recipient.recipient_name },
            ...{ network: networkOf(recipient.network), quoteId: ids.quote },
            ...{ idempotencyKey: Data.idempotencyKey, reference: null }
          }
        ]
      },
      () => Objects.quote,
      policy
    )
  )
)

const bulkFunded = live(bulkQueued, finalized(25_000_000), {
  ...{ _tag: "AcceptFunds", at: time("09:00:02") }
} as const)

const bulkPaying = liveRows(bulkFunded, [{ _tag: "Fund", at: time("09:00:03") }, cleared])

export const bulkCreated = BatchJson.bulkCreated(bulkQueued.batch, token, [])
export const bulkSummary = BatchJson.bulkSummary(bulkQueued.batch, token)
export const bulk = BatchJson.bulk(bulkPaying.batch, bulkPaying.rows, token)
