/**
 * The auditor's books of the logs: positions, epochs and hashes of each (L3). Quotes and keys are
 * used once in all logs together (L8). A response is in a log before a client gets it, and never
 * changes afterwards (L1).
 */
import type * as Entry from "../../src/engine/ports/Entry.ts"
import { must, some } from "./Claim.ts"
import type { Host } from "./Host.ts"
import { hashOf, type Row } from "./LogRow.ts"
import { type Answered, type Idempotency, middle, type Request } from "./Requests.ts"

const replyMs = 24 * 60 * 60 * 1_000

interface Quote {
  readonly accountId: string
  readonly sourceAmount: number
  readonly targetAmount: number
  readonly rate: number
  readonly expiresAt: number
  payoutId: string | undefined
  isExpired: boolean
}

interface Reply {
  readonly at: number
  readonly fingerprint: string
  readonly status: number
  readonly body: string
}

/** The simulated service's spread, in thousandths. */
const marginPerMille = 10n

/** Checks that the recipient's amount is the converted amount, rounded down. */
const priced = ({ rate, sourceAmount, targetAmount }: Priced): void => {
  const kept = (BigInt(middle) * (1_000n - marginPerMille)) / 1_000n
  must(BigInt(rate) === kept, () => `A rate of ${rate} is not the middle rate less the margin`)
  const bought = (BigInt(sourceAmount) * kept) / 1_000_000_000_000n
  must(BigInt(targetAmount) === bought, () => `${sourceAmount} at ${rate} buys ${targetAmount}`)
}

interface Priced {
  readonly rate: number
  readonly sourceAmount: number
  readonly targetAmount: number
}

const openLedger = () => {
  const quotes = new Map<string, Quote>()
  const replies = new Map<string, Reply>()
  /** Ids, each with its first entry in the log of its partition. */
  const made = new Map<string, number>()
  /** The last row of each partition's log. */
  const tips = new Map<number, Omit<Row, "body">>()
  return { tips, replies, made, quotes }
}

type Ledger = ReturnType<typeof openLedger>

const tipOf = (ledger: Ledger, partition: number): Omit<Row, "body"> =>
  ledger.tips.get(partition) ?? { seq: 0, epoch: 0, hash: "" }

const row = (
  ledger: Ledger,
  partition: number,
  { body, epoch, hash, seq }: Row,
  events: ReadonlyArray<Entry.Event>
): void => {
  const last = tipOf(ledger, partition)
  must(seq === last.seq + 1, `L3: seq ${seq} comes after ${last.seq}`)
  must(hash === hashOf(last.hash, seq, epoch, body), `L3: the hash of ${seq} is wrong`)
  const isFirst = events[0]?._tag === "EpochStarted"
  must(epoch === last.epoch + (isFirst ? 1 : 0), `L3: epoch ${epoch} comes after ${last.epoch}`)
  ledger.tips.set(partition, { seq, epoch, hash })
}

const reply = (ledger: Ledger, { at, reply: kept }: Entry.Entry): void => {
  if (kept === null) return
  const { body = "", fingerprint, key, scope, status } = kept
  const id = `${scope}\n${key}`
  const earlier = ledger.replies.get(id)
  // The clock of the request decides, and requests may overtake each other slightly.
  const isOver = earlier === undefined || at >= earlier.at + replyMs
  must(isOver, `L8: the key ${key} acted twice`)
  ledger.replies.set(id, { at, fingerprint, status, body })
}

/** Events that begin a part of an object, and not an object. */
const ofPart = /^Transfer/

const created = (ledger: Ledger, event: Entry.Event, seq: number): void => {
  if (
    "id" in event &&
    /(Created|Requested|Proposed)$/.test(event._tag) &&
    !ofPart.test(event._tag)
  ) {
    must(!ledger.made.has(event.id), "An id is used twice")
    ledger.made.set(event.id, seq)
  }
  if (event._tag === "PayoutCreated") priced(event)
  if (event._tag === "QuoteCreated") {
    priced(event)
    ledger.quotes.set(event.id, { ...event, payoutId: undefined, isExpired: false })
  }
  if (event._tag === "QuoteExpired") {
    const quote = some(ledger.quotes.get(event.id), "A quote expires that does not exist")
    must(!quote.isExpired && quote.payoutId === undefined, "A quote expires once, and unused")
    must(event.at >= quote.expiresAt, "A quote expires before its time")
    quote.isExpired = true
  }
  if (event._tag !== "PayoutCreated" || event.quoteId === null) return
  const quote = some(ledger.quotes.get(event.quoteId), "A payout on a quote that does not exist")
  must(quote.payoutId === undefined && !quote.isExpired, "L8: a quote is used once")
  must(event.at < quote.expiresAt, "A payout on a quote that is over")
  const isSame = quote.sourceAmount === event.sourceAmount && quote.rate === event.rate
  must(isSame && quote.targetAmount === event.targetAmount, "An amount other than quoted")
  must(quote.accountId === event.accountId, "A payout on someone else's quote")
  quote.payoutId = event.id
}

const kept = (ledger: Ledger, idempotency: Idempotency): Reply | undefined =>
  ledger.replies.get(`${idempotency.scope}\n${idempotency.key}`)

const entry =
  (ledger: Ledger) =>
  (partition: number, place: Row, entry: Entry.Entry): void => {
    row(ledger, partition, place, entry.events)
    reply(ledger, entry)
    for (const event of entry.events) created(ledger, event, entry.seq)
  }

/** A client got a response. */
const acknowledged =
  (ledger: Ledger) =>
  ({ idempotency }: Request, answer: Answered): void => {
    if (idempotency === null) {
      const { id } = JSON.parse(answer.body)
      return must(ledger.made.has(id), "L1: acknowledged, and not in the log")
    }
    const found = some(kept(ledger, idempotency), "L1: acknowledged, and not in the log")
    must(found.fingerprint === idempotency.fingerprint, "The answer to other parameters")
    const isSame = found.body === answer.body && found.status === answer.status
    must(isSame, () => `L1: an answer has other bytes: ${answer.body} ${found.body}`)
  }

const rejected =
  (ledger: Ledger) =>
  ({ appliedSeq }: Host, { at, idempotency }: Request, tag: string, subject: string): void => {
    if (tag === "KeyReused" && idempotency !== null) {
      const found = some(kept(ledger, idempotency), "A key was refused that was never used")
      must(found.fingerprint !== idempotency.fingerprint, "The same request was refused")
    }
    if (tag === "QuoteExpired") {
      // A quote is also expired if its payout ended unpaid, or if its expiry is in the log. A
      // frozen process may handle a request that came in time only after the expiry.
      const quote = ledger.quotes.get(subject)
      const isGone = quote?.payoutId !== undefined || quote?.isExpired === true
      must(isGone || at >= (quote?.expiresAt ?? at), "A quote was over before its time")
    }
    if (tag === "QuoteAlreadyUsed") {
      must(ledger.quotes.get(subject)?.payoutId !== undefined, "A quote was refused that is unused")
    }
    if (tag === "QuoteNotFound" || tag === "PayoutNotFound" || tag === "BatchNotFound") {
      // An older process does not have the entries of a newer one.
      const isKnown = (ledger.made.get(subject) ?? appliedSeq + 1) <= appliedSeq
      must(!isKnown, `${tag}, and it is in the log`)
    }
  }

export const make = () => {
  const ledger = openLedger()
  return {
    tip: (partition: number) => tipOf(ledger, partition),
    entry: entry(ledger),
    acknowledged: acknowledged(ledger),
    rejected: rejected(ledger)
  }
}

export type LogBooks = ReturnType<typeof make>
