/**
 * A long history, made by the domain itself and written to a log like its writer would: payouts
 * that finished long ago, payouts that wait for their deposit, and accounts with a key each.
 */

import type * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Fiber, Result } from "effect"
import * as Limits from "../src/config/Limits.ts"
import * as Network from "../src/domain/Network.ts"
import * as NewPayout from "../src/domain/payout/NewPayout.ts"
import * as Payout from "../src/domain/payout/Payout.ts"
import * as Quote from "../src/domain/quote/Quote.ts"
import * as Partition from "../src/engine/Partition.ts"
import * as DataSubjects from "../src/engine/ports/DataSubjects.ts"
import * as Entry from "../src/engine/ports/Entry.ts"
import * as IdGenerator from "../src/engine/ports/IdGenerator.ts"
import * as Append from "../src/postgres/log/Append.ts"
import type * as Replay from "../src/postgres/log/Replay.ts"
import type { PersonKeys } from "../src/postgres/sealing/PersonKeys.ts"
import * as SealedEntry from "../src/postgres/sealing/SealedEntry.ts"
import * as ApiKeySecret from "../src/usecases/ApiKeySecret.ts"

const network = Network.parse("MTN_UG") as Network.Network

const dayMs = 24 * 60 * 60_000

/** A recipient for which the sandbox sends no deposit. */
const unfunded = "SANDBOX UNFUNDED"

type Drafts = Array<Entry.Draft>

const record = (drafts: Drafts, at: number, events: ReadonlyArray<Entry.Event>, key?: string) => {
  const reply =
    key === undefined
      ? null
      : { scope: "bench", key, fingerprint: key, status: 201, body: JSON.stringify(events) }
  const draft: Entry.Draft = { v: Entry.version, at, by: "bench", events, reply }
  drafts.push(draft)
}

/** The commands of a settled payout, in order. */
const commands = ({ id, sourceAmount }: Payout.Payout, at: number): Array<Payout.Command> => {
  const place = { chainId: 0, txHash: id, logIndex: 0, blockNumber: 0 }
  const deposit = { ...place, amount: sourceAmount, seenAt: at }
  const instruction = { reference: `transfer of ${id}`, deadline: at + dayMs }
  const { reference } = instruction
  return [
    { _tag: "FinalizeDeposit", deposit, at },
    { _tag: "ClearScreening", instruction, at },
    { _tag: "AcceptTransfer", reference, at },
    { _tag: "DeliverTransfer", reference, providerReference: "paid", at }
  ]
}

interface Payment {
  readonly accountId: string
  readonly at: number
  readonly isFinished: boolean
  readonly fundingWindowMs: number
}

/** Adds the entries of one payout. */
const add = (
  draw: IdGenerator.Source,
  drafts: Drafts,
  { accountId, at, fundingWindowMs, isFinished }: Payment
): void => {
  const amount = { _tag: "Source", micro: 25_000_000 } as const
  const asked = {
    id: IdGenerator.id(draw, "qt", at),
    accountId,
    currency: "UGX",
    amount,
    at
  } as const
  const bounds = { amountMin: 1, amountMax: 1e12, ttlMs: dayMs, spread: 0.01 }
  const quoted = Result.getOrThrow(Quote.create({ ...asked, middle: 3_700_000_000 }, bounds))
  record(drafts, at, [quoted], quoted.id)
  const id = IdGenerator.id(draw, "po", at)
  const wanted: NewPayout.Proposal = {
    ...{
      id,
      accountId,
      quoteId: quoted.id,
      batchId: null,
      at,
      network,
      name: isFinished ? null : unfunded,
      phone: "+256770000001"
    },
    ...{ depositAddress: `0x${id.slice(3).padEnd(40, "0")}`, idempotencyKey: id },
    ...{ beneficiaryId: null, reference: null, metadata: {}, refundAddress: null }
  }
  const rules = { fundingWindowMs, networkLimits: false }
  const created = Result.getOrThrow(NewPayout.decide(wanted, Quote.created(quoted), rules))
  record(drafts, at, [created], id)
  if (!isFinished) return
  let payout = Payout.created(created)
  for (const command of commands(payout, at)) {
    const events = Result.getOrThrow(Payout.decide(payout, command))
    payout = events.reduce(Payout.evolve, payout)
    record(drafts, at, events)
  }
}

/** Drafts of new payouts, as the engine appends them. */
export const creations = (draw: IdGenerator.Source, count: number): ReadonlyArray<Entry.Draft> =>
  Array.from({ length: count }, () => {
    const drafts: Drafts = []
    const facts = { at: Date.now(), isFinished: false, fundingWindowMs: dayMs }
    add(draw, drafts, { accountId: "acct_bench", ...facts })
    return drafts[1] as Entry.Draft
  })

/** Batches of drafts, each made when it is requested. */
function* batchesOf(count: number, add: (drafts: Drafts, made: number) => void) {
  let drafts: Drafts = []
  for (let made = 0; made < count; made++) {
    add(drafts, made)
    if (drafts.length < Limits.log.batchEntriesMax - 10 && made < count - 1) continue
    yield drafts
    drafts = []
  }
}

const landed = Effect.fnUntraced(function* (flight: Fiber.Fiber<Append.Verdict>) {
  const verdict = yield* Fiber.join(flight)
  if (verdict !== "durable") yield* Effect.die(new Error(`An append is ${verdict}`))
})

const partition = Partition.directory

/** The people of a history: its recipients, and the accounts. */
const owners: DataSubjects.DataSubjects = {
  ...DataSubjects.none,
  ofEvent: (_, event) => {
    if ("phone" in event) return DataSubjects.recipient(event.accountId, event.phone)
    if ("accountId" in event) return DataSubjects.account(event.accountId)
    return DataSubjects.account("id" in event ? event.id : null)
  }
}

/** The database to write to, and the keys of the people in it. */
export interface Target {
  readonly sql: PgClient.PgClient
  readonly people: PersonKeys["Service"]
}

/**
 * Appends batches after a tip, each while the next one is made, and returns the number of entries.
 */
const write = Effect.fnUntraced(function* (
  { people, sql }: Target,
  from: Replay.Tip,
  batches: Iterable<Drafts>
) {
  let tip = from
  let flight = yield* Effect.forkChild(Effect.succeed<Append.Verdict>("durable"))
  for (const drafts of batches) {
    const entries = drafts.map((draft) => SealedEntry.seal(people, owners, partition, draft))
    const batch = Append.batch(partition, tip, entries)
    yield* landed(flight)
    flight = yield* Effect.forkChild(Append.attempt(sql, batch), { startImmediately: true })
    yield* Effect.yieldNow
    tip = Append.tipOf(batch)
  }
  yield* landed(flight)
  return tip.seq - from.seq
})

export interface Extent {
  readonly accountId: string
  readonly finished: number
  readonly active: number
  /**
   * The number of days, up to two days ago, over which finished payouts are spread. Without it they
   * all finished half a day ago.
   */
  readonly days?: number
}

/** Appends the history after a tip, and returns the number of its entries. */
export const append = Effect.fnUntraced(function* (
  target: Target,
  from: Replay.Tip,
  { accountId, active, days, finished }: Extent
) {
  const draw = yield* IdGenerator.IdGenerator
  const now = Date.now()
  // The ids grow from one end to the other, as in a real log, so the active payouts of a spread
  // history are older than it. None of them is due within a day.
  const activeAgoMs = days === undefined ? dayMs / 4 : (3 + days) * dayMs
  const finishedAgoMs = (made: number): number =>
    days === undefined ? dayMs / 2 : (2 + days * (1 - made / finished)) * dayMs
  const one = (drafts: Drafts, made: number): void => {
    const isFinished = made < finished
    const at = Math.round(now - (isFinished ? finishedAgoMs(made) : activeAgoMs))
    const fundingWindowMs = now - at + dayMs
    add(draw, drafts, { accountId, at, isFinished, fundingWindowMs })
  }
  return yield* write(target, from, batchesOf(finished + active, one))
})

/** Appends accounts with a key each, and returns the keys. */
export const accounts = Effect.fnUntraced(function* (
  target: Target,
  from: Replay.Tip,
  count: number
) {
  const draw = yield* IdGenerator.IdGenerator
  const at = Date.now()
  const keys: Array<string> = []
  const one = (drafts: Drafts, made: number): void => {
    const id = IdGenerator.id(draw, "acct", at)
    const facts = { name: `Bench ${made}`, email: `bench${made}@example.com` }
    record(drafts, at, [{ _tag: "AccountCreated", id, ...facts, kycStatus: "APPROVED", at }], id)
    const wanted = { accountId: id, name: "bench", scope: "full", at } as const
    const { event, secret } = ApiKeySecret.issue(draw, "sandbox", wanted)
    record(drafts, at, [event], event.id)
    keys.push(secret)
  }
  yield* write(target, from, batchesOf(count, one))
  return keys
})
