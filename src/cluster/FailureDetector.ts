/**
 * The judgement of which nodes run partitions. One process judges all nodes, and it may be the one
 * that is cut off: every other node then seems dead to it. So only a judge that reaches at least
 * half of the live nodes, itself included, declares another one dead. Any other judge takes itself
 * out, and the next judge is another process.
 */
import { Effect, Layer, Schedule } from "effect"
import { RunnerAddress, RunnerHealth, Runners } from "effect/cluster"
import * as Limits from "../config/Limits.ts"

export interface Options {
  /** `host:port` of this node. */
  readonly name: string
  /** The other nodes that wrote their rows recently, `host:port` each. */
  readonly others: () => ReadonlyArray<string>
}

const { cluster } = Limits

const addressOf = (name: string): RunnerAddress.RunnerAddress => {
  const at = name.lastIndexOf(":")
  return RunnerAddress.make(name.slice(0, at), Number(name.slice(at + 1)))
}

/** Repeats a check for a while: a busy node, or one with a new link, is not dead. */
const patiently = (isTrue: Effect.Effect<boolean>): Effect.Effect<boolean> =>
  isTrue.pipe(
    Effect.repeat({
      schedule: Schedule.spaced(cluster.judgePauseMs),
      times: cluster.judgeQueriesMax - 1,
      until: (found) => found
    }),
    Effect.map((found) => found === true)
  )

export const make = Effect.fnUntraced(function* ({ name, others }: Options) {
  const runners = yield* Runners.Runners
  const answers = (address: RunnerAddress.RunnerAddress) =>
    runners.ping(address).pipe(Effect.timeout(cluster.judgeWaitMs), Effect.isSuccess)
  const reachesHalf = Effect.gen(function* () {
    const nodes = others()
    const results = yield* Effect.forEach(nodes, (one) => answers(addressOf(one)), {
      concurrency: "unbounded"
    })
    const reached = results.filter(Boolean).length + 1
    return 2 * reached >= nodes.length + 1
  })
  return RunnerHealth.RunnerHealth.of({
    isAlive: (address) => {
      if (`${address.host}:${address.port}` === name) return patiently(reachesHalf)
      return Effect.flatMap(patiently(answers(address)), (isAnswering) =>
        isAnswering ? Effect.succeed(true) : Effect.map(reachesHalf, (mayJudge) => !mayJudge)
      )
    }
  })
})

export const layer = (options: Options) => Layer.effect(RunnerHealth.RunnerHealth, make(options))
