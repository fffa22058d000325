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
import * as Ownership from "../../usecases/Ownership.ts"
import * as PayoutOrBatch from "../../usecases/PayoutOrBatch.ts"
import * as PayoutWait from "../../usecases/PayoutWait.ts"
import * as SubmitBatch from "../../usecases/SubmitBatch.ts"
import * as Fields from "../contract/Fields.ts"
import type * as Operation from "../contract/Operation.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as Pagination from "../middleware/Pagination.ts"
import type * as RequestContext from "../middleware/RequestContext.ts"
import * as Route from "../middleware/Route.ts"
import type * as FundingJson from "../payouts/FundingJson.ts"
import * as Contract from "./BatchContract.ts"
import * as BatchJson from "./BatchJson.ts"
import * as BatchRows from "./BatchRows.ts"

const filterOf = (
  accountId: string,
  kind: Batch.Kind,
  {
    created_from,
    created_to,
    refund,
    search,
    status
  }: Route.RequestOf<typeof Contract.list>["query"]
): ReadModel.BatchFilter => ({
  ...{ accountId, kind, status, words: Search.wordsOf(search ?? "") },
  from: Fields.parseInstant(created_from ?? ""),
  to: Fields.parseInstant(created_to ?? ""),
  isRefundOpen: refund === "open"
})

type BulkQuery = Route.RequestOf<typeof Contract.listBulk>["query"]

/** Status in lower case. On the wire, bulk batches have it in capital letters. */
const statusOf = ({ status }: BulkQuery) =>
  status === undefined
    ? {}
    : { status: status.toLowerCase() as Lowercase<NonNullable<BulkQuery["status"]>> }

interface Head {
  readonly name?: string | null
  readonly funding?: SubmitBatch.Input<unknown>["funding"] | null
}

/** Fields of a batch in addition to its rows. Blanks around a name are ignored. */
const headOf = ({ funding, name }: Head) => ({
  name: name?.trim(),
  funding: funding ?? "deposit"
})

/** The rows of a request, with the errors in the rows of an uploaded file. */
const sentOf = ({
  at,
  body,
  payload
}: Pick<RequestContext.Request, "at" | "body"> & {
  readonly payload: { readonly payouts: BatchRows.Sent["given"] }
}): BatchRows.Sent => ({
  given: payload.payouts,
  formErrors: body?._tag === "Upload" ? body.upload.problems : [],
  at
})

/** The response to a submission. It is a replay if the rows were submitted before. */
const submitted =
  <Success>(
    operation: Operation.ResponseContract<Success>,
    show: (
      batch: Batch.Batch,
      token: Chain.Token,
      warnings: FundingJson.Warnings
    ) => NoInfer<Success>,
    { token }: Chain.Chain["Service"]
  ) =>
  ({
    batch,
    isRepeated,
    warnings
  }: SubmitBatch.SubmittedBatch): CommandResponses.CommandAnswer => ({
    ...Route.answer(operation, show(batch, token, warnings)),
    ...(isRepeated ? { replayed: true } : {})
  })

type Dependencies = Effect.Success<typeof SubmitBatch.dependencies>

const submissions = (deps: Dependencies) => {
  const { chain, policy } = deps
  const created = submitted(Contract.create, BatchJson.batchCreated, chain)

  return [
    Route.ofRows(
      Contract.create,
      Contract.LooseRows,
      (request) => {
        const { accountId, command, engine, ids, payload } = request
        const read = BatchRows.rows(sentOf(request), policy)
        const own = { ...deps, engine, source: ids }
        return CommandResponses.respond(command, created, (request) =>
          SubmitBatch.run(own, request, { accountId, ...headOf(payload), ...read })
        )
      },
      { takesUpload: true }
    ),

    Route.ofRows(
      Contract.check,
      Contract.LooseRows,
      (request) => {
        const { accountId, at, engine, ids, payload } = request
        const { payouts } = payload
        const read = BatchRows.rows(sentOf(request), policy)
        const own = { ...deps, engine, source: ids }
        return Effect.map(CheckBatch.run(own, at, { accountId, ...read }), (checked) =>
          Route.answer(
            Contract.check,
            BatchJson.batchChecked(checked, payouts.length, policy.spread)
          )
        )
      },
      { takesUpload: true }
    )
  ]
}

const batchRoutes = ({ chain: { token } }: Dependencies, waitOf: PayoutWait.WaitOf) => [
  Route.make(Contract.list, ({ accountId, engine, query }) =>
    Pagination.answer(
      Contract.list,
      query,
      (page) => engine.lists.batches(filterOf(accountId, "batch", query), page),
      (batch) => BatchJson.batch(batch, token)
    )
  ),

  Route.make(Contract.get, ({ accountId, engine, params }) =>
    Effect.map(Ownership.batchOfKind(engine, accountId, params.id, "batch"), (batch) =>
      Route.answer(Contract.get, BatchJson.batch(batch, token))
    )
  ),

  Route.make(
    Contract.listPayouts,
    Effect.fnUntraced(function* ({ accountId, engine, params, query }) {
      const { id: batchId } = yield* Ownership.batchOfKind(engine, accountId, params.id, "batch")
      // Ids of rows are in the order of the file.
      const sort = query.order === "file" ? "created_at" : "-created_at"
      const page = Pagination.read({ ...query, sort })
      const filter = { accountId, batchId, status: query.status }
      const listed = yield* engine.lists.payouts(filter, page)
      const rowOf = (payout: Payout.Payout) => BatchJson.batchPayout(payout, waitOf(engine, payout))
      return Route.answer(Contract.listPayouts, Pagination.show(listed, page, rowOf))
    })
  ),

  Route.make(Contract.cancel, ({ accountId, command, engine, params: { id } }) =>
    CommandResponses.of(
      Contract.cancel,
      command,
      (batch: Batch.Batch) => BatchJson.batch(batch, token),
      (request) => Cancel.run(PayoutOrBatch.batches(engine, "batch"), request, { accountId, id })
    )
  )
]

const bulkRoutes = (deps: Dependencies) => {
  const { chain } = deps
  const { token } = chain
  const created = submitted(Contract.createBulk, BatchJson.bulkCreated, chain)

  return [
    Route.ofRows(Contract.createBulk, Contract.LooseBulkRows, (request) => {
      const { accountId, command, engine, ids, payload } = request
      const read = BatchRows.bulkRows(sentOf(request))
      const own = { ...deps, engine, source: ids }
      return CommandResponses.respond(command, created, (request) =>
        SubmitBatch.runBulk(own, request, { accountId, ...headOf(payload), ...read })
      )
    }),

    Route.make(Contract.listBulk, ({ accountId, engine, query }) => {
      const filters = { ...Struct.omit(query, ["status"]), ...statusOf(query) }
      return Pagination.answer(
        Contract.listBulk,
        query,
        (page) => engine.lists.batches(filterOf(accountId, "bulk", filters), page),
        (batch) => BatchJson.bulkSummary(batch, token)
      )
    }),

    Route.make(
      Contract.getBulk,
      Effect.fnUntraced(function* ({ accountId, engine, params }) {
        const batch = yield* Ownership.batchOfKind(engine, accountId, params.batch_id, "bulk")
        const batchId = batch.id
        const page = { limit: Limits.batches.bulkRowsMax, offset: 0 }
        const { items } = yield* engine.lists.payouts({ accountId, batchId }, page)
        return Route.answer(Contract.getBulk, BatchJson.bulk(batch, [...items].reverse(), token))
      })
    )
  ]
}

export const routes = Effect.gen(function* () {
  const deps = yield* SubmitBatch.dependencies
  const waitOf = yield* PayoutWait.make
  return [...submissions(deps), ...batchRoutes(deps, waitOf), ...bulkRoutes(deps)]
})
