/** Saved recipients of an account: creation, changes and ownership. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import * as Policy from "../../src/engine/ports/Policy.ts"
import * as Beneficiaries from "../../src/usecases/Beneficiaries.ts"
import * as DeleteBeneficiary from "../../src/usecases/DeleteBeneficiary.ts"
import * as RecipientErasure from "../../src/usecases/RecipientErasure.ts"
import * as UseCases from "../support/useCases.ts"

const accountId = "acct_1"
const amina: Beneficiaries.NewBeneficiary = {
  ...{ accountId, name: "Amina", phone: "+256770000001", nickname: "Sister" },
  network: "MTN_UG"
}

const begin = Effect.gen(function* () {
  const stage = yield* UseCases.begin()
  const { engine, partition } = stage
  const save = Effect.fnUntraced(function* (more: Partial<Beneficiaries.NewBeneficiary> = {}) {
    const request = yield* UseCases.asks()
    return yield* UseCases.done(Beneficiaries.save(partition, request, { ...amina, ...more }))
  })
  const change = Effect.fnUntraced(function* (
    id: string,
    changes: Beneficiaries.Change["changes"],
    of: string = accountId
  ) {
    const request = yield* UseCases.asks()
    const wanted = { accountId: of, id, changes }
    return yield* UseCases.done(Beneficiaries.change(engine, request, wanted))
  })
  const remove = Effect.fnUntraced(function* (id: string, of: string = accountId) {
    const request = yield* UseCases.asks()
    return yield* UseCases.done(DeleteBeneficiary.run(partition, request, { accountId: of, id }))
  })
  const get = (id: string, of: string = accountId) => Beneficiaries.get(engine, of, id)
  return { ...stage, change, get, remove, save }
})

const refusalOf = <A>(attempt: Effect.Effect<A, unknown>): Effect.Effect<unknown, A> =>
  Effect.flip(attempt)

describe("A beneficiary", () => {
  it.effect("keeps fields that a change does not name, and its creation time", () =>
    Effect.gen(function* () {
      const { change, get, save } = yield* begin
      const saved = yield* save()
      assert.deepInclude(saved, { ...amina, createdAt: 0, updatedAt: 0 })
      yield* TestClock.adjust(5)
      const changed = yield* change(saved.id, { name: "Amina O.", nickname: null })
      const expected = { name: "Amina O.", nickname: null, updatedAt: 5 }
      assert.deepStrictEqual<unknown>(changed, { ...saved, ...expected })
      assert.deepStrictEqual(yield* get(saved.id), changed)
    })
  )

  it.effect("is refused with a phone that its network cannot pay, on creation and on change", () =>
    Effect.gen(function* () {
      const { change, get, save, tags } = yield* begin
      const phone = "+254700000001"
      const code = { _tag: "PhoneRefused", code: "wrong_country" }
      assert.deepInclude(yield* refusalOf(save({ phone })), code)
      assert.deepStrictEqual(tags(), [])
      const saved = yield* save()
      yield* TestClock.adjust(5)
      assert.deepInclude(yield* refusalOf(change(saved.id, { phone })), code)
      assert.deepInclude(yield* refusalOf(change(saved.id, { network: "MPESA_KE" })), code)
      assert.deepStrictEqual(yield* get(saved.id), saved)
      const moved = yield* change(saved.id, { phone, network: "MPESA_KE" })
      assert.deepInclude(moved, { phone, network: "MPESA_KE" })
    })
  )

  it.effect("does not exist for another account, which cannot change or delete it", () =>
    Effect.gen(function* () {
      const { change, get, remove, save } = yield* begin
      const saved = yield* save()
      const { id } = saved
      const missing = { _tag: "BeneficiaryNotFound", id }
      assert.deepStrictEqual(yield* refusalOf(get(id, "acct_2")), missing)
      assert.deepStrictEqual(yield* refusalOf(change(id, { name: "x" }, "acct_2")), missing)
      assert.deepStrictEqual(yield* refusalOf(remove(id, "acct_2")), missing)
      assert.deepStrictEqual(yield* get(id), saved)
    })
  )

  it.effect("does not exist once it is deleted", () =>
    Effect.gen(function* () {
      const { change, get, remove, save } = yield* begin
      const { id } = yield* save()
      yield* remove(id)
      const missing = { _tag: "BeneficiaryNotFound", id }
      assert.deepStrictEqual(yield* refusalOf(get(id)), missing)
      assert.deepStrictEqual(yield* refusalOf(change(id, { name: "x" })), missing)
      assert.deepStrictEqual(yield* refusalOf(remove(id)), missing)
    })
  )

  it.effect("keeps both of two simultaneous changes", () =>
    Effect.gen(function* () {
      const { change, get, log, save } = yield* begin
      const { id } = yield* save()
      log.hold()
      const both = [change(id, { name: "Amina O." }), change(id, { nickname: "Aunt" })]
      const changing = yield* Effect.forkChild(Effect.all(both, { concurrency: "unbounded" }))
      yield* TestClock.adjust("1 second")
      log.release()
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(changing)
      assert.deepInclude(yield* get(id), { name: "Amina O.", nickname: "Aunt" })
    })
  )
})

describe("A deleted beneficiary", () => {
  it.effect("erases its recipient's data in the entry of its deletion", () =>
    Effect.gen(function* () {
      const { log, remove, save } = yield* begin
      const { id } = yield* save()
      yield* remove(id)
      const tags = log.entries().map(({ events }) => events.map(({ _tag }) => _tag))
      assert.deepStrictEqual(tags.at(-1), ["BeneficiaryDeleted", "RecipientErased"])
    })
  )

  it.effect("leaves the data that another beneficiary with the number needs", () =>
    Effect.gen(function* () {
      const { remove, save, tags } = yield* begin
      const { id } = yield* save()
      const other = yield* save({ name: "Amina Okello" })
      yield* save({ accountId: "acct_2" })
      yield* remove(id)
      assert.deepStrictEqual(tags().slice(3), ["BeneficiaryDeleted"])
      yield* remove(other.id)
      assert.deepStrictEqual(tags().slice(4), ["BeneficiaryDeleted", "RecipientErased"])
    })
  )

  it.effect("leaves data under a legal hold", () =>
    Effect.gen(function* () {
      const { inPartition, remove, save, tags } = yield* begin
      const { id, phone } = yield* save()
      const deps = yield* inPartition(Effect.map(Policy.Policy, (policy) => ({ policy })))
      const named = { accountId, phone, beneficiaryId: undefined }
      yield* RecipientErasure.setHold(deps, yield* UseCases.asks(), named, "court order 7")
      yield* remove(id)
      assert.deepStrictEqual(tags().slice(2), ["BeneficiaryDeleted"])
    })
  )

  it.effect("leaves the data that a beneficiary needs which is saved in the meantime", () =>
    Effect.gen(function* () {
      const { readModel, remove, save, tags } = yield* begin
      const { id } = yield* save()
      const resume = readModel.pause()
      const removing = yield* Effect.forkChild(remove(id), { startImmediately: true })
      yield* TestClock.adjust("1 second")
      yield* save({ name: "Amina Okello" })
      resume()
      yield* Fiber.join(removing)
      assert.deepStrictEqual(tags().slice(2), ["BeneficiaryDeleted"])
    })
  )

  it.effect("keeps its data if its number changes while its deletion waits", () =>
    Effect.gen(function* () {
      const { change, log, remove, save, tags } = yield* begin
      const { id } = yield* save()
      log.hold()
      const both = [change(id, { phone: "+256770000002" }), remove(id)] as const
      const changing = yield* Effect.forkChild(Effect.all(both, { concurrency: "unbounded" }))
      yield* TestClock.adjust("1 second")
      log.release()
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(changing)
      assert.deepStrictEqual(tags().slice(1), ["BeneficiarySaved", "BeneficiaryDeleted"])
    })
  )
})

describe("The former numbers of a beneficiary", () => {
  const changedTo = Effect.fnUntraced(function* (count: number) {
    const stage = yield* begin
    const { id } = yield* stage.save()
    for (let index = 1; index <= count; index++) {
      yield* stage.change(id, { phone: `+25677${1_000_000 + index}` })
    }
    const deps = yield* stage.inPartition(Effect.map(Policy.Policy, (policy) => ({ policy })))
    const named = { accountId, phone: undefined, beneficiaryId: id }
    const erase = RecipientErasure.erase(deps, yield* UseCases.asks(), named)
    return { ...stage, erase, id }
  })

  it.effect("prevent an erasure that would be too large", () =>
    Effect.gen(function* () {
      const { erase, get, id } = yield* changedTo(Limits.retention.formerNumbersMax + 1)
      assert.deepStrictEqual(yield* refusalOf(erase), { _tag: "TooManyNumbers" })
      assert.strictEqual((yield* get(id)).id, id)
    })
  )

  it.effect("prevent no erasure at the bound", () =>
    Effect.gen(function* () {
      const { erase, get, id } = yield* changedTo(Limits.retention.formerNumbersMax)
      yield* erase
      assert.deepStrictEqual(yield* refusalOf(get(id)), { _tag: "BeneficiaryNotFound", id })
    })
  )

  it.effect("refuse an erasure that waited while the number changed", () =>
    Effect.gen(function* () {
      const { change, erase, id, log, tags } = yield* changedTo(0)
      log.hold()
      const both = [change(id, { phone: "+256770000002" }), refusalOf(erase)] as const
      const changing = yield* Effect.forkChild(Effect.all(both, { concurrency: "unbounded" }))
      yield* TestClock.adjust("1 second")
      log.release()
      yield* TestClock.adjust("1 second")
      const [, refusal] = yield* Fiber.join(changing)
      assert.deepStrictEqual(refusal, { _tag: "RecipientBusy" })
      assert.deepStrictEqual(tags(), ["BeneficiarySaved", "BeneficiarySaved"])
    })
  )
})

describe("The details of a beneficiary", () => {
  it.effect("stay until a change replaces or removes them", () =>
    Effect.gen(function* () {
      const { change, save } = yield* begin
      const saved = yield* save({ details: { givenName: "Amina", country: "UG" } })
      const renamed = yield* change(saved.id, { name: "Amina O." })
      assert.deepStrictEqual(renamed.details, { givenName: "Amina", country: "UG" })
      const replaced = yield* change(saved.id, { details: { familyName: "Okello" } })
      assert.deepStrictEqual(replaced.details, { familyName: "Okello" })
      const removed = yield* change(saved.id, { details: null })
      assert.notProperty(removed, "details")
      assert.notProperty(yield* save(), "details")
    })
  )
})
