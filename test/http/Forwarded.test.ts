/** Requests that another process admitted, and the limits of a process that is one of several. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Limits from "../../src/config/Limits.ts"
import type * as Account from "../../src/domain/account/Account.ts"
import * as ApiKey from "../../src/domain/account/ApiKey.ts"
import type * as Operation from "../../src/http/contract/Operation.ts"
import * as Admission from "../../src/http/middleware/Admission.ts"
import * as RateLimits from "../../src/http/middleware/RateLimits.ts"
import type * as RequestContext from "../../src/http/middleware/RequestContext.ts"

const account: Account.Account = {
  ...{ id: "acct_1", name: "Shop", email: "shop@example.com", kycStatus: "APPROVED" },
  ...{ status: "ACTIVE", createdAt: 1, updatedAt: 1 }
}

const key = (id: string, scope: ApiKey.Scope) =>
  ApiKey.issued({
    ...({ _tag: "ApiKeyIssued", id, accountId: account.id, name: id, scope } as const),
    ...{ hash: id, last4: "last", at: 1 }
  })

const keys = new Map(
  [key("key_reads", "read_only"), key("key_pays", "full")].map((one) => [one.id, one])
)

/** An operation with the fields that these tests use. */
const operation = (method = "POST", by = "account") =>
  ({
    ...{ method, path: "/v1/payouts", location: "account" },
    access: { by, needs: "write", limit: "signIn", proof: "none" }
  }) as unknown as Operation.Any

const begin = Effect.fnUntraced(function* (isCurrent = true) {
  const isEnforced = true
  return yield* Admission.make({
    environment: "sandbox",
    partitions: {
      ...{ isCurrent: () => isCurrent, isShared: true, ofAccount: () => 0, at: () => undefined },
      ...{ directory: { account: () => account }, registry: { keys, people: new Map() } }
    } as never,
    rateLimits: RateLimits.make({ environment: "sandbox", isEnforced, callersMax: 10 }),
    keyUse: { note: () => undefined } as never,
    identity: undefined,
    site: { addressOf: () => "127.0.0.1" } as never
  })
})

const caller = (id: string) => ({ id, kind: "key", accountId: account.id }) as const

describe("A request that another process admitted", () => {
  it.effect(
    "is refused by the owner of its partition if the scope of its key does not allow it",
    () =>
      Effect.gen(function* () {
        const { checkForwarded: forwarded } = yield* begin()
        const outcome = (id: string) =>
          forwarded(operation(), { at: 10, caller: caller(id) }).refusal
        assert.isUndefined(outcome("key_pays"))
        assert.strictEqual(outcome("key_reads")?._tag, "Forbidden")
      })
  )

  it.effect("is refused by the owner of its partition above the rate limit of its key", () =>
    Effect.gen(function* () {
      const { checkForwarded: forwarded } = yield* begin()
      const limit = Limits.http.requestsPerWindow.signIn
      const outcome = () => forwarded(operation(), { at: 10, caller: caller("key_pays") }).refusal
      for (let n = 1; n <= limit; n++) assert.isUndefined(outcome(), `request ${n}`)
      assert.strictEqual(outcome()?._tag, "RateLimited")
    })
  )
})

describe("A process whose directory is not up to date", () => {
  it.effect("refuses requests that need credentials, and responds to public ones", () =>
    Effect.gen(function* () {
      const context = {
        ...{ at: 10, source: { headers: {} }, slot: undefined }
      } as unknown as RequestContext.Fields
      const { to } = yield* begin(false)
      const refused = yield* Effect.flip(to(operation(), context))
      assert.strictEqual(refused._tag, "Unavailable")
      yield* to(operation("GET", "public"), context)
    })
  )
})

describe("The bodies of an account", () => {
  it.effect("are counted together, whichever key sends them", () =>
    Effect.gen(function* () {
      const { senderOf } = yield* begin()
      const sender = (id: string) =>
        senderOf({ caller: { ...caller(id), may: () => true } } as never)
      assert.deepStrictEqual(sender("key_reads"), { id: account.id, isKnown: true })
      assert.deepStrictEqual(sender("key_pays"), sender("key_reads"))
    })
  )
})
