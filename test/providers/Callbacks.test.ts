import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import type * as Provider from "../../src/engine/ports/Provider.ts"
import type * as PawaPay from "../support/pawapay.ts"
import * as Signing from "../support/signing.ts"
import * as Setting from "./setting.ts"

const at = "https://payouts.example/callbacks/pawapay"
const { callbackCheckEveryMs, callbackChecksPerSecondMax, keysEveryMs, keysMsMax } =
  Limits.providers

/** pawaPay with an accepted payout, and the provider layer. */
const setUp = Effect.fnUntraced(function* (more: Parameters<typeof Setting.optionsFor>[2] = {}) {
  const servers = yield* Setting.simulators()
  const options = Setting.optionsFor(servers, "MTN_UG=pawapay,mtn", more)
  const { finish, provider } = yield* Setting.begin(servers, options)
  for (const n of [1, 2]) {
    for (const name of ["pawapay", "mtn"] as const) {
      const transfer = { ...Setting.transfer(n, name) }
      yield* finish(provider.submit(Setting.payout(n), transfer, Effect.void))
    }
  }
  const callback = (
    form: PawaPay.Callback["form"],
    n = 1,
    more: { readonly status?: string } = {}
  ): Provider.Callback => ({
    provider: "pawapay",
    ...servers.pawapay.callback(Setting.reference(n), at, { form, ...more })
  })
  const resultOf = (given: Provider.Callback) =>
    Effect.map(finish(provider.readCallback(given)), (results) =>
      "reason" in results ? `${results._tag}: ${results.reason}` : results._tag
    )
  return { servers, provider, finish, callback, resultOf }
})

const nextHint = TestClock.adjust(callbackCheckEveryMs)

const accepted = (n: number): Provider.CallbackResult => ({
  _tag: "Accepted",
  payoutId: Setting.payoutId(n),
  reference: Setting.reference(n)
})

const mtnCallback = (n: number, more: Partial<Provider.Callback> = {}): Provider.Callback => ({
  ...{ provider: "mtn", method: "PUT", authority: "payouts.example", headers: {} },
  path: `/callbacks/mtn/${Setting.reference(n)}`,
  body: Buffer.from(JSON.stringify({ externalId: Setting.payoutId(n), status: "SUCCESSFUL" })),
  ...more
})

describe("A pawaPay callback", () => {
  it.effect("with a signature in either form is only a hint to check the transfer", () =>
    Effect.gen(function* () {
      const { callback, finish, provider } = yield* setUp()
      assert.deepStrictEqual(yield* finish(provider.readCallback(callback("der"))), accepted(1))
      assert.deepStrictEqual(yield* finish(provider.readCallback(callback("raw", 2))), accepted(2))
      yield* nextHint
      // The status in a callback is ignored.
      const lie = callback("der", 1, { status: "FAILED" })
      assert.deepStrictEqual(yield* finish(provider.readCallback(lie)), accepted(1))
    })
  )

  it.effect("without a signature, or with a forged, late or changed one, is refused", () =>
    Effect.gen(function* () {
      const { callback, resultOf } = yield* setUp()
      const good = callback("der")
      const no = "InvalidSignature: no key of the provider's made the signature"
      assert.strictEqual(
        yield* resultOf(callback("unsigned")),
        "InvalidSignature: there is no signature"
      )
      assert.strictEqual(yield* resultOf(callback("forged")), no)
      assert.strictEqual(yield* resultOf({ ...good, path: "/callbacks/other" }), no)
      assert.strictEqual(yield* resultOf({ ...good, authority: "evil.example" }), no)
      assert.strictEqual(
        yield* resultOf({ ...good, body: Buffer.from("{}") }),
        "InvalidSignature: the content digest is not the body's"
      )
      const { "signature-input": _, ...half } = good.headers
      assert.strictEqual(
        yield* resultOf({ ...good, headers: half }),
        "InvalidSignature: there is no signature"
      )
      assert.strictEqual(
        yield* resultOf({ ...good, method: "GET" }),
        "Unreadable: a callback is a POST"
      )
      yield* TestClock.adjust(120_000)
      assert.strictEqual(yield* resultOf(good), "InvalidSignature: the signature is too old")
    })
  )
})

describe("A valid pawaPay callback", () => {
  it.effect("causes a limited number of checks if it is repeated", () =>
    Effect.gen(function* () {
      const { callback, resultOf, servers } = yield* setUp()
      const good = callback("der")
      const before = servers.pawapay.server.calls.length
      assert.strictEqual(yield* resultOf(good), "Accepted")
      for (let n = 0; n < 5; n++) {
        assert.strictEqual(yield* resultOf(good), "Throttled")
      }
      yield* nextHint
      assert.strictEqual(yield* resultOf(good), "Accepted")
      const calls = servers.pawapay.server.calls.slice(before).map(({ operation }) => operation)
      assert.deepStrictEqual(calls, ["public-key"])
    })
  )

  it.effect("is verified with its original host, even behind a proxy", () =>
    Effect.gen(function* () {
      const { callback, resultOf } = yield* setUp({ callbackUrl: "https://payouts.example" })
      assert.strictEqual(
        yield* resultOf({ ...callback("der"), authority: "10.0.0.7:8080" }),
        "Accepted"
      )
    })
  )

  it.effect("is still a hint without a signature if the account does not sign callbacks", () =>
    Effect.gen(function* () {
      const { callback, resultOf } = yield* setUp({ signedCallbacks: false })
      assert.strictEqual(yield* resultOf(callback("unsigned")), "Accepted")
      assert.strictEqual(
        yield* resultOf(callback("forged", 2)),
        "InvalidSignature: no key of the provider's made the signature"
      )
    })
  )

  it.effect("with a new key is accepted once the key is found, and keys are fetched rarely", () =>
    Effect.gen(function* () {
      const { callback, resultOf, servers } = yield* setUp()
      const { key, server, toggles } = servers.pawapay
      const keyRequests = () =>
        server.calls.filter(({ operation }) => operation === "public-key").length
      const other = Signing.makeKey("ecdsa-p256-sha256", "HTTP_EC_P256_KEY:0")
      toggles.keys = [other]
      const unknown = "InvalidSignature: no key of the provider's made the signature"
      assert.strictEqual(yield* resultOf(callback("der")), unknown)
      toggles.keys = [other, key]
      assert.strictEqual(yield* resultOf(callback("der")), unknown)
      assert.strictEqual(keyRequests(), 1)
      yield* TestClock.adjust(keysEveryMs)
      assert.strictEqual(yield* resultOf(callback("der")), "Accepted")
      assert.strictEqual(keyRequests(), 2)
      // A withdrawn key is accepted for at most an hour.
      toggles.keys = [other]
      yield* TestClock.adjust(keysMsMax)
      assert.strictEqual(yield* resultOf(callback("der")), unknown)
    })
  )
})

describe("A pawaPay callback that cannot be verified or read", () => {
  it.effect("is refused while the keys are unavailable", () =>
    Effect.gen(function* () {
      const { callback, resultOf, servers } = yield* setUp()
      for (const answer of ["500", "hang", "malformed", "other", "html"] as const) {
        servers.pawapay.server.script = () => Setting.fault("never", answer)
        assert.match(yield* resultOf(callback("der")), /^InvalidSignature: no key/)
        yield* TestClock.adjust(keysEveryMs)
      }
      servers.pawapay.server.script = () => undefined
      assert.strictEqual(yield* resultOf(callback("der")), "Accepted")
    })
  )

  it.effect("without a payout id is unreadable, and one of an unknown provider is unknown", () =>
    Effect.gen(function* () {
      const { callback, resultOf } = yield* setUp({ signedCallbacks: false })
      const given = callback("unsigned")
      for (const text of [
        "",
        "{",
        "[]",
        "null",
        '{"payoutId":1}',
        `{"x":"${"y".repeat(70_000)}"}`
      ]) {
        assert.match(yield* resultOf({ ...given, body: Buffer.from(text) }), /^Unreadable/)
      }
      assert.strictEqual(yield* resultOf({ ...given, provider: "paypal" }), "UnknownProvider")
      assert.strictEqual(yield* resultOf({ ...given, provider: "sandbox" }), "UnknownProvider")
    })
  )
})

/** Accepts callbacks, and lists them. */
const receiver = Effect.acquireRelease(
  Effect.promise(async () => {
    const arrived: Array<Provider.Callback> = []
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const { headers, method = "", url: path = "" } = request
        const [, , provider = ""] = path.split("/")
        arrived.push({
          ...{ provider, method, path, authority: headers.host ?? "", body: Buffer.concat(chunks) },
          headers: headers as Record<string, string>
        })
        response.end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    return { arrived, server, url: `http://127.0.0.1:${port}` }
  }),
  ({ server }) =>
    Effect.promise(() => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    })
)

const until = (holds: () => boolean) =>
  Effect.promise(async () => {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve))
  })

describe("Callbacks over the wire", () => {
  it.effect(
    "always get a response, even if they are repeated, late, contradictory, forged or unsigned",
    () =>
      Effect.gen(function* () {
        const { arrived, url } = yield* receiver
        const servers = yield* Setting.simulators({
          pawapay: {
            callbackUrl: `${url}/callbacks/pawapay`,
            callbacks: () => [
              ...([{ afterMs: 0, form: "der" }] as const),
              ...([{ afterMs: 0, form: "raw", status: "FAILED" }] as const),
              ...([{ afterMs: 1, form: "forged" }] as const),
              ...([{ afterMs: 1, form: "unsigned" }] as const),
              ...([{ afterMs: 2, form: "der", status: "PROCESSING" }] as const)
            ]
          },
          mtn: { callbacks: () => [{ afterMs: 0 }, { afterMs: 1, status: "FAILED" }] }
        })
        const options = Setting.optionsFor(servers, "MTN_UG=pawapay,mtn", { callbackUrl: url })
        const { finish, provider } = yield* Setting.begin(servers, options)
        for (const name of ["pawapay", "mtn"] as const) {
          yield* finish(provider.submit(Setting.payout(1), Setting.transfer(1, name), Effect.void))
        }
        yield* until(() => arrived.length === 7)
        const results: Array<string> = []
        for (const callback of arrived) {
          yield* nextHint
          const result = yield* finish(provider.readCallback(callback))
          results.push(`${callback.provider} ${result._tag}`)
          if (result._tag === "Accepted") assert.deepStrictEqual(result, accepted(1))
        }
        assert.deepStrictEqual(results.sort(), [
          ...[
            "mtn Accepted",
            "mtn Accepted",
            "pawapay Accepted",
            "pawapay Accepted",
            "pawapay Accepted"
          ],
          ...["pawapay InvalidSignature", "pawapay InvalidSignature"]
        ])
        // A check at the provider decides, and not the content of a callback.
        for (const name of ["pawapay", "mtn"] as const) {
          const ask = provider.check(Setting.payout(1), Setting.transfer(1, name))
          assert.strictEqual((yield* finish(ask))._tag, "Delivered")
        }
      })
  )
})

describe("An MTN callback", () => {
  it.effect("is a hint as a POST and as a PUT, with the reference in its path", () =>
    Effect.gen(function* () {
      const { finish, resultOf, provider } = yield* setUp()
      assert.deepStrictEqual(yield* finish(provider.readCallback(mtnCallback(1))), accepted(1))
      assert.strictEqual(yield* resultOf(mtnCallback(2, { method: "POST" })), "Accepted")
      assert.match(yield* resultOf(mtnCallback(3, { method: "GET" })), /^Unreadable/)
      const bare = mtnCallback(3, { path: "/callbacks/mtn" })
      assert.strictEqual(yield* resultOf(bare), "Unreadable: its path names no transfer")
      const odd = mtnCallback(3, { path: "/callbacks/mtn/../admin" })
      assert.match(yield* resultOf(odd), /^Unreadable/)
      const empty = mtnCallback(3, { body: Buffer.from("{}") })
      assert.strictEqual(yield* resultOf(empty), "Unreadable: it names no payout")
    })
  )

  it.effect("causes a limited number of checks per reference and in total", () =>
    Effect.gen(function* () {
      const { resultOf, provider } = yield* setUp()
      assert.strictEqual(yield* resultOf(mtnCallback(1)), "Accepted")
      assert.strictEqual(yield* resultOf(mtnCallback(1)), "Throttled")
      const many = Array.from({ length: 2 * callbackChecksPerSecondMax }, (_, n) =>
        mtnCallback(n + 2)
      )
      const results = yield* Effect.forEach(many, provider.readCallback)
      const asks = results.filter(({ _tag }) => _tag === "Accepted").length
      assert.strictEqual(asks, callbackChecksPerSecondMax - 1)
      yield* nextHint
      assert.strictEqual(yield* resultOf(mtnCallback(1)), "Accepted")
    })
  )

  it.effect("goes to a URL with the reference of its transfer", () =>
    Effect.gen(function* () {
      const servers = yield* Setting.simulators()
      const more = { callbackUrl: "http://127.0.0.1:9/" }
      const options = Setting.optionsFor(servers, "MTN_UG=mtn", more)
      const { finish, provider } = yield* Setting.begin(servers, options)
      yield* finish(provider.submit(Setting.payout(1), Setting.transfer(1, "mtn"), Effect.void))
      assert.deepStrictEqual(servers.mtn.callbackUrls, [
        `http://127.0.0.1:9/callbacks/mtn/${Setting.reference(1)}`
      ])
    })
  )
})
