/** Acceptance of invitations while other requests run. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import type * as User from "../../src/domain/account/User.ts"
import type * as Identity from "../../src/engine/ports/Identity.ts"
import * as AcceptInvitation from "../../src/usecases/AcceptInvitation.ts"
import * as Invitations from "../../src/usecases/Invitations.ts"
import * as Ask from "../support/ask.ts"
import * as EngineHarness from "../support/engineHarness.ts"

const origin = { id: "req_1", at: 0, by: "engine" }
const client = { origin: "https://payouts.test", cookie: "", agent: "test", address: "::1" }

describe("Two invitations to one address", () => {
  it.effect("create one user, who keeps the credentials that were set first", () =>
    Effect.gen(function* () {
      const { adapters, engine, log } = yield* EngineHarness.begin()
      // The links are from two inviters, since invitations of one inviter are decided one by one.
      const links = ["usr_one", "usr_two"].map((invitedBy) =>
        Invitations.create(adapters.draw, {
          ...{ email: null, grants: [{ accountId: "acct_1", role: "viewer" }], invitedBy },
          ...{ resets: null, at: 0 }
        })
      )
      const events = links.map(({ event }) => event)
      const invited = Effect.succeed({ events, result: { status: 201, body: "" } })
      yield* Ask.execute(engine, { at: 0, by: "engine", idempotency: null }, [], invited)
      const established: Array<string> = []
      // `accept` calls no other method before the user exists.
      const identity = {
        establish: ({ id }: { readonly id: string }) =>
          Effect.andThen(
            Effect.sleep("1 second"),
            Effect.sync(() => void established.push(id))
          ),
        signIn: () => Effect.succeed({ personId: "", next: "done", factors: [], cookies: [] })
      } as unknown as Identity.Identity["Service"]
      const accept = ({ token }: Invitations.NewLink) =>
        AcceptInvitation.accept(
          { engine, identity, peopleMin: 1 },
          {
            ...{ origin, client, token, email: "Twice@example.com", name: "Twice" },
            password: Redacted.make("correct horse battery")
          }
        )
      // Both decide before the first of them is durable, unless one waits for the other.
      log.hold()
      const accepting = yield* Effect.forkChild(
        Effect.all(
          links.map((link) => Effect.result(accept(link))),
          { concurrency: "unbounded" }
        )
      )
      yield* TestClock.adjust("5 seconds")
      log.release()
      yield* TestClock.adjust("5 seconds")
      const outcomes = yield* Fiber.join(accepting)
      assert.deepStrictEqual(outcomes.map(({ _tag }) => _tag).toSorted(), ["Failure", "Success"])
      const emails = [...engine.registry.people.values()].map(({ email }) => email)
      assert.deepStrictEqual(emails, ["Twice@example.com"])
      assert.deepStrictEqual(established, [...engine.registry.people.keys()])
    })
  )
})

describe("An invitation to the staff", () => {
  it.effect("is refused if a user who approved it is removed during its acceptance", () =>
    Effect.gen(function* () {
      const { adapters, engine } = yield* EngineHarness.begin()
      const run = (
        locks: ReadonlyArray<string>,
        decided: Effect.Effect<ReadonlyArray<User.Event>>
      ) =>
        Ask.execute(
          engine,
          { at: 0, by: "engine", idempotency: null },
          locks,
          Effect.map(decided, (events) => ({ events, result: { status: 201, body: "" } }))
        )
      const joins = ["usr_ada", "usr_bob"].flatMap((id) => [
        { _tag: "PersonJoined", id, at: 0, name: id, email: `${id}@example.com` } as const,
        { _tag: "PersonGranted", id, at: 0, accountId: null, role: "admin" } as const
      ])
      const { event, token } = Invitations.create(adapters.draw, {
        ...{ email: "carol@example.com", grants: [{ accountId: null, role: "admin" }] },
        ...{ invitedBy: "usr_ada", resets: null, at: 0 }
      })
      const approved = { _tag: "InvitationApproved", id: event.id, by: "usr_bob", at: 0 } as const
      yield* run([], Effect.succeed([...joins, event, approved] as never))
      const established: Array<string> = []
      const identity = {
        establish: ({ id }: { readonly id: string }) =>
          Effect.sync(() => void established.push(id)),
        signIn: () => Effect.succeed({ personId: "", next: "done", factors: [], cookies: [] })
      } as unknown as Identity.Identity["Service"]
      const accept = AcceptInvitation.accept(
        { engine, identity, peopleMin: 2 },
        {
          ...{ origin, client, token, email: undefined, name: "Carol" },
          password: Redacted.make("correct horse battery")
        }
      )
      const removed = { _tag: "PersonRemoved", id: "usr_bob", at: 0, accountId: null } as const
      // The invitation still has its approvals at the request, which then waits for its turn.
      const before = yield* Deferred.make<void>()
      const removing = yield* Effect.forkChild(
        run(["email carol@example.com"], Effect.as(Deferred.await(before), [removed] as never))
      )
      yield* TestClock.adjust(1)
      const accepting = yield* Effect.forkChild(Effect.result(accept))
      yield* TestClock.adjust(1)
      yield* Deferred.succeed(before, undefined)
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.join(removing)
      const outcome = yield* Fiber.join(accepting)
      assert.deepStrictEqual(Result.isFailure(outcome) && outcome.failure, {
        ...{ _tag: "AdmissionNotApproved", missing: 1 }
      })
      assert.deepStrictEqual(established, [])
      assert.isFalse([...engine.registry.people.values()].some(({ name }) => name === "Carol"))
    })
  )
})
