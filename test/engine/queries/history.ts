/** A random history for lists. Numbers choose its objects, so that fast-check can shrink it. */
import * as fc from "fast-check"
import * as Batch from "../../../src/domain/batch/Batch.ts"
import * as BatchRow from "../../../src/domain/batch/BatchRow.ts"
import * as Ids from "../../../src/domain/Ids.ts"
import type * as Payout from "../../../src/domain/payout/Payout.ts"
import * as PayoutGuards from "../../../src/domain/payout/PayoutGuards.ts"
import * as Recall from "../../../src/domain/payout/Recall.ts"
import type * as Entry from "../../../src/engine/ports/Entry.ts"
import type * as State from "../../../src/engine/state/State.ts"
import * as Endings from "./endings.ts"

export const accounts = ["acct_A", "acct_B"]

/** Start of a history, in milliseconds. */
export const bornAt = Date.UTC(2026, 0, 5, 12)

const changes = [
  ...(["quote", "expire", "payout", "payout", "batch", "beneficiary", "forget"] as const),
  ...(["fail", "fail", "reopen", "reopen", "end again", "batch ends", "batch reopens"] as const),
  ...(["recall"] as const),
  ...Endings.kinds
]
const moments = ["begin", "commit", "leave", "write", "use", "release", "list", "list"] as const

export const step = fc.record({
  kind: fc.constantFrom(...changes, ...moments),
  /** Chooses an object, modulo their number. */
  pick: fc.nat(9_999),
  more: fc.nat(9_999)
})
export type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

const networks = ["MTN_UG", "AIRTEL_UG"] as const

/** Names of batches. The last ones have no name. */
export const named = [{ name: "March salaries" }, { name: "Réfunds, March" }, {}] as const

/** Names in the order of lists. JavaScript's order swaps the last two. */
export const people = ["Amina Nakató", "Ben Okello", "Chris O'Neil", "﨎oe Atieno", "𐐨bel Ouma"]

const amount = 25_000_000

/** Swaps neighbouring ids, since ids of the same millisecond have no order of creation. */
const idOf = (prefix: string, count: number): string =>
  `${prefix}_${Ids.timeOf(bornAt)}${String(count ^ 1).padStart(16, "0")}`

const one = <A>(all: ReadonlyArray<A>, pick: number): A | undefined => all[pick % all.length]

const terms = (id: string, accountId: string, at: number, more: number) => ({
  ...({ id, at, accountId, status: "AWAITING_FUNDS", currency: "UGX" } as const),
  ...{ sourceAmount: amount, targetAmount: 91_575, rate: 3_663_000_000, spread: 0.01 },
  ...{ phone: `+25677000000${more % 10}`, name: people[more % people.length] ?? "" },
  ...{ network: networks[more % 2] ?? "MTN_UG", depositAddress: `0x${id}` },
  ...{ fundingDeadline: at + 60_000, beneficiaryId: null, metadata: {} },
  ...{ reference: more % 3 === 0 ? `order ${more % 7}` : null }
})

const deposit = (id: string, count: number) => ({
  ...{ chainId: 1, txHash: `0x${id}`, logIndex: count, blockNumber: count, amount: 1_000_000 },
  seenAt: bornAt
})

const quoteOf = (id: string, accountId: string, at: number, more: number) => ({
  ...({ _tag: "QuoteCreated", id, accountId, currency: "UGX", sourceAmount: amount } as const),
  ...{ targetAmount: 91_575, rate: 3_663_000_000, spread: 0.01, at },
  expiresAt: at + (more % 2 === 0 ? 5 : 300_000)
})

type Events = ReadonlyArray<Entry.Event>

/** The next events of a finished payout: a late deposit with its refund, or the refund sent. */
const reopened = (payout: Payout.Payout, at: number, count: number): Events => {
  const { id, refunds } = payout
  if (refunds.some(({ status }) => status === "due")) {
    const sent = { amount: 1_000_000, address: `0x${"5".repeat(40)}`, txHash: `0xr${count}` }
    return [{ _tag: "RefundSent", id, at, ...sent }]
  }
  return [
    { _tag: "DepositFinalized", id, at, deposit: deposit(id, count) },
    { _tag: "RefundOpened", id, at, amount: 1_000_000 }
  ]
}

const isRecallable = ({ batchId, status }: Payout.Payout): boolean =>
  PayoutGuards.isFinal(status) && batchId === null

/** Opens a recall of a payout, or closes the open one. */
const recalled = (payout: Payout.Payout | undefined, at: number, count: number): Events => {
  if (payout === undefined) return []
  const { id } = payout
  const recall = Recall.openOf(payout)
  return recall === undefined
    ? [{ _tag: "RecallOpened", id, at, recallId: `rcl_${count}`, kind: "recalled", reason: "" }]
    : [{ _tag: "RecallClosed", id, at, recallId: recall.id, outcome: "kept" }]
}

const endedAgain = ({ id, refunds }: Payout.Payout, at: number): Events => {
  const sent = refunds.find(({ status }) => status === "sent")
  return sent?.txHash == null ? [] : [{ _tag: "RefundConfirmed", id, at, txHash: sent.txHash }]
}

/** The next events of a finished batch, as of a payout. */
const batchReopened = ({ id, refunds }: Batch.Batch, at: number, count: number): Events => {
  if (refunds.some(({ status }) => status === "due")) {
    const sent = { amount: 1_000_000, address: `0x${"5".repeat(40)}`, txHash: `0xr${count}` }
    return [{ _tag: "BatchRefundSent", id, at, ...sent }]
  }
  return [{ _tag: "BatchDepositFinalized", id, at, deposit: deposit(id, count) }]
}

const batchEnds = (fold: State.State, batch: Batch.Batch, at: number): Events => {
  const { id } = batch
  if (batch.funding === "open" && batch.total === 2) return [{ _tag: "BatchCancelled", id, at }]
  const step = Batch.nextStep(batch)
  if (step._tag === "OpenRefund") return [{ _tag: "BatchRefundOpened", id, at, amount: 1_000_000 }]
  const sent = batch.refunds.find(({ status }) => status === "sent")
  if (sent?.txHash != null) return [{ _tag: "BatchRefundConfirmed", id, at, txHash: sent.txHash }]
  const rows = [...fold.payouts.values()].filter(
    ({ batchId, status }) => batchId === id && !PayoutGuards.isFinal(status)
  )
  return rows.map((row) => ({ _tag: "PayoutFailed", id: row.id, at, reason: "unspecified" }))
}

const created = (
  { kind, more, pick }: Step,
  fold: State.State,
  at: number,
  count: number
): Events => {
  const accountId = accounts[more % 3 === 0 ? 1 : 0] ?? ""
  const own = { idempotencyKey: more % 4 === 0 ? null : `key ${count % 20}` }
  switch (kind) {
    case "quote":
      return [quoteOf(idOf("qt", count), accountId, at, more)]
    case "payout": {
      const quote = one(
        [...fold.quotes.values()].filter(({ lock }) => lock === "none"),
        pick
      )
      const of = quote?.accountId ?? accountId
      const facts = terms(idOf("po", count), of, at, more)
      const quoteId = quote?.id ?? null
      return [{ _tag: "PayoutCreated", ...facts, ...own, quoteId, batchId: null }]
    }
    case "batch": {
      const kind = pick % 2 === 0 ? "batch" : "bulk"
      const id = idOf(kind === "batch" ? "bt" : "bk", count)
      const total = 1 + (more % 2)
      const facts = { id, at, accountId, kind, total, sourceAmount: total * amount } as const
      const rows = Array.from({ length: total }, (_, row) => ({
        ...terms(`${idOf("po", count)}${row}`, accountId, at, more),
        ...{ _tag: "PayoutCreated", quoteId: null, batchId: id, idempotencyKey: `row ${count}` }
      }))
      return [
        {
          _tag: "BatchCreated",
          ...facts,
          ...{ depositAddress: `0x${id}`, fundingDeadline: at + 60_000 },
          currencies: BatchRow.totals(rows),
          ...named[more % named.length]
        },
        ...(rows as ReadonlyArray<Extract<Entry.Event, { _tag: "PayoutCreated" }>>)
      ]
    }
    default: {
      const [name, network] = [people[more % people.length] ?? "", networks[more % 2] ?? "MTN_UG"]
      // Few ids, so that a beneficiary is changed, deleted and saved again.
      const id = `ben_${String(pick % 12).padStart(26, "0")}`
      const before = fold.beneficiaries.get(id)
      const facts = { id, name, phone: `+25677000000${more % 10}`, network, nickname: null }
      const owner = before?.accountId ?? accountId
      return [
        {
          ...{ _tag: "BeneficiarySaved", ...facts, accountId: owner, at },
          createdAt: before?.createdAt ?? at
        }
      ]
    }
  }
}

const payoutEventsOf = (step: Step, fold: State.State, at: number, count: number): Events => {
  const { kind, pick } = step
  const payouts = (fits: (payout: Payout.Payout) => boolean) =>
    one([...fold.payouts.values()].filter(fits), pick)
  const batches = (fits: (batch: Batch.Batch) => boolean) =>
    one([...fold.batches.values()].filter(fits), pick)
  switch (kind) {
    case "expire": {
      const open = [...fold.quotes.values()].filter(({ lock }) => lock === "none")
      const id = one(open, pick)?.id
      return id === undefined ? [] : [{ _tag: "QuoteExpired", id, at }]
    }
    case "forget": {
      const found = one([...fold.beneficiaries.values()], pick)
      if (found === undefined) return []
      return [{ _tag: "BeneficiaryDeleted", id: found.id, accountId: found.accountId, at }]
    }
    case "fail": {
      const found = payouts(({ status }) => !PayoutGuards.isFinal(status))
      if (found === undefined) return []
      return [{ _tag: "PayoutFailed", id: found.id, at, reason: "unspecified" }]
    }
    case "reopen": {
      const found = payouts((one) => PayoutGuards.isFinished(one) && one.batchId === null)
      return found === undefined ? [] : reopened(found, at, count)
    }
    case "recall":
      return recalled(payouts(isRecallable), at, count)
    case "end again": {
      const found = payouts(({ refunds }) => refunds.some(({ status }) => status === "sent"))
      return found === undefined ? [] : endedAgain(found, at)
    }
    case "batch ends": {
      const found = batches((batch) => !Batch.isFinished(batch))
      return found === undefined ? [] : batchEnds(fold, found, at)
    }
    case "batch reopens": {
      const found = batches(Batch.isFinished)
      return found === undefined ? [] : batchReopened(found, at, count)
    }
    default:
      return created(step, fold, at, count)
  }
}

/** The events of a step. Empty if no object is in the right state. */
export const eventsOf = (step: Step, fold: State.State, at: number, count: number): Events => {
  const accountId = accounts[step.more % 3 === 0 ? 1 : 0] ?? ""
  return (
    Endings.eventsOf(step, { fold, at }, (prefix) => idOf(prefix, count), accountId) ??
    payoutEventsOf(step, fold, at, count)
  )
}
