/** Follows the log of a partition that another node writes, by polling it. */
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Layer } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as Log from "../../engine/ports/Log.ts"
import * as Port from "../../engine/ports/LogFollower.ts"
import { PersonKeys } from "../sealing/PersonKeys.ts"
import * as Replay from "./Replay.ts"

/** Waits while the read model cannot be used: the log's writer rebuilds it. */
const load = (reader: Pick<Log.Reader, "loadActive">): Effect.Effect<number, Log.LogRefused> =>
  Effect.flatMap(reader.loadActive, (seq) =>
    seq === undefined
      ? Effect.andThen(Effect.sleep(Limits.cluster.beatEveryMs), load(reader))
      : Effect.succeed(seq)
  )

const make = Effect.fnUntraced(function* (partition: number) {
  const sql = yield* PgClient.PgClient
  const people = yield* PersonKeys
  return Port.LogFollower.of({
    follow: Effect.fnUntraced(function* (reader, report) {
      let tip = yield* Replay.after(sql, partition, yield* load(reader))
      while (true) {
        const at = performance.now()
        tip = yield* Replay.run({ sql, people }, partition, tip, reader.follow)
        yield* report(tip.seq, at)
        yield* Effect.sleep(Limits.cluster.followMs)
      }
    })
  })
})

export const layer = (partition: number) => Layer.effect(Port.LogFollower, make(partition))
