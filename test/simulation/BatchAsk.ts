/**
 * What clients ask about batches, the way the HTTP handlers do (src/http/handlers/Batches.ts): rows
 * that are new become a batch, and these very rows again within a day are that batch.
 */
import { Effect, Result } from "effect"
import * as Batch from "../../src/domain/Batch.ts"
import * as BatchRequest from "../../src/domain/BatchRequest.ts"
import * as Network from "../../src/domain/Network.ts"
import type { Payout } from "../../src/domain/Payout.ts"
import type * as Quote from "../../src/domain/Quote.ts"
import * as Core from "../../src/engine/Core.ts"
import * as Draw from "../../src/engine/Draw.ts"
import * as Engine from "../../src/engine/Engine.ts"
import type { Rules } from "../../src/engine/Policy.ts"
import { Unavailable } from "../../src/engine/Unavailable.ts"
import { requestOf, type Service, type Timeless, type Voice, type Wish } from "./Ask.ts"
import { middle } from "./LogBooks.ts"

/** With an amount it is a row of a batch, with a quote of a bulk batch. */
export interface Row {
  readonly key: string
  readonly name: string
  readonly phone: string
  readonly amount?: number
  readonly quoteId?: string
}

export interface Submission {
  readonly accountId: string
  readonly kind: Batch.Kind
  readonly asked: ReadonlyArray<Row>
}

type Known = BatchRequest.Known

const prefixes = { batch: "bt", bulk: "bk" } as const

const shown = ({ createdAt, id, total }: Batch.Batch) => ({
  status: 202,
  body: JSON.stringify({ id, at: createdAt, total })
})

const knownOf = (payouts: ReadonlyArray<Payout>, prefix: string): Known =>
  new Map(
    payouts
      .filter(({ batchId }) => batchId?.startsWith(prefix) === true)
      .map((payout) => [payout.idempotencyKey ?? "", payout])
  )

const recipientOf = ({ key, name, phone }: Row, index: number) => ({
  ...{ row: index + 1, phone, name, network: Network.bySlug("MTN_UG"), idempotencyKey: key }
})

const pricedOf = (row: Row, index: number): BatchRequest.Row => ({
  ...recipientOf(row, index),
  amount: row.amount ?? 0
})

const quotedOf = (row: Row, index: number): BatchRequest.BulkRow => ({
  ...recipientOf(row, index),
  quoteId: row.quoteId ?? ""
})

/** A quote that is open and not in memory is a later writer's: this process knows nothing of it. */
const elsewhere = Effect.fail(new Unavailable({ message: "Another process knows of this quote." }))

/** A quote leaves memory once it is used or over: it is noted when nobody else can use it. */
const quotesOf = (engine: Service, ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const named = new Map<string, Quote.Quote>()
    for (const id of ids) {
      const quote = yield* engine.quote(id)
      if (quote?.lock === "none" && !engine.core.quotes.has(id)) return yield* elsewhere
      if (quote !== undefined) named.set(id, quote)
    }
    return named
  })

export const make = (rules: Rules, draw: Draw.Source) => {
  const submit = (voice: Voice, kind: Batch.Kind, rows: ReadonlyArray<Row>): Wish => {
    const priced = rows.map(pricedOf)
    const quoted = rows.map(quotedOf)
    const bounds = { ...rules, ttlMs: rules.quoteTtlMs }
    const quoteIds = kind === "bulk" ? [...new Set(quoted.map(({ quoteId }) => quoteId))] : []
    const claims = quoteIds.toSorted().map(Engine.quoteClaim)
    return (at) => {
      const request = requestOf(voice, kind, JSON.stringify(rows), at)
      const { accountId } = voice
      const id = Draw.id(draw, prefixes[kind], at)
      const wanted: BatchRequest.Request = {
        ...{ id, accountId, at, depositAddress: `0x${id}` },
        payoutIds: rows.map(() => Draw.id(draw, "po", at))
      }
      const effect = (engine: Service) => {
        let earlier: Known = new Map()
        let repeated: Batch.Batch | undefined
        let named: ReadonlyMap<string, Quote.Quote> = new Map()
        const same = () =>
          kind === "batch"
            ? BatchRequest.same(priced, earlier, BatchRequest.isSameAmount)
            : BatchRequest.same(quoted, earlier, BatchRequest.isSameQuote)
        const look = Effect.gen(function* () {
          const keys = rows.map(({ key }) => key)
          const found = yield* engine.lists.rowsByKey(accountId, keys, at - Core.replyMsMax)
          earlier = knownOf(found, prefixes[kind])
          const batchId = same()
          const batch = batchId === undefined ? undefined : yield* engine.batch(batchId)
          repeated = batch?.total === rows.length ? batch : undefined
          named = yield* quotesOf(engine, quoteIds)
        })
        const accept = ({ quotes }: Core.Core) => {
          if (repeated !== undefined) {
            return Result.succeed({ events: [], answer: shown(repeated), replayed: true })
          }
          const quote = (one: string) => quotes.get(one) ?? named.get(one)
          const decided =
            kind === "batch"
              ? BatchRequest.decide(wanted, priced, [], earlier, () => middle, bounds)
              : BatchRequest.decideBulk(wanted, quoted, [], earlier, quote, rules)
          return Result.map(decided, (events) => ({
            events,
            answer: shown(Batch.created(events[0]))
          }))
        }
        const all = [`batches ${accountId}`, ...claims]
        return engine.transact(request, all, accept, () => look)
      }
      return { request, subject: id, effect, rows: { accountId, kind, asked: rows } }
    }
  }

  const command =
    (voice: Voice, id: string, given: Timeless<Batch.Command>): Wish =>
    (at) => {
      const request = requestOf(voice, "batch commands", `${id} ${JSON.stringify(given)}`, at)
      const effect = (engine: Service) =>
        engine.commandBatch(request, id, { ...given, at } as Batch.Command, (after) => ({
          status: 200,
          body: JSON.stringify({ id, status: Batch.status(after), updatedAt: after.updatedAt })
        }))
      return { request, subject: id, effect }
    }

  return { submit, command }
}

export type BatchAsks = ReturnType<typeof make>
