/**
 * Interrupted writes of the read model. The session ends at a statement of the checkpoint, of the
 * archive or of the log position, or the process dies between the commit and the release of the
 * written changes. The process continues, or another one starts, and the tables must equal a fold
 * of the log.
 */

import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Partition from "../../src/engine/Partition.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import * as Failpoint from "../../src/engine/ports/Failpoint.ts"
import * as ReadModel from "../../src/engine/ports/ReadModel.ts"
import * as Recovery from "../../src/engine/Recovery.ts"
import * as State from "../../src/engine/state/State.ts"
import * as PostgresReadModel from "../../src/postgres/readmodel/PostgresReadModel.ts"
import * as Agreement from "../fixtures/agreement.ts"
import * as Logs from "../fixtures/logs.ts"
import * as Tables from "../fixtures/tables.ts"
import { silent } from "../http/suite.ts"
import * as Postgres from "../support/postgres.ts"
import * as Scenario from "./scenario.ts"
import * as Seed from "./seed.ts"

const bodies = Logs.read("v1.jsonl")
const entries = Logs.entries(bodies)
const lastAt = entries.at(-1)?.at ?? 0

const kills = Scenario.isComplete ? 50 : 8

/**
 * The limit of entries between two writes, which is low so that most writes have some of
 * everything.
 */
const entriesMax = 40

/** The statements at which a session is killed; `undefined` kills after the commit. */
const moments: Readonly<Record<string, RegExp | undefined>> = {
  "at the checkpoint": /(into|from) active\b/,
  "at the archive": /(into|from) (quotes|payouts|batches)\b/,
  "at the log position": /update read_model set seq/,
  "between the commit and the release of the changes": undefined
}

/** The next end of a session or of the process. */
interface Trap {
  /** The passages of the moment until the trap springs. */
  passage: number
  readonly isAfter: boolean
  /** True if the process dies with its session, and does not write again. */
  readonly isDeath: boolean
  readonly sprung: Deferred.Deferred<void>
}

type Draw = ReturnType<typeof Seed.make>

/** The trap that is set, and the number of traps that have sprung. */
interface Armed {
  readonly moment: RegExp | undefined
  readonly draw: Draw
  trap: Trap | undefined
  sprung: number
}

/** Sets the next trap, if there is none. */
const arm = (armed: Armed): Trap | undefined => {
  const { draw, moment } = armed
  if (armed.sprung < kills) {
    armed.trap ??= {
      passage: 1 + draw(3),
      isAfter: draw(2) === 0,
      isDeath: moment === undefined || draw(2) === 0,
      sprung: Deferred.makeUnsafe<void>()
    }
  }
  return armed.trap
}

/** Counts a passage, and returns the trap if it springs. */
const spring = (armed: Armed): Trap | undefined => {
  const { trap } = armed
  if (trap === undefined) return undefined
  trap.passage -= 1
  if (trap.passage > 0) return undefined
  armed.trap = undefined
  armed.sprung += 1
  Deferred.doneUnsafe(trap.sprung, Effect.void)
  return trap
}

/** A client whose session ends when the trap springs. */
const trapped = (sql: PgClient, armed: Armed): PgClient => {
  const kill = sql`select pg_terminate_backend(pg_backend_pid())`
  const unsafe = (text: string, parameters?: ReadonlyArray<unknown>) => {
    const run = sql.unsafe(text, parameters)
    if (armed.moment?.test(text) !== true || text.trim().startsWith("select")) return run
    return Effect.suspend((): Effect.Effect<unknown, unknown> => {
      const trap = spring(armed)
      if (trap === undefined) return run
      return trap.isAfter ? Effect.andThen(run, kill) : Effect.andThen(kill, run)
    })
  }
  return new Proxy(sql, {
    get: (target, name) => (name === "unsafe" ? unsafe : Reflect.get(target, name))
  })
}

/**
 * Runs a process that follows the log and writes, until it dies or has written everything. Returns
 * its log position.
 */
const life = Effect.fnUntraced(function* (armed: Armed) {
  const state = State.make()
  const recovery = yield* Recovery.make(state, yield* ReadModel.ReadModel)
  let at = yield* recovery.restore
  while (at < entries.length) {
    const trap = arm(armed)
    const next: ReadonlyArray<Entry.Entry> = entries.slice(at, at + 1 + armed.draw(entriesMax))
    yield* recovery.follow(next)
    const death =
      trap?.isDeath === true ? Effect.as(Deferred.await(trap.sprung), true) : Effect.never
    if (yield* Effect.raceFirst(Effect.as(recovery.project, false), death)) return at
    at += next.length
  }
  return at
})

/** Runs processes until all kills have happened and the log is written to its end. */
const run = Effect.fnUntraced(function* (armed: Armed) {
  const sql = yield* PgClient
  const death = new Error("the process dies")
  const reach = (point: Failpoint.Point): void => {
    const isPassed = armed.moment === undefined && point === "project: after the write"
    if (isPassed && spring(armed) !== undefined) throw death
  }
  const views = PostgresReadModel.layer(Partition.directory).pipe(
    Layer.provide(Layer.succeed(PgClient, trapped(sql, armed)))
  )
  let at = 0
  while (armed.sprung < kills || at < entries.length) {
    // The log was written to its end, so the next process starts from its beginning.
    if (at >= entries.length) yield* sql`update read_model set version = 1`
    at = yield* life(armed).pipe(
      Effect.provide(views, { local: true }),
      Effect.provideService(Failpoint.Failpoint, reach),
      Effect.catchDefect((defect) => (defect === death ? Effect.succeed(0) : Effect.die(defect)))
    )
  }
})

const shown = Effect.gen(function* () {
  const { active, read_model_sums, ...rows } = yield* Tables.rows
  const parsed = (active ?? []).map(({ crc, state, ...row }) => ({
    ...row,
    state: state === "" ? "" : JSON.parse(String(state))
  }))
  return { ...rows, active: parsed }
})

describe("The read model, interrupted in a write", () => {
  for (const [name, moment] of Object.entries(moments)) {
    const title = `${name} shows everything once, FAULTS_SEED=${Seed.seed}`
    it.live(
      title,
      () =>
        Effect.gen(function* () {
          const sql = yield* PgClient
          yield* Tables.prepare
          yield* Logs.write(sql, bodies)
          yield* run({ moment, draw: Seed.make(Seed.seed), trap: undefined, sprung: 0 })
          const tables = yield* shown
          yield* Effect.gen(function* () {
            yield* TestClock.setTime(lastAt)
            const engine = yield* Agreement.start
            yield* Agreement.check(engine, Logs.fold(yield* Logs.opened))
          }).pipe(Effect.scoped, Effect.provide(TestClock.layer()))
          yield* sql`delete from log where seq > ${entries.length}`
          yield* Tables.rebuild
          assert.deepStrictEqual(tables, yield* shown)
        }).pipe(Effect.provide(Postgres.layer), Effect.provide(silent)),
      { timeout: Scenario.msMax }
    )
  }
})
