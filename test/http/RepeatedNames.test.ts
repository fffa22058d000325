/** JSON bodies that have one name twice, which parsers read in different ways. */
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import * as Decode from "../../src/http/decoding/Decode.ts"
import * as RepeatedNames from "../../src/http/decoding/RepeatedNames.ts"
import { assertProblem, suite } from "./suite.ts"

const find = (text: string) => RepeatedNames.find(text, JSON.parse(text))

describe("A JSON text", () => {
  it("with one name twice in an object is found at any depth and in any spelling", () => {
    for (const [text, name] of [
      ['{"a":1,"a":2}', '"a"'],
      ['{"a":1,"b":{"c":[{"d":1 , "e":2, "d":3}]}}', '"d"'],
      ['{"a":1,"\\u0061":2}', '"a"'],
      ['{"a\\"":1,"a\\"":2}', '"a\\""'],
      ['{"a\\\\":1,"a\\\\":2}', '"a\\\\"'],
      ['{"__proto__":1,"__proto__":2}', '"__proto__"'],
      ['{ "a"\n\t:1,\r"a" :2}', '"a"']
    ] as const) {
      assert.strictEqual(find(text), name, text)
    }
  })

  it("with a long name twice is found, and 64 characters of the name are reported", () => {
    const name = "n".repeat(1_000)
    assert.strictEqual(find(`{"${name}":1,"${name}":2}`), `"${"n".repeat(63)}`)
  })

  it("with the name in two objects or in a text is not reported", () => {
    for (const text of [
      '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
      '{"a":"\\"a\\":1"}',
      '{"a":"a","b":"a"}',
      '{"__proto__":{"__proto__":1}}',
      "{}"
    ]) {
      assert.isUndefined(find(text), text)
    }
  })

  it("of a random value repeats no name, until a field is written twice", () =>
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (value, name) => {
        const once = { ...value, [name]: 1 }
        assert.isUndefined(find(JSON.stringify(once)))
        const twice = `${JSON.stringify(once).slice(0, -1)},${JSON.stringify(name)}:2}`
        assert.isDefined(find(twice))
      })
    ))

  it("of a megabyte is searched quickly, even if it is hostile", () => {
    const texts = [
      `{"a":"${"\\\\".repeat(500_000)}"}`,
      `{"a":"${'\\"'.repeat(500_000)}"}`,
      `{"a":"${" ".repeat(1_000_000)}","b" ${" ".repeat(100_000)}:1}`
    ]
    for (const text of texts) {
      const { user } = process.cpuUsage()
      assert.isUndefined(find(text))
      assert.isBelow((process.cpuUsage().user - user) / 1_000, 500)
    }
  })
})

suite("A body with one name twice", {}, (test) => {
  test("is refused with that name, so that no other amount is read", async (service) => {
    const raw =
      '{"source_amount_usdc":25,"target_currency":"UGX","idempotency_key":"twice","source_amount_usdc":2500}'
    const answer = await service.call("POST", "/v1/quotes", { raw })
    assertProblem(answer, 400, "VALIDATION_ERROR")
    assert.deepStrictEqual(answer.json.errors, [
      {
        field: "body",
        code: "repeated_name",
        message: 'has the name "source_amount_usdc" twice in one object. Send each name once'
      }
    ])
  })
})

describe("Reading a body", () => {
  it("refuses a repeated name within a list", () => {
    const read = Decode.json('{"payouts":[{"amount_usdc":1,"amount_usdc":2}]}')
    assert.strictEqual(read._tag, "Failure")
  })
})
