/**
 * Figures equal those of the fold of all entries, for any division between memory and tables and
 * even during a write. Each payout is counted once.
 */

import { assert, it } from "@effect/vitest"
import { Clock, Context, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import * as Storage from "../../../src/app/Storage.ts"
import * as Partition from "../../../src/engine/Partition.ts"
import * as ReadModel from "../../../src/engine/ports/ReadModel.ts"
import * as Database from "../../../src/postgres/Database.ts"
import * as PostgresReadModel from "../../../src/postgres/readmodel/PostgresReadModel.ts"
import { silent } from "../../http/suite.ts"
import * as Postgres from "../../support/postgres.ts"
import * as History from "./history.ts"
import * as Listing from "./listing.ts"

const dayMs = 86_400_000
const since = Math.floor(History.bornAt / dayMs) * dayMs

const step = History.step.filter(({ kind }) => kind !== "list")

/** The figures as counted from the fold. */
const expected = ({ fold }: Listing.Listing, accountId: string | undefined) => {
  const payouts = [...fold.payouts.values()].filter(
    (payout) => accountId === undefined || payout.accountId === accountId
  )
  const ended = (...statuses: ReadonlyArray<string>) =>
    payouts.filter(({ status }) => statuses.includes(status))
  return {
    created: payouts.length,
    settled: ended("SETTLED").length,
    failed: ended("FAILED", "REVERSED").length,
    volume: ended("SETTLED").reduce((sum, { sourceAmount }) => sum + sourceAmount, 0),
    states: Object.fromEntries(
      [...Map.groupBy(payouts, ({ status }) => status)].map(([status, of]) => [status, of.length])
    )
  }
}

const found = ({ states, totals }: ReadModel.PayoutFigures) => {
  const { created, failed, settled, volume } = totals
  const byState = Object.fromEntries(states.map(({ count, status }) => [status, count]))
  return { created, settled, failed, volume, states: byState }
}

/** The sums that accounts paid out, counted from the fold. */
const paidOut = (listing: Listing.Listing) =>
  History.accounts.map((accountId): ReadModel.AccountFigure => {
    const { settled, volume } = expected(listing, accountId)
    const own = [...listing.fold.payouts.values()].filter((one) => one.accountId === accountId)
    const ids = own.map(({ id }) => id).sort()
    const last = listing.fold.payouts.get(ids.at(-1) ?? "")
    const shown = last === undefined ? null : { id: last.id, at: last.createdAt }
    return { accountId, settled, volume, last: shown }
  })

interface Ended {
  readonly settled: number
  readonly failed: number
  readonly refused: number
}

const none: Ended = { settled: 0, failed: 0, refused: 0 }

const added = (one: Ended, other: Ended): Ended => ({
  settled: one.settled + other.settled,
  failed: one.failed + other.failed,
  refused: one.refused + other.refused
})

/** Failures that the provider did not cause. */
const ours = [null, "compliance_rejected", "deposit_expired", "cancelled"]

/** Outcomes of payouts per network, counted from the fold. */
const endedAt = ({ fold }: Listing.Listing) => {
  const found: Record<string, Ended> = {}
  for (const { failureReason, network, status } of fold.payouts.values()) {
    const isSettled = status === "SETTLED"
    if (!isSettled && status !== "FAILED" && status !== "REVERSED") continue
    const isRefused = status === "FAILED" && !ours.includes(failureReason)
    const one = isSettled
      ? { ...none, settled: 1 }
      : { ...none, failed: 1, refused: isRefused ? 1 : 0 }
    found[network] = added(found[network] ?? none, one)
  }
  return found
}

const atNetworks = (figures: ReadonlyArray<ReadModel.NetworkFigure>) => {
  const found: Record<string, Ended> = {}
  for (const { failed, network, refused, settled, settling } of figures) {
    if (settled + failed === 0) continue
    const times = Array.from(settling.counts).reduce((sum, count) => sum + count, 0)
    assert.strictEqual(times, settled)
    found[network] = added(found[network] ?? none, { settled, failed, refused })
  }
  return found
}

/** Plays a history, and checks the figures at the end of a write and once more after it. */
const agree = Effect.fnUntraced(function* (steps: ReadonlyArray<History.Step>) {
  yield* TestClock.setTime(History.bornAt)
  const listing = yield* Listing.make(yield* ReadModel.ReadModel)
  for (const [count, one] of steps.entries()) yield* Listing.play(listing, one, count)
  const now = yield* Clock.currentTimeMillis
  const figures = (accountId: string | undefined) =>
    listing.queries.payoutFigures({ accountId, since, now })
  const accounts = listing.queries.accountFigures({ accountIds: History.accounts, since })
  const networks = listing.queries.networkFigures(since)
  const ending = yield* Effect.forkChild(networks, { startImmediately: true })
  const paying = yield* Effect.forkChild(accounts, { startImmediately: true })
  for (const accountId of [undefined, ...History.accounts]) {
    const reading = yield* Effect.forkChild(figures(accountId), { startImmediately: true })
    yield* listing.write("done")
    assert.deepStrictEqual(found(yield* Fiber.join(reading)), expected(listing, accountId))
    const again = yield* figures(accountId)
    assert.deepStrictEqual(found(again), expected(listing, accountId))
    assert.strictEqual(again.days[0]?.created, again.totals.created)
  }
  assert.sameDeepMembers([...(yield* Fiber.join(paying))], paidOut(listing))
  assert.sameDeepMembers([...(yield* accounts)], paidOut(listing))
  assert.deepStrictEqual(atNetworks(yield* Fiber.join(ending)), endedAt(listing))
  assert.deepStrictEqual(atNetworks(yield* networks), endedAt(listing))
}, Effect.scoped)

const runs = Math.min(Number(process.env.FC_RUNS ?? 40), 400) / 4

it.live(
  "Figures of memory and tables together equal the fold's after any history",
  () =>
    Effect.gen(function* () {
      yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir })
      const context = yield* Layer.build(PostgresReadModel.layer(Partition.directory))
      const tables = Layer.succeed(ReadModel.ReadModel, Context.get(context, ReadModel.ReadModel))
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(
            fc.array(step, { minLength: 20, maxLength: 120, size: "max" }),
            (steps) =>
              agree(steps).pipe(
                Effect.provide(Layer.mergeAll(tables, silent, TestClock.layer())),
                Effect.runPromise
              )
          ),
          { numRuns: runs }
        )
      )
    }).pipe(Effect.scoped, Effect.provide(Postgres.layer), Effect.provide(silent)),
  { timeout: 600_000 }
)
