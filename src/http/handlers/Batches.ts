/** `/v1/batches`, `/v1/payouts/bulk`: translates between the wire and the engine, nothing else. */
import { Effect, Result } from "effect"
import * as Config from "../../Config.ts"
import * as Batch from "../../domain/Batch.ts"
import * as BatchRequest from "../../domain/BatchRequest.ts"
import * as Money from "../../domain/Money.ts"
import * as Network from "../../domain/Network.ts"
import type * as Payout from "../../domain/Payout.ts"
import * as Quote from "../../domain/Quote.ts"
import * as Chain from "../../engine/Chain.ts"
import * as Core from "../../engine/Core.ts"
import * as Draw from "../../engine/Draw.ts"
import * as Engine from "../../engine/Engine.ts"
import * as Policy from "../../engine/Policy.ts"
import * as Provider from "../../engine/Provider.ts"
import * as Rates from "../../engine/Rates.ts"
import type { Unavailable } from "../../engine/Unavailable.ts"
import * as Api from "../api/Batches.ts"
import * as Csv from "../Csv.ts"
import * as Decode from "../Decode.ts"
import * as Own from "../Own.ts"
import * as Page from "../Page.ts"
import type { FieldError } from "../Problems.ts"
import * as Route from "../Route.ts"
import * as Wire from "../Wire.ts"
import * as Wording from "../Wording.ts"

/** Quotes that rows use: claimed, and then looked at. */
interface Quotes {
  readonly claims: ReadonlyArray<string>
  readonly prepare: Effect.Effect<void, Unavailable>
}

interface Read<R> {
  readonly rows: ReadonlyArray<R>
  readonly problems: ReadonlyArray<BatchRequest.Problem>
}

type Given = Readonly<Record<string, unknown>>

/** What rows may not share, and how a row that does is told. */
const unique = { idempotency_key: "key", quote_id: "quote" } as const

/** Rows that repeat what an earlier one has, whether that one is good or not. */
const repeatedRows = (rows: ReadonlyArray<Given>): ReadonlyArray<FieldError> =>
  Object.entries(unique).flatMap(([field, noun]) => {
    const first = new Map<unknown, number>()
    return rows.flatMap((given, index) => {
      const [row, value] = [index + 1, given[field]]
      if (typeof value !== "string" || value === "") return []
      const before = first.get(value)
      if (before === undefined) first.set(value, row)
      const message = `is the ${noun} of row ${before} too`
      return before === undefined ? [] : [{ row, field, code: "duplicate", message }]
    })
  })

/** Every row that is good so far, and what is wrong with the others. */
const readRows = <T, R>(
  rows: ReadonlyArray<Given>,
  found: ReadonlyArray<FieldError>,
  decode: (row: Given) => ReturnType<ReturnType<typeof Decode.decoder>>,
  make: (row: number, value: T) => R
): Read<R> => {
  const good: Array<R> = []
  const bad: Array<FieldError> = []
  const named = new Set(found.map(({ row }) => row))
  rows.forEach((given, index) => {
    const row = index + 1
    const decoded = decode(given)
    if (Result.isFailure(decoded)) {
      const { failure } = decoded
      bad.push(
        ...(failure._tag === "Invalid" ? failure.errors : []).map((one) => ({ ...one, row }))
      )
    } else if (!named.has(row)) good.push(make(row, decoded.success as T))
  })
  const problems = Csv.join(found, bad)
  // The decision about the good rows names those that repeat one another.
  const repeated = problems.length === 0 ? [] : repeatedRows(rows)
  return {
    rows: good,
    problems: [...problems, ...repeated].map((one) => ({ ...one, row: one.row ?? 0 }))
  }
}

const decodeBare = Decode.decoder(Api.Row)

/** A row of a batch, with the limit that its amount really has. */
const decodeRow = (policy: Policy.Rules) => (given: Given) => {
  const problem = Quote.amountMaxProblem(Wording.numberOf(given.amount_usdc), policy)
  return decodeBare(given, problem === undefined ? [] : [{ field: "amount_usdc", ...problem }])
}

const decodeBulkRow = Decode.decoder(Api.BulkRow)

const network = (text: string): Network.Network => Network.parse(text) as Network.Network

const rowOf = (row: number, value: typeof Api.Row.Type): BatchRequest.Row => ({
  row,
  phone: value.phone,
  name: value.name ?? null,
  network: network(value.network),
  amount: Money.micro(value.amount_usdc),
  idempotencyKey: value.idempotency_key
})

const bulkRowOf = (row: number, value: typeof Api.BulkRow.Type): BatchRequest.BulkRow => ({
  row,
  quoteId: value.quote_id,
  phone: value.recipient_phone,
  name: value.recipient_name ?? null,
  network: network(value.network),
  idempotencyKey: value.idempotency_key
})

/** One account's batches are accepted one after the other: a row's key acts once. */
const batchClaim = (accountId: string): string => `batches ${accountId}`

const known = (payouts: ReadonlyArray<Payout.Payout>, prefix: string): BatchRequest.Known =>
  new Map(
    payouts
      .filter(({ batchId }) => batchId?.startsWith(prefix) === true)
      .map((payout) => [payout.idempotencyKey ?? "", payout])
  )

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const { tellsNames } = yield* Provider.Provider
  const policy = { ...(yield* Policy.Policy), tellsNames }
  const rates = yield* Rates.Rates
  const chain = yield* Chain.Chain
  const draw = yield* Draw.Draw
  const { core } = engine

  const find = Effect.fnUntraced(function* (accountId: string, id: string, kind: Batch.Kind) {
    const batch = yield* Own.batch(engine, accountId, id)
    if (batch.kind === kind) return batch
    return yield* Effect.fail({ _tag: "BatchNotFound", id } as const)
  })

  const requestOf = (
    prefix: "bt" | "bk",
    accountId: string,
    at: number,
    count: number
  ): BatchRequest.Request => {
    const id = Draw.id(draw, prefix, at)
    const payoutIds = Array.from({ length: count }, () => Draw.id(draw, "po", at))
    return { id, accountId, at, depositAddress: chain.depositAddress(id), payoutIds }
  }

  /**
   * Accepts rows that are new, or answers again what these very rows were answered within a day.
   * Which rows there were is asked once nobody else of the account can add any.
   */
  const submit = <R extends BatchRequest.Row | BatchRequest.BulkRow>(
    {
      accountId,
      at,
      request
    }: Pick<Route.Call<never, never, never>, "accountId" | "at" | "request">,
    prefix: "bt" | "bk",
    { problems, rows }: Read<R>,
    quotes: Quotes,
    isSame: (row: R, payout: Payout.Payout) => boolean,
    show: (batch: Batch.Batch, token: Chain.Token, warnings: Wire.Warnings) => object,
    decide: (
      earlier: BatchRequest.Known
    ) => ReturnType<typeof BatchRequest.decide | typeof BatchRequest.decideBulk>
  ) => {
    let earlier: BatchRequest.Known = new Map()
    let repeated: Batch.Batch | undefined
    const keys = rows.map(({ idempotencyKey }) => idempotencyKey)
    const look = Effect.gen(function* () {
      const since = at - Core.replyMsMax
      earlier = known(yield* engine.lists.rowsByKey(accountId, keys, since), prefix)
      const isWhole = problems.length === 0
      const batchId = isWhole ? BatchRequest.same(rows, earlier, isSame) : undefined
      const batch = batchId === undefined ? undefined : yield* engine.batch(batchId)
      repeated = batch?.total === rows.length ? batch : undefined
      yield* quotes.prepare
    })
    return engine.transact(
      request,
      [batchClaim(accountId), ...quotes.claims],
      () => {
        if (repeated !== undefined) {
          const payouts = keys.flatMap((key) => earlier.get(key) ?? [])
          const warnings = BatchRequest.warnings(payouts, policy)
          const answer = Route.accepted(show(repeated, chain.token, warnings))
          return Result.succeed({ events: [], answer, replayed: true })
        }
        return Result.map(decide(earlier), (events) => {
          const [batch, ...payouts] = events
          const warnings = BatchRequest.warnings(payouts, policy)
          const answer = show(Batch.created(batch), chain.token, warnings)
          return { events, answer: Route.accepted(answer) }
        })
      },
      () => look
    )
  }

  const create = Route.ofRows(
    Api.create,
    Api.LooseRows,
    { access: "account", takesUpload: true },
    Effect.fnUntraced(function* (call) {
      const { accountId, at, found, payload } = call
      const read = readRows(payload.payouts, found, decodeRow(policy), rowOf)
      const { problems, rows } = read
      const currencies = [...new Set(rows.map((row) => row.network.currency))]
      const middles = new Map(
        yield* Effect.forEach(currencies, (currency) =>
          Effect.map(rates.middle(currency), ({ rate }) => [currency, rate] as const)
        )
      )
      const asked = requestOf("bt", accountId, at, rows.length)
      const bounds = { ...policy, ttlMs: policy.quoteTtlMs }
      return yield* submit(
        call,
        "bt",
        read,
        { claims: [], prepare: Effect.void },
        BatchRequest.isSameAmount,
        Wire.batchCreated,
        (earlier) =>
          BatchRequest.decide(
            asked,
            rows,
            problems,
            earlier,
            (currency) => middles.get(currency) ?? 0,
            bounds
          )
      )
    })
  )

  const createBulk = Route.ofRows(
    Api.createBulk,
    Api.LooseBulkRows,
    { access: "account", limit: "bulk" },
    Effect.fnUntraced(function* (call) {
      const { accountId, at, found, payload } = call
      const read = readRows(payload.payouts, found, decodeBulkRow, bulkRowOf)
      const { problems, rows } = read
      const asked = requestOf("bk", accountId, at, rows.length)
      const quoteIds = [...new Set(rows.map(({ quoteId }) => quoteId))].sort()
      const named = new Map<string, Quote.Quote>()
      /** A quote leaves memory once it is used or over: it is noted when nobody else can use it. */
      const note = Effect.forEach(
        quoteIds,
        (id) =>
          Effect.map(engine.claimedQuote(id), (quote) => {
            if (quote !== undefined) named.set(id, quote)
          }),
        { discard: true }
      )
      return yield* submit(
        call,
        "bk",
        read,
        { claims: quoteIds.map(Engine.quoteClaim), prepare: note },
        BatchRequest.isSameQuote,
        Wire.bulkCreated,
        (earlier) =>
          BatchRequest.decideBulk(
            asked,
            rows,
            problems,
            earlier,
            (id) => core.quotes.get(id) ?? named.get(id),
            policy
          )
      )
    })
  )

  const list = Route.make(Api.list, { access: "account" }, ({ accountId, query }) => {
    const page = Page.read(query)
    return Effect.map(engine.lists.batches({ accountId, kind: "batch" }, page), (listed) =>
      Route.ok(Page.show(listed, page, (batch) => Wire.batch(batch, chain.token)))
    )
  })

  const get = Route.make(Api.get, { access: "account" }, ({ accountId, params }) =>
    Effect.map(find(accountId, params.id, "batch"), (batch) =>
      Route.ok(Wire.batch(batch, chain.token))
    )
  )

  const listPayouts = Route.make(
    Api.listPayouts,
    { access: "account" },
    Effect.fnUntraced(function* ({ accountId, params, query }) {
      const { id: batchId } = yield* find(accountId, params.id, "batch")
      const page = Page.read(query)
      const filter = { accountId, batchId, status: query.status }
      const listed = yield* engine.lists.payouts(filter, page)
      return Route.ok(Page.show(listed, page, Wire.batchPayout))
    })
  )

  const cancel = Route.make(
    Api.cancel,
    { access: "account" },
    Effect.fnUntraced(function* ({ accountId, at, params, request }) {
      yield* find(accountId, params.id, "batch")
      return yield* engine.commandBatch(request, params.id, { _tag: "Cancel", at }, (after) =>
        Route.ok(Wire.batch(after, chain.token))
      )
    })
  )

  const listBulk = Route.make(Api.listBulk, { access: "account" }, ({ accountId, query }) => {
    const page = Page.read(query)
    return Effect.map(engine.lists.batches({ accountId, kind: "bulk" }, page), (listed) =>
      Route.ok(Page.show(listed, page, (batch) => Wire.bulkSummary(batch, chain.token)))
    )
  })

  const getBulk = Route.make(
    Api.getBulk,
    { access: "account" },
    Effect.fnUntraced(function* ({ accountId, params }) {
      const batch = yield* find(accountId, params.batch_id, "bulk")
      const batchId = batch.id
      const page = { limit: Config.batches.bulkRowsMax, offset: 0 }
      const { items } = yield* engine.lists.payouts({ accountId, batchId }, page)
      return Route.ok(Wire.bulk(batch, [...items].reverse(), chain.token))
    })
  )

  return [create, list, get, listPayouts, cancel, createBulk, listBulk, getBulk]
})
