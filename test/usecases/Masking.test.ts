/** Masking of requests that people see when they look for the cause of an error. */
import { assert, describe, it } from "vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as Network from "../../src/domain/Network.ts"
import * as Masking from "../../src/usecases/Masking.ts"

const masked = (value: unknown): unknown =>
  JSON.parse(Masking.body(JSON.stringify(value)) ?? "null")

describe("A masked body", () => {
  it("keeps all values except phone numbers, names and secrets", () => {
    const value = {
      ...{ quote_id: "qt_01KJQ1T9G0W5V8Z6C2R7K4N9TB", amount_usdc: 25.000001, is_valid: true },
      payment_uri: "ethereum:0x1@1/transfer?address=0x2&uint256=25000000000",
      tx_hash: "0x9f2d6b1c4e8a07355bd1f6c09a3e7d54",
      ...{ created_at: "2026-03-02T10:00:00.000Z", errors: [{ row: 1, code: "required" }] }
    }
    assert.deepStrictEqual(masked(value), value)
  })

  it("hides phone numbers and names at any depth, even if they are not strings", () => {
    const value = {
      payouts: [
        { phone: "+256770000001", name: "Amina" },
        { phone: 256770000001, name: { first: "Amina" } }
      ]
    }
    assert.deepStrictEqual(masked(value), {
      payouts: [
        { phone: "+256•••01", name: "A•••" },
        { phone: "2567•••01", name: { first: "A•••" } }
      ]
    })
  })

  it("keeps a batch name without phone numbers, and hides names in its rows", () => {
    const row = { phone: "+256770000001", name: "Amina" }
    const sent = { name: "Payroll of +256770000001", payouts: [row] }
    assert.deepStrictEqual(masked(sent), {
      name: "Payroll of +256•••01",
      payouts: [{ phone: "+256•••01", name: "A•••" }]
    })
    const answers = [
      { id: "bt_01KJQ1T9G0W5V8Z6C2R7K4N9TB", name: "Payroll", total: 2 },
      { batch_id: "bk_01KJQ1T9G0W5V8Z6C2R7K4N9TB", name: "Payroll", total_count: 2 }
    ]
    for (const answer of answers) assert.deepStrictEqual(masked(answer), answer)
    const others = [
      { id: "ben_01KJQ1T9G0W5V8Z6C2R7K4N9TB", name: "Amina", total: 2 },
      { batch_id: "bt_01KJQ1T9G0W5V8Z6C2R7K4N9TB", name: "Amina" },
      { ...row, payouts: [], file: "rows" }
    ]
    for (const other of others) assert.include(JSON.stringify(masked(other)), '"A•••"')
  })

  it("hides details of recipients and originators, and the reasons of payments", () => {
    const recipient_details = { birth_date: "1990-04-23", address: { city: "Jinja" } }
    const value = {
      ...{ recipient_details, purpose: "medical", source_of_funds: "loan" },
      details: { given_name: "Amina", country: "UG" },
      originator: { type: "person", name: "Ada", registration_number: "8002" },
      ...{ birthDate: "1990-04-23", postal_code: "256", line1: "Plot 7", city: "Jinja" }
    }
    const hidden = "•••"
    assert.deepStrictEqual(masked(value), {
      recipient_details: { birth_date: hidden, address: { city: hidden } },
      ...{ purpose: hidden, source_of_funds: hidden },
      details: { given_name: hidden, country: hidden },
      originator: { type: hidden, name: hidden, registration_number: hidden },
      ...{ birthDate: hidden, postal_code: hidden, line1: hidden, city: hidden }
    })
  })

  it("hides a phone number inside a message", () => {
    const message = "phone +256770000001 does not belong to MTN_KE"
    assert.deepStrictEqual(masked({ message }), {
      message: "phone +256•••01 does not belong to MTN_KE"
    })
  })

  it("keeps the example phone number only in the service's own message", () => {
    const error = { message: `recipient_phone: ${Network.e164Needed}; amount: too small` }
    assert.deepStrictEqual(masked(error), error)
    const other = "such as +256770000001"
    const others = [other, `${Network.e164Needed}2`, `${Network.e164Needed}, not +256770000001`]
    for (const message of others) {
      const shown = JSON.stringify(masked({ message })).replace(`${Network.e164Needed},`, "")
      assert.notMatch(shown, /\d{9}/)
    }
    assert.notInclude(JSON.stringify(masked({ phone: Network.e164Needed })), "770000001")
  })

  it("hides secrets, passwords, keys, metadata, evidence and files, and keeps idempotency keys", () => {
    const value = {
      ...{ secret: "whsec_1", key: "sk_1", password: "p", metadata: { a: "b" } },
      ...{ evidence: "Amina wrote a letter", idempotency_key: "invoice-1" },
      content: "Name;Amina"
    }
    assert.deepStrictEqual(masked(value), {
      ...{ secret: "•••", key: "•••", password: "•••", metadata: { a: "•••" } },
      ...{ evidence: "•••", idempotency_key: "invoice-1" },
      content: "•••"
    })
  })

  it("is cut if it is long, and replaced by its length if it cannot be masked", () => {
    const long = Masking.body(JSON.stringify({ text: "x".repeat(9_000) })) ?? ""
    assert.strictEqual(long.length, 4_097)
    assert.strictEqual(Masking.body("Amina Okello"), "(12 characters that are no JSON object)")
    assert.isNull(Masking.body(""))
  })
})

describe("A deeply nested body", () => {
  it("is hidden below a maximum depth", () => {
    const json = `${'{"a":['.repeat(5_000)}"Amina"${"]}".repeat(5_000)}`
    const text = Masking.body(json) ?? ""
    assert.include(text, "•••")
    assert.notInclude(text, "Amina")
  })
})

const random = "Zq3vX8_kLm2Np5RtYw7aBc9D"
const apiKey = `sk_sandbox_${random}`
const token = "pX3kQ9vLr2Tn8WzB5mYc7Jd1Hf6Gs4Au0Ke_RtZxNqE"
const webToken = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl"

const secrets = [
  ["a customer's key", apiKey, random],
  ["a live key", `sk_live_${random}`, random],
  ["an older form of key", `pk_test_${random}`, random],
  ["an operator's key", `ak_live_${random}`, random],
  ["a key in upper case", `SK_LIVE_${random}`, random],
  ["a webhook secret", `whsec_${random}+/=`, random],
  ["an invitation's token", token, token],
  ["a session's id", "k3J9xQ2mZ7pLw8RtB5nYc1VdG6hFs4Ae", "k3J9xQ2mZ7pLw8RtB5nYc1VdG6hFs4Ae"],
  ["a JSON web token", webToken, "eyJzdWIiOiJhZGEifQ"],
  ["a bearer's value", "Bearer hunter2", "hunter2"],
  ["a password in a header", "Basic YWRhOmh1bnRlcjI=", "YWRhOmh1bnRlcjI"]
] as const

describe("A secret in a request", () => {
  const shows = (value: unknown) => Masking.body(JSON.stringify(value)) ?? ""

  it.each(secrets)("is hidden in every place: %s", (_, secret, hidden) => {
    const encoded = encodeURIComponent(secret)
    const shown = [
      ...["note", "x", "idempotency_key", "quote_id"].map((name) => shows({ [name]: secret })),
      ...[shows({ message: `There is no payout ${secret}.` }), shows({ [secret]: 1 })],
      ...[shows({ list: [`(${secret})`] }), shows({ url: `https://example.com/?k=${encoded}` })],
      ...[`ethereum:${secret}`, secret, `a,${secret},b`].map(Masking.text),
      ...[`/v1/payouts/${encoded}`, `/v1/payouts?${encoded}`].map(Masking.path),
      ...[`/v1/payouts?x=${encoded}&y=1`, `/v1/payouts?x=1&${encoded}=2`].map(Masking.path),
      Masking.path(`/v1/payouts?x=${encodeURIComponent(encoded)}`),
      Masking.path(`/v1/payouts?x=%ff%${encoded}`),
      Masking.path(`/v1/payouts?a=1?b=${encoded}`)
    ]
    for (const each of shown) assert.notInclude(each, hidden)
  })

  it.each([
    ...["apiKey", "api_key", "api-key", "x_api_key", "X-API-KEY", "authorization", "Authorization"],
    ...["accessToken", "token", "client_secret", "clientSecret", "password", "newPassword"],
    ...["sessionId", "cookie", "jwt", "credentials", "key", "privateKey", "link"]
  ])("is hidden in %s for any value", (name) => {
    assert.notInclude(shows({ deep: [{ [name]: "hunter2" }] }), "hunter2")
    assert.notInclude(shows({ [name]: { value: "hunter2" } }), "hunter2")
    assert.notInclude(Masking.path(`/v1/payouts?${encodeURIComponent(name)}=hunter2`), "hunter2")
    const letter = `%${name.charCodeAt(0).toString(16)}`
    assert.notInclude(Masking.path(`/v1/x?${letter}${name.slice(1)}=hunter2`), "hunter2")
  })

  it("is distinguished from ids, hashes, addresses and idempotency keys", () => {
    const plain = [
      ...["po_01KJQ1T9G0W5V8Z6C2R7K4N9TB", "evt_01KJQ1T9G0W5V8Z6C2R7K4N9TB02A"],
      ...["0x52908400098527886E0F7030069857D2E4169EE7", "01ARZ3NDEKTSV4RRFFQ69G5FAV"],
      ...["9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d", "invoice-2026-Payment-July-000001-retry"],
      ...["x".repeat(200), "/v1/payouts?status=AWAITING_FUNDS&limit=5&cursor=", "100 %"]
    ]
    for (const value of plain) assert.strictEqual(Masking.text(value), value)
  })
})

describe("A phone number in a request", () => {
  it.each([
    ...["+256771234567", "256771234567", "+256 771 234 567", "+256-771-234-567"],
    ...["%2B256771234567", "%252B256771234567", "ref256771234567", "pay_256771234567_1"],
    ...["There is no payout 256771234567.", "256771234567, 254712345678", "(256771234567)"]
  ])("is masked in every place: %s", (value) => {
    const shown = [
      ...[Masking.text(value), Masking.path(`/v1/payouts/${value}`)],
      ...[Masking.path(`/v1/payouts?x=${value}`), Masking.path(`/v1/payouts?${value}`)],
      Masking.body(JSON.stringify({ note: value, [value]: 1 })) ?? ""
    ]
    for (const each of shown) assert.notMatch(each, /7.?7?1.?2?3?4.?567|712345678/)
  })

  it("is masked if it is a JSON number, but amounts and block numbers are not", () => {
    assert.deepStrictEqual(masked({ ref: 256771234567, amount: 5000000, block_number: 21234567 }), {
      ...{ ref: "2567•••67", amount: 5000000, block_number: 21234567 }
    })
    assert.strictEqual(Masking.text("of 25.000000001 USDC"), "of 25.000000001 USDC")
  })
})

describe("A name in a request", () => {
  it("is masked in every field for names", () => {
    for (const name of ["name", "recipientName", "recipient_name", "first-name", "nickname"]) {
      assert.deepStrictEqual(masked({ [name]: "Amina" }), { [name]: "A•••" })
    }
    for (const name of ["q", "search", "%73earch", "query", "recipientName", "name", "email"]) {
      assert.notInclude(Masking.path(`/v1/beneficiaries?${name}=Amina`), "Amina")
    }
  })
})

describe("The cost of masking", () => {
  it("grows linearly with the length of a text, for any content", () => {
    const length = 200_000
    const parts = [
      ...["a", "A1b", "1", "+", "+1 ", "%", "%4", "%25", "=", "&", "eyJ", "eyJ.", "sk_live_"],
      ...["Bearer ", " ", "-", "_", "256771234567 ", "ethereum:", "(", "x1Y-"]
    ]
    for (const part of parts) {
      const value = part.repeat(length / part.length)
      const start = performance.now()
      Masking.text(value)
      Masking.path(`/v1/payouts?${value}`)
      // Quadratic work on a text of this length takes minutes.
      assert.isBelow(performance.now() - start, 2_000, part)
    }
  })
})

describe("A masked path", () => {
  it("hides search terms", () => {
    assert.strictEqual(
      Masking.path("/v1/payouts?search=Amina%20Okello&limit=5&phone=%2B256770000001"),
      "/v1/payouts?search=•••&limit=5&phone=•••"
    )
    assert.strictEqual(Masking.path("/v1/payouts/po_1"), "/v1/payouts/po_1")
    assert.strictEqual(Masking.path("/v1/payouts/+256770000001"), "/v1/payouts/+256•••01")
  })
})

describe("The limits of masking", () => {
  it("keep a body and a path of the maximum size whole, and cut longer ones", () => {
    const { bodyCharsMax, pathCharsMax } = Limits.requests
    const around = JSON.stringify({ text: "" }).length
    const body = (chars: number) =>
      Masking.body(JSON.stringify({ text: "x".repeat(chars - around) })) ?? ""
    assert.strictEqual(body(bodyCharsMax).length, bodyCharsMax)
    assert.match(body(bodyCharsMax), /x"\}$/)
    assert.match(body(bodyCharsMax + 1), /x"…$/)
    for (const begin of ["/v1/", "/v1/payouts?x="]) {
      const path = (chars: number) => Masking.path(begin + "x".repeat(chars - begin.length))
      assert.strictEqual(path(pathCharsMax), begin + "x".repeat(pathCharsMax - begin.length))
      assert.strictEqual(path(pathCharsMax + 1), `${path(pathCharsMax)}…`)
    }
  })

  it("hide numbers of 11 or more digits, even if negative", () => {
    const shown = (value: number) => masked({ ref: value })
    assert.deepStrictEqual(shown(9_999_999_999), { ref: 9_999_999_999 })
    assert.deepStrictEqual(shown(10_000_000_000), { ref: "1000•••00" })
    assert.deepStrictEqual(shown(25_677_123_456), { ref: "2567•••56" })
    assert.deepStrictEqual(shown(-10_000_000_000), { ref: "-100•••00" })
  })

  it("hide 9 to 15 digits in a text, and 8 to 15 after a plus with spaces", () => {
    const digits = "123456789012345678"
    const isMasked = (value: string) => Masking.text(value) !== value
    const standing = [8, 9, 15, 16].map((count) => isMasked(digits.slice(0, count)))
    assert.deepStrictEqual(standing, [false, true, true, false])
    const spaced = (count: number) => `+${Array.from(digits.slice(0, count)).join(" ")}`
    const apart = [7, 8, 15].map((count) => isMasked(spaced(count)))
    assert.deepStrictEqual(apart, [false, true, true])
  })

  it("hide random words of 24 or more characters", () => {
    assert.strictEqual(Masking.text(random), "•••")
    assert.strictEqual(Masking.text(random.slice(1)), random.slice(1))
  })

  it("show a part of a phone number of eight or more characters, and nothing of a shorter one", () => {
    const numbers = ["1234567", "12345678", "123456789"]
    assert.deepStrictEqual(
      numbers.map((phone) => masked({ phone })),
      [{ phone: "•••" }, { phone: "1234•••78" }, { phone: "1234•••89" }]
    )
  })

  it("show values up to the maximum depth, and hide deeper ones", () => {
    const { maskedDepthMax } = Limits.requests
    const nested = (levels: number): unknown =>
      levels === 0 ? "shown" : { of: nested(levels - 1) }
    assert.deepStrictEqual(masked(nested(maskedDepthMax)), nested(maskedDepthMax))
    const deeper = JSON.stringify(masked(nested(maskedDepthMax + 1)))
    assert.notInclude(deeper, "shown")
  })

  it("find a secret that is percent-encoded up to three times", () => {
    let secret = "sk_live_0123456789abcdef"
    secret = secret.replaceAll("_", "%5F")
    for (let times = 1; times <= 3; times++) {
      assert.notInclude(Masking.path(`/v1/x?from=${secret}`), "0123456789abcdef", `${times} times`)
      secret = secret.replaceAll("%", "%25")
    }
  })

  it("mask a field even after more names than the cache keeps", () => {
    const { fieldNamesMax } = Limits.requests
    const names = Array.from({ length: 2 * fieldNamesMax }, (_, at) => [`n${at}`, 1])
    assert.match(Masking.body(JSON.stringify(Object.fromEntries(names))) ?? "", /^{"n0":1,/)
    for (let times = 0; times < 2; times++) {
      assert.deepStrictEqual(masked({ phone: "12345678" }), { phone: "1234•••78" })
      assert.deepStrictEqual(masked({ n0: "12345678" }), { n0: "12345678" })
    }
  })

  it("keep a field with the name __proto__", () => {
    const body = JSON.parse(Masking.body('{"__proto__":{"phone":"12345678"}}') ?? "")
    assert.deepStrictEqual(Object.keys(body), ["__proto__"])
    assert.include(JSON.stringify(body), "1234•••78")
  })
})
