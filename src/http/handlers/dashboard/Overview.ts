/** `/dashboard/api`: figures, health, streams of changes, and payouts as a file. */
import * as os from "node:os"
import { Clock, Effect } from "effect"
import * as Limits from "../../../config/Limits.ts"
import * as Money from "../../../domain/money/Money.ts"
import * as Network from "../../../domain/Network.ts"
import * as Search from "../../../domain/Search.ts"
import * as Engine from "../../../engine/Engine.ts"
import * as Partitions from "../../../engine/Partitions.ts"
import * as Chain from "../../../engine/ports/Chain.ts"
import * as Provider from "../../../engine/ports/Provider.ts"
import * as Rates from "../../../engine/ports/Rates.ts"
import * as EndpointFigures from "../../../usecases/EndpointFigures.ts"
import * as Incidents from "../../../usecases/Incidents.ts"
import * as NetworkFigures from "../../../usecases/NetworkFigures.ts"
import * as Overview from "../../../usecases/Overview.ts"
import * as Ownership from "../../../usecases/Ownership.ts"
import * as Api from "../../api/dashboard/Overview.ts"
import * as Fields from "../../api/Fields.ts"
import * as Route from "../../middleware/Route.ts"
import * as Pagination from "../../Pagination.ts"
import * as Serializers from "../../Serializers.ts"
import type * as ChangeStream from "./ChangeStream.ts"
import * as PayoutExport from "./PayoutExport.ts"

const account = { access: "account" } as const
const staff = { access: "admin" } as const
const ofAnySubject = { ...staff, runs: Route.ofSubject } as const

const daysDefault = 30

const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1000)

const figure = ({ created, failed, medianMs, p95Ms, settled, volume }: Overview.Figure) => ({
  ...{ created, settled, failed },
  volume_usdc: Money.toJson(volume, 6),
  median_seconds: seconds(medianMs),
  p95_seconds: seconds(p95Ms)
})

const shownFigures = ({ deliveries, payouts, successRate }: Overview.Figures) => ({
  days: payouts.days.map(({ day, ...sums }) => ({
    day: Serializers.instant(day).slice(0, 10),
    ...figure(sums)
  })),
  states: payouts.states,
  totals: { ...figure(payouts.totals), success_rate: successRate },
  webhooks: {
    hours: deliveries.map(({ hour, ...sums }) => ({ hour: Serializers.instant(hour), ...sums }))
  }
})

const stats = (
  partitions: Partitions.PartitionsService,
  accountId: string | undefined,
  { days }: { readonly days?: string }
) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const asked = { days: days === undefined ? daysDefault : Number(days), now }
    return Route.ok(shownFigures(yield* Overview.figures(partitions, accountId, asked)))
  })

const shownChain = ({
  condition,
  head,
  id,
  unfinalDeposits
}: Effect.Success<ReturnType<typeof Overview.health>>["chain"]) => {
  // Who only gets reports of the reading knows no node.
  const nodes = condition?.isReading === true ? condition.nodes : undefined
  return {
    chain_id: id ?? null,
    latest_block: head?.latest ?? null,
    final_block: head?.finalized ?? null,
    head_at: Serializers.instantOrNull(condition?.headAt ?? null),
    final_at: Serializers.instantOrNull(condition?.finalAt ?? null),
    nodes_answering: nodes?.filter(({ failingSince }) => failingSince === null).length ?? null,
    nodes: nodes?.length ?? null,
    unfinal_deposits: unfinalDeposits
  }
}

const startedAt = Serializers.instant(Math.round(performance.timeOrigin))

const health = (dependencies: Overview.Dependencies) =>
  Effect.map(
    Overview.health(dependencies),
    ({ chain, log: { isWritable, ...log }, networks, payouts, webhooks }) =>
      Route.ok({
        service: { version: Limits.version, host: os.hostname(), started_at: startedAt },
        log: { ...log, is_writable: isWritable },
        payouts: { active: payouts.active, held: payouts.held, in_review: payouts.inReview },
        webhooks: {
          pending: webhooks.pending,
          oldest_due_at: Serializers.instantOrNull(webhooks.oldestDue)
        },
        chain: shownChain(chain),
        networks: networks.map(({ breaker, currency, provider, rateAt, slug, status }) => ({
          ...{ network: slug, currency, provider: provider ?? null, status },
          breaker: breaker ?? null,
          rate_at: Serializers.instantOrNull(rateAt)
        }))
      })
  )

const networkFigures = (partitions: Partitions.PartitionsService) =>
  Effect.gen(function* () {
    const found = yield* NetworkFigures.list(partitions, yield* Clock.currentTimeMillis)
    const data = found.map(({ medianMs, successRate, ...counts }) => ({
      ...counts,
      success_rate: successRate,
      median_seconds: seconds(medianMs)
    }))
    return Route.ok({ data })
  })

const csvHeaders = [
  ...["cache-control", "no-store"],
  ...["content-disposition", 'attachment; filename="payouts.csv"']
]

const exported =
  ({ lists }: Engine.Engine["Service"]) =>
  ({ accountId, query }: Route.CallOf<typeof Api.exported>) => {
    const filter = {
      accountId,
      status: query.status,
      batchId: query.batch_id,
      network: query.network === undefined ? undefined : Network.parse(query.network)?.slug,
      search: Search.of(query.search),
      from: Fields.parseInstant(query.created_from ?? ""),
      to: Fields.parseInstant(query.created_to ?? ""),
      isRefundOpen: query.refund === "open"
    }
    const { order } = Pagination.read(query)
    const page = { limit: Limits.http.exportRowsMax, offset: 0, order }
    return Effect.map(lists.payouts(filter, page), ({ items }) => ({
      status: 200,
      body: Buffer.from(PayoutExport.csv(items)),
      contentType: "text/csv; charset=utf-8",
      headers: csvHeaders
    }))
  }

const deliveries =
  (engine: Engine.Engine["Service"]) =>
  ({ accountId, params, query }: Route.CallOf<typeof Api.deliveries>) => {
    const page = Pagination.read(query)
    return Ownership.payout(engine, accountId, params.id).pipe(
      Effect.flatMap(({ id }) => engine.lists.deliveries({ subjectId: id }, page)),
      Effect.map((listed) => Route.ok(Pagination.show(listed, page, Serializers.delivery)))
    )
  }

const deliveriesOfEvent = (engine: Engine.Engine["Service"]) =>
  Effect.fnUntraced(function* ({
    accountId,
    params,
    query
  }: Route.CallOf<typeof Api.deliveriesOfEvent>) {
    const page = Pagination.read(query)
    const { id: eventId } = yield* Ownership.event(engine, accountId, params.id)
    const listed = yield* engine.lists.deliveries({ eventId }, page)
    return Route.ok(Pagination.show(listed, page, Serializers.delivery))
  })

const eventsOfAny = (engine: Engine.Engine["Service"]) =>
  Effect.fnUntraced(function* ({ params: { id }, query }: Route.CallOf<typeof Api.eventsOfAny>) {
    const page = Pagination.read(query)
    const payout = yield* engine.payout(id)
    if (payout === undefined) return yield* Effect.fail({ _tag: "PayoutNotFound", id } as const)
    const filter = { accountId: payout.accountId, subjectId: id }
    const listed = yield* engine.lists.events(filter, page)
    return Route.ok(Pagination.show(listed, page, Serializers.event))
  })

const eventOfAny = (engine: Engine.Engine["Service"]) =>
  Effect.fnUntraced(function* ({ params: { id } }: Route.CallOf<typeof Api.eventOfAny>) {
    const event = yield* engine.lists.event(id)
    if (event === undefined) return yield* Effect.fail({ _tag: "EventNotFound", id } as const)
    return Route.ok({ account_id: event.accountId, event: Serializers.event(event) })
  })

const shownEndpoint = (figures: EndpointFigures.EndpointFigures) => ({
  endpoint_id: figures.endpointId,
  delivered: figures.delivered,
  failed: figures.failed,
  pending: figures.pending,
  last_success_at: Serializers.instantOrNull(figures.lastSuccessAt),
  attempts: figures.attempts.map(({ at, error, statusCode }) => ({
    at: Serializers.instant(at),
    status_code: statusCode,
    error
  })),
  failing_since: Serializers.instantOrNull(figures.failingSince)
})

const endpointFigures =
  (engine: Engine.EngineService) =>
  ({ accountId }: Route.CallOf<typeof Api.endpointFigures>) =>
    Effect.map(EndpointFigures.list(engine, accountId), (all) =>
      Route.ok({ data: all.map(shownEndpoint) })
    )

export const routes = Effect.fnUntraced(function* (live: ChangeStream.ChangeStream) {
  const engine = yield* Engine.Engine
  const partitions = yield* Partitions.Partitions
  const dependencies = {
    ...{ partitions, chain: yield* Chain.Chain },
    ...{
      provider: yield* Provider.Provider,
      rates: yield* Rates.Rates,
      incidents: yield* Incidents.Incidents
    }
  }
  return [
    Route.make(Api.stats, account, ({ accountId, query }) => stats(partitions, accountId, query)),
    Route.make(Api.allStats, staff, ({ query }) => stats(partitions, undefined, query)),
    Route.make(Api.health, staff, () => health(dependencies)),
    Route.make(Api.networkFigures, staff, () => networkFigures(partitions)),
    // A stream stays in the process that has the page's connection.
    Route.here(
      Route.make(Api.stream, account, ({ accountId, request }) =>
        live.open({ id: request.by, accountId })
      )
    ),
    Route.here(
      Route.make(Api.streamAll, staff, ({ request }) =>
        live.open({ id: request.by, accountId: null })
      )
    ),
    Route.make(Api.exported, account, exported(engine)),
    Route.make(Api.deliveries, account, deliveries(engine)),
    Route.make(Api.deliveriesOfEvent, account, deliveriesOfEvent(engine)),
    Route.make(Api.eventsOfAny, ofAnySubject, eventsOfAny(engine)),
    Route.make(Api.eventOfAny, ofAnySubject, eventOfAny(engine)),
    Route.make(Api.endpointFigures, account, endpointFigures(engine))
  ]
})
