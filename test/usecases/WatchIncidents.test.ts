/** Notices about incidents: recipients, times and retries. */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Clock, type Context, Effect, Exit, Layer, Logger, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import type * as User from "../../src/domain/account/User.ts"
import type * as Facts from "../../src/domain/incident/Facts.ts"
import * as Incident from "../../src/domain/incident/Incident.ts"
import * as PastIncidents from "../../src/domain/incident/PastIncidents.ts"
import * as Network from "../../src/domain/Network.ts"
import * as Partitions from "../../src/engine/Partitions.ts"
import * as NoticeChannels from "../../src/engine/ports/NoticeChannels.ts"
import * as Incidents from "../../src/usecases/Incidents.ts"
import * as WatchIncidents from "../../src/usecases/WatchIncidents.ts"

const { closeAfterMs, openAfterMs, retryMs } = Limits.notices
const start = Date.UTC(2026, 10, 26, 11, 16)

/** Facts with a provider that is down since a time, or not down. */
const downSince = (since: number | undefined): Facts.Facts => ({
  ...{ silent: [], cutOff: [], clocks: [], ownerless: [], isClustered: false },
  partitions: [
    {
      process: {
        ...{ floats: [], chain: null, rates: [], list: null, float: null },
        providers:
          since === undefined
            ? []
            : [
                {
                  ...{ provider: "pawapay", network: null, networks: Network.slugs },
                  ...{ cause: "failing", since, nextTryAt: null, isSending: false }
                }
              ]
      },
      ...{ waiting: [], parked: { count: 0, amount: 0, oldest: null } },
      ...{ unfinalDeposits: 0, endpoints: [], isWritable: true }
    }
  ]
})

interface World {
  since: number | undefined
  past: PastIncidents.State
  /** True if the channel accepts messages. */
  isTaking: boolean
  readonly people: Map<string, User.User>
  /** The scope of the partition, which closes when the partition moves to another node. */
  readonly scope: Scope.Closeable
  readonly attempts: Array<NoticeChannels.Message & { readonly at: number }>
}

const layers = (world: World, number: number) =>
  Layer.mergeAll(
    Layer.succeed(Incidents.Incidents, {
      countedBy: () => Effect.never,
      past: () => world.past,
      beginWatch: (now) => {
        world.past = PastIncidents.begin(now)
      },
      recordSnapshot: ({ at, incidents }) => {
        const bounds = { ...Limits.incidents, ...Limits.notices }
        world.past = PastIncidents.step(world.past, incidents, bounds, at)
      },
      read: Effect.map(Clock.currentTimeMillis, (at) => {
        const facts = downSince(world.since)
        const incidents = Incident.of(facts, Limits.incidents.thresholds, new Map(), at)
        return { at, facts, incidents }
      })
    }),
    Layer.succeed(NoticeChannels.NoticeChannels, [
      {
        name: "e-mail",
        hasReceiver: ({ chosenBy }) => chosenBy.length > 0,
        send: (message) =>
          Effect.flatMap(Clock.currentTimeMillis, (at) => {
            world.attempts.push({ ...message, at })
            return world.isTaking
              ? Effect.void
              : Effect.fail(new NoticeChannels.NoticeFailed({ message: "no answer" }))
          })
      }
    ]),
    Layer.succeed(Partitions.Partitions, {
      attach: (prepare: (one: unknown) => Effect.Effect<void, never, Scope.Scope>) =>
        Scope.provide(
          prepare({
            engine: { partition: { number }, registry: { people: world.people } },
            ids: { bytes: (count: number) => new Uint8Array(count) }
          }),
          world.scope
        )
    } as unknown as Context.Service.Shape<typeof Partitions.Partitions>)
  )

const person = (name: string, chosen: Pick<User.User, "wantsNotices">): User.User => ({
  ...{ id: `usr_${name}`, name, email: `${name}@example.com`, hasSecondFactor: true },
  ...{ grants: [{ accountId: null, role: "operator" }], failures: 0, lockedUntil: null },
  ...{ joinedAt: start, lastSignInAt: null, wasStaff: true, ...chosen }
})

const watching = Effect.fnUntraced(function* (number = 0) {
  const scope = yield* Effect.acquireRelease(Scope.make(), (each) => Scope.close(each, Exit.void))
  const world: World = {
    scope,
    ...{ since: undefined, isTaking: true, attempts: [], past: PastIncidents.none },
    people: new Map([["usr_ada", person("ada", { wantsNotices: true })]])
  }
  yield* TestClock.setTime(start)
  yield* WatchIncidents.run.pipe(Effect.provide(layers(world, number)))
  return world
})

/** Times of the attempts, in milliseconds after the start. */
const times = ({ attempts }: World) => attempts.map(({ at }) => at - start)

describe("The watch of incidents", () => {
  it.effect("sends one notice when an incident opens and one when it closes", () =>
    Effect.gen(function* () {
      const world = yield* watching()
      yield* TestClock.adjust(20_000)
      assert.deepStrictEqual(world.attempts, [])
      world.since = start + 20_000
      yield* TestClock.adjust(10 * 60_000)
      assert.strictEqual(world.attempts.length, 1, "an incident that lasts is told once")
      const [opened] = world.attempts
      assert.strictEqual(opened?.subject, "[payouts] pawaPay is down")
      assert.match(
        opened?.text ?? "",
        /^CRITICAL: pawaPay is down\nSince: 2026-11-26 11:16:20 UTC\n/
      )
      assert.deepStrictEqual(times(world), [25_000 + openAfterMs])
      world.since = undefined
      yield* TestClock.adjust(closeAfterMs)
      assert.strictEqual(world.attempts.length, 1, "an end is told when it has lasted")
      yield* TestClock.adjust(10 * 60_000)
      const [, over, ...more] = world.attempts
      assert.deepStrictEqual(more, [])
      assert.strictEqual(over?.subject, "[payouts] Over: pawaPay is down")
      assert.strictEqual(
        over?.text,
        "OVER: pawaPay is down\nFrom 2026-11-26 11:16:20 UTC to 2026-11-26 11:26:25 UTC\n"
      )
      const { closed, type } = JSON.parse(over?.body ?? "")
      assert.deepStrictEqual(
        [type, closed[0].id, closed[0].closed_at],
        ["incidents.changed", "provider.pawapay", "2026-11-26T11:26:25.000Z"]
      )
    })
  )

  it.effect("ends when the directory moves to another node", () =>
    Effect.gen(function* () {
      const world = yield* watching()
      yield* Scope.close(world.scope, Exit.void)
      world.since = start
      yield* TestClock.adjust(60 * 60_000)
      assert.deepStrictEqual(world.attempts, [])
    })
  )

  it.effect("runs only in the process of the directory", () =>
    Effect.gen(function* () {
      const world = yield* watching(1)
      world.since = start
      yield* TestClock.adjust(60 * 60_000)
      assert.deepStrictEqual(world.attempts, [])
    })
  )
})

describe("A closed incident", () => {
  it.effect("is kept by the watching process, with its beginning and its end", () =>
    Effect.gen(function* () {
      const world = yield* watching()
      world.since = start + 20_000
      yield* TestClock.adjust(10 * 60_000)
      world.since = undefined
      yield* TestClock.adjust(closeAfterMs + 10_000)
      const [past, ...others] = world.past.past
      assert.deepStrictEqual(others, [])
      assert.strictEqual(world.past.watchedSince, start)
      assert.deepInclude(past?.incident, { id: "provider.pawapay", since: start + 20_000 })
      assert.strictEqual(past?.endedAt, start + 10 * 60_000 + 5_000)
      const elsewhere = yield* watching(1)
      assert.isNull(elsewhere.past.watchedSince)
    })
  )
})

describe("A notice that fails", () => {
  it.effect("is retried after each pause, and then given up", () =>
    Effect.gen(function* () {
      const world = yield* watching()
      Object.assign(world, { since: start, isTaking: false })
      yield* TestClock.adjust(60 * 60_000)
      const [first = 0, ...later] = times(world)
      let due = first
      const expected = retryMs.map((pause) => {
        due += pause
        return due
      })
      assert.deepStrictEqual(later, expected)
      assert.strictEqual(new Set(world.attempts.map(({ id }) => id)).size, 1)
    })
  )

  it.effect("is not retried after an accepted attempt", () =>
    Effect.gen(function* () {
      const world = yield* watching()
      Object.assign(world, { since: start, isTaking: false })
      yield* TestClock.adjust(openAfterMs + 5_000)
      assert.strictEqual(world.attempts.length, 1)
      world.isTaking = true
      yield* TestClock.adjust(60 * 60_000)
      assert.strictEqual(world.attempts.length, 2)
    })
  )

  it.effect("is logged with the cause at the first failed attempt only", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.make(({ cause, logLevel, message }) => {
        lines.push(`${logLevel} ${message} ${Cause.pretty(cause)}`)
      })
      const world = yield* watching().pipe(Effect.provide(Logger.layer([logger])))
      Object.assign(world, { since: start, isTaking: false })
      yield* TestClock.adjust(openAfterMs + 5_000 + (retryMs[0] ?? 0))
      assert.lengthOf(world.attempts, 2)
      assert.lengthOf(lines, 1)
      assert.match(
        lines[0] ?? "",
        /^Warn A notice by e-mail failed and will be retried: \[payouts\] pawaPay is down.*no answer/
      )
    })
  )
})

describe("An e-mail about incidents", () => {
  it.effect("goes only to staff who chose it", () =>
    Effect.gen(function* () {
      const world = yield* watching()
      world.people.set("usr_ben", person("ben", { wantsNotices: false }))
      world.people.set("usr_cid", person("cid", { wantsNotices: false }))
      const former = { ...person("dee", { wantsNotices: true }), grants: [] }
      world.people.set("usr_dee", former)
      world.since = start
      yield* TestClock.adjust(10 * 60_000)
      assert.deepStrictEqual(
        world.attempts.map(({ chosenBy }) => chosenBy),
        [["ada@example.com"]]
      )
      world.people.clear()
      world.since = undefined
      yield* TestClock.adjust(20 * 60_000)
      assert.lengthOf(world.attempts, 1, "no person is left who gets the end")
    })
  )
})
