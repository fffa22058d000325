/** Figures and health for the dashboard's overview, of one account or, for operators, of all. */
import { Effect, Option } from "effect"
import * as Limits from "../config/Limits.ts"
import * as ChainCursor from "../domain/ChainCursor.ts"
import { dayMs } from "../domain/Day.ts"
import * as Incident from "../domain/incident/Incident.ts"
import * as Network from "../domain/Network.ts"
import * as Percentiles from "../domain/Percentiles.ts"
import * as PayoutEvent from "../domain/payout/PayoutEvent.ts"
import * as PayoutGuards from "../domain/payout/PayoutGuards.ts"
import type * as Engine from "../engine/Engine.ts"
import * as Partitions from "../engine/Partitions.ts"
import type * as Chain from "../engine/ports/Chain.ts"
import type { Portable } from "../engine/ports/Procedure.ts"
import type * as Provider from "../engine/ports/Provider.ts"
import type * as Rates from "../engine/ports/Rates.ts"
import type * as ReadModel from "../engine/ports/ReadModel.ts"
import type * as Incidents from "./Incidents.ts"

/** Hours for which deliveries are counted. */
const deliveryHours = 24

const hourMs = 60 * 60 * 1000

/** Sums over payouts, and percentiles of their settlement times in milliseconds. */
export interface Figure extends Omit<ReadModel.Figure, "settling"> {
  /** Milliseconds from creation to settlement; `null` if none settled. */
  readonly medianMs: number | null
  readonly p95Ms: number | null
}

export interface Figures {
  readonly payouts: {
    readonly days: ReadonlyArray<Figure & { readonly day: number }>
    readonly states: ReadModel.PayoutFigures["states"]
    readonly totals: Figure
  }
  /** The share of settled payouts among finished ones; `null` if none is finished. */
  readonly successRate: number | null
  readonly deliveries: ReadonlyArray<ReadModel.DeliveryFigure>
}

const successRate = ({ failed, settled }: Figure): number | null =>
  settled + failed === 0 ? null : settled / (settled + failed)

const sum = <A>(items: ReadonlyArray<A>, value: (one: A) => number): number =>
  items.reduce((total, one) => total + value(one), 0)

/** The figure that the partitions' figures add up to. */
const figureOf = (parts: ReadonlyArray<ReadModel.Figure>): Figure => {
  const settling = parts.flatMap((part) => part.settling)
  const [medianMs = null, p95Ms = null] = Percentiles.of(settling, [0.5, 0.95])
  return {
    created: sum(parts, ({ created }) => created),
    settled: sum(parts, ({ settled }) => settled),
    failed: sum(parts, ({ failed }) => failed),
    volume: sum(parts, ({ volume }) => volume),
    medianMs,
    p95Ms
  }
}

/** Adds up the partitions' payout figures, which cover the same days. */
const payoutsOf = (parts: ReadonlyArray<ReadModel.PayoutFigures>): Figures["payouts"] => {
  const states = new Map<ReadModel.PayoutFigures["states"][number]["status"], number>()
  for (const { count, status } of parts.flatMap((part) => part.states)) {
    states.set(status, (states.get(status) ?? 0) + count)
  }
  const days = Map.groupBy(
    parts.flatMap((part) => part.days),
    ({ day }) => day
  )
  return {
    days: Array.from(days, ([day, ofDay]) => ({ day, ...figureOf(ofDay) })),
    states: Array.from(states, ([status, count]) => ({ status, count })),
    totals: figureOf(parts.map(({ totals }) => totals))
  }
}

/** Adds up the partitions' delivery figures, which cover the same hours. */
const deliveriesOf = (
  parts: ReadonlyArray<ReadonlyArray<ReadModel.DeliveryFigure>>
): Figures["deliveries"] =>
  Array.from(
    Map.groupBy(parts.flat(), ({ hour }) => hour),
    ([hour, ofHour]) => ({
      hour,
      delivered: sum(ofHour, ({ delivered }) => delivered),
      pending: sum(ofHour, ({ pending }) => pending),
      failed: sum(ofHour, ({ failed }) => failed)
    })
  )

/** A partition's part of the figures. */
interface FiguresPart {
  readonly payouts: Portable<ReadModel.PayoutFigures>
  readonly deliveries: ReadonlyArray<ReadModel.DeliveryFigure>
}

const portable = <F extends ReadModel.Figure>(figure: F) => ({
  ...figure,
  settling: figure.settling.map(Percentiles.portable)
})

/** Ids of endpoints deleted in the hours for which deliveries are counted. */
const deletedEndpoints = (
  { lists }: Pick<Engine.Engine["Service"], "lists">,
  { accountId, now }: Pick<ReadModel.FiguresQuery, "accountId" | "now">
) => {
  const from = now - deliveryHours * hourMs
  const filter = { accountId, isEndpointDeletion: true, from }
  const page = { limit: Limits.readModel.deletedEndpointsMax, offset: 0 }
  return Effect.map(lists.audits(filter, page), ({ items }) =>
    items.map(({ subjectId }) => subjectId)
  )
}

export const figuresPart = Partitions.procedure<ReadModel.FiguresQuery, FiguresPart>({
  name: "figures",
  run: Effect.fnUntraced(function* (partition, query) {
    const { directory, lists } = partition
    const { accountId, now } = query
    const { days, states, totals } = yield* lists.payoutFigures(query)
    const payouts = { days: days.map(portable), states, totals: portable(totals) }
    const endpoints =
      accountId === undefined ? directory.endpoints() : directory.endpointsOf(accountId)
    const endpointIds = [
      ...Array.from(endpoints, ({ id }) => id),
      ...(yield* deletedEndpoints(partition, query))
    ]
    return { payouts, deliveries: yield* lists.deliveryFigures(endpointIds, now, deliveryHours) }
  })
})

/**
 * Figures of payouts of the last days, including today, and of deliveries of the last hours. An
 * account's figures come from its partition.
 */
export const figures = Effect.fnUntraced(function* (
  partitions: Partitions.PartitionsService,
  /** `undefined` for all accounts. */
  accountId: string | undefined,
  { days, now }: { readonly days: number; readonly now: number }
) {
  const since = (Math.floor(now / dayMs) - days + 1) * dayMs
  const query = { accountId, since, now }
  const parts =
    accountId === undefined
      ? yield* Partitions.callAll(partitions, figuresPart, query)
      : [yield* partitions.call(figuresPart, partitions.ofAccount(accountId), query)]
  const payouts = payoutsOf(parts.map((part) => part.payouts))
  const result: Figures = {
    payouts,
    successRate: successRate(payouts.totals),
    deliveries: deliveriesOf(parts.map((part) => part.deliveries))
  }
  return result
})

export interface Dependencies {
  readonly partitions: Partitions.PartitionsService
  readonly chain: Chain.Chain["Service"]
  readonly provider: Provider.Provider["Service"]
  readonly rates: Rates.Rates["Service"]
  readonly incidents: Incidents.Incidents["Service"]
}

export interface NetworkHealth extends Pick<Network.Network, "currency" | "slug"> {
  /** The provider that would get a payout now, if there is one. */
  readonly provider: string | undefined
  readonly status: ReturnType<Provider.Provider["Service"]["health"]>
  /** The breaker of the network's first provider; `undefined` if the provider is simulated. */
  readonly breaker: Provider.Breaker | undefined
  /** Milliseconds: time of the currency's rate; `null` if there is no rate to quote with. */
  readonly rateAt: number | null
}

const networkHealth = ({
  provider,
  rates
}: Pick<Dependencies, "provider" | "rates">): Effect.Effect<ReadonlyArray<NetworkHealth>> =>
  Effect.forEach(Network.all, ({ currency, slug }) =>
    Effect.map(Effect.option(rates.middle(currency)), (middle) => ({
      ...{ slug, currency },
      provider: provider.choose(slug, undefined),
      status: provider.health(slug),
      breaker: provider.breaker(slug),
      rateAt: Option.match(middle, { onNone: () => null, onSome: ({ at }) => at })
    }))
  )

/** The state of a partition. */
interface HealthPart {
  readonly seq: number
  readonly epoch: number
  readonly isWritable: boolean
  /** Number of entries that the read model has not applied. */
  readonly behind: number
  /** Number of unfinished payouts that wait for no decision. */
  readonly active: number
  readonly held: number
  readonly inReview: number
  readonly pendingDeliveries: number
  /** Milliseconds: due time of the oldest pending delivery; `null` if there is none. */
  readonly oldestDue: number | null
}

const undecidedStatuses: ReadonlyArray<PayoutEvent.Status> = ["COMPLIANCE_HOLD", "MANUAL_REVIEW"]

const activeStatuses = PayoutEvent.statuses.filter(
  (status) => !PayoutGuards.isFinal(status) && !undecidedStatuses.includes(status)
)

export const healthPart = Partitions.procedure<null, HealthPart>({
  name: "health",
  run: (engine) =>
    Effect.zipWith(engine.pendingDeliveries, engine.backlog, (pending, { oldestDue = null }) => ({
      ...engine.tip(),
      isWritable: engine.isWritable(),
      behind: engine.behind(),
      active: sum(activeStatuses, engine.directory.payoutsIn),
      held: engine.directory.payoutsIn("COMPLIANCE_HOLD"),
      inReview: engine.directory.payoutsIn("MANUAL_REVIEW"),
      pendingDeliveries: pending,
      oldestDue
    }))
})

const earliest = (times: ReadonlyArray<number>): number | null =>
  times.length === 0 ? null : Math.min(...times)

/**
 * The state of the log, of unfinished payouts and deliveries, of the chain and of the networks.
 * Figures are the partitions' sums, and the epoch is the highest of them.
 */
export const health = Effect.fnUntraced(function* ({
  chain,
  incidents,
  partitions,
  ...adapters
}: Dependencies) {
  const parts = yield* Partitions.callAll(partitions, healthPart, null)
  const { facts } = yield* incidents.read
  return {
    log: {
      seq: sum(parts, ({ seq }) => seq),
      epoch: Math.max(...parts.map(({ epoch }) => epoch)),
      isWritable: parts.every(({ isWritable }) => isWritable),
      behind: sum(parts, ({ behind }) => behind)
    },
    payouts: {
      active: sum(parts, ({ active }) => active),
      held: sum(parts, ({ held }) => held),
      inReview: sum(parts, ({ inReview }) => inReview)
    },
    webhooks: {
      pending: sum(parts, (part) => part.pendingDeliveries),
      oldestDue: earliest(parts.flatMap(({ oldestDue }) => oldestDue ?? []))
    },
    chain: {
      /** `undefined` for a simulated chain. */
      id: chain.chainId === ChainCursor.simulatedChainId ? undefined : chain.chainId,
      head: chain.head(),
      /** `undefined` if no partition reports how the chain is read. */
      condition: Incident.chainIn(facts),
      unfinalDeposits: Incident.unfinalDeposits(facts)
    },
    networks: yield* networkHealth(adapters)
  }
})
