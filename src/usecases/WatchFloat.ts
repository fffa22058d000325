/**
 * Polls the float periodically, only in the node that runs the directory's partition. Other nodes
 * get its levels, because they refuse quotes by them. Nothing waits for a poll.
 */
import { Clock, Context, Effect, Option, Scope } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Float from "../domain/money/Float.ts"
import * as Money from "../domain/money/Money.ts"
import * as Network from "../domain/Network.ts"
import * as Partition from "../engine/Partition.ts"
import * as Partitions from "../engine/Partitions.ts"
import * as LatestFloat from "../engine/ports/LatestFloat.ts"
import * as Policy from "../engine/ports/Policy.ts"
import * as Provider from "../engine/ports/Provider.ts"
import * as Metrics from "../telemetry/Metrics.ts"

/** The payouts of a partition that are funded and not paid. */
export const commitmentsPart = Partitions.procedure<null, ReadonlyArray<Float.Commitment>>({
  name: "float commitments",
  run: ({ lists }) => Effect.sync(lists.commitments)
})

/** The levels as the process of this partition has them. */
export const levels = Partitions.procedure<null, Float.Snapshot | null>({
  name: "float levels",
  run: ({ conditions }) => Effect.sync(() => conditions().float)
})

/** The commitments of all partitions; none if one of them does not report in time. */
const commitmentsOf = (partitions: Partitions.PartitionsService) =>
  Partitions.callAll(partitions, commitmentsPart, null).pipe(
    Effect.timeout(Limits.float.commitmentsMsMax),
    Effect.option,
    Effect.map((parts) => Option.getOrUndefined(parts)?.flat())
  )

/** The exported figures of a level, in its currency. */
const figures = [
  {
    name: "payout_float_balance",
    description: "Our balance at a provider",
    of: ({ balance }: Float.Level) => balance
  },
  {
    name: "payout_float_committed",
    description: "What payouts that are funded and not paid need at a provider",
    of: ({ committed }: Float.Level) => committed
  },
  {
    name: "payout_float_cover",
    description: "Our balance at a provider less what funded payouts need",
    of: Float.cover
  },
  {
    name: "payout_float_threshold",
    description: "The cover below which an alarm is raised",
    of: ({ threshold }: Float.Level) => threshold
  }
]

/** Gauges of every level that was polled; `NaN` while a figure is unknown. */
const meter = Effect.fnUntraced(function* ({ latest }: LatestFloat.LatestFloat["Service"]) {
  const { gauge } = yield* Metrics.make
  const known = new Set<string>()
  return ({ levels: polled }: Float.Snapshot): void => {
    for (const { currency, provider } of polled) {
      const key = `${provider} ${currency}`
      if (known.has(key)) continue
      known.add(key)
      const level = () =>
        latest()?.levels.find((each) => each.provider === provider && each.currency === currency)
      for (const { of, ...family } of figures) {
        const read = (): number => {
          const current = level()
          const minor = current === undefined ? null : of(current)
          return minor === null ? Number.NaN : Money.toJson(minor, Network.decimals(currency))
        }
        gauge(family, read, { provider, currency })
      }
    }
  }
})

/** A defect must not end the reads: later shortages would be reported to no one. */
const forever = (read: Effect.Effect<void>, everyMs: number) =>
  read.pipe(
    Effect.catchCause((cause) => Effect.logError("A read of the float failed", cause)),
    Effect.andThen(Effect.sleep(everyMs)),
    Effect.forever
  )

/**
 * Polls balances and commitments. Commitments are read first, so that a payout that is paid in
 * between counts twice and not never.
 */
const watch = Effect.fnUntraced(function* (partitions: Partitions.PartitionsService) {
  const board = yield* LatestFloat.LatestFloat
  const { routeOf, wallets } = yield* Provider.Provider
  const { floatThresholds: thresholds } = yield* Policy.Policy
  const publish = yield* meter(board)
  const poll = Effect.gen(function* () {
    const commitments = yield* commitmentsOf(partitions)
    const reports = yield* wallets
    const at = yield* Clock.currentTimeMillis
    const snapshot = Float.step(board.latest(), { at, reports, commitments, thresholds, routeOf })
    board.keep(snapshot)
    publish(snapshot)
  })
  yield* Effect.forkScoped(forever(poll, Limits.float.everyMs))
})

/** Keeps the levels of the node that polls. */
const follow = Effect.fnUntraced(function* (partitions: Partitions.PartitionsService) {
  const { keep } = yield* LatestFloat.LatestFloat
  const fetch = Effect.gen(function* () {
    if (partitions.at(Partition.directory) !== undefined) return
    const snapshot = yield* partitions
      .call(levels, Partition.directory, null)
      .pipe(Effect.timeout(Limits.float.commitmentsMsMax), Effect.option)
    if (Option.isSome(snapshot) && snapshot.value !== null) keep(snapshot.value)
  })
  yield* Effect.forkScoped(forever(fetch, Limits.float.copyEveryMs))
})

/** Begins the polls once this process runs the directory's partition. */
export const run = Effect.gen(function* () {
  const partitions = yield* Partitions.Partitions
  // The scope stays that of the partition, which may move to another node.
  type Services = LatestFloat.LatestFloat | Provider.Provider | Policy.Policy
  const context = Context.omit(Scope.Scope)(yield* Effect.context<Services | Scope.Scope>())
  yield* partitions.attach(({ engine }) =>
    engine.partition.number === Partition.directory
      ? Effect.provideContext(watch(partitions), context)
      : Effect.void
  )
  if (partitions.isShared) yield* follow(partitions)
})
