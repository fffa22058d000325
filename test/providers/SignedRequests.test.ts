/** Instructions to a pawaPay account that accepts only signed requests. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import type { SigningKey } from "../../src/config/SigningKey.ts"
import * as HttpSignature from "../../src/providers/pawapay/HttpSignature.ts"
import * as RequestSignature from "../../src/providers/pawapay/RequestSignature.ts"
import * as Signing from "../support/signing.ts"
import * as Setting from "./setting.ts"

const key = Signing.makeKey("ecdsa-p256-sha256", "OURS:1")
const signing: SigningKey = {
  key: Redacted.make(Signing.privatePem(key)),
  keyId: key.id
}
const requestKeys = new Map([[key.id, Signing.pem(key)]])

const { configurationEveryMs, configurationMsMax, configurationPauseMs, jitterMs } =
  Limits.providers

const setUp = Effect.fnUntraced(function* (
  given: SigningKey | undefined,
  routes = "MTN_UG=pawapay"
) {
  const servers = yield* Setting.simulators({ pawapay: { requestKeys } })
  const more = given === undefined ? {} : { signing: given }
  const begun = yield* Setting.begin(servers, Setting.optionsFor(servers, routes, more))
  const submit = (n: number) =>
    begun.finish(
      begun.provider.submit(Setting.payout(n), Setting.transfer(n, "pawapay"), Effect.void)
    )
  const submits = () =>
    servers.pawapay.server.calls.filter(({ operation }) => operation === "submit").length
  return { ...servers, ...begun, submit, submits }
})

const alarms = Setting.metric("payout_provider_alarms_total", {
  ...{ provider: "pawapay", kind: "configuration" }
})

describe("A pawaPay account that accepts only signed requests", () => {
  it.effect("pays an instruction signed with its key once", () =>
    Effect.gen(function* () {
      const { pawapay, submit } = yield* setUp(signing)
      const before = yield* alarms
      assert.strictEqual((yield* submit(1))._tag, "Accepted")
      assert.strictEqual(pawapay.payments(Setting.payoutId(1)), 1)
      assert.strictEqual((yield* submit(1))._tag, "Delivered")
      assert.strictEqual(pawapay.payments(Setting.payoutId(1)), 1)
      assert.strictEqual(yield* alarms, before)
    })
  )

  it.effect("refuses instructions with another key or key id, which raises an alert", () =>
    Effect.gen(function* () {
      const others = [
        {
          key: Redacted.make(Signing.privatePem(Signing.makeKey("ecdsa-p256-sha256"))),
          keyId: key.id
        },
        { ...signing, keyId: "OURS:2" }
      ]
      for (const [n, other] of others.entries()) {
        const { pawapay, submit } = yield* setUp(other)
        const before = yield* alarms
        assert.strictEqual(Setting.summary(yield* submit(n)), "Unknown")
        assert.strictEqual(yield* alarms, before + 1)
        assert.strictEqual(pawapay.books.size, 0)
      }
    })
  )

  it.effect("gets no instructions without a key, and the alert names the setting", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.map(Logger.formatJson, (line) => void lines.push(line))
      yield* Effect.gen(function* () {
        const before = yield* alarms
        const { provider, submit, submits } = yield* setUp(undefined, "MTN_UG=pawapay,mtn")
        assert.strictEqual(yield* alarms, before + 1)
        assert.isTrue(lines.some((line) => line.includes("PAWAPAY_SIGNING_KEY")))
        assert.strictEqual((yield* submit(1))._tag, "Queued")
        assert.strictEqual(submits(), 0)
        // In the meantime, another provider is preferred.
        assert.strictEqual(provider.health("MTN_UG"), "degraded")
        assert.strictEqual(provider.choose("MTN_UG", undefined), "mtn")
      }).pipe(Effect.provide(Logger.layer([logger])))
    })
  )

  it.effect("gets waiting instructions once it no longer requires signatures", () =>
    Effect.gen(function* () {
      const { pawapay, settle, submit } = yield* setUp(undefined)
      assert.strictEqual((yield* submit(1))._tag, "Queued")
      pawapay.requests.keys = undefined
      yield* TestClock.adjust(configurationEveryMs)
      yield* settle()
      assert.strictEqual((yield* submit(1))._tag, "Accepted")
    })
  )

  it.effect("is detected by a refusal if the account's configuration is unknown", () =>
    Effect.gen(function* () {
      const { pawapay, submit, submits } = yield* setUp(undefined)
      pawapay.server.script = ({ operation }) =>
        operation === "active-conf" ? Setting.fault("never", "500") : undefined
      yield* TestClock.adjust(configurationMsMax + configurationPauseMs + jitterMs)
      assert.strictEqual(Setting.summary(yield* submit(1)), "Unknown")
      assert.strictEqual(submits(), 1)
      assert.strictEqual(pawapay.books.size, 0)
    })
  )
})

describe("A pawaPay account that accepts any request", () => {
  it.effect("also pays signed ones", () =>
    Effect.gen(function* () {
      const { pawapay, submit } = yield* setUp(signing)
      pawapay.requests.keys = undefined
      assert.strictEqual((yield* submit(1))._tag, "Accepted")
    })
  )
})

describe("The signature of a request to pawaPay", () => {
  const now = Date.UTC(2026, 0, 5, 12)
  const request = {
    ...{ method: "POST", url: "https://api.pawapay.io/v2/payouts", body: '{"payoutId":"0"}' }
  }
  const received = {
    ...{ method: "POST", authority: "api.pawapay.io", path: "/v2/payouts", body: request.body },
    ...{ headers: RequestSignature.make(signing)(request, now), now }
  }

  it("has the parts and the form that pawaPay documents", () => {
    const { headers } = received
    const created = now / 1_000
    assert.strictEqual(
      headers["signature-input"],
      'sig-pp=("@method" "@authority" "@path" "signature-date" "content-digest" "content-type")' +
        `;alg="ecdsa-p256-sha256";keyid="OURS:1";created=${created};expires=${created + 300}`
    )
    assert.strictEqual(headers["signature-date"], "2026-01-05T12:00:00.000Z")
    assert.match(headers["content-digest"] ?? "", /^sha-512=:[A-Za-z0-9+/]{86}==:$/)
    // The signature is a DER sequence, as in pawaPay's example.
    assert.match(headers.signature ?? "", /^sig-pp=:ME/)
  })

  it("is valid for an independent check, but not after any change", () => {
    assert.isTrue(Signing.isSignedBy(requestKeys, received))
    const message = { ...received, body: Buffer.from(received.body) }
    const [claim] = Result.getOrThrow(HttpSignature.read(message, now))
    assert.isTrue(claim !== undefined && HttpSignature.isValid(key.publicKey, claim))
    const changes: ReadonlyArray<Partial<Signing.Received>> = [
      { body: '{"payoutId":"1"}' },
      { path: "/v2/refunds" },
      { method: "PUT" },
      { authority: "api.sandbox.pawapay.io" },
      { now: now + Limits.providers.signatureMs },
      { now: now - 1_000 },
      { headers: { ...received.headers, "signature-date": new Date(now + 1).toISOString() } },
      { headers: { ...received.headers, "content-type": "text/plain" } },
      { headers: { ...received.headers, signature: "" } },
      { headers: {} }
    ]
    for (const change of changes) {
      const changed = { ...received, ...change }
      assert.isFalse(Signing.isSignedBy(requestKeys, changed), JSON.stringify(change))
    }
  })

  it("covers the port of a URL that has one", () => {
    const at = { ...request, url: "http://127.0.0.1:9000/v2/payouts" }
    const headers = RequestSignature.make(signing)(at, now)
    assert.isTrue(
      Signing.isSignedBy(requestKeys, { ...received, headers, authority: "127.0.0.1:9000" })
    )
  })
})
