/**
 * A long history, made by the domain itself and written to a log as its writer would: payouts that
 * finished long ago, and payouts that wait for their deposit.
 */
import type * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Result } from "effect"
import * as Limits from "../src/config/Limits.ts"
import * as Network from "../src/domain/Network.ts"
import * as NewPayout from "../src/domain/payout/NewPayout.ts"
import * as Payout from "../src/domain/payout/Payout.ts"
import * as Quote from "../src/domain/quote/Quote.ts"
import * as Entry from "../src/engine/ports/Entry.ts"
import * as IdGenerator from "../src/engine/ports/IdGenerator.ts"
import * as Append from "../src/postgres/log/Append.ts"
import type * as Replay from "../src/postgres/log/Replay.ts"

const network = Network.parse("MTN_UG") as Network.Network

const dayMs = 24 * 60 * 60_000

type Bodies = Array<string>

const write = (bodies: Bodies, at: number, events: ReadonlyArray<Entry.Event>, key?: string) => {
  const reply =
    key === undefined
      ? null
      : { scope: "bench", key, fingerprint: key, status: 201, body: JSON.stringify(events) }
  const draft: Entry.Draft = { v: Entry.version, at, by: "bench", events, reply }
  bodies.push(JSON.stringify(draft))
}

/** What a settled payout was told, in order. */
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
}

/** Adds the entries of one payout. */
const add = (
  draw: IdGenerator.Source,
  bodies: Bodies,
  { accountId, at, isFinished }: Payment
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
  write(bodies, at, [quoted], quoted.id)
  const id = IdGenerator.id(draw, "po", at)
  const wanted: NewPayout.Proposal = {
    ...{
      id,
      accountId,
      quoteId: quoted.id,
      batchId: null,
      at,
      network,
      name: null,
      phone: "+256770000001"
    },
    ...{ depositAddress: `0x${id.slice(3).padEnd(40, "0")}`, idempotencyKey: id },
    ...{ beneficiaryId: null, reference: null, metadata: {}, refundAddress: null }
  }
  const rules = { fundingWindowMs: dayMs, networkLimits: false }
  const created = Result.getOrThrow(NewPayout.decide(wanted, Quote.created(quoted), rules))
  write(bodies, at, [created], id)
  if (!isFinished) return
  let payout = Payout.created(created)
  for (const command of commands(payout, at)) {
    const events = Result.getOrThrow(Payout.decide(payout, command))
    payout = events.reduce(Payout.evolve, payout)
    write(bodies, at, events)
  }
}

/** Drafts of new payouts, as the engine appends them. */
export const creations = (draw: IdGenerator.Source, count: number): ReadonlyArray<Entry.Draft> =>
  Array.from({ length: count }, () => {
    const bodies: Bodies = []
    add(draw, bodies, { accountId: "acct_bench", at: Date.now(), isFinished: false })
    return JSON.parse(bodies[1] ?? "") as Entry.Draft
  })

export interface Extent {
  readonly accountId: string
  readonly finished: number
  readonly active: number
}

/** Appends the history after a tip; how many entries it took. */
export const append = Effect.fnUntraced(function* (
  sql: PgClient.PgClient,
  from: Replay.Tip,
  { accountId, active, finished }: Extent
) {
  const draw = yield* IdGenerator.IdGenerator
  const now = Date.now()
  let tip = from
  let bodies: Bodies = []
  for (let made = 0; made < finished + active; made++) {
    const isFinished = made < finished
    // Active payouts are dated an hour ahead: nothing of them is due during the measurement.
    const at = isFinished ? now - dayMs / 2 : now + dayMs / 24
    add(draw, bodies, { accountId, at, isFinished })
    if (bodies.length < Limits.log.batchEntriesMax - 10 && made < finished + active - 1) continue
    const batch = Append.batch(Limits.partition, tip, bodies)
    const verdict = yield* Append.attempt(sql, batch)
    if (verdict !== "durable") return yield* Effect.die(new Error(`An append is ${verdict}`))
    const seq = tip.seq + bodies.length
    tip = { ...tip, seq, hash: batch.hashes.at(-1) ?? tip.hash }
    bodies = []
  }
  return tip.seq - from.seq
})
