/** `/v1/reports`: settled payouts of a time. */
import { Effect, Result } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as Engine from "../../engine/Engine.ts"
import * as CsvText from "../../usecases/CsvText.ts"
import * as SettlementReport from "../../usecases/SettlementReport.ts"
import * as Fields from "../api/Fields.ts"
import * as Api from "../api/Reports.ts"
import * as Route from "../middleware/Route.ts"
import type * as Problems from "../Problems.ts"
import * as Serializers from "../Serializers.ts"

type Query = Route.CallOf<typeof Api.settlements>["query"]

interface Period {
  readonly settledFrom: number
  readonly settledBefore: number
}

/** Texts that the schema took are times; the order of the two is left to check. */
const periodOf = ({ from, to }: Query): Result.Result<Period, Problems.Rejection> => {
  const settledFrom = Fields.parseInstant(from) ?? 0
  const settledBefore = Fields.parseInstant(to) ?? 0
  if (settledFrom < settledBefore) return Result.succeed({ settledFrom, settledBefore })
  const error = { field: "to", code: "out_of_range", message: "must be later than from" }
  return Result.fail({ _tag: "Invalid", errors: [error] })
}

const csvOf = (payouts: ReadonlyArray<Payout.Payout>, cursor: string | null): Route.Answer => {
  const rows = payouts.map((each) => SettlementReport.cellsOf(Serializers.settlement(each)))
  return {
    status: 200,
    body: Buffer.from(CsvText.of(SettlementReport.columns, rows)),
    contentType: "text/csv; charset=utf-8",
    headers: [
      ...["cache-control", "no-store"],
      ...["content-disposition", 'attachment; filename="settlements.csv"'],
      ...(cursor === null ? [] : ["x-next-cursor", cursor])
    ]
  }
}

export const routes = Effect.gen(function* () {
  const { lists } = yield* Engine.Engine

  const settlements = Route.make(
    Api.settlements,
    { access: "account", area: "reports" },
    Effect.fnUntraced(function* ({ accountId, query }) {
      const period = yield* Effect.fromResult(periodOf(query))
      const limit = Number(query.limit ?? Limits.http.reportRowsMax)
      const behind = query.cursor === undefined ? undefined : { id: query.cursor, name: "" }
      // A payout is created before it settles: the walk begins at the end of the period.
      const to = period.settledBefore
      const filter = { accountId, status: "SETTLED", ...period, to } as const
      const { items } = yield* lists.payouts(filter, { limit, offset: 0, behind })
      const cursor = items.length < limit ? null : (items.at(-1)?.id ?? null)
      return query.format === "csv"
        ? csvOf(items, cursor)
        : Route.ok({ data: items.map(Serializers.settlement), next_cursor: cursor })
    })
  )

  return [settlements]
})
