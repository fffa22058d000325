/** Two people accept invitations to one address at the same moment. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import type * as Identity from "../../src/engine/ports/Identity.ts"
import * as AcceptInvitation from "../../src/usecases/AcceptInvitation.ts"
import * as Invitations from "../../src/usecases/Invitations.ts"
import * as Ask from "../support/ask.ts"
import * as EngineHarness from "../support/engineHarness.ts"

const origin = { id: "req_1", at: 0, by: "engine" }
const client = { origin: "https://payouts.test", cookie: "", agent: "test", address: "::1" }

describe("Two invitations to one address", () => {
  it.effect("make one user, who keeps the credentials that were set first", () =>
    Effect.gen(function* () {
      const { adapters, engine, log } = yield* EngineHarness.begin()
      // Of two inviters: the invitations of one of them are decided one after another.
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
      // Nothing else of it is used before the user exists.
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
