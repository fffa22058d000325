/** `/dashboard/api`: figures, health, streams of changes, and payouts as a file. */

import * as os from "node:os"
import { Clock, Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Version from "../../config/Version.ts"
import * as Money from "../../domain/money/Money.ts"
import * as Network from "../../domain/Network.ts"
import * as Search from "../../domain/Search.ts"
import * as Partitions from "../../engine/Partitions.ts"
import * as Chain from "../../engine/ports/Chain.ts"
import * as Provider from "../../engine/ports/Provider.ts"
import * as Rates from "../../engine/ports/Rates.ts"
import * as EndpointFigures from "../../usecases/EndpointFigures.ts"
import * as Incidents from "../../usecases/Incidents.ts"
import * as NetworkFigures from "../../usecases/NetworkFigures.ts"
import * as Overview from "../../usecases/Overview.ts"
import * as Ownership from "../../usecases/Ownership.ts"
import * as Fields from "../contract/Fields.ts"
import * as Instants from "../contract/Instants.ts"
import * as EventJson from "../events/EventJson.ts"
import * as Pagination from "../middleware/Pagination.ts"
import * as Route from "../middleware/Route.ts"
import * as PayoutExport from "../payouts/PayoutExport.ts"
import type * as ChangeStream from "./ChangeStream.ts"
import * as Contract from "./OverviewContract.ts"

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
    day: Instants.instant(day).slice(0, 10),
    ...figure(sums)
  })),
  states: payouts.states,
  totals: { ...figure(payouts.totals), success_rate: successRate },
  webhooks: {
    hours: deliveries.map(({ hour, ...sums }) => ({ hour: Instants.instant(hour), ...sums }))
  }
})

const stats = Effect.fnUntraced(function* (
  partitions: Partitions.PartitionsService,
  accountId: string | undefined,
  { days }: { readonly days?: string }
) {
  const now = yield* Clock.currentTimeMillis
  const asked = { days: days === undefined ? daysDefault : Number(days), now }
  return shownFigures(yield* Overview.figures(partitions, accountId, asked))
})

const shownChain = ({
  condition,
  head,
  id,
  unfinalDeposits
}: Effect.Success<ReturnType<typeof Overview.health>>["chain"]) => {
  // A node that only gets reports of the reading has no Ethereum node.
  const nodes = condition?.isReading === true ? condition.nodes : undefined
  return {
    chain_id: id ?? null,
    latest_block: head?.latest ?? null,
    final_block: head?.finalized ?? null,
    head_at: Instants.instantOrNull(condition?.headAt ?? null),
    final_at: Instants.instantOrNull(condition?.finalAt ?? null),
    nodes_answering: nodes?.filter(({ failingSince }) => failingSince === null).length ?? null,
    nodes: nodes?.length ?? null,
    unfinal_deposits: unfinalDeposits
  }
}

const startedAt = Instants.instant(Math.round(performance.timeOrigin))

const health = (dependencies: Overview.Dependencies) =>
  Effect.map(
    Overview.health(dependencies),
    ({ chain, log: { isWritable, ...log }, networks, payouts, webhooks }) =>
      Route.answer(Contract.health, {
        service: { version: Version.version, host: os.hostname(), started_at: startedAt },
        log: { ...log, is_writable: isWritable },
        payouts: { active: payouts.active, held: payouts.held, in_review: payouts.inReview },
        webhooks: {
          pending: webhooks.pending,
          oldest_due_at: Instants.instantOrNull(webhooks.oldestDue)
        },
        chain: shownChain(chain),
        networks: networks.map(({ breaker, currency, provider, rateAt, slug, status }) => ({
          ...{ network: slug, currency, provider: provider ?? null, status },
          breaker: breaker ?? null,
          rate_at: Instants.instantOrNull(rateAt)
        }))
      })
  )

const networkFigures = Effect.fnUntraced(function* (partitions: Partitions.PartitionsService) {
  const found = yield* NetworkFigures.list(partitions, yield* Clock.currentTimeMillis)
  const data = found.map(({ medianMs, successRate, ...counts }) => ({
    ...counts,
    success_rate: successRate,
    median_seconds: seconds(medianMs)
  }))
  return Route.answer(Contract.networkFigures, { data })
})

const csvHeaders = [
  ...["cache-control", "no-store"],
  ...["content-disposition", 'attachment; filename="payouts.csv"']
]

const exported = ({
  accountId,
  engine: { lists },
  query
}: Route.RequestOf<typeof Contract.exported>) => {
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

/** Deliveries and events that the page of a payout shows. */
const eventRoutes = [
  Route.make(Contract.deliveries, ({ accountId, engine, params, query }) => {
    const page = Pagination.read(query)
    return Ownership.payout(engine, accountId, params.id).pipe(
      Effect.flatMap(({ id }) => engine.lists.deliveries({ subjectId: id }, page)),
      Effect.map((listed) =>
        Route.answer(Contract.deliveries, Pagination.show(listed, page, EventJson.delivery))
      )
    )
  }),

  Route.make(
    Contract.deliveriesOfEvent,
    Effect.fnUntraced(function* ({ accountId, engine, params, query }) {
      const page = Pagination.read(query)
      const { id: eventId } = yield* Ownership.event(engine, accountId, params.id)
      const listed = yield* engine.lists.deliveries({ eventId }, page)
      return Route.answer(
        Contract.deliveriesOfEvent,
        Pagination.show(listed, page, EventJson.delivery)
      )
    })
  ),

  Route.make(
    Contract.eventsOfAny,
    Effect.fnUntraced(function* ({ engine, params: { id }, query }) {
      const page = Pagination.read(query)
      const payout = yield* engine.payout(id)
      if (payout === undefined) return yield* Effect.fail({ _tag: "PayoutNotFound", id } as const)
      const filter = { accountId: payout.accountId, subjectId: id }
      const listed = yield* engine.lists.events(filter, page)
      return Route.answer(Contract.eventsOfAny, Pagination.show(listed, page, EventJson.event))
    })
  ),

  Route.make(
    Contract.eventOfAny,
    Effect.fnUntraced(function* ({ engine, params: { id } }) {
      const event = yield* engine.lists.event(id)
      if (event === undefined) return yield* Effect.fail({ _tag: "EventNotFound", id } as const)
      return Route.answer(Contract.eventOfAny, {
        account_id: event.accountId,
        event: EventJson.event(event)
      })
    })
  )
]

const endpointJson = (figures: EndpointFigures.EndpointFigures) => ({
  endpoint_id: figures.endpointId,
  delivered: figures.delivered,
  failed: figures.failed,
  pending: figures.pending,
  last_success_at: Instants.instantOrNull(figures.lastSuccessAt),
  attempts: figures.attempts.map(({ at, error, statusCode }) => ({
    at: Instants.instant(at),
    status_code: statusCode,
    error
  })),
  failing_since: Instants.instantOrNull(figures.failingSince)
})

export const routes = Effect.fnUntraced(function* (live: ChangeStream.ChangeStream) {
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
    Route.make(Contract.stats, ({ accountId, query }) =>
      Effect.map(stats(partitions, accountId, query), (figures) =>
        Route.answer(Contract.stats, figures)
      )
    ),
    Route.make(Contract.allStats, ({ query }) =>
      Effect.map(stats(partitions, undefined, query), (figures) =>
        Route.answer(Contract.allStats, figures)
      )
    ),
    Route.make(Contract.health, () => health(dependencies)),
    Route.make(Contract.networkFigures, () => networkFigures(partitions)),
    // A stream stays on the node that has the page's connection.
    Route.here(Contract.stream, ({ accountId, command }) =>
      live.open({ id: command.by, accountId })
    ),
    Route.here(Contract.streamAll, ({ command }) => live.open({ id: command.by, accountId: null })),
    Route.make(Contract.exported, exported),
    ...eventRoutes,
    Route.make(Contract.endpointFigures, ({ accountId, engine }) =>
      Effect.map(EndpointFigures.list(engine, accountId), (all) =>
        Route.answer(Contract.endpointFigures, { data: all.map(endpointJson) })
      )
    )
  ]
})
