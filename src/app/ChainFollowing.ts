/**
 * Who follows the chain for several processes: one of them for all, or each for its own partitions
 * where the chain is simulated in the process.
 */
import { Clock, Context, Effect, Layer, type Scope } from "effect"
import * as ChainFollower from "../engine/ChainFollower.ts"
import * as ChainNews from "../engine/ChainNews.ts"
import * as DepositIntake from "../engine/DepositIntake.ts"
import type * as Engine from "../engine/Engine.ts"
import type * as Partitions from "../engine/Partitions.ts"
import * as Chain from "../engine/ports/Chain.ts"
import * as Metrics from "../telemetry/Metrics.ts"

type EngineOn = typeof Engine.layerOn

/** An engine that hears of the chain from the process that follows it. */
const hearing =
  (engineOn: EngineOn): EngineOn =>
  (state) =>
    engineOn(state).pipe(
      Layer.provide(
        Layer.effectContext(
          Effect.gen(function* () {
            const news = yield* ChainNews.make
            const chain = ChainNews.chainOf(yield* Chain.Chain, state, news)
            return Context.make(Chain.Chain, chain).pipe(Context.add(ChainNews.ChainNews, news))
          })
        )
      )
    )

/** The engines of this process, and what follows the chain for each. */
export const engines = Effect.fnUntraced(function* (engineOn: EngineOn) {
  const chain = yield* Chain.Chain
  return chain.first === undefined
    ? { engineOn, follow: yield* DepositIntake.changing(chain) }
    : { engineOn: hearing(engineOn), follow: DepositIntake.byOthers }
})

/** The newest blocks that this process knows of: it follows the chain, or its engines heard of it. */
const headOf = (
  chain: Chain.Chain["Service"],
  { running }: Pick<Partitions.PartitionsService, "running">
): Chain.Head | undefined =>
  [
    chain.head(),
    ...running().map(({ engine: { deposits } }) => ChainNews.headOf(deposits.state, deposits.news))
  ]
    .flatMap((head) => head ?? [])
    .toSorted((one, other) => other.latest - one.latest)[0]

/** How long engines of this process did not hear of the chain: its follower may be nowhere. */
const announce = Effect.fnUntraced(function* ({
  running
}: Pick<Partitions.PartitionsService, "running">) {
  const meter = yield* Metrics.make
  const clock = yield* Clock.Clock
  const description =
    "Longest time that a partition of this node did not hear from the follower of the chain"
  meter.gauge({ name: "payout_chain_news_age_seconds", description }, () => {
    const now = clock.currentTimeMillisUnsafe()
    const ages = running().map(({ engine }) => now - (engine.deposits.news?.heardAt ?? now))
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
  yield* announce(partitions)
  yield* placeOne("follower of the chain", ChainFollower.run(chain, partitions))
  return Chain.Chain.of({ ...chain, head: () => headOf(chain, partitions) })
})
