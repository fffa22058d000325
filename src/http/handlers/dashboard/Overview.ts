/** The overview's figures, the health of the world, live streams, and payouts as a file. */
import { Clock, Effect } from "effect"
import * as Limits from "../../../config/Limits.ts"
import * as ChainCursor from "../../../domain/ChainCursor.ts"
import * as Money from "../../../domain/money/Money.ts"
import * as Network from "../../../domain/Network.ts"
import type * as PayoutEvent from "../../../domain/payout/PayoutEvent.ts"
import * as Search from "../../../domain/Search.ts"
import * as Engine from "../../../engine/Engine.ts"
import * as Chain from "../../../engine/ports/Chain.ts"
import * as Policy from "../../../engine/ports/Policy.ts"
import * as Provider from "../../../engine/ports/Provider.ts"
import type * as ReadModel from "../../../engine/ports/ReadModel.ts"
import type * as State from "../../../engine/state/State.ts"
import * as Ownership from "../../../usecases/Ownership.ts"
import * as Api from "../../api/dashboard/Overview.ts"
import * as Fields from "../../api/Fields.ts"
import * as Pagination from "../../Pagination.ts"
import * as Serializers from "../../Serializers.ts"
import type * as ChangeStream from "../../server/ChangeStream.ts"
import * as Route from "../../server/Route.ts"
import * as PayoutExport from "./PayoutExport.ts"

const dayMs = 86_400_000
const daysDefault = 30
const hours = 24

const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1000)

const figure = ({ created, failed, medianMs, p95Ms, settled, volume }: ReadModel.Figure) => ({
  ...{ created, settled, failed },
  volume_usdc: Money.toJson(volume, 6),
  median_seconds: seconds(medianMs),
  p95_seconds: seconds(p95Ms)
})

const rateOf = ({ failed, settled }: ReadModel.Figure): number | null =>
  settled + failed === 0 ? null : settled / (settled + failed)

const statsOf = (
  { days, states, totals }: ReadModel.PayoutFigures,
  deliveries: ReadonlyArray<ReadModel.DeliveryFigure>
) => ({
  days: days.map(({ day, ...sums }) => ({
    day: Serializers.instant(day).slice(0, 10),
    ...figure(sums)
  })),
  states,
  totals: { ...figure(totals), success_rate: rateOf(totals) },
  webhooks: {
    hours: deliveries.map(({ hour, ...sums }) => ({ hour: Serializers.instant(hour), ...sums }))
  }
})

const endpointsOf = ({ endpoints }: State.State, accountId: string | undefined) =>
  [...endpoints.values()]
    .filter((endpoint) => accountId === undefined || endpoint.accountId === accountId)
    .map(({ id }) => id)

const csvHeaders = [
  ...["cache-control", "no-store"],
  ...["content-disposition", 'attachment; filename="payouts.csv"']
]

export const routes = Effect.fnUntraced(function* (live: ChangeStream.ChangeStream) {
  const engine = yield* Engine.Engine
  const provider = yield* Provider.Provider
  const chain = yield* Chain.Chain
  const { holdApprovals } = yield* Policy.Policy
  const { core, lists } = engine

  const stats = Effect.fnUntraced(function* (accountId: string | undefined, days: number) {
    const now = yield* Clock.currentTimeMillis
    const since = (Math.floor(now / dayMs) - days + 1) * dayMs
    const payouts = yield* lists.payoutFigures({ accountId, since, now })
    const endpoints = endpointsOf(core, accountId)
    const deliveries = yield* lists.deliveryFigures(endpoints, now, hours)
    return Route.ok(statsOf(payouts, deliveries))
  })

  const daysOf = ({ days }: { readonly days?: string }): number =>
    days === undefined ? daysDefault : Number(days)

  const networks = Network.all.map(({ currency, slug }) => ({ currency, slug }))

  const health = Effect.gen(function* () {
    const head = chain.head()
    const count = (status: PayoutEvent.Status) => core.counters.get(status)?.current ?? 0
    return Route.ok({
      log: { ...engine.tip(), is_writable: engine.isWritable(), behind: engine.behind() },
      payouts: {
        active: engine.activePayouts(),
        held: count("COMPLIANCE_HOLD"),
        in_review: count("MANUAL_REVIEW")
      },
      approvals_needed: holdApprovals,
      webhooks: { pending: yield* engine.pendingDeliveries },
      chain: {
        chain_id: chain.chainId === ChainCursor.simulatedChainId ? null : chain.chainId,
        latest_block: head?.latest ?? null,
        final_block: head?.finalized ?? null
      },
      networks: networks.map(({ currency, slug }) => ({
        ...{ network: slug, currency },
        provider: provider.choose(slug, undefined) ?? null,
        status: provider.health(slug)
      }))
    })
  })

  const exported = ({ accountId, query }: Route.CallOf<typeof Api.exported>) => {
    const filter = {
      accountId,
      status: query.status,
      batchId: query.batch_id,
      search: Search.of(query.search),
      from: Fields.parseInstant(query.created_from ?? ""),
      to: Fields.parseInstant(query.created_to ?? "")
    }
    const page = { limit: Limits.http.exportRowsMax, offset: 0 }
    return Effect.map(lists.payouts(filter, page), ({ items }) => ({
      status: 200,
      body: Buffer.from(PayoutExport.csv(items)),
      contentType: "text/csv; charset=utf-8",
      headers: csvHeaders
    }))
  }

  const deliveries = Effect.fnUntraced(function* ({
    accountId,
    params,
    query
  }: Route.CallOf<typeof Api.deliveries>) {
    const payout = yield* Ownership.payout(engine, accountId, params.id)
    const page = Pagination.read(query)
    const listed = yield* lists.deliveries({ subjectId: payout.id }, page)
    return Route.ok(Pagination.show(listed, page, Serializers.delivery))
  })

  return [
    Route.make(Api.stats, { access: "account" }, ({ accountId, query }) =>
      stats(accountId, daysOf(query))
    ),
    Route.make(Api.allStats, { access: "admin" }, ({ query }) => stats(undefined, daysOf(query))),
    Route.make(Api.health, { access: "admin" }, () => health),
    Route.make(Api.stream, { access: "account" }, ({ accountId, request }) =>
      live.open({ id: request.by, accountId })
    ),
    Route.make(Api.streamAll, { access: "admin" }, ({ request }) =>
      live.open({ id: request.by, accountId: null })
    ),
    Route.make(Api.exported, { access: "account" }, exported),
    Route.make(Api.deliveries, { access: "account" }, deliveries)
  ]
})
