/**
 * Checks for incidents periodically, only in the node that runs the directory's partition. It
 * counts them for metrics, and sends notices when one opens and when it ends. Sent notices are
 * only in memory, so after a restart an incident that lasts is notified again.
 */
import { Clock, Context, Effect, Metric, Schedule, Scope } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Registry from "../domain/account/Registry.ts"
import * as User from "../domain/account/User.ts"
import * as Incident from "../domain/incident/Incident.ts"
import * as Notices from "../domain/incident/Notices.ts"
import * as Partition from "../engine/Partition.ts"
import * as Partitions from "../engine/Partitions.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import * as NoticeChannels from "../engine/ports/NoticeChannels.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import * as HealthPage from "./HealthPage.ts"
import * as Incidents from "./Incidents.ts"
import * as NoticeText from "./NoticeText.ts"
import * as Runbook from "./Runbook.ts"

const notices = Metric.counter("payout_incident_notices_total", {
  description: "Notices about incidents, by channel and outcome: sent, or failed for good"
})

const countNotice = (channel: string, outcome: "sent" | "failed") =>
  Metric.update(Metric.withAttributes(notices, { channel, outcome }), 1)

/** The pauses before retries. After the last one the notice fails. */
const schedule = Schedule.recurs(Limits.notices.retryMs.length).pipe(
  Schedule.modifyDelay(({ attempt }) => Effect.succeed(Limits.notices.retryMs[attempt - 1] ?? 0))
)

/**
 * Logs only the first failed attempt of a notice, which shows at once that a channel does not work.
 */
const firstFailure = (name: string, { subject }: NoticeChannels.Message) => {
  let isFirst = true
  return (failure: NoticeChannels.NoticeFailed) => {
    if (!isFirst) return Effect.void
    isFirst = false
    const text = `A notice by ${name} failed and will be retried: ${subject}`
    return Effect.logWarning(text, failure)
  }
}

/** Sends a message by one channel, with retries. A final failure is logged. */
const send = ({ name, send }: NoticeChannels.Channel, message: NoticeChannels.Message) =>
  Effect.suspend(() => send(message)).pipe(
    Effect.tapError(firstFailure(name, message)),
    Effect.retry(schedule),
    Effect.andThen(countNotice(name, "sent")),
    Effect.catchCause((cause) =>
      Effect.andThen(
        countNotice(name, "failed"),
        Effect.logError(`A notice by ${name} failed for good: ${message.subject}`, cause)
      )
    )
  )

/** A gauge of incidents of each kind. */
const meter = Effect.fnUntraced(function* () {
  const counts = new Map<Incident.Kind, number>()
  const { gauge } = yield* Metrics.make
  const family = {
    name: "payout_incidents",
    description: "What is wrong right now, by kind: see GET /admin/v1/incidents"
  }
  for (const kind of Incident.kinds) gauge(family, () => counts.get(kind) ?? 0, { kind })
  return (incidents: ReadonlyArray<Incident.Incident>): void => {
    counts.clear()
    for (const { kind } of incidents) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
})

interface WatchContext {
  readonly ids: IdGenerator.Source
  readonly registry: Pick<Registry.Registry, "people">
}

const watch = Effect.fnUntraced(function* ({ ids, registry }: WatchContext) {
  const { beginWatch, read, recordSnapshot } = yield* Incidents.Incidents
  beginWatch(yield* Clock.currentTimeMillis)
  const channels = yield* NoticeChannels.NoticeChannels
  const runbook = yield* Runbook.Runbook
  const healthPage = yield* HealthPage.HealthPage
  const count = yield* meter()
  let state = Notices.none
  const check = Effect.gen(function* () {
    const snapshot = yield* read
    const { incidents } = snapshot
    recordSnapshot(snapshot)
    count(incidents)
    const at = yield* Clock.currentTimeMillis
    const next = Notices.step(state, incidents, Limits.notices, at)
    state = next.state
    if (next.notice === undefined || channels.length === 0) return
    const chosenBy = User.noticeAddresses(registry.people.values())
    const facts = { id: IdGenerator.reference(ids), at, runbook, healthPage, chosenBy }
    const message = NoticeText.of(next.notice, facts)
    const receiving = channels.filter(({ hasReceiver }) => hasReceiver(message))
    for (const channel of receiving) yield* Effect.forkScoped(send(channel, message))
  })
  // A defect must not end the watch: later incidents would be reported to no one.
  yield* check.pipe(
    Effect.catchCause((cause) => Effect.logError("An incident check failed", cause)),
    Effect.andThen(Effect.sleep(Limits.incidents.everyMs)),
    Effect.forever,
    Effect.forkScoped
  )
})

/** Begins the watch once this process runs the directory's partition. */
export const run = Effect.gen(function* () {
  const { attach } = yield* Partitions.Partitions
  // The scope stays that of the partition, which may move to another node.
  const context = Context.omit(Scope.Scope)(
    yield* Effect.context<Incidents.Incidents | Scope.Scope>()
  )
  yield* attach(({ engine, ids }) =>
    engine.partition.number === Partition.directory
      ? Effect.provideContext(watch({ ids, registry: engine.registry }), context)
      : Effect.void
  )
})
