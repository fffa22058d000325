/**
 * An auditor with separate books. It reads the log's rows as plain JSON and asks the API, and uses
 * no code of the engine except the command that proves the log.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import { assert } from "vitest"
import * as LogTools from "../../src/app/LogTools.ts"
import * as Settings from "../../src/config/Settings.ts"
import * as History from "../support/history.ts"
import { partitions } from "../support/partitions.ts"
import type { Received } from "../support/program.ts"
import * as Customers from "./customers.ts"
import type { Server } from "./servers.ts"

/** The figures of a run. */
export interface Books {
  readonly acknowledged: number
  readonly unknown: number
  readonly payouts: number
  readonly entries: number
}

interface LogEvent {
  readonly _tag: string
  readonly id: string
  readonly quoteId?: string
  readonly idempotencyKey?: string
  readonly reference?: string
  readonly attempt?: { readonly statusCode: number | null; readonly error: string | null }
}

interface Body {
  readonly events: ReadonlyArray<LogEvent>
  readonly reply: { readonly scope: string; readonly key: string } | null
}

const once = (seen: Set<string>, what: string): void => {
  assert.isFalse(seen.has(what), `twice in the log: ${what}`)
  seen.add(what)
}

/**
 * Checks a payout's transfers. A new reference may follow only a refusal of the previous one (L6).
 */
const auditTransfer = (live: Map<string, string>, { _tag, id, reference }: LogEvent): void => {
  if (_tag === "TransferRequested") {
    assert.isFalse(live.has(id), `${id} asks for ${reference} while ${live.get(id)} is live`)
    live.set(id, reference ?? "")
  }
  if (_tag === "TransferRefused") live.delete(id)
}

/** Checks that the log has nothing twice, and nothing without a request. */
const auditLog = (bodies: ReadonlyArray<Body>, history: History.History): void => {
  const seen = new Set<string>()
  const live = new Map<string, string>()
  const invoked = new Map(history.operations().map((each) => [each.key, each]))
  for (const { events, reply } of bodies) {
    if (reply !== null) once(seen, `reply ${reply.scope} ${reply.key}`)
    for (const event of events) {
      auditTransfer(live, event)
      switch (event._tag) {
        case "PayoutCreated":
          assert.isDefined(invoked.get(event.idempotencyKey ?? ""), "nobody asked for this payout")
          once(seen, `payout for ${event.quoteId}`)
          once(seen, `payout ${event.idempotencyKey}`)
          break
        case "DepositFinalized":
        case "PayoutSettled":
        case "PayoutFailed":
        case "PayoutReversed":
          once(seen, `${event._tag} of ${event.id}`)
      }
    }
  }
  for (const operation of history.ok("/v1/payouts")) {
    assert.isTrue(seen.has(`payout ${operation.key}`), `${operation.key} is not in the log`)
  }
}

/** The received events, each once. */
const distinct = (received: ReadonlyArray<Received>): ReadonlyArray<Customers.Event> => {
  const bodies = new Map<string, string>()
  for (const { body } of received) {
    const { id } = JSON.parse(body) as Customers.Event
    // A retry has the same id and the same bytes, because webhook endpoints recognise it by its id.
    assert.strictEqual(bodies.get(id) ?? body, body, "one event id, two bodies")
    bodies.set(id, body)
  }
  return [...bodies.values()].map((body) => JSON.parse(body) as Customers.Event)
}

/** The errors of each event's failed first attempts in the log, by the event's id. */
const firstFailures = (bodies: ReadonlyArray<Body>): ReadonlyMap<string, string> => {
  const attempted = new Set<string>()
  const failed = new Map<string, string>()
  for (const { _tag, attempt, id } of bodies.flatMap(({ events }) => events)) {
    if (_tag !== "DeliveryAttempted" || attempted.has(id)) continue
    attempted.add(id)
    // A delivery's id consists of its event's id and sixteen characters of the endpoint's id.
    if (attempt?.error) failed.set(`evt_${id.slice(4, -16)}`, attempt.error)
  }
  return failed
}

const ascending = (left: number, right: number): number => left - right

/**
 * Checks that every subscribed endpoint got every event of a payout, in order on first attempt
 * (L11). An event whose first attempt failed according to the log may arrive later than the events
 * after it.
 */
const auditEvents = (
  events: ReadonlyArray<Customers.Event>,
  expected: ReadonlyMap<string, ReadonlyArray<number>>,
  failures: ReadonlyMap<string, string>
): void => {
  const seen = new Map<string, Array<number>>()
  const late = new Map<string, Array<number>>()
  for (const { data, id, type } of events) {
    if (!type.startsWith("payout.")) continue
    const inOrder = failures.has(id) ? late : seen
    inOrder.set(data.payout_id, [...(inOrder.get(data.payout_id) ?? []), data.sequence])
  }
  for (const [id, sequences] of expected) {
    const [first = [], others = []] = [seen.get(id), late.get(id)]
    assert.deepStrictEqual(first, first.toSorted(ascending), `order of the events of ${id}`)
    assert.deepStrictEqual([...first, ...others].sort(ascending), sequences, `events of ${id}`)
  }
  const unknown = [...seen.keys(), ...late.keys()].filter((id) => !expected.has(id))
  assert.isEmpty(unknown, "events of payouts that were not acknowledged")
}

/** Checks that every funded payout has one event of its deposit (L8). */
const auditDeposits = (
  events: ReadonlyArray<Customers.Event>,
  funded: ReadonlyArray<string>
): void => {
  const told = events.filter(({ type }) => type === "deposit.received")
  const ids = told.map(({ data }) => data.payout_id)
  assert.deepStrictEqual(ids.toSorted(), funded.toSorted(), "deposits")
}

/** Checks that every payout is final, and that the API shows the number of acknowledged payouts. */
const auditPayouts = async (url: string, history: History.History) => {
  const everything = new Map<string, ReadonlyArray<number>>()
  const endings = new Map<string, ReadonlyArray<number>>()
  const funded: Array<string> = []
  const created = history.ok("/v1/payouts").map((each) => History.bodyOf(each).payout_id as string)
  assert.strictEqual(new Set(created).size, created.length, "two keys have one payout")
  // The other quotes were only requested for their rate.
  const quotes = history.ok("/v1/quotes").filter(({ key }) => key.startsWith("quote "))
  assert.strictEqual(created.length, quotes.length, "a quote without a payout")
  for (const id of created) {
    const { json } = await Customers.get(url, `/v1/payouts/${id}`)
    assert.include(Customers.finals, json.status, id)
    const statuses = json.timeline.map(({ status }) => status)
    assert.strictEqual(new Set(statuses).size, statuses.length, `${id} was in a status twice`)
    everything.set(
      id,
      Array.from(statuses, (_, index) => index + 1)
    )
    endings.set(id, [statuses.length])
    if (statuses.includes("STABLECOIN_RECEIVED")) funded.push(id)
  }
  const { json, status } = await Customers.get(url, "/v1/payouts?limit=1")
  assert.strictEqual(status, 200, JSON.stringify(json))
  assert.strictEqual(json.total, created.length, "the API shows another number of payouts")
  return { created, everything, endings, funded }
}

/** Retries all requests. Acknowledged ones must get the same responses, byte for byte. */
const auditAnswers = async (url: string, history: History.History) => {
  for (const each of history.operations()) {
    assert.isDefined(each.answer, `${each.key} was never answered`)
  }
  await Promise.all(history.operations().map((each) => history.send(url, each)))
}

/** The rows of the log, proved by `log verify` and read unchanged. */
const readLog = (server: Server, database: string) =>
  Effect.gen(function* () {
    const settings = yield* Settings.read({
      DATABASE_URL: server.url(database),
      PARTITIONS: partitions
    })
    const tips = yield* LogTools.verify(settings)
    const sql = yield* PgClient
    const rows = yield* sql<{ readonly partition: number; readonly body: string }>`
      select partition, body from log order by partition, seq`
    const places = yield* sql<{ readonly places: number }>`
      select sum(last)::int as places from
        (select max(seq) as last from log group by partition) as lasts`
    // The program still runs, so the report of a last delivery may come between the two reads.
    for (const { partition, seq } of tips) {
      assert.isAtLeast(rows.filter((row) => row.partition === partition).length, seq)
    }
    assert.isAtLeast(places[0]?.places ?? 0, rows.length, "the log has more rows than places")
    return rows.map(({ body }) => JSON.parse(body) as Body)
  }).pipe(Effect.provide(server.client(database)), Effect.runPromise)

/** Checks everything on which customers rely, with a running program and its database. */
export const run = async (
  url: string,
  { endings, everything, history }: Customers.Customers,
  server: Server,
  database: string
): Promise<Books> => {
  await auditAnswers(url, history)
  const expected = await auditPayouts(url, history)
  await endings.until((received) => {
    const ids = received.map(({ json }) => (json as Customers.Event).data.payout_id)
    return new Set(ids).size >= expected.created.length
  })
  const bodies = await readLog(server, database)
  const failures = firstFailures(bodies)
  for (const [id, error] of failures) console.info(`first attempt of ${id} failed: ${error}`)
  const all = distinct(everything.received)
  auditEvents(all, expected.everything, failures)
  auditDeposits(all, expected.funded)
  auditEvents(distinct(endings.received), expected.endings, failures)
  auditLog(bodies, history)
  const operations = history.operations()
  return {
    acknowledged: operations.filter(History.isOk).length,
    unknown: operations.reduce((sum, { unknown }) => sum + unknown, 0),
    payouts: expected.created.length,
    entries: bodies.length
  }
}
