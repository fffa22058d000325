/** The lifetime of a passkey's challenge. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Storage from "../../src/app/Storage.ts"
import * as Limits from "../../src/config/Limits.ts"
import * as IdentityStore from "../../src/identity/IdentityStore.ts"
import * as Database from "../../src/postgres/Database.ts"
import * as Authenticator from "../support/authenticator.ts"
import * as Postgres from "../support/postgres.ts"

const origin = "http://localhost:8080"

describe("The challenge of a passkey", () => {
  it.effect("expires five minutes after it was issued", () =>
    Effect.gen(function* () {
      yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir })
      const deployment = { secret: "x".repeat(40), origin }
      const store = yield* IdentityStore.make(yield* PgClient, deployment)
      const client = { origin, cookie: "", agent: "test", address: "127.0.0.1" }
      const { cookies, options } = yield* store.askPasskey(client, false)
      const cookie = cookies.map((line) => line.split(";")[0]).join("; ")
      const { signature, ...signed } = Authenticator.make(origin).sign({
        ...{ challenge: String(options.challenge), rpId: String(options.rpId) }
      })
      const answer = {
        ...{ credentialId: signed.id, clientData: signed.client_data, signature },
        ...{ authenticatorData: signed.authenticator_data, userHandle: null }
      }
      const reason = Effect.map(
        Effect.flip(store.enterPasskey({ ...client, cookie }, answer)),
        (error) => (error._tag === "PasskeyRefused" ? error.reason : error)
      )
      yield* TestClock.adjust(Limits.identity.challengeMs - 1)
      // The challenge is still valid, and only the passkey is unknown.
      assert.strictEqual(yield* reason, "unknown")
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* reason, "expired")
    }).pipe(Effect.provide(Postgres.layer), Effect.scoped)
  )
})
