/**
 * Logs are kept for ever. Every later version reads the log of a released one, folds it to the
 * same state and renders the same webhook events (L2) and responses to retries (L8). `v1.jsonl` is
 * a legal history with every event of version 1, with one entry's body per line. `v1.state.json` is
 * its fold, `v1.events.jsonl` has the bytes of its events, and `v1.responses.jsonl` those of its
 * responses. These files never change after the release.
 *
 * When entries become version 2, keep the files of version 1 unchanged and let `Entry.Draft` read
 * both. Copy `v1.make.ts` to `v2.make.ts`, adapt it, run it once, and add "v2" to `versions`.
 * If events change, `EventRenderers.rendererOf` chooses by the version. Then record the format
 * (`fixtures/formats.make.ts`).
 */

import * as fs from "node:fs"
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer, Result } from "effect"
import * as Storage from "../../src/app/Storage.ts"
import * as Guards from "../../src/domain/payout/PayoutGuards.ts"
import * as Engine from "../../src/engine/Engine.ts"
import * as Partition from "../../src/engine/Partition.ts"
import * as Entry from "../../src/engine/ports/Entry.ts"
import { LogRefused } from "../../src/engine/ports/Log.ts"
import * as AsCreated from "../../src/engine/state/AsCreated.ts"
import * as Database from "../../src/postgres/Database.ts"
import * as LeaderLock from "../../src/postgres/log/LeaderLock.ts"
import * as PostgresReadModel from "../../src/postgres/readmodel/PostgresReadModel.ts"
import * as Rebuild from "../../src/postgres/readmodel/Rebuild.ts"
import * as Tables from "../../src/postgres/readmodel/Tables.ts"
import { PersonKeys } from "../../src/postgres/sealing/PersonKeys.ts"
import * as SealedText from "../../src/postgres/sealing/SealedText.ts"
import * as Formats from "../fixtures/formats.ts"
import * as Logs from "../fixtures/logs.ts"
import { silent } from "../http/suite.ts"
import { ofProcess } from "../support/engine.ts"
import * as EngineHarness from "../support/engineHarness.ts"
import * as Postgres from "../support/postgres.ts"

const versions = ["v1"]

const tagsKnown: ReadonlyArray<string> = Entry.Event.members.map(
  ({ fields }) => fields._tag.schema.literal
)

/** JSON as in a file, without `undefined` and prototypes. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** A database with a log of these bodies. */
const prepared = Effect.fnUntraced(function* (bodies: ReadonlyArray<string>) {
  yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir })
  yield* Logs.write(yield* PgClient, bodies)
})

/** Stored events with their personal data. */
const openedEvents = Effect.gen(function* () {
  const sql = yield* PgClient
  const people = yield* PersonKeys
  const rows = yield* sql<Logs.RecordedEvent>`select id, body from events order by id`
  const keys = yield* people.load(rows.flatMap(({ body }) => SealedText.keyIdsOf(body)))
  return rows.map(({ body, id }) => ({
    id,
    body: Result.getOrThrow(SealedText.openJson(keys, `events ${id}`, body))
  }))
})

describe("A recorded log", () => {
  for (const version of versions) {
    it(`${version} folds to the recorded states`, () => {
      const folded = Logs.stateOf(Logs.fold(Logs.read(`${version}.jsonl`)))
      assert.deepStrictEqual(plain(folded), Logs.recordedState(version))
    })

    it(`L2 ${version} has the recorded events, byte for byte`, () => {
      const events = Logs.eventsOf(Logs.fold(Logs.read(`${version}.jsonl`)))
      assert.isAbove(events.length, 50)
      assert.deepStrictEqual(events, Logs.recordedEvents(version))
    })

    it(`L8 ${version} gives retries of creations the recorded bytes`, () => {
      const responses = Logs.responsesOf(Logs.read(`${version}.jsonl`))
      assert.isAbove(responses.length, 10)
      assert.deepStrictEqual(responses, Logs.recordedResponses(version))
    })

    it(`L2 ${version} has the recorded bytes of events that are rendered from their entry alone`, () => {
      const known = new Map(Logs.recordedEvents(version).map((event) => [event.id, event]))
      const told = Logs.entries(Logs.read(`${version}.jsonl`)).flatMap((entry) => {
        const event = AsCreated.webhookEventOf(entry)
        return event === undefined ? [] : [{ seq: entry.seq, id: event.id, body: event.body }]
      })
      assert.isAbove(told.length, 10)
      assert.deepStrictEqual(
        told,
        told.map(({ id }) => known.get(id))
      )
    })

    it.live(`L2 ${version} is written to the tables with the recorded bytes of events`, () =>
      Effect.gen(function* () {
        yield* prepared(Logs.read(`${version}.jsonl`))
        const layer = PostgresReadModel.layer(Partition.directory)
        yield* Rebuild.run(Partition.directory).pipe(
          Effect.provide([layer, LeaderLock.layer([Partition.directory])])
        )
        const rows = yield* openedEvents
        const known = new Map(Logs.recordedEvents(version).map(({ body, id }) => [id, body]))
        assert.sameMembers(
          rows.map(({ id }) => id),
          [...known.keys()]
        )
        const stored = rows.filter(({ body }) => body !== Tables.none)
        assert.isAbove(stored.length, 100)
        for (const { body, id } of stored) assert.strictEqual(body, known.get(id))
      }).pipe(Effect.scoped, Effect.provide(Postgres.layer), Effect.provide(silent))
    )

    it(`${version} folds to indexes that agree with its states`, () => {
      const { addresses, balances, batches, payouts, quotes, rows, unlocked } = Logs.fold(
        Logs.read(`${version}.jsonl`)
      )
      const open = [...quotes.values()].filter(({ lock }) => lock === "none").map(({ id }) => id)
      assert.deepStrictEqual([...unlocked], open)
      const active = new Map<string, Set<string>>()
      for (const { batchId, id, status } of payouts.values()) {
        if (batchId === null || Guards.isFinal(status)) continue
        active.set(batchId, new Set([...(active.get(batchId) ?? []), id]))
      }
      assert.deepStrictEqual(rows, active)
      // Rows share their batch's address, and payouts from a balance the balance's.
      const single = [...payouts.values()].filter((one) => one.batchId === null && !one.funding)
      const owners = [...single, ...batches.values(), ...balances.values()]
      assert.deepStrictEqual(
        addresses,
        new Map(owners.map(({ depositAddress, id }) => [depositAddress.toLowerCase(), id]))
      )
    })

    it(`${version} is read without losing a field, and its entries are written again unchanged`, () => {
      for (const body of Logs.read(`${version}.jsonl`)) {
        assert.deepStrictEqual(plain(Result.getOrThrow(Entry.decode(body))), JSON.parse(body))
      }
    })
  }

  it("of the newest version has every possible event", () => {
    const bodies = Logs.read(`${versions.at(-1)}.jsonl`)
    const written = new Set(
      bodies.flatMap((body) => JSON.parse(body).events.map((event: Entry.Event) => event._tag))
    )
    assert.deepStrictEqual(
      tagsKnown.filter((tag) => !written.has(tag)),
      []
    )
    assert.isTrue(bodies.some((body) => JSON.parse(body).note !== undefined))
    for (const body of bodies) assert.strictEqual(JSON.parse(body).v, Entry.version)
  })
})

describe("The stored format", () => {
  const versionOf = { entries: "Entry.version", states: "Tables.version" }

  it.each(Formats.names)("of %s equals the recorded format of its version", (name) => {
    const advice = `If it changes, raise ${versionOf[name]} and run fixtures/formats.make.ts.`
    const file = Formats.file(name)
    assert.isTrue(fs.existsSync(file), `${file} is missing. ${advice}`)
    assert.deepStrictEqual(
      JSON.parse(Formats.textOf(name)),
      JSON.parse(fs.readFileSync(file, "utf8")),
      advice
    )
  })
})

/** Starts an engine on a database with a log of these bodies. Returns the refusal. */
const refusal = Effect.fnUntraced(
  function* (bodies: ReadonlyArray<string>) {
    const database = Postgres.client(yield* Postgres.database)
    const started = Effect.gen(function* () {
      yield* prepared(bodies)
      const storage = Layer.provide(Storage.layer, Layer.succeed(PgClient, yield* PgClient))
      return yield* Layer.build(
        Engine.layer.pipe(
          Layer.provide(ofProcess),
          Layer.provide(storage),
          Layer.provide(EngineHarness.make().ports)
        )
      )
    })
    const exit = yield* Effect.exit(Effect.provide(started, database))
    assert.isTrue(Exit.isFailure(exit), "it started")
    const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
    assert.instanceOf(error, LogRefused)
    return error.message
  },
  Effect.provide(silent),
  Effect.scoped
)

/** The first entries of the log, and a changed copy of one of them. */
const withLast = (change: (body: string) => string): ReadonlyArray<string> => {
  const bodies = Logs.read("v1.jsonl").slice(0, 30)
  const last = bodies.find((body) => body.includes('"_tag":"QuoteCreated"')) ?? ""
  return [...bodies, change(last)]
}

/** The version that follows this program's. */
const newer = Entry.version + 1

describe("A log that this program cannot read in full", () => {
  it.live(
    "is refused if a newer program wrote it, and the error names the entry and both versions",
    () =>
      Effect.gen(function* () {
        const message = yield* refusal(
          withLast((body) => body.replace('{"v":1,', `{"v":${newer},`))
        )
        assert.match(message, /newer version/)
        assert.match(message, /seq 31\b/)
        assert.include(message, `entry version ${newer};`)
        assert.include(message, `reads up to ${Entry.version})`)
      })
  )

  const unreadable: Readonly<Record<string, (body: string) => string>> = {
    "an unknown event": (body) => body.replace("QuoteCreated", "QuoteForgotten"),
    "an event without one of its fields": (body) => body.replace('"currency":"UGX",', ""),
    "an event with a field of another type": (body) =>
      body.replace('"spread":0.01', '"spread":"1"'),
    "a value outside an enumeration": (body) => body.replace('"UGX"', '"XXX"'),
    "no version": (body) => body.replace('"v":1,', ""),
    "a version before the first": (body) => body.replace('"v":1,', '"v":0,'),
    "half a body": (body) => body.slice(0, body.length / 2)
  }
  for (const [what, change] of Object.entries(unreadable)) {
    it.live(`is refused at the entry with ${what}`, () =>
      Effect.gen(function* () {
        const bodies = withLast(change)
        assert.notInclude(bodies.slice(0, -1), bodies.at(-1), "nothing was changed")
        assert.match(yield* refusal(bodies), /at seq 31\b/)
      })
    )
  }
})
