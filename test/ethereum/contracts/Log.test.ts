/** Deposits that may be swept, read from the log of a running service. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inject } from "vitest"
import * as SweepableIds from "../../../src/cli/SweepableIds.ts"
import * as Settings from "../../../src/config/Settings.ts"
import type * as Entry from "../../../src/engine/ports/Entry.ts"
import * as Tables from "../../fixtures/tables.ts"
import { quiet, until } from "../../http/suite.ts"
import * as Fixtures from "../../support/fixtures.ts"
import * as Postgres from "../../support/postgres.ts"
import * as Service from "../../support/service.ts"

/** Chain id of simulated deposits. */
const sandboxChain = 0

describe("The log's sweep list", () => {
  it.live("has payouts that were paid, but none that are held", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const service = yield* Service.start({}, connection)
      const statusOf = async (key: string, name: string, status: string) => {
        const { json } = await service.payout(key, { recipient_name: name })
        const path = `/v1/payouts/${json.payout_id}`
        await until(
          () => service.call("GET", path),
          (answer) => answer.json.status === status
        )
        return json.payout_id as string
      }
      const paid = yield* Effect.promise(() => statusOf("paid", "Grace Nakato", "SETTLED"))
      yield* Effect.promise(() => statusOf("held", "SANDBOX HOLD", "COMPLIANCE_HOLD"))
      const settings = yield* Settings.read({
        DATABASE_URL: Tables.url(inject("postgres").socketDir, connection)
      })
      const found = yield* SweepableIds.read(settings, sandboxChain, 0)
      assert.deepStrictEqual(found, { ids: [paid], leftOut: 1 })
      const elsewhere = yield* SweepableIds.read(settings, 1, 0)
      assert.deepStrictEqual(elsewhere, { ids: [], leftOut: 0 })
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )
})

const [a, b] = ["po_a", "po_b"]
const batch = "bt_1"

/** The history of one payout. */
const events = (id: string) => {
  const of = { id, at: Fixtures.at(1) }
  const clear = { verdict: "clear", lists: "", score: 0, entry: null } as const
  const evidence = { ...clear, subject: null, registeredName: null, reason: null, candidates: [] }
  const transfer = { reference: `r_${id}`, attempt: 1, deadline: 0 }
  return {
    created: { ...Fixtures.createdEvent, ...of },
    row: { ...Fixtures.row, ...of },
    deposit: { _tag: "DepositFinalized", ...of, deposit: Fixtures.exact },
    late: { _tag: "DepositFinalized", ...of, deposit: Fixtures.deposit(2, 3, 60) },
    elsewhere: { _tag: "DepositFinalized", ...of, deposit: { ...Fixtures.exact, chainId: 2 } },
    funded: { _tag: "FundsReceived", ...of },
    screened: { _tag: "PayoutScreened", ...of, evidence },
    held: { _tag: "PayoutHeld", ...of, reason: "?" },
    approved: { _tag: "HoldApproved", ...of, by: "somebody" },
    requested: { _tag: "TransferRequested", ...of, ...transfer },
    frozen: { _tag: "PayoutFrozen", ...of, by: "a", reason: "?", held: 1, suspense: 0, due: 0 },
    settled: { _tag: "PayoutSettled", ...of, providerReference: null },
    refused: { _tag: "PayoutFailed", ...of, reason: "invalid_recipient" },
    expired: { _tag: "PayoutFailed", ...of, reason: "deposit_expired" },
    rejected: { _tag: "PayoutReversed", ...of, reason: "compliance_rejected" },
    underpaid: { _tag: "ReviewOpened", ...of, reason: "underpaid" },
    refunded: { _tag: "RefundConfirmed", ...of, txHash: "0x1" }
  } satisfies Record<string, Entry.Event>
}

const one = events(a)
const other = events(b)
const paid: Entry.Event = {
  ...{ _tag: "BatchDepositFinalized", id: batch, at: Fixtures.at(1) },
  deposit: Fixtures.exact
}

const found = (history: ReadonlyArray<Entry.Event>, since = 0): SweepableIds.Sweepable => {
  const fold = SweepableIds.make(1, since)
  for (const event of history) fold.apply(event)
  return fold.found()
}

const swept = (id: string): SweepableIds.Sweepable => ({ ids: [id], leftOut: 0 })
const left: SweepableIds.Sweepable = { ids: [], leftOut: 1 }

const cleared = [one.created, one.deposit, one.funded, one.screened, one.requested, one.settled]

describe("A payout's deposits", () => {
  it("may be swept once screening or operators have released all of them", () => {
    assert.deepStrictEqual(found(cleared.slice(0, 4)), left)
    assert.deepStrictEqual(found(cleared.slice(0, 5)), swept(a))
    assert.deepStrictEqual(found(cleared), swept(a))
    const held = [one.created, one.deposit, one.funded, one.screened, one.held, one.approved]
    assert.deepStrictEqual(found(held), left)
    assert.deepStrictEqual(found([...held, one.requested]), swept(a))
    assert.deepStrictEqual(found([...held, one.rejected, one.refunded]), left)
  })

  it("stay if one came after the start of the screening, from any sender", () => {
    assert.deepStrictEqual(found([...cleared, one.late]), left)
    assert.deepStrictEqual(found([...cleared, one.late, one.refunded]), left)
    const { created, deposit, funded, held, late, requested, screened } = one
    assert.deepStrictEqual(found([created, deposit, funded, late, screened, requested]), left)
    assert.deepStrictEqual(found([created, deposit, funded, screened, held, late, requested]), left)
    // The later deposit arrived before the requested day, but after the screening.
    const again = { ...late, at: Fixtures.at(90) }
    assert.deepStrictEqual(found([...cleared, late, again], Fixtures.at(80)), left)
    assert.deepStrictEqual(found([...cleared, one.elsewhere]), swept(a))
    assert.deepStrictEqual(found(cleared, Fixtures.at(2)), { ids: [], leftOut: 0 })
  })

  it("stay if they are frozen, even for a row of a batch", () => {
    const held = [one.created, one.deposit, one.funded, one.screened, one.held]
    assert.deepStrictEqual(found([...held, one.frozen]), left)
    assert.deepStrictEqual(found([...held, one.frozen, one.late]), left)
    const rows = [one.row, other.row, paid, one.funded, other.funded, other.requested]
    assert.deepStrictEqual(found([...rows, one.held, one.frozen]), left)
  })

  it("stay if the payout ended without a screening", () => {
    const { created, deposit, expired, late, refunded, settled, underpaid } = one
    assert.deepStrictEqual(found([created, expired, late, refunded]), left)
    assert.deepStrictEqual(found([created, deposit, underpaid, late, settled]), left)
    const retried = [created, deposit, underpaid, late, one.funded, one.screened, one.requested]
    assert.deepStrictEqual(found(retried), swept(a))
  })
})

describe("A batch's deposits", () => {
  const began = [one.row, other.row, paid]

  it("may be swept once no row keeps them, in any order of the rows' ends", () => {
    const both = [one.funded, other.funded]
    const gone = [one.requested, other.requested]
    assert.deepStrictEqual(found([...began, ...both, ...gone]), swept(batch))
    assert.deepStrictEqual(found([...began, ...both, ...gone.toReversed()]), swept(batch))
    const interleaved = [one.funded, one.requested, other.funded]
    assert.deepStrictEqual(found([...began, one.funded, one.requested]), left)
    assert.deepStrictEqual(found([...began, ...interleaved]), left)
    assert.deepStrictEqual(found([...began, ...interleaved, other.requested]), swept(batch))
    const alone = [other.refused, one.funded, one.requested]
    assert.deepStrictEqual(found([...began, ...alone]), swept(batch))
  })

  it("stay while a row is held, and after one was rejected", () => {
    const both = [...began, one.funded, other.funded]
    for (const [kept, gone] of [
      [one, other],
      [other, one]
    ] as const) {
      assert.deepStrictEqual(found([...both, kept.held, gone.requested]), left)
      assert.deepStrictEqual(found([...both, gone.requested, kept.held]), left)
      const rejected = [kept.held, kept.rejected]
      assert.deepStrictEqual(found([...both, ...rejected, gone.requested, gone.settled]), left)
      assert.deepStrictEqual(found([...both, gone.requested, gone.settled, ...rejected]), left)
      // An operator failed the row, which was never released.
      assert.deepStrictEqual(found([...both, kept.held, kept.refused, gone.requested]), left)
    }
  })

  it("stay if one came after all rows were screened, or if no row is screened", () => {
    const all = [...began, one.funded, one.requested, other.funded, other.requested]
    assert.deepStrictEqual(found([...all, paid]), left)
    assert.deepStrictEqual(found([...began, one.expired, other.expired]), left)
  })
})
