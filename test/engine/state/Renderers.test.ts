/**
 * L2: an event's bytes are fixed when it gets its id. Which renderer wrote an event follows from
 * the version of its entry, so a program with another renderer renders old events as they were.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Storage from "../../../src/app/Storage.ts"
import * as Limits from "../../../src/config/Limits.ts"
import * as EventRenderers from "../../../src/domain/webhook/EventRenderers.ts"
import * as WebhookEvent from "../../../src/domain/webhook/WebhookEvent.ts"
import * as AsCreated from "../../../src/engine/state/AsCreated.ts"
import * as Fold from "../../../src/engine/state/Fold.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as Database from "../../../src/postgres/Database.ts"
import * as PostgresReadModel from "../../../src/postgres/readmodel/PostgresReadModel.ts"
import * as Rebuild from "../../../src/postgres/readmodel/Rebuild.ts"
import * as Logs from "../../fixtures/logs.ts"
import { quiet } from "../../http/suite.ts"
import * as Postgres from "../../support/postgres.ts"

/** A later program's: other data in entries from a version on. */
const changedFrom =
  (version: number): EventRenderers.RendererOf =>
  (v) =>
    v < version
      ? EventRenderers.rendererOf(v)
      : {
          ...EventRenderers.rendererOf(v),
          payout: ({ payout }) => ({ renamed: payout.id }),
          deposit: (_, { id }) => ({ renamed: id })
        }

const rendered = (core: State.State) =>
  core.dirty.webhookEvents.map(({ seq, state }) => {
    const { body, id } = WebhookEvent.rendered(state)
    return { seq, id, body }
  })

const deliveries = (core: State.State) =>
  [...core.deliveries.values()].map(({ endpointId, id, notice }) => [id, endpointId, notice])

describe("Events of a log under another renderer", () => {
  for (const version of ["v1", "v2", "v3", "v4", "v5", "v6"]) {
    it(`L2 have the same ids and bytes: ${version}`, () => {
      const bodies = Logs.read(`${version}.jsonl`)
      const first = Logs.fold(bodies)
      const second = Logs.fold(bodies, changedFrom(7))
      assert.isAbove(rendered(first).length, 50)
      assert.deepStrictEqual(rendered(second), rendered(first))
      assert.deepStrictEqual(deliveries(second), deliveries(first))
      // A renderer that took over old entries would be seen here.
      assert.notDeepEqual(rendered(Logs.fold(bodies, changedFrom(1))), rendered(first))
    })
  }

  for (const version of ["v1", "v2", "v3", "v4", "v5", "v6"]) {
    it(`L2 have the same ids and bytes where their entry alone tells them: ${version}`, () => {
      const bodies = Logs.read(`${version}.jsonl`)
      const known = new Map(rendered(Logs.fold(bodies)).map((event) => [event.id, event]))
      const told = Logs.entries(bodies).flatMap((entry) => {
        const event = AsCreated.webhookEventOf(entry)
        return event === undefined ? [] : [{ seq: entry.seq, id: event.id, body: event.body }]
      })
      assert.isAbove(told.length, 10)
      assert.deepStrictEqual(
        told,
        told.map(({ id }) => known.get(id))
      )
    })
  }

  it("L2 are rendered by it from its version on", () => {
    const entries = Logs.entries(Logs.read("v6.jsonl"))
    const later = 850
    const core = State.make((v) => changedFrom(7)(v === 5 ? 7 : v))
    // Version 5 stands for a future one: its renderer is requested for 7.
    for (const entry of entries) Fold.apply(core, entry.seq > later ? { ...entry, v: 5 } : entry)
    const before = Logs.fold(Logs.read("v6.jsonl").slice(0, later))
    assert.deepStrictEqual(rendered(core).slice(0, rendered(before).length), rendered(before))
    const after = rendered(core).slice(rendered(before).length)
    assert.isTrue(after.some(({ body }) => body.includes('"renamed"')))
  })

  it.live("L2 have the same rows after log rebuild by that program", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient
      yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir })
      yield* Logs.write(sql, Logs.read("v6.jsonl"))
      const rows = sql<{ id: string }>`select id, type, seq, crc, body from events order by id`
      const rebuild = (rendererOf?: EventRenderers.RendererOf) =>
        Rebuild.run(Limits.partition, rendererOf).pipe(
          Effect.provide(PostgresReadModel.layer(Limits.partition)),
          Effect.andThen(rows)
        )
      const first = yield* rebuild()
      assert.isAbove(first.length, 100)
      assert.deepStrictEqual(yield* rebuild(changedFrom(7)), first)
      assert.notDeepEqual(yield* rebuild(changedFrom(6)), first)
    }).pipe(
      (effect) =>
        Effect.flatMap(Postgres.database, (to) => Effect.provide(effect, Postgres.client(to))),
      Effect.scoped,
      Effect.provide(quiet)
    )
  )
})
