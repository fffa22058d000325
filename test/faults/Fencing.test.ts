import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Latch, Layer, type Scope } from "effect"
import * as Limits from "../../src/config/Limits.ts"
import * as DataSubjects from "../../src/engine/ports/DataSubjects.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import { Log } from "../../src/engine/ports/Log.ts"
import * as Append from "../../src/postgres/log/Append.ts"
import * as LeaderLock from "../../src/postgres/log/LeaderLock.ts"
import * as PostgresLog from "../../src/postgres/log/PostgresLog.ts"
import * as Replay from "../../src/postgres/log/Replay.ts"
import * as PersonKeys from "../../src/postgres/sealing/PersonKeys.ts"
import * as SealedEntry from "../../src/postgres/sealing/SealedEntry.ts"
import { draft } from "../support/drafts.ts"
import type * as History from "../support/history.ts"
import * as Postgres from "../support/postgres.ts"
import * as Gauges from "./gauges.ts"
import * as Logs from "./logs.ts"
import * as Pairs from "./pairs.ts"
import * as Scenario from "./scenario.ts"

/**
 * The numbers of pairs of writers that open the same log concurrently, and of pairs of programs
 * that start concurrently.
 */
const [duels, starts] = [Scenario.isComplete ? 1_000 : 100, 5]

const idsOf = ({ events }: Entry.Entry): ReadonlyArray<string> =>
  events.flatMap((event) => (event._tag === "EndpointDeleted" ? [event.id] : []))

interface Writer {
  readonly log: Log["Service"]
  readonly append: (id: string) => Effect.Effect<boolean>
}

/** Opens the log as its writer, with nothing except its last entry. */
const open = (after: number): Effect.Effect<Writer, unknown, Scope.Scope | PgClient.PgClient> =>
  Effect.gen(function* () {
    const log = yield* Effect.provideContext(
      Log,
      yield* Layer.build(
        Layer.fresh(
          PostgresLog.layer(0).pipe(
            Layer.provide(LeaderLock.layer([0])),
            Layer.provide(Postgres.people)
          )
        )
      )
    )
    const nothing = { follow: () => Effect.void, people: DataSubjects.none, apply: () => {} }
    const [warm, restore] = [Effect.succeed(after), Effect.succeed(after)]
    yield* log.open({ ...nothing, loadActive: warm, restore })
    const append: Writer["append"] = (id) =>
      Effect.callback((resume) =>
        log.append(draft(id), (durable) => resume(Effect.succeed(durable)))
      )
    return { log, append }
  })

/**
 * Two writers open the log concurrently, and both write. Returns the names of the acknowledged
 * appends.
 */
const duel = (round: number, after: number) =>
  Effect.gen(function* () {
    const told: Array<string> = []
    const write = Effect.fnUntraced(function* ({ append }: Writer, name: string) {
      if (yield* append(name)) told.push(name)
    })
    const names = ["one", "other"].map((who) => `${round} ${who}`)
    const writers = yield* Effect.forEach(
      names,
      (name) =>
        Effect.tap(open(after), (writer) =>
          Effect.forEach([0, 1, 2], (turn) => write(writer, `${name} ${turn}`), {
            concurrency: "unbounded"
          })
        ),
      { concurrency: "unbounded" }
    )
    const [loser, winner] = writers.toSorted(
      (one, other) => one.log.tip().epoch - other.log.tip().epoch
    )
    if (loser === undefined || winner === undefined) return assert.fail("two writers open the log")
    assert.isBelow(loser.log.tip().epoch, winner.log.tip().epoch, "one epoch has two writers")
    // The first writer detects the second one at its next write at the latest.
    yield* write(loser, `${round} loser`)
    yield* write(winner, `${round} winner`)
    assert.notInclude(told, `${round} loser`)
    assert.include(told, `${round} winner`)
    const end = yield* Effect.exit(loser.log.lost)
    assert.isTrue(Exit.isFailure(end))
    assert.include(String(Exit.isFailure(end) ? end.cause : ""), "LeadershipLost")
    assert.isFalse(loser.log.isWritable())
    return { told, seq: winner.log.tip().seq }
  }).pipe(Effect.scoped)

describe("Two writers on one log", () => {
  it.live(
    "L3 leave one sequence of entries, in which each acknowledged append appears once",
    () =>
      Effect.gen(function* () {
        const told: Array<string> = []
        let seq = 0
        for (let round = 0; round < duels; round++) {
          const after = yield* duel(round, seq)
          seq = after.seq
          told.push(...after.told)
        }
        const found: Array<string> = []
        const epochs: Array<number> = []
        const sql = yield* PgClient.PgClient
        // The replay proves that the log has no gap, one hash chain, and epochs that never fall.
        yield* Replay.run({ sql, people: PersonKeys.closed }, 0, Replay.start, (entries) =>
          Effect.sync(() => {
            found.push(...entries.flatMap(idsOf))
            epochs.push(...entries.map(({ epoch }) => epoch))
          })
        )
        assert.deepStrictEqual(found.toSorted(), told.toSorted())
        assert.deepStrictEqual(
          epochs.toSorted((one, other) => one - other),
          epochs
        )
        assert.isAtLeast(epochs.at(-1) ?? 0, 2 * duels)
        console.log(
          `fencing: ${duels} duels, ${epochs.at(-1)} epochs, ${told.length} appends acknowledged ` +
            `of ${8 * duels}: each is in the log once, and nothing else`
        )
      }).pipe(
        Effect.provide(Layer.unwrap(Effect.map(Logs.database, Postgres.client))),
        Effect.scoped,
        Effect.provide(Logs.silent)
      ),
    { timeout: Scenario.msMax }
  )
})

const entryOf = (by: string) => SealedEntry.plain(JSON.stringify({ ...draft(by), by }))

describe("A statement of several entries", () => {
  it.live("L3 writes nothing when another writer takes its first seq at that moment", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const first = Append.batch(0, { ...Replay.start, epoch: 1 }, [entryOf("first")])
      assert.strictEqual(yield* Append.attempt(sql, first), "durable")
      const tip = { seq: 1, epoch: 1, hash: first.hashes[0] ?? Replay.start.hash }
      const late = Append.batch(0, tip, ["a", "b", "c"].map(entryOf))
      const next = Append.batch(0, { ...tip, epoch: 2 }, [entryOf("next")])
      const written = yield* Latch.make(false)
      const attempt = yield* Effect.forkScoped(
        Effect.andThen(Latch.await(written), Append.attempt(sql, late))
      )
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* Append.attempt(sql, next), "durable")
        yield* Latch.open(written)
        // The statement sees the log as it was before, and waits for the outcome of the new
        // writer's entry.
        yield* sql`select 1 from pg_locks where not granted`.pipe(
          Effect.repeat({ until: (rows) => rows.length > 0 })
        )
        return attempt
      }).pipe(sql.withTransaction)
      assert.strictEqual(yield* Fiber.join(attempt), "lost")
      const rows = yield* sql<{ readonly epoch: number }>`select epoch from log order by seq`
      assert.deepStrictEqual(
        rows.map(({ epoch }) => epoch),
        [1, 2]
      )
    }).pipe(
      Effect.provide(Layer.unwrap(Effect.map(Logs.database, Postgres.client))),
      Effect.scoped,
      Effect.provide(Logs.silent)
    )
  )
})

interface Asked {
  readonly operation: History.Operation
  /** The response; `undefined` if the connection ended. */
  readonly answer: Promise<History.Answer | undefined>
}

/**
 * Sends many requests without waiting, so that some are in progress and some wait in the socket.
 */
const press = ({ customers }: Pairs.Pair, url: string, name: string): ReadonlyArray<Asked> =>
  Array.from({ length: 40 }, (_, index) => {
    const rate = { source_amount_usdc: 5, target_currency: "UGX" }
    const operation = customers.history.operation("/v1/quotes", `${name} ${index}`, rate)
    const answer = fetch(`${url}${operation.path}`, {
      method: "POST",
      headers: { ...Gauges.authorized, "content-type": "application/json" },
      body: JSON.stringify({ ...rate, idempotency_key: operation.key })
    }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => undefined
    )
    return { operation, answer }
  })

/**
 * Records the old writer's responses. A success must stay the response, and any other request is
 * repeated.
 */
const record = async (asked: ReadonlyArray<Asked>): Promise<number> => {
  let taken = 0
  for (const { answer, operation } of asked) {
    const said = await answer
    assert.include([undefined, 201, 408, 503], said?.status, said?.text)
    if (said?.status !== 201) continue
    operation.answer = said
    taken += 1
  }
  return taken
}

describe.concurrent("Two programs on one database", () => {
  it("L3 never both write, since a stopped writer that continues writes nothing and ends", {
    timeout: Scenario.msMax
  }, async () => {
    await Pairs.run(async (pair) => {
      const { customers } = pair
      const old = await pair.start()
      await old.listening
      assert.isTrue(await customers.work(old.url, 6))
      const before = press(pair, old.url, "before")
      await before[0]?.answer
      process.kill(old.pid, "SIGSTOP")
      const stopped = performance.now()
      const queued = press(pair, old.url, "queued")
      const next = await pair.standby()
      await Gauges.until(next, "standby")
      await Pairs.isWaiting(next, "standby")
      await Gauges.until(next, "ready")
      const silence = performance.now() - stopped
      // The new writer serves, and the old one does not know it yet.
      assert.isTrue(await customers.work(next.url, 12))
      process.kill(old.pid, "SIGCONT")
      assert.strictEqual(await old.ended, 1, old.output())
      assert.match(old.output(), /payout-service stops: Another process took the log over/)
      assert.strictEqual(await record(queued), 0, "acknowledged by a writer that could not write")
      assert.isAtLeast(await record(before), 1)
      assert.isTrue(await customers.finish(next.url))
      await customers.settled()
      const books = await pair.audit(next.url)
      assert.strictEqual(await Pairs.strays(pair), 0)
      assert.strictEqual(await Pairs.epochs(pair), 2)
      Scenario.report(`fencing, new writer ready ${(silence / 1000).toFixed(1)} s`, 1, books)
      assert.isBelow(silence, 4 * Limits.leadership.silenceMsMax)
    })
  })

  // The program that ends first waits 15 s for the other, which is too long for every test run.
  it.runIf(Scenario.isComplete)(
    "let one serve, and end the other with a hint about --standby",
    {
      timeout: Scenario.msMax
    },
    async () => {
      const ends = await Promise.all(
        Array.from({ length: starts }, () =>
          Pairs.run(async (pair) => {
            const both = await Promise.all([pair.start(), pair.start()])
            const served = await Promise.all(both.map(({ listening }) => listening))
            const [winner, loser] = served[0] === undefined ? both.toReversed() : both
            assert.lengthOf(
              served.filter((url) => url !== undefined),
              1
            )
            assert.strictEqual(await loser?.ended, 1, loser?.output())
            assert.match(loser?.output() ?? "", /payout-service stops: .*--standby/)
            assert.strictEqual(await Gauges.phase(winner?.url ?? ""), "ready")
            assert.strictEqual(await Pairs.epochs(pair), 1, "the loser wrote to the log")
            return winner?.kill("SIGTERM")
          })
        )
      )
      assert.deepStrictEqual(
        ends,
        Array.from({ length: starts }, () => 0)
      )
    }
  )
})
