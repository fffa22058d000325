import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Signature from "../../src/webhooks/Signature.ts"

// The expected strings were made with `openssl dgst -sha256`, not with the code under test.
const secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
const oldSecret = "whsec_//79/Pv6+fj39vX08/Lx8O/u7ezr6uno5+bl5OPi4eA="
const body = '{"id":"evt_1","type":"payout.settled","data":{"name":"Nàkató ✓"}}'
const serviceExpected = "sha256=227dcc8375058322033766e450da199d0bcc338608d50748039781daba788ed2"
const standardExpected = "v1,ntH2XgHIBlfYyXYrd3WiDLFj6YQ8RVbJPDK2VQtncGI="
const standardOldExpected = "v1,ikpsFw70NRVeCXJvMndvk7Zk8dEW2tzJqKzIZZrXT88="
const at = 1767225600

describe("serviceSignature", () => {
  it("uses the text of the whole secret as the HMAC key", () => {
    expect(Signature.serviceSignature(secret, body)).toBe(serviceExpected)
  })

  it("is the same for text and for its bytes", () => {
    const bytes = new TextEncoder().encode(body)
    expect(Signature.serviceSignature(secret, bytes)).toBe(serviceExpected)
    expect(Signature.standardSignature(secret, "evt_1", at, bytes)).toBe(standardExpected)
  })
})

describe("standardSignature", () => {
  it("uses the decoded bytes as the HMAC key", () => {
    expect(Signature.standardSignature(secret, "evt_1", at, body)).toBe(standardExpected)
  })

  it("equals the signature in the tests of the Standard Webhooks libraries", () => {
    const published = Signature.standardSignature(
      "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      "msg_p5jXN8AQM9LWM0D4loKWxJek",
      1614265330,
      '{"test": 2432232314}'
    )
    expect(published).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  })

  it.each(["", "whsec_", "whsec_AAEC", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="])(
    "refuses to sign with a malformed secret, and does not repeat it (%j)",
    (malformed) => {
      const sign = () => Signature.standardSignature(malformed, "evt_1", at, body)
      expect(sign).toThrow("a webhook secret is not whsec_ and base64 of 24 to 64 bytes")
    }
  )
})

describe("headers", () => {
  it("have one signature of the leading secret, and a list with those of all secrets", () => {
    const delivery = { eventId: "evt_1", timestampSeconds: at, body }
    expect(
      Signature.headers({ ...delivery, secrets: { all: [secret, oldSecret], leading: secret } })
    ).toEqual({
      "content-type": "application/json",
      "X-Service-Event-Id": "evt_1",
      "X-Service-Signature": serviceExpected,
      "webhook-id": "evt_1",
      "webhook-timestamp": "1767225600",
      "webhook-signature": `${standardExpected} ${standardOldExpected}`
    })
    const alone = { all: [secret], leading: secret } as const
    expect(Signature.headers({ ...delivery, secrets: alone })["webhook-signature"]).toBe(
      standardExpected
    )
    const overlapping = { all: [oldSecret, secret], leading: secret } as const
    expect(Signature.headers({ ...delivery, secrets: overlapping })).toMatchObject({
      "X-Service-Signature": serviceExpected,
      "webhook-signature": `${standardOldExpected} ${standardExpected}`
    })
  })
})

describe("newSecret", () => {
  it("is whsec_ and the base64 of the given 32 bytes", () => {
    expect(Signature.newSecret(Uint8Array.from({ length: 32 }, (_, index) => index))).toBe(secret)
  })

  it.each([0, 31, 33])("refuses %i bytes", (length) => {
    expect(() => Signature.newSecret(new Uint8Array(length))).toThrow(RangeError)
  })
})

describe("Any flipped bit", () => {
  const bytes = (minLength: number, maxLength: number) => fc.uint8Array({ minLength, maxLength })
  const flip = (original: Uint8Array, bit: number): Uint8Array => {
    const copy = Uint8Array.from(original)
    const index = Math.floor(bit / 8) % copy.length
    copy[index] = (copy[index] ?? 0) ^ (1 << (bit % 8))
    return copy
  }
  const both = (key: Uint8Array, text: Uint8Array): readonly [string, string] => {
    const whole = Signature.newSecret(key)
    return [
      Signature.serviceSignature(whole, text),
      Signature.standardSignature(whole, "evt_1", at, text)
    ]
  }

  it("in the body changes both signatures", () => {
    fc.assert(
      fc.property(bytes(32, 32), bytes(1, 300), fc.nat(), (key, text, bit) => {
        const [service, standard] = both(key, text)
        const [otherService, otherStandard] = both(key, flip(text, bit))
        return service !== otherService && standard !== otherStandard
      })
    )
  })

  it("in the secret changes both signatures", () => {
    fc.assert(
      fc.property(bytes(32, 32), bytes(0, 300), fc.nat(), (key, text, bit) => {
        const [service, standard] = both(key, text)
        const [otherService, otherStandard] = both(flip(key, bit), text)
        return service !== otherService && standard !== otherStandard
      })
    )
  })
})
