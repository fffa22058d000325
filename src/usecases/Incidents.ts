/**
 * Current incidents, from the facts of all partitions and nodes, for staff, metrics and notices. A
 * partition that does not respond is also a fact, so incidents can be read at any time.
 */
import { Clock, Context, Effect, Layer, Option, Semaphore } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Facts from "../domain/incident/Facts.ts"
import * as Incident from "../domain/incident/Incident.ts"
import * as PastIncidents from "../domain/incident/PastIncidents.ts"
import * as WaitingPayouts from "../domain/incident/WaitingPayouts.ts"
import type * as Endpoint from "../domain/webhook/Endpoint.ts"
import type * as Engine from "../engine/Engine.ts"
import * as Partitions from "../engine/Partitions.ts"
import * as Nodes from "../engine/ports/Nodes.ts"
import type * as ReadModel from "../engine/ports/ReadModel.ts"
import * as Cluster from "./Cluster.ts"

const {
  attemptsMsMax,
  endpointsMax,
  answerCachedMs: keptMs,
  partMsMax,
  thresholds,
  usualMs
} = Limits.incidents

/** Failing endpoints, those that have failed longest first. */
const failing = ({ directory }: Engine.EngineService): ReadonlyArray<Endpoint.Endpoint> =>
  [...directory.endpoints()]
    .filter(({ failingSince, isActive }) => isActive && failingSince !== null)
    .toSorted((one, other) => (one.failingSince ?? 0) - (other.failingSince ?? 0))
    .slice(0, endpointsMax)

const factOf = (
  { accountId, failingSince, id, url }: Endpoint.Endpoint,
  recent: ReadonlyArray<ReadModel.RecentDelivery>
): Facts.FailingEndpoint => {
  const attempts = recent.flatMap((each) => each.attempts).toSorted((a, b) => b.at - a.at)
  const last = attempts[0]
  return {
    ...{ id, accountId, host: URL.parse(url)?.host ?? "" },
    since: failingSince ?? 0,
    pending: recent.filter(({ status }) => status === "pending").length,
    failure: last?.error ?? null
  }
}

/** Failing endpoints, without their attempts if the tables cannot be read now. */
const failingEndpoints = Effect.fnUntraced(function* (engine: Engine.EngineService) {
  const endpoints = failing(engine)
  if (endpoints.length === 0) return []
  const read = engine.lists.recentDeliveries(endpoints.map(({ id }) => id))
  const recent = yield* Effect.option(Effect.timeout(read, attemptsMsMax))
  const byEndpoint = Map.groupBy(
    Option.getOrElse(recent, () => []),
    ({ endpointId }) => endpointId
  )
  return endpoints.map((each) => factOf(each, byEndpoint.get(each.id) ?? []))
})

/** The facts of a partition and of the node that runs it. */
export const part = Partitions.procedure<number, Facts.PartitionFacts>({
  name: "incident facts",
  run: Effect.fnUntraced(function* (engine, now) {
    const waiting = yield* engine.lists.waiting(usualMs, now)
    return {
      ...waiting,
      process: engine.conditions(),
      endpoints: yield* failingEndpoints(engine),
      isWritable: engine.isWritable()
    }
  })
})

const noNodes = { silent: [], ownerless: [], cutOff: [], clocks: [] }

/** Problems of nodes, and partitions without an owner. Empty if there is no cluster. */
const nodeFacts = Effect.fnUntraced(function* (source: Nodes.Source, count: number) {
  if (!source.isClustered) return noNodes
  const read = Effect.option(Effect.timeout(Cluster.read(source, { own: [], count }), partMsMax))
  const cluster = yield* read
  if (Option.isNone(cluster)) return noNodes
  const { nodes, partitions } = cluster.value
  const alive = nodes.filter(({ isAlive }) => isAlive)
  const living = new Set(alive.map(({ address }) => address))
  return {
    // Silent nodes are left out because each has its own incident.
    cutOff: alive.flatMap(({ address, health }) => {
      const unreached = health.unreached.filter((unreachedAddress) => living.has(unreachedAddress))
      return unreached.length === 0 ? [] : [{ address, unreached }]
    }),
    clocks: alive.map(({ address, health: { skewMs } }) => ({ address, skewMs })),
    silent: nodes.flatMap(({ address, isAlive, seenAt }) =>
      isAlive ? [] : [{ address, since: seenAt }]
    ),
    ownerless: partitions.flatMap(({ number, owner }) => (owner === null ? [number] : []))
  }
})

const observe = Effect.fnUntraced(function* (
  { call, count, isShared }: Partitions.PartitionsService,
  nodes: Nodes.Source,
  now: number
) {
  const numbers = Array.from({ length: count }, (_, number) => number)
  const ask = (number: number) =>
    call(part, number, now).pipe(
      Effect.timeout(partMsMax),
      Effect.option,
      Effect.map(Option.getOrNull)
    )
  const [partitions, ofNodes] = yield* Effect.all(
    [Effect.forEach(numbers, ask, { concurrency: "unbounded" }), nodeFacts(nodes, count)],
    { concurrency: 2 }
  )
  const facts: Facts.Facts = { partitions, ...ofNodes, isClustered: isShared }
  return facts
})

export interface Snapshot {
  /** Milliseconds. */
  readonly at: number
  readonly facts: Facts.Facts
  /** Worst first. */
  readonly incidents: ReadonlyArray<Incident.Incident>
}

export class Incidents extends Context.Service<
  Incidents,
  {
    readonly read: Effect.Effect<Snapshot>
    /** The payouts that an incident counts now, or none if it is not open. */
    readonly countedBy: (id: string) => Effect.Effect<WaitingPayouts.Counting>
    /** From now on the process watches for incidents and keeps those that end. */
    readonly beginWatch: (now: number) => void
    readonly recordSnapshot: (snapshot: Pick<Snapshot, "at" | "incidents">) => void
    /** Incidents that ended while the process watched. */
    readonly past: () => PastIncidents.State
  }
>()("payouts/usecases/Incidents") {}

const make = Effect.gen(function* () {
  const partitions = yield* Partitions.Partitions
  const nodes = yield* Nodes.Nodes
  const turn = yield* Semaphore.make(1)
  let latest: Snapshot | undefined
  let previous: Incident.FirstSeen = new Map()
  let past = PastIncidents.none
  const read = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (latest !== undefined && Math.abs(now - latest.at) < keptMs) return latest
    const facts = yield* observe(partitions, nodes, now)
    const incidents = Incident.of(facts, thresholds, previous, now)
    previous = Incident.firstSeenOf(incidents)
    latest = { at: now, facts, incidents }
    return latest
  })
  const shared = turn.withPermit(read)
  return Incidents.of({
    read: shared,
    past: () => past,
    beginWatch: (now) => {
      past = PastIncidents.begin(now)
    },
    recordSnapshot: ({ at, incidents }) => {
      past = PastIncidents.step(past, incidents, { ...Limits.incidents, ...Limits.notices }, at)
    },
    countedBy: (id) =>
      Effect.map(shared, ({ at, incidents }) => {
        const incident = incidents.find((each) => each.id === id)
        return { ...(incident?.selection ?? WaitingPayouts.none), usual: usualMs, now: at }
      })
  })
})

/** One instance per process, so that pages open at the same time share its reads. */
export const layer = Layer.effect(Incidents, make)
