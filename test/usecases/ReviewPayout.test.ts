/** Decisions of staff about payouts: approvals, overrides, freezes and screening. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type * as ApiKey from "../../src/domain/account/ApiKey.ts"
import type * as User from "../../src/domain/account/User.ts"
import type * as Payout from "../../src/domain/payout/Payout.ts"
import * as ReviewPayout from "../../src/usecases/ReviewPayout.ts"
import * as Ask from "../support/ask.ts"
import * as EngineHarness from "../support/engineHarness.ts"
import * as UseCases from "../support/useCases.ts"

const address = "0x52908400098527886E0F7030069857D2E4169EE7"
const [ada, bob, carol] = ["usr_ada", "usr_bob", "usr_carol"]
const adasKey = "key_ada"

const staff = [ada, bob, carol].flatMap(
  (id): ReadonlyArray<User.Event> => [
    { _tag: "PersonJoined", id, at: 0, name: id, email: `${id}@example.com` },
    { _tag: "PersonGranted", id, at: 0, accountId: null, role: "admin" }
  ]
)

const issued: ApiKey.Event = {
  ...{ _tag: "ApiKeyIssued", id: adasKey, accountId: null, name: "Ada's", scope: "admin" },
  ...{ hash: "", last4: "", issuedBy: ada, at: 0 }
}

const held: Partial<EngineHarness.Script> = {
  verdict: () => ({ _tag: "Flagged", reason: "listed" })
}

/** A provider whose submissions stay unknown. Its checks return `report`. */
const inReview = (
  report: "unknown" | "deliver" | "refuse for good"
): Partial<EngineHarness.Script> => ({
  provider: ({ kind }) => (kind === "submit" ? "hopeless" : report)
})

/** A funded payout in a state, and decisions about it by users and keys of the staff. */
const begin = Effect.fnUntraced(function* (
  status: Payout.Status,
  script: Partial<EngineHarness.Script>,
  holdApprovals = 1
) {
  const { arrivals } = EngineHarness.make().script
  const stage = yield* UseCases.begin({ arrivals, ...script }, { holdApprovals })
  const { client, engine, inPartition } = stage
  const write = Effect.fnUntraced(function* (
    by: string,
    events: ReadonlyArray<User.Event | ApiKey.Event>
  ) {
    yield* engine.execute({ at: 0, by, idempotency: null }, Ask.writing(events))
  })
  yield* write("engine", staff)
  yield* write(ada, [issued])
  const id = yield* client.newPayout()
  const payout = () => EngineHarness.fold(stage.log).payouts.get(id) ?? assert.fail("no payout")
  yield* EngineHarness.advanceUntil(() => payout().status === status)
  const deps = yield* inPartition(ReviewPayout.dependencies)
  const decide = Effect.fnUntraced(function* (by: string, decision: ReviewPayout.Decision) {
    const request = { ...(yield* UseCases.asks(by)), note: "checked" }
    return yield* UseCases.done(ReviewPayout.run(deps, request, { id, decision }))
  })
  /** The status after the decision of each of these users. */
  const statuses = (decision: ReviewPayout.Decision, people: ReadonlyArray<string>) =>
    Effect.forEach(people, (by) => Effect.map(decide(by, decision), ({ status }) => status))
  return { ...stage, decide, deps, id, payout, statuses, write }
})

const approve = { _tag: "Approve" } as const
const settle = { _tag: "Settle", providerReference: "MP-1" } as const
const closing = (_tag: "Fail" | "Reverse", isOverridden = false) =>
  ({ _tag, isOverridden, refundAddress: null }) as const

describe("A hold that two users must approve", () => {
  it.effect("is released by the second user, but not by one user who approves twice", () =>
    Effect.gen(function* () {
      const { payout, statuses } = yield* begin("COMPLIANCE_HOLD", held, 2)
      const waiting = yield* statuses(approve, [ada, ada])
      assert.deepStrictEqual(waiting, ["COMPLIANCE_HOLD", "COMPLIANCE_HOLD"])
      assert.deepStrictEqual(yield* statuses(approve, [bob]), ["PAYOUT_INITIATED"])
      assert.isNotNull(payout().transfer)
    })
  )

  it.effect("counts a user and a key that this user issued once", () =>
    Effect.gen(function* () {
      const { statuses } = yield* begin("COMPLIANCE_HOLD", held, 2)
      const waiting = yield* statuses(approve, [ada, adasKey])
      assert.deepStrictEqual(waiting, ["COMPLIANCE_HOLD", "COMPLIANCE_HOLD"])
      assert.deepStrictEqual(yield* statuses(approve, [bob]), ["PAYOUT_INITIATED"])
    })
  )

  it.effect("does not count a user who has left the staff", () =>
    Effect.gen(function* () {
      const { statuses, write } = yield* begin("COMPLIANCE_HOLD", held, 2)
      yield* statuses(approve, [carol])
      yield* write(ada, [{ _tag: "PersonRemoved", id: carol, accountId: null, at: 0 }])
      assert.deepStrictEqual(yield* statuses(approve, [ada]), ["COMPLIANCE_HOLD"])
      assert.deepStrictEqual(yield* statuses(approve, [bob]), ["PAYOUT_INITIATED"])
    })
  )
})

describe("A frozen payout", () => {
  it.effect("is frozen by one user with a reason, and unfrozen by two", () =>
    Effect.gen(function* () {
      const { decide, payout } = yield* begin("COMPLIANCE_HOLD", held, 2)
      yield* decide(ada, { _tag: "Freeze" })
      assert.deepInclude(payout().frozen, { by: ada, reason: "checked" })
      const refused = yield* Effect.flip(decide(bob, approve))
      assert.deepInclude(refused, { _tag: "InvalidState", cause: "frozen" })
      yield* decide(adasKey, { _tag: "Unfreeze" })
      yield* decide(ada, { _tag: "Unfreeze" })
      assert.isOk(payout().frozen, "one person's key and session are one person")
      yield* decide(bob, { _tag: "Unfreeze" })
      assert.isNotOk(payout().frozen)
    })
  )
})

describe("A payout in review", () => {
  for (const verb of ["Fail", "Reverse"] as const) {
    it.effect(`is not closed by ${verb} if the provider paid, even with an override`, () =>
      Effect.gen(function* () {
        const { decide, payout } = yield* begin("MANUAL_REVIEW", inReview("deliver"))
        for (const isOverridden of [false, true]) {
          const refused = yield* Effect.flip(decide(ada, closing(verb, isOverridden)))
          assert.strictEqual(refused._tag, "ProviderPaid")
        }
        assert.strictEqual(payout().status, "MANUAL_REVIEW")
      })
    )

    it.effect(`is closed by ${verb} with an override if the provider may still pay`, () =>
      Effect.gen(function* () {
        const { decide, payout, statuses } = yield* begin("MANUAL_REVIEW", inReview("unknown"), 2)
        const refused = yield* Effect.flip(decide(ada, closing(verb)))
        assert.strictEqual(refused._tag, "ProviderUndecided")
        // Without a proof from the provider, two users must make the same decision.
        const closed = verb === "Fail" ? "FAILED" : "REVERSED"
        const reached = yield* statuses(closing(verb, true), [ada, bob])
        assert.deepStrictEqual(reached, ["MANUAL_REVIEW", closed])
        assert.deepInclude(payout().refunds[0], { status: "due", amount: 25_000_000 })
      })
    )
  }

  it.effect("is failed by one user if the provider reports that it did not pay", () =>
    Effect.gen(function* () {
      const { statuses } = yield* begin("MANUAL_REVIEW", inReview("refuse for good"), 2)
      assert.deepStrictEqual(yield* statuses(closing("Fail"), [ada]), ["FAILED"])
    })
  )

  it.effect("is settled by two users who name the same reference", () =>
    Effect.gen(function* () {
      const { decide, payout, statuses } = yield* begin("MANUAL_REVIEW", inReview("unknown"), 2)
      yield* decide(ada, { ...settle, providerReference: "MP-2" })
      const waiting = yield* statuses(settle, [ada, adasKey])
      assert.deepStrictEqual(waiting, ["MANUAL_REVIEW", "MANUAL_REVIEW"])
      assert.deepStrictEqual(yield* statuses(settle, [bob]), ["SETTLED"])
      assert.strictEqual(payout().providerReference, "MP-1")
    })
  )

  it.effect("is retried under the same reference, because the provider may still pay it", () =>
    Effect.gen(function* () {
      const { decide, payout } = yield* begin("MANUAL_REVIEW", inReview("unknown"))
      const reference = payout().transfer?.reference
      const { status, transfer } = yield* decide(ada, { _tag: "Retry" })
      assert.strictEqual(status, "PAYOUT_INITIATED")
      assert.strictEqual(transfer?.reference, reference)
    })
  )
})

describe("A refund address in a decision", () => {
  const reject = { _tag: "Reject", refundAddress: address } as const

  it.effect("keeps the hold if screening flags the address", () =>
    Effect.gen(function* () {
      const screened = () => Effect.succeed({ _tag: "Flagged", reason: "listed" } as const)
      const { decide, payout } = yield* begin("COMPLIANCE_HOLD", { ...held, address: screened })
      const refused = yield* Effect.flip(decide(ada, reject))
      assert.deepStrictEqual<unknown>(refused, {
        ...{ _tag: "RefundAddressRefused", reason: "not_allowed" }
      })
      assert.deepInclude(payout(), { status: "COMPLIANCE_HOLD", refundAddress: null })
      const rejected = yield* decide(ada, { ...reject, refundAddress: null })
      assert.strictEqual(rejected.status, "REVERSED", "nothing is screened without an address")
    })
  )

  it.effect("is kept with the payout that the decision closes", () =>
    Effect.gen(function* () {
      const { decide } = yield* begin("COMPLIANCE_HOLD", held)
      const rejected = yield* decide(ada, reject)
      assert.deepInclude(rejected, { status: "REVERSED", refundAddress: address })
    })
  )
})

describe("A decision about a payout that does not exist", () => {
  for (const decision of [approve, { _tag: "Retry" } as const, settle, closing("Fail")]) {
    it.effect(`is refused for ${decision._tag}`, () =>
      Effect.gen(function* () {
        const { deps } = yield* begin("COMPLIANCE_HOLD", held)
        const request = yield* UseCases.asks(ada)
        const review = { id: "po_none", decision }
        const refused = yield* Effect.flip(ReviewPayout.run(deps, request, review))
        assert.deepStrictEqual<unknown>(refused, { _tag: "PayoutNotFound", id: "po_none" })
      })
    )
  }
})
