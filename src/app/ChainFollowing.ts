/**
 * Who follows the chain for several processes: one of them for all, or each for its own partitions
 * where the chain is simulated in the process.
 */
import { Clock, Context, Effect, Layer, type Scope } from "effect"
import * as ChainFollower from "../engine/ChainFollower.ts"
import * as ChainProgress from "../engine/ChainProgress.ts"
import * as DepositIntake from "../engine/DepositIntake.ts"
import type * as Engine from "../engine/Engine.ts"
import type * as Partitions from "../engine/Partitions.ts"
import * as Chain from "../engine/ports/Chain.ts"
import * as Metrics from "../telemetry/Metrics.ts"

type EngineOn = typeof Engine.layerOn

/** An engine whose chain is followed by another process. */
const followedElsewhere =
  (engineOn: EngineOn): EngineOn =>
  (state) =>
    engineOn(state).pipe(
      Layer.provide(
        Layer.effectContext(
          Effect.gen(function* () {
            const progress = yield* ChainProgress.make
            const chain = ChainProgress.chainOf(yield* Chain.Chain, state, progress)
            return Context.make(Chain.Chain, chain).pipe(
              Context.add(ChainProgress.ChainProgress, progress)
            )
          })
        )
      )
    )

/** The engines of this process, and what follows the chain for each. */
export const engines = Effect.fnUntraced(function* (engineOn: EngineOn) {
  const chain = yield* Chain.Chain
  return chain.first === undefined
    ? { engineOn, follow: yield* DepositIntake.changing(chain) }
    : { engineOn: followedElsewhere(engineOn), follow: DepositIntake.byOthers }
})

/** The newest blocks that were read here, or reported to an engine of this process. */
const headOf = (
  chain: Chain.Chain["Service"],
  { running }: Pick<Partitions.PartitionsService, "running">
): Chain.Head | undefined =>
  [
    chain.head(),
    ...running().map(({ engine: { deposits } }) =>
      ChainProgress.headOf(deposits.state, deposits.progress)
    )
  ]
    .flatMap((head) => head ?? [])
    .toSorted((one, other) => other.latest - one.latest)[0]

/** Since when the chain's follower reported nothing to an engine of this process. */
const meterOf = Effect.fnUntraced(function* ({
  running
}: Pick<Partitions.PartitionsService, "running">) {
  const meter = yield* Metrics.make
  const clock = yield* Clock.Clock
  const description =
    "Longest time since the follower of the chain reported to a partition of this node"
  meter.gauge({ name: "payout_chain_progress_age_seconds", description }, () => {
    const now = clock.currentTimeMillisUnsafe()
    const ages = running().map(({ engine }) => now - (engine.deposits.progress?.reportedAt ?? now))
    return Math.max(0, ...ages) / 1000
  })
})

/** Places the follower in one of the processes. The chain is as requests see it in this one. */
export const place = Effect.fnUntraced(function* (
  partitions: Partitions.PartitionsService,
  placeOne: (name: string, run: Effect.Effect<never>) => Effect.Effect<void, never, Scope.Scope>
) {
  const chain = yield* Chain.Chain
  if (chain.first === undefined) return chain
  yield* meterOf(partitions)
  yield* placeOne("follower of the chain", ChainFollower.run(chain, partitions))
  return Chain.Chain.of({ ...chain, head: () => headOf(chain, partitions) })
})
