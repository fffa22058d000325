/** `/v1/batches`, `/v1/payouts/bulk`: translates between the wire and the engine, nothing else. */
import { Effect, Result } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as Batch from "../../domain/batch/Batch.ts"
import type * as NewBatch from "../../domain/batch/NewBatch.ts"
import * as Money from "../../domain/money/Money.ts"
import * as Network from "../../domain/Network.ts"
import * as Quote from "../../domain/quote/Quote.ts"
import type * as Chain from "../../engine/ports/Chain.ts"
import type * as Policy from "../../engine/ports/Policy.ts"
import * as CancelBatch from "../../usecases/CancelBatch.ts"
import * as Ownership from "../../usecases/Ownership.ts"
import * as SubmitBatch from "../../usecases/SubmitBatch.ts"
import * as Answers from "../Answers.ts"
import * as Api from "../api/Batches.ts"
import * as Csv from "../decoding/Csv.ts"
import * as Decode from "../decoding/Decode.ts"
import * as ValidationMessages from "../decoding/ValidationMessages.ts"
import * as Route from "../middleware/Route.ts"
import * as Pagination from "../Pagination.ts"
import type { FieldError } from "../Problems.ts"
import * as Serializers from "../Serializers.ts"

interface Read<R> {
  readonly rows: ReadonlyArray<R>
  readonly problems: ReadonlyArray<NewBatch.RowProblem>
}

type RawRow = Readonly<Record<string, unknown>>

/** What rows may not share, and the message for a row that does. */
const unique = { idempotency_key: "key", quote_id: "quote" } as const

/** Rows that repeat what an earlier one has, whether that one is good or not. */
const repeatedRows = (rows: ReadonlyArray<RawRow>): ReadonlyArray<FieldError> =>
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
  rows: ReadonlyArray<RawRow>,
  found: ReadonlyArray<FieldError>,
  decode: (row: RawRow) => ReturnType<ReturnType<typeof Decode.decoder>>,
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
const decodeRow = (policy: Policy.Rules) => (given: RawRow) => {
  const problem = Quote.amountMaxProblem(ValidationMessages.numberOf(given.amount_usdc), policy)
  return decodeBare(given, problem === undefined ? [] : [{ field: "amount_usdc", ...problem }])
}

const decodeBulkRow = Decode.decoder(Api.BulkRow)

const network = (text: string): Network.Network => Network.parse(text) as Network.Network

const rowOf = (row: number, value: typeof Api.Row.Type): NewBatch.Row => ({
  row,
  phone: value.phone,
  name: value.name ?? null,
  network: network(value.network),
  amount: Money.micro(value.amount_usdc),
  idempotencyKey: value.idempotency_key
})

const bulkRowOf = (row: number, value: typeof Api.BulkRow.Type): NewBatch.BulkRow => ({
  row,
  quoteId: value.quote_id,
  phone: value.recipient_phone,
  name: value.recipient_name ?? null,
  network: network(value.network),
  idempotencyKey: value.idempotency_key
})

type Show = (batch: Batch.Batch, token: Chain.Token, warnings: Serializers.Warnings) => object

export const routes = Effect.gen(function* () {
  const deps = yield* SubmitBatch.dependencies
  const { chain, engine, policy } = deps

  const submitted =
    (show: Show) =>
    ({ batch, isRepeated, warnings }: SubmitBatch.Submitted): Answers.Answer => ({
      ...Route.accepted(show(batch, chain.token, warnings)),
      ...(isRepeated ? { replayed: true } : {})
    })

  const create = Route.ofRows(
    Api.create,
    Api.LooseRows,
    { access: "account", takesUpload: true },
    ({ accountId, found, payload, request }) => {
      const read = readRows(payload.payouts, found, decodeRow(policy), rowOf)
      return Answers.of(request, submitted(Serializers.batchCreated), (asked) =>
        SubmitBatch.run(deps, asked, { accountId, ...read })
      )
    }
  )

  const createBulk = Route.ofRows(
    Api.createBulk,
    Api.LooseBulkRows,
    { access: "account", limit: "bulk" },
    ({ accountId, found, payload, request }) => {
      const read = readRows(payload.payouts, found, decodeBulkRow, bulkRowOf)
      return Answers.of(request, submitted(Serializers.bulkCreated), (asked) =>
        SubmitBatch.runBulk(deps, asked, { accountId, ...read })
      )
    }
  )

  const list = Route.make(Api.list, { access: "account" }, ({ accountId, query }) => {
    const page = Pagination.read(query)
    return Effect.map(engine.lists.batches({ accountId, kind: "batch" }, page), (listed) =>
      Route.ok(Pagination.show(listed, page, (batch) => Serializers.batch(batch, chain.token)))
    )
  })

  const get = Route.make(Api.get, { access: "account" }, ({ accountId, params }) =>
    Effect.map(Ownership.batchOfKind(engine, accountId, params.id, "batch"), (batch) =>
      Route.ok(Serializers.batch(batch, chain.token))
    )
  )

  const listPayouts = Route.make(
    Api.listPayouts,
    { access: "account" },
    Effect.fnUntraced(function* ({ accountId, params, query }) {
      const { id: batchId } = yield* Ownership.batchOfKind(engine, accountId, params.id, "batch")
      const page = Pagination.read(query)
      const filter = { accountId, batchId, status: query.status }
      const listed = yield* engine.lists.payouts(filter, page)
      return Route.ok(Pagination.show(listed, page, Serializers.batchPayout))
    })
  )

  const cancelled = (batch: Batch.Batch) => Route.ok(Serializers.batch(batch, chain.token))

  const cancel = Route.make(
    Api.cancel,
    { access: "account" },
    ({ accountId, params: { id: batchId }, request }) =>
      Answers.of(request, cancelled, (asked) =>
        CancelBatch.run(engine, asked, { accountId, batchId, kind: "batch" })
      )
  )

  const listBulk = Route.make(Api.listBulk, { access: "account" }, ({ accountId, query }) => {
    const page = Pagination.read(query)
    return Effect.map(engine.lists.batches({ accountId, kind: "bulk" }, page), (listed) =>
      Route.ok(
        Pagination.show(listed, page, (batch) => Serializers.bulkSummary(batch, chain.token))
      )
    )
  })

  const getBulk = Route.make(
    Api.getBulk,
    { access: "account" },
    Effect.fnUntraced(function* ({ accountId, params }) {
      const batch = yield* Ownership.batchOfKind(engine, accountId, params.batch_id, "bulk")
      const batchId = batch.id
      const page = { limit: Limits.batches.bulkRowsMax, offset: 0 }
      const { items } = yield* engine.lists.payouts({ accountId, batchId }, page)
      return Route.ok(Serializers.bulk(batch, [...items].reverse(), chain.token))
    })
  )

  return [create, list, get, listPayouts, cancel, createBulk, listBulk, getBulk]
})
