/**
 * What is wrong right now, from the facts of all partitions and nodes: for staff, metrics and
 * notices. A partition that does not answer is a fact too, so this answers while others cannot.
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

const { attemptsMsMax, endpointsMax, keptMs, partMsMax, thresholds, usualMs } = Limits.incidents

/** The endpoints that fail, the longest first. */
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

/** Their attempts are in the tables: where those cannot be read now, the rest is told. */
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

/** The facts of a partition and of the process that runs it. */
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

/** How nodes are, and partitions without an owner; nothing in a process without others. */
const nodeFacts = Effect.fnUntraced(function* (nodes: Nodes.Source, count: number) {
  if (!nodes.isClustered) return noNodes
  const read = Effect.option(Effect.timeout(Cluster.read(nodes, { own: [], count }), partMsMax))
  const cluster = yield* read
  if (Option.isNone(cluster)) return noNodes
  const { nodes: members, partitions } = cluster.value
  const alive = members.filter(({ isAlive }) => isAlive)
  const living = new Set(alive.map(({ address }) => address))
  return {
    // A node that has fallen silent since then is an incident already.
    cutOff: alive.flatMap(({ address, health }) => {
      const unreached = health.unreached.filter((other) => living.has(other))
      return unreached.length === 0 ? [] : [{ address, unreached }]
    }),
    clocks: alive.map(({ address, health: { skewMs } }) => ({ address, skewMs })),
    silent: members.flatMap(({ address, isAlive, seenAt }) =>
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
  /** The worst first. */
  readonly incidents: ReadonlyArray<Incident.Incident>
}

export class Incidents extends Context.Service<
  Incidents,
  {
    readonly read: Effect.Effect<Snapshot>
    /** The payouts that an incident counts now; of one that is not open, none. */
    readonly countedBy: (id: string) => Effect.Effect<WaitingPayouts.Counting>
    /** The process watches for incidents from now on, and keeps those that end. */
    readonly beginWatch: (now: number) => void
    readonly watched: (snapshot: Pick<Snapshot, "at" | "incidents">) => void
    /** Incidents that ended while the process watched. */
    readonly past: () => PastIncidents.State
  }
>()("payouts/usecases/Incidents") {}

const make = Effect.gen(function* () {
  const partitions = yield* Partitions.Partitions
  const nodes = yield* Nodes.Nodes
  const turn = yield* Semaphore.make(1)
  let kept: Snapshot | undefined
  let known: Incident.Known = new Map()
  let past = PastIncidents.none
  const read = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (kept !== undefined && Math.abs(now - kept.at) < keptMs) return kept
    const facts = yield* observe(partitions, nodes, now)
    const incidents = Incident.of(facts, thresholds, known, now)
    known = Incident.knownOf(incidents)
    kept = { at: now, facts, incidents }
    return kept
  })
  const shared = turn.withPermit(read)
  return Incidents.of({
    read: shared,
    past: () => past,
    beginWatch: (now) => {
      past = PastIncidents.begin(now)
    },
    watched: ({ at, incidents }) => {
      past = PastIncidents.step(past, incidents, { ...Limits.incidents, ...Limits.notices }, at)
    },
    countedBy: (id) =>
      Effect.map(shared, ({ at, incidents }) => {
        const found = incidents.find((each) => each.id === id)
        return { ...(found?.selection ?? WaitingPayouts.none), usual: usualMs, now: at }
      })
  })
})

/** One for a process: pages that are open at the same time share what it reads. */
export const layer = Layer.effect(Incidents, make)
