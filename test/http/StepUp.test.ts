/** Acts of a session that need a recent proof of its user's identity, and that proof. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as OTPAuth from "otpauth"
import * as Limits from "../../src/config/Limits.ts"
import type * as Operation from "../../src/http/contract/Operation.ts"
import * as Admission from "../../src/http/middleware/Admission.ts"
import type * as Authorization from "../../src/http/middleware/Authorization.ts"
import * as Aging from "../support/aging.ts"
import * as Authenticator from "../support/authenticator.ts"
import type * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import { assertInvalid, assertProblem, quiet } from "./suite.ts"

const origin = "http://localhost:8080"
const api = "/dashboard/api"
const proof = `${api}/session/proof`
const { password } = Visitor

const stale = Limits.identity.proofMs + 1_000

const test = (title: string, body: (service: Service.Service, age: Aging.Age) => Promise<void>) =>
  it.live(title, () =>
    Effect.gen(function* () {
      const { age, service } = yield* Aging.start({ DASHBOARD_URL: origin })
      yield* Effect.promise(() => body(service, age))
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )

const invite = (who: Visitor.Visitor, email: string) =>
  who.ask("POST", `${api}/team/invitations`, { email, role: "viewer" })

/** Requests that move money or let someone in. None of the ids exists. */
const acts: ReadonlyArray<readonly [method: string, path: string, body: unknown]> = [
  ["POST", `${api}/api-keys`, { name: "key", scope: "full" }],
  ["POST", `${api}/api-keys/key_none/rotate`, {}],
  ["POST", `${api}/team/invitations`, { email: "x@example.com", role: "owner" }],
  ["PATCH", `${api}/team/members/usr_none`, { role: "owner" }],
  ["POST", "/v1/webhooks/endpoints", { url: "https://example.com", events: ["*"] }],
  ["PUT", "/v1/webhooks/endpoints/we_none", { url: "https://example.com" }],
  ["POST", "/v1/webhooks/endpoints/we_none/rotate-secret", {}],
  ["POST", "/v1/payouts/po_none/refund-address", { address: "none" }],
  ["POST", "/v1/batches/bt_none/refund-address", { address: "none" }],
  ["POST", `${api}/passkeys/options`, { password }],
  ["POST", `${api}/passkeys/psk_none/remove`, { password }],
  ["POST", `${api}/totp/disable`, { password }],
  ["POST", `${api}/recovery-codes`, { password }],
  ["POST", `${api}/staff/team/invitations`, { email: "x@example.com", role: "admin" }],
  ["POST", "/admin/v1/operators", { name: "Eve" }],
  ...["approve", "reject", "freeze", "unfreeze", "retry", "settle", "fail", "reverse"].map(
    (what) => ["POST", `/admin/v1/payouts/po_none/${what}`, { reason: "none" }] as const
  ),
  ["POST", "/admin/v1/payouts/po_none/refund", { reason: "none" }],
  ["POST", "/admin/v1/payouts/po_none/release-refund", { reason: "none" }],
  ["POST", "/admin/v1/batches/bt_none/refund", { reason: "none" }],
  ["POST", "/admin/v1/batches/bt_none/release-refund", { reason: "none" }],
  ["POST", "/admin/v1/batches/bt_none/resume", { reason: "none" }]
]

describe("A session whose last proof is more than ten minutes old", () => {
  test("is refused at acts that move money or let someone in, and can still read", async (service, age) => {
    const ada = await Visitor.signUp(service)
    await age(Limits.identity.proofMs - 30_000)
    assert.strictEqual((await invite(ada, "in-time@example.com")).status, 201)
    await age(stale)
    for (const [method, path, body] of acts) {
      const answer = await ada.ask(method, path, body)
      assertProblem(answer, 403, "STEP_UP_REQUIRED")
    }
    assert.strictEqual((await ada.ask("GET", "/v1/webhooks/endpoints")).status, 200)
    const { json } = await ada.ask("GET", `${api}/team`)
    assert.deepStrictEqual(
      json.invitations.map(({ email }: { email: string }) => email),
      ["in-time@example.com"]
    )
  })

  test("gets a missing permission as the reason before a missing proof", async (service, age) => {
    const ada = await Visitor.signUp(service)
    const viewer = await Visitor.invited(service, ada, "viewer")
    await age(stale)
    assertProblem(await invite(viewer, "x@example.com"), 403, "FORBIDDEN")
  })

  test("does not restrict API keys", async (service, age) => {
    await Visitor.signUp(service)
    await age(stale)
    const body = { url: "https://example.com/hook", events: ["*"] }
    const created = await service.call("POST", "/v1/webhooks/endpoints", { body })
    assert.strictEqual(created.status, 201, created.text)
  })
})

describe("The age of a proof", () => {
  /** True if a session that was proven at 0 must prove its user again. */
  const isStale = (
    now: number,
    needed: Operation.Access["proof"] = "fresh",
    hasSecondFactor = true
  ) =>
    Admission.isStale(
      { session: { provenAt: 0, hasSecondFactor } } as Authorization.Caller,
      { access: { proof: needed } } as Operation.Any,
      now
    )

  it("is at most proofMs, and not a millisecond more", () => {
    const { proofMs } = Limits.identity
    assert.deepStrictEqual(
      [proofMs, proofMs + 1].map((now) => isStale(now)),
      [false, true]
    )
  })

  it("does not matter if an act needs no proof, or one that its user cannot give", () => {
    assert.isFalse(isStale(stale, "none"))
    assert.isTrue(isStale(stale, "second_factor"))
    assert.isFalse(isStale(stale, "second_factor", false))
  })
})

describe("A proof in a session", () => {
  test("is a code of the app, which works once, and is in the audit log", async (service, age) => {
    const ada = await Visitor.signUp(service)
    await age(stale)
    const wrong = await ada.ask("POST", proof, { code: "000000" })
    assertInvalid(wrong, "code")
    assertProblem(await invite(ada, "x@example.com"), 403, "STEP_UP_REQUIRED")
    const code = ada.code()
    const right = await ada.ask("POST", proof, { code })
    assert.strictEqual(right.status, 200, right.text)
    assert.strictEqual((await invite(ada, "x@example.com")).status, 201)
    await age(stale)
    assertInvalid(await ada.ask("POST", proof, { code }), "code")
    assertProblem(await invite(ada, "y@example.com"), 403, "STEP_UP_REQUIRED")
    const log = await ada.ask("GET", "/v1/audit-logs?action=person.confirmed")
    assert.strictEqual(log.json.data.length, 1, log.text)
    assert.strictEqual(log.json.data[0].changes.proof, "code")
  })

  test("is the password only for a user without a second factor, and is in the audit log", async (service, age) => {
    const ada = await Visitor.signUp(service)
    const body = { email: "bo@example.com", role: "owner" }
    const { json } = await ada.ask("POST", `${api}/team/invitations`, body)
    const bo = await Visitor.accept(service, Visitor.tokenOf(json.link), { name: "Bo" })
    await age(stale)
    assertProblem(await invite(bo, "x@example.com"), 403, "STEP_UP_REQUIRED")
    assertInvalid(await bo.ask("POST", proof, { password: "not this one" }), "password")
    assertProblem(await bo.ask("POST", proof, { code: "123456" }), 409, "INVALID_STATE")
    assert.strictEqual((await bo.ask("POST", proof, { password })).status, 200)
    assert.strictEqual((await invite(bo, "x@example.com")).status, 201)
    const log = await bo.ask("GET", "/v1/audit-logs?action=person.confirmed")
    assert.deepStrictEqual(
      log.json.data.map(({ changes }: { changes: { proof: string } }) => changes.proof),
      ["password"]
    )
    assertInvalid(await ada.ask("POST", proof, { password }), "password")
    assertProblem(await invite(ada, "y@example.com"), 403, "STEP_UP_REQUIRED")
  })

  test("is a passkey of the same user that answers its own challenge", async (service, age) => {
    const ada = await Visitor.signUp(service)
    const passkey = Authenticator.make(origin)
    const begun = await ada.ask("POST", `${api}/passkeys/options`, { password })
    const registered = passkey.register(begun.json.options)
    await ada.ask("POST", `${api}/passkeys`, { name: "Laptop", credential: registered })
    await age(stale)
    const signIn = await ada.ask("POST", `${api}/sign-in/passkey-options`, {
      is_second_step: false
    })
    const other = passkey.sign(signIn.json.options)
    assertProblem(await ada.ask("POST", proof, { credential: other }), 409, "INVALID_STATE")
    const asked = await ada.ask("POST", `${proof}-options`, {})
    assert.strictEqual(asked.status, 200, asked.text)
    const credential = passkey.sign(asked.json.options)
    const proven = await ada.ask("POST", proof, { credential })
    assert.strictEqual(proven.status, 200, proven.text)
    assert.strictEqual((await invite(ada, "x@example.com")).status, 201)
    assertProblem(await ada.ask("POST", proof, { credential }), 409, "INVALID_STATE")
  })
})

describe("An invalid proof in a session", () => {
  test("is a passkey that answers the challenge of another session", async (service, age) => {
    const ada = await Visitor.signUp(service)
    const passkey = Authenticator.make(origin)
    const begun = await ada.ask("POST", `${api}/passkeys/options`, { password })
    const registered = passkey.register(begun.json.options)
    await ada.ask("POST", `${api}/passkeys`, { name: "Laptop", credential: registered })
    const again = Visitor.visitor(service)
    const signIn = { is_second_step: false }
    const options = await again.ask("POST", `${api}/sign-in/passkey-options`, signIn)
    const credential = passkey.sign(options.json.options)
    const signedIn = await again.ask("POST", `${api}/sign-in/passkey`, { credential })
    assert.strictEqual(signedIn.status, 200, signedIn.text)
    await age(stale)
    const before = new Set(ada.cookies.keys())
    const asked = await ada.ask("POST", `${proof}-options`, {})
    const challenge = [...ada.cookies].filter(([name]) => !before.has(name))
    assert.lengthOf(challenge, 1)
    for (const [name, value] of challenge) again.cookies.set(name, value)
    const answer = { credential: passkey.sign(asked.json.options) }
    assertProblem(await again.ask("POST", proof, answer), 409, "INVALID_STATE")
    assertProblem(await invite(again, "x@example.com"), 403, "STEP_UP_REQUIRED")
    assert.strictEqual((await ada.ask("POST", proof, answer)).status, 200)
  })

  test("is a code of an app that is not set up, which stays so", async (service, age) => {
    const ada = await Visitor.signUp(service)
    const body = { email: "bo@example.com", role: "owner" }
    const { json } = await ada.ask("POST", `${api}/team/invitations`, body)
    const bo = await Visitor.accept(service, Visitor.tokenOf(json.link), { name: "Bo" })
    const begun = await bo.ask("POST", `${api}/totp`, { password })
    assert.strictEqual(begun.status, 200, begun.text)
    const code = OTPAuth.URI.parse(begun.json.uri).generate()
    await age(stale)
    assertProblem(await bo.ask("POST", proof, { code }), 409, "INVALID_STATE")
    assertProblem(await invite(bo, "x@example.com"), 403, "STEP_UP_REQUIRED")
    assert.strictEqual((await bo.ask("POST", proof, { password })).status, 200)
  })

  test("is missing, double, or without a session", async (service) => {
    const ada = await Visitor.signUp(service)
    assertInvalid(await ada.ask("POST", proof, {}), "code")
    assertInvalid(await ada.ask("POST", proof, { code: "123456", password }), "code")
    const body = { password }
    assertProblem(await service.call("POST", proof, { body }), 401, "UNAUTHORIZED")
  })
})
