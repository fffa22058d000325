/** `/v1/batches`, `/v1/payouts/bulk`: translates between the wire and the use cases. */
import { Effect, Struct } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as Batch from "../../domain/batch/Batch.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as Search from "../../domain/Search.ts"
import type * as Chain from "../../engine/ports/Chain.ts"
import type * as ReadModel from "../../engine/ports/ReadModel.ts"
import * as Cancel from "../../usecases/Cancel.ts"
import * as CheckBatch from "../../usecases/CheckBatch.ts"
import * as Funded from "../../usecases/Funded.ts"
import * as Ownership from "../../usecases/Ownership.ts"
import * as PayoutWait from "../../usecases/PayoutWait.ts"
import * as SubmitBatch from "../../usecases/SubmitBatch.ts"
import * as Answers from "../Answers.ts"
import * as Api from "../api/Batches.ts"
import * as Fields from "../api/Fields.ts"
import * as BatchRows from "../decoding/BatchRows.ts"
import * as Route from "../middleware/Route.ts"
import * as Pagination from "../Pagination.ts"
import * as Serializers from "../Serializers.ts"

type Show = (batch: Batch.Batch, token: Chain.Token, warnings: Serializers.Warnings) => object

const filterOf = (
  accountId: string,
  kind: Batch.Kind,
  { created_from, created_to, refund, search, status }: Route.CallOf<typeof Api.list>["query"]
): ReadModel.BatchFilter => ({
  ...{ accountId, kind, status, words: Search.wordsOf(search ?? "") },
  from: Fields.parseInstant(created_from ?? ""),
  to: Fields.parseInstant(created_to ?? ""),
  isRefundOpen: refund === "open"
})

type BulkQuery = Route.CallOf<typeof Api.listBulk>["query"]

/** Of bulk batches the same word is in capital letters. */
const statusOf = ({ status }: BulkQuery) =>
  status === undefined
    ? {}
    : { status: status.toLowerCase() as Lowercase<NonNullable<BulkQuery["status"]>> }

/** Blanks around a name are no part of it. */
const nameOf = ({ name }: { readonly name?: string | null }): string | undefined => name?.trim()

const submitted =
  (show: Show, { token }: Chain.Chain["Service"]) =>
  ({ batch, isRepeated, warnings }: SubmitBatch.Submitted): Answers.CommandAnswer => ({
    ...Route.accepted(show(batch, token, warnings)),
    ...(isRepeated ? { replayed: true } : {})
  })

const batchRoutes = (deps: SubmitBatch.Dependencies, waitOf: PayoutWait.WaitOf) => {
  const { chain, engine, policy } = deps

  const create = Route.ofRows(
    Api.create,
    Api.LooseRows,
    { access: "account", area: "payouts", takesUpload: true },
    ({ accountId, found, payload, request }) => {
      const read = BatchRows.rows(payload.payouts, found, policy)
      return Answers.of(request, submitted(Serializers.batchCreated, chain), (asked) =>
        SubmitBatch.run(deps, asked, { accountId, name: nameOf(payload), ...read })
      )
    }
  )

  const check = Route.ofRows(
    Api.check,
    Api.LooseRows,
    { access: "account", area: "payouts", takesUpload: true },
    ({ accountId, at, found, payload: { payouts } }) => {
      const read = BatchRows.rows(payouts, found, policy)
      return Effect.map(CheckBatch.run(deps, at, { accountId, ...read }), (checked) =>
        Route.ok(Serializers.batchChecked(checked, payouts.length, policy.spread))
      )
    }
  )

  const list = Route.make(
    Api.list,
    { access: "account", area: "payouts" },
    ({ accountId, query }) =>
      Pagination.reading(query, (page) =>
        Effect.map(engine.lists.batches(filterOf(accountId, "batch", query), page), (listed) =>
          Route.ok(
            Pagination.showWithCursor(listed, page, (batch) =>
              Serializers.batch(batch, chain.token)
            )
          )
        )
      )
  )

  const get = Route.make(Api.get, { access: "account", area: "payouts" }, ({ accountId, params }) =>
    Effect.map(Ownership.batchOfKind(engine, accountId, params.id, "batch"), (batch) =>
      Route.ok(Serializers.batch(batch, chain.token))
    )
  )

  const rowOf = (payout: Payout.Payout) => Serializers.batchPayout(payout, waitOf(payout))

  const listPayouts = Route.make(
    Api.listPayouts,
    { access: "account", area: "payouts" },
    Effect.fnUntraced(function* ({ accountId, params, query }) {
      const { id: batchId } = yield* Ownership.batchOfKind(engine, accountId, params.id, "batch")
      // Ids of rows are in the order of the file.
      const sort = query.order === "file" ? "created_at" : "-created_at"
      const page = Pagination.read({ ...query, sort })
      const filter = { accountId, batchId, status: query.status }
      const listed = yield* engine.lists.payouts(filter, page)
      return Route.ok(Pagination.show(listed, page, rowOf))
    })
  )

  const cancelled = (batch: Batch.Batch) => Route.ok(Serializers.batch(batch, chain.token))

  const cancel = Route.make(
    Api.cancel,
    { access: "account", area: "payouts" },
    ({ accountId, params: { id }, request }) =>
      Answers.of(request, cancelled, (asked) =>
        Cancel.run(Funded.batches(engine, "batch"), asked, { accountId, id })
      )
  )

  return [create, check, list, get, listPayouts, cancel]
}

const bulkRoutes = (deps: SubmitBatch.Dependencies) => {
  const { chain, engine } = deps

  const create = Route.ofRows(
    Api.createBulk,
    Api.LooseBulkRows,
    { access: "account", area: "payouts", limit: "bulk" },
    ({ accountId, found, payload, request }) => {
      const read = BatchRows.bulkRows(payload.payouts, found)
      return Answers.of(request, submitted(Serializers.bulkCreated, chain), (asked) =>
        SubmitBatch.runBulk(deps, asked, { accountId, name: nameOf(payload), ...read })
      )
    }
  )

  const list = Route.make(
    Api.listBulk,
    { access: "account", area: "payouts" },
    ({ accountId, query }) =>
      Pagination.reading(query, (page) =>
        Effect.map(
          engine.lists.batches(
            filterOf(accountId, "bulk", { ...Struct.omit(query, ["status"]), ...statusOf(query) }),
            page
          ),
          (listed) =>
            Route.ok(
              Pagination.showWithCursor(listed, page, (batch) =>
                Serializers.bulkSummary(batch, chain.token)
              )
            )
        )
      )
  )

  const get = Route.make(
    Api.getBulk,
    { access: "account", area: "payouts" },
    Effect.fnUntraced(function* ({ accountId, params }) {
      const batch = yield* Ownership.batchOfKind(engine, accountId, params.batch_id, "bulk")
      const batchId = batch.id
      const page = { limit: Limits.batches.bulkRowsMax, offset: 0 }
      const { items } = yield* engine.lists.payouts({ accountId, batchId }, page)
      return Route.ok(Serializers.bulk(batch, [...items].reverse(), chain.token))
    })
  )

  return [create, list, get]
}

export const routes = Effect.gen(function* () {
  const deps = yield* SubmitBatch.dependencies
  return [...batchRoutes(deps, yield* PayoutWait.make), ...bulkRoutes(deps)]
})
