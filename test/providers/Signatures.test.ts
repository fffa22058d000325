import * as Crypto from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as Limits from "../../src/config/Limits.ts"
import * as HttpSignature from "../../src/providers/pawapay/HttpSignature.ts"
import * as Signing from "../support/signing.ts"

const now = Date.UTC(2026, 0, 5, 12)
const created = now / 1_000

const algorithms = [
  ...["ecdsa-p256-sha256", "ecdsa-p384-sha384", "rsa-pss-sha512", "rsa-v1_5-sha256"]
]
const keys = new Map(algorithms.map((name) => [name, Signing.makeKey(name)]))

const p256 = keys.get("ecdsa-p256-sha256") as Signing.Key
const rsa = keys.get("rsa-pss-sha512") as Signing.Key

const body = '{"payoutId":"0","status":"COMPLETED"}'
const plain: Signing.Request = {
  ...{ method: "POST", authority: "payouts.example", path: "/callbacks/pawapay", body },
  ...{ created, expires: created + 60, key: p256 }
}

const message = (request: Signing.Request): HttpSignature.Message => ({
  ...{ method: request.method, authority: request.authority, path: request.path },
  headers: Signing.headers(request),
  body: Buffer.from(request.body)
})

/** The verdict on a message with a key. */
const verdict = (
  given: HttpSignature.Message,
  key: Signing.Key = p256,
  at: number = now
): string => {
  const claims = HttpSignature.read(given, at)
  if (Result.isFailure(claims)) return claims.failure
  return claims.success.some((claim) => HttpSignature.isValid(key.publicKey, claim))
    ? "believed"
    : "not made by this key"
}

const withHeader = (
  given: HttpSignature.Message,
  name: string,
  change: (value: string) => string
): HttpSignature.Message => ({
  ...given,
  headers: { ...given.headers, [name]: change(given.headers[name] ?? "") }
})

// The key of RFC 9421, B.1.2, for the example of B.2.3.
const exampleKey = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAr4tmm3r20Wd/PbqvP1s2
+QEtvpuRaV8Yq40gjUR8y2Rjxa6dpG2GXHbPfvMs8ct+Lh1GH45x28Rw3Ry53mm+
oAXjyQ86OnDkZ5N8lYbggD4O3w6M6pAvLkhk95AndTrifbIFPNU8PPMO7OyrFAHq
gDsznjPFmTOtCEcN2Z1FpWgchwuYLPL+Wokqltd11nqqzi+bJ9cvSKADYdUAAN5W
Utzdpiy6LbTgSxP7ociU4Tn0g5I6aDZJ7A8Lzo0KSyZYoA485mqcO0GVAdVw9lq4
aOT9v6d+nb4bnNkQVklLQ3fVAvJm+xdDOp9LCNCN48V2pnDOkFV6+U9nV5oyc6XI
2wIDAQAB
-----END PUBLIC KEY-----`
const exampleInput = [
  '("date" "@method" "@path" "@query" "@authority" "content-type" "content-digest" ',
  '"content-length");created=1618884473;keyid="test-key-rsa-pss"'
].join("")
const exampleDigest = [
  "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEm",
  "THWXvJwew==:"
].join("")
const exampleSignature = [
  "bbN8oArOxYoyylQQUU6QYwrTuaxLwjAC9fbY2F6SVWvh0yBiMIRGOnMYwZ/5MR6fb0Kh1rIRASVxFkeGt683+qRp",
  "RRU5p2voTp768ZrCUb38K0fUxN0O0iC59DzYx8DFll5GmydPxSmme9v6ULbMFkl+V5B1TP/yPViV7KsLNmvKiLJH",
  "1pFkh/aYA2HXXZzNBXmIkoQoLd7YfW91kE9o/CCoC1xMy7JA1ipwvKvfrs65ldmlu9bpG6A9BmzhuzF8Eim5f8ui",
  "9eH8LZH896+QIF61ka39VBrohr9iyMUJpvRX2Zbhl5ZJzSRxpJyoEZAFL2FUo5fTIztsDZKEgM4cUA=="
].join("")
const example: HttpSignature.Message = {
  ...{ method: "POST", authority: "example.com", path: "/foo?param=Value&Pet=dog" },
  headers: {
    date: "Tue, 20 Apr 2021 02:07:55 GMT",
    "content-type": "application/json",
    "content-digest": exampleDigest,
    "content-length": "18",
    "signature-input": `sig-b23=${exampleInput}`,
    signature: `sig-b23=:${exampleSignature}:`
  },
  body: Buffer.from('{"hello": "world"}')
}
const exampleBase = [
  '"date": Tue, 20 Apr 2021 02:07:55 GMT',
  '"@method": POST',
  '"@path": /foo',
  '"@query": ?param=Value&Pet=dog',
  '"@authority": example.com',
  '"content-type": application/json',
  `"content-digest": ${exampleDigest}`,
  '"content-length": 18',
  `"@signature-params": ${exampleInput}`
].join("\n")

describe("A callback signature", () => {
  for (const algorithm of algorithms) {
    for (const form of ["der", "raw"] as const) {
      for (const digest of ["sha-256", "sha-512"] as const) {
        it(`of ${algorithm}, ${form}, over a ${digest} digest, is valid`, () => {
          const key = keys.get(algorithm) as Signing.Key
          assert.strictEqual(verdict(message({ ...plain, key, form, digest }), key), "believed")
        })
      }
    }
  }

  it("as in pawaPay's example, which also covers content-length, is valid", () => {
    const covered = [
      ...["@method", "@authority", "@path", "signature-date", "content-digest", "content-type"],
      "content-length"
    ]
    assert.strictEqual(verdict(message({ ...plain, covered })), "believed")
  })

  it("of the example B.2.3 in RFC 9421 is valid for the base in the RFC", () => {
    const claims = Result.getOrThrow(HttpSignature.read(example, 1_618_884_473_000, []))
    const [claim] = claims
    assert.isDefined(claim)
    assert.strictEqual(claim.base, exampleBase)
    const key = HttpSignature.key(exampleKey)
    assert.isDefined(key)
    // The example has no algorithm, and an RSA key does not determine one.
    assert.isFalse(HttpSignature.isValid(key, claim))
    assert.isTrue(HttpSignature.isValid(key, { ...claim, algorithm: "rsa-pss-sha512" }))
  })
})

describe("A callback signature of another request", () => {
  it("is invalid after a change of any part", () => {
    const given = message(plain)
    const other = "not made by this key"
    const changed: ReadonlyArray<readonly [HttpSignature.Message, string]> = [
      [{ ...given, body: Buffer.from(`${body} `) }, "the content digest is not the body's"],
      [{ ...given, body: Buffer.alloc(0) }, "the content digest is not the body's"],
      [{ ...given, path: "/callbacks/mtn" }, other],
      [{ ...given, authority: "other.example" }, other],
      [{ ...given, method: "PUT" }, other],
      [withHeader(given, "content-type", () => "text/plain"), other],
      [withHeader(given, "signature-date", () => "2026-01-05T12:00:01Z"), other],
      [withHeader(given, "signature-input", (text) => text.replace("created=1", "created=1 ")), ""],
      [withHeader(given, "signature-input", (text) => text.replace("expires=", "nonce=")), other],
      [withHeader(given, "signature", (text) => text.replace(/:.{4}/, ":AAAA")), other],
      [withHeader(given, "signature", () => "sig-pp=:AAAA:"), other],
      [withHeader(given, "signature", () => "sig-pp=::"), other]
    ]
    for (const [one, expected] of changed) {
      if (expected === "") assert.notStrictEqual(verdict(one), "believed")
      else assert.strictEqual(verdict(one), expected)
    }
  })

  it("covers the authority regardless of case and default port, but not the query", () => {
    const given = message(plain)
    assert.strictEqual(verdict({ ...given, authority: "Payouts.Example:443" }), "believed")
    assert.strictEqual(verdict({ ...given, path: `${plain.path}?x=1` }), "believed")
    assert.notStrictEqual(verdict({ ...given, authority: "payouts.example:8443" }), "believed")
  })

  it("is valid only within its period", () => {
    const given = message(plain)
    assert.strictEqual(verdict(given, p256, now + 60_000), "believed")
    assert.strictEqual(verdict(given, p256, now + 89_000), "believed")
    assert.strictEqual(verdict(given, p256, now + 91_000), "the signature is too old")
    assert.strictEqual(verdict(given, p256, now - 29_000), "believed")
    assert.strictEqual(verdict(given, p256, now - 31_000), "the signature is from the future")
    const endless = message({ ...plain, expires: undefined })
    assert.strictEqual(verdict(endless, p256, now + 900_000), "believed")
    assert.strictEqual(verdict(endless, p256, now + 931_000), "the signature is too old")
    const long = message({ ...plain, expires: created + 1e8 })
    assert.strictEqual(verdict(long, p256, now + 931_000), "the signature is too old")
    const timeless = withHeader(given, "signature-input", (text) => text.replace("created", "made"))
    assert.strictEqual(verdict(timeless), "the signature has no time")
  })

  it("is invalid unless it covers every required part", () => {
    const all = ["@method", "@authority", "@path", "signature-date", "content-digest"]
    const needed = [...all, "content-type"]
    for (const missing of needed) {
      const covered = needed.filter((name) => name !== missing)
      assert.strictEqual(verdict(message({ ...plain, covered })), `it does not cover ${missing}`)
    }
    const twice = message({ ...plain, covered: [...needed, "@method"] })
    assert.strictEqual(verdict(twice), "it covers a part in a way that is not known")
    const absent = message({ ...plain, covered: [...needed, "x-absent"] })
    assert.strictEqual(verdict(absent), "it covers a part that is not there")
    const odd = message({ ...plain, covered: [...needed, "@status"] })
    assert.strictEqual(verdict(odd), "it covers a part that is not there")
    const many = message({ ...plain, covered: [...needed, ...Array(20).fill("x")] })
    assert.strictEqual(verdict(many), "it covers too many parts")
    const flagged = withHeader(message(plain), "signature-input", (text) =>
      text.replace('"@path"', '"@path";req')
    )
    assert.strictEqual(verdict(flagged), "it covers a part in a way that is not known")
  })
})

describe("A callback signature with a period", () => {
  it("is accepted until the last millisecond of its period, on both sides", () => {
    const { clockSkewMs, signatureAgeMsMax } = Limits.providers
    const given = message({ ...plain, expires: created + 60 })
    const endless = message({ ...plain, expires: created + signatureAgeMsMax / 1_000 })
    const verdicts = [
      verdict(given, p256, now - clockSkewMs - 1),
      verdict(given, p256, now - clockSkewMs),
      verdict(given, p256, now + 60_000 + clockSkewMs),
      verdict(given, p256, now + 60_000 + clockSkewMs + 1),
      verdict(endless, p256, now + signatureAgeMsMax + clockSkewMs),
      verdict(endless, p256, now + signatureAgeMsMax + clockSkewMs + 1)
    ]
    assert.deepStrictEqual(verdicts, [
      "the signature is from the future",
      ...["believed", "believed"],
      ...["the signature is too old", "believed", "the signature is too old"]
    ])
  })
})

describe("A callback signature that cannot be verified", () => {
  it("is invalid with a key or an algorithm of another kind", () => {
    for (const key of keys.values()) {
      for (const other of keys.values()) {
        if (key === other) continue
        assert.notStrictEqual(verdict(message({ ...plain, key }), other), "believed")
        const renamed = { ...key, algorithm: other.algorithm }
        if (key.privateKey.asymmetricKeyType === "rsa" && other.algorithm.startsWith("rsa"))
          continue
        const lying = withHeader(message({ ...plain, key }), "signature-input", (text) =>
          text.replace(key.algorithm, other.algorithm)
        )
        assert.notStrictEqual(verdict(lying, renamed), "believed")
      }
    }
    const weak = Signing.makeKey("rsa 1024")
    assert.strictEqual(verdict(message({ ...plain, key: weak }), weak), "not made by this key")
    const hmac = withHeader(message(plain), "signature-input", (text) =>
      text.replace("ecdsa-p256-sha256", "hmac-sha256")
    )
    assert.strictEqual(verdict(hmac), "not made by this key")
    const other = withHeader(message({ ...plain, key: rsa }), "signature-input", (text) =>
      text.replace("rsa-pss-sha512", "rsa-v1_5-sha256")
    )
    assert.strictEqual(verdict(other, rsa), "not made by this key")
  })

  it("with missing headers or malformed structured fields is invalid, not a defect", () => {
    const given = message(plain)
    for (const name of ["signature", "signature-input", "content-digest"]) {
      const { [name]: _, ...headers } = given.headers
      assert.notStrictEqual(verdict({ ...given, headers }), "believed")
      const garbage = ["", "=", "sig-pp", "sig-pp=1", "a=(", "\u0000", "sig-pp=:???:", "()", "é"]
      for (const text of [...garbage, "x".repeat(10_000)]) {
        assert.notStrictEqual(verdict(withHeader(given, name, () => text)), "believed")
      }
    }
    const md5 = Crypto.createHash("md5").update(body).digest("base64")
    const weak = withHeader(given, "content-digest", () => `md5=:${md5}:`)
    assert.strictEqual(verdict(weak), "there is no content digest of a known kind")
    const two = withHeader(given, "content-digest", (text) => `${text}, sha-256=:AAAA:`)
    assert.strictEqual(verdict(two), "the content digest is not the body's")
    const five = [1, 2, 3, 4, 5].map((n) => `a${n}=("@method");created=${created}`).join(", ")
    const many = withHeader(given, "signature-input", () => five)
    assert.strictEqual(verdict(many), "there are too many signatures")
  })

  it("is ignored next to a valid one", () => {
    const given = message(plain)
    const input = (text: string) => `proxy=("@method");created=${created};keyid="p", ${text}`
    const both = withHeader(
      withHeader(given, "signature-input", input),
      "signature",
      (text) => `proxy=:AAAA:, ${text}`
    )
    assert.strictEqual(verdict(both), "believed")
  })
})

describe("The limits of a callback signature", () => {
  const { coveredMax, rsaBitsMin, signaturesMax } = Limits.providers

  it("are coveredMax covered parts", () => {
    const covered = (count: number) => {
      const all = ["@method", "@authority", "@path", "signature-date", "content-digest"]
      const more = Array.from({ length: count - all.length - 1 }, (_, at) => `x-${at}`)
      return verdict(message({ ...plain, covered: [...all, "content-type", ...more] }))
    }
    assert.strictEqual(covered(coveredMax), "it covers a part that is not there")
    assert.strictEqual(covered(coveredMax + 1), "it covers too many parts")
  })

  it("are signaturesMax signatures of one callback", () => {
    const given = message(plain)
    const copies = (count: number) =>
      ["signature-input", "signature"].reduce(
        (one, name) =>
          withHeader(one, name, (text) =>
            Array.from({ length: count }, (_, at) => text.replace(/^[^=]+/, `sig${at}`)).join(", ")
          ),
        given
      )
    assert.strictEqual(verdict(copies(signaturesMax)), "believed")
    assert.strictEqual(verdict(copies(signaturesMax + 1)), "there are too many signatures")
  })

  it("are rsaBitsMin bits of an RSA key", () => {
    const weak = Signing.makeKey("rsa 1024")
    assert.isBelow(weak.publicKey.asymmetricKeyDetails?.modulusLength ?? 0, rsaBitsMin)
    assert.strictEqual(verdict(message({ ...plain, key: weak }), weak), "not made by this key")
    assert.strictEqual(rsa.publicKey.asymmetricKeyDetails?.modulusLength, rsaBitsMin)
    assert.strictEqual(verdict(message({ ...plain, key: rsa }), rsa), "believed")
  })
})
