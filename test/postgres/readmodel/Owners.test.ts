/** The read model for a chain follower: owners of addresses, and cursors. */

import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Layer } from "effect"
import * as Batch from "../../../src/domain/batch/Batch.ts"
import * as Guards from "../../../src/domain/payout/PayoutGuards.ts"
import * as Refund from "../../../src/domain/refund/Refund.ts"
import * as Views from "../../../src/engine/ports/ReadModel.ts"
import * as Spoiled from "../../fixtures/spoiled.ts"
import * as Tables from "../../fixtures/tables.ts"

const { filled, fold } = Spoiled

/** Queries the read model of the fixture's log after a statement. */
const asked = Effect.fnUntraced(function* <A, E>(
  ask: (views: Views.ReadModel["Service"]) => Effect.Effect<A, E>,
  statement = "select 1"
) {
  const sql = yield* Spoiled.Filled
  const client = Layer.succeed(PgClient, sql)
  return yield* Effect.gen(function* () {
    yield* Tables.putBack
    yield* sql.unsafe(statement)
    return yield* ask(yield* Views.ReadModel)
  }).pipe(Effect.provide(Layer.provideMerge(Tables.readModel(), client)))
})

/**
 * Ids by address, of single payouts and batches. Addresses of active ones are in memory.
 */
const ownersOf = (isOver: boolean) =>
  new Map(
    [
      ...[...fold.payouts.values()].filter(
        (payout) =>
          payout.batchId === null &&
          !Guards.isFromBalance(payout) &&
          Guards.isFinished(payout) === isOver
      ),
      ...[...fold.batches.values()].filter(
        (batch) => batch.fundedBy === undefined && Batch.isFinished(batch) === isOver
      )
    ].map(({ depositAddress, id }) => [depositAddress.toLowerCase(), id] as const)
  )
const owners = ownersOf(true)
const ownersAlive = ownersOf(false)

layer(filled, { excludeTestServices: true })("The read model", (it) => {
  it.effect("finds the owners of exactly the addresses of finished payouts and batches", () =>
    Effect.gen(function* () {
      const addresses = [...owners.keys()]
      assert.isNotEmpty(addresses)
      assert.isNotEmpty([...ownersAlive])
      const asking = [...addresses, ...ownersAlive.keys(), "0xnobody"]
      const found = yield* asked((views) => views.owners(asking))
      assert.deepStrictEqual(new Map([...found].sort()), new Map([...owners].sort()))
      assert.strictEqual((yield* asked((views) => views.owners([]))).size, 0)
      assert.strictEqual((yield* asked((views) => views.owners(["0xnobody"]))).size, 0)
      // A part of the addresses, in another order.
      const some = addresses.filter((_, index) => index % 3 === 0).reverse()
      const few = yield* asked((views) => views.owners(some))
      assert.deepStrictEqual(
        some.map((address) => few.get(address)),
        some.map((address) => owners.get(address))
      )
    })
  )

  it.effect("never returns a wrong owner, even after manual changes", () =>
    Effect.gen(function* () {
      const [address = "", id] = [...owners].find(([, one]) => one.startsWith("po_")) ?? []
      const ask = (views: Views.ReadModel["Service"]) => views.owners([address])
      const moved = `update payouts set deposit_address = '${address}' where batch_id is null`
      const found = yield* asked(ask, moved)
      assert.strictEqual(found.get(address), id)
      const changed = `update payouts set state = replace(state, '${id}', 'po_EVIL')`
      const exit = yield* Effect.exit(asked(ask, changed))
      assert.isTrue(Exit.isFailure(exit), "a state that is not its own is not believed")
    })
  )

  it.effect("returns the cursor of each chain and the payouts that wait for a refund's proof", () =>
    Effect.gen(function* () {
      const restored = yield* asked((views) => views.restore)
      assert.deepStrictEqual(
        restored?.chainCursors.map(({ state }) => state),
        [...fold.chainCursors.values()]
      )
      const unproven = [...fold.payouts.values()].filter(
        ({ refunds, status }) => Guards.isFinal(status) && Refund.unproven(refunds) !== undefined
      )
      assert.isNotEmpty(unproven)
      const ids = restored?.payouts.map(({ state }) => state.id) ?? []
      for (const { id } of unproven) assert.include(ids, id)
      const open = [...fold.payouts.values()].filter((payout) => !Guards.isFinished(payout))
      assert.sameMembers(
        [...ids],
        open.map(({ id }) => id)
      )
    })
  )
})
