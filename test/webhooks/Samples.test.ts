/** The verification code of the guide, executed as a reader would copy it. */
import { execFileSync } from "node:child_process"
import { stripTypeScriptTypes } from "node:module"
import { assert, describe, it } from "vitest"
import * as Guide from "../../src/http/openapi/Guide.ts"
import * as Signature from "../../src/webhooks/Signature.ts"
import * as Python from "../client/python.ts"

type Verify = (
  secret: string,
  headers: Readonly<Record<string, string | undefined>>,
  rawBody: Buffer
) => boolean

const sampleOf = (document: string): string => {
  const found = /```js\n(import \{ createHmac[\s\S]*?)```/.exec(document)?.[1]
  if (found === undefined) throw new Error("the document has no sample that verifies a signature")
  return found
}

const load = async (code: string): Promise<Verify> => {
  const module = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)
  return module.verify
}

const secretOf = (byte: number) => Signature.newSecret(Buffer.alloc(32, byte))

const body = Buffer.from('{"id":"evt_1","data":{"recipient":"Zoë"}}')

const signed = (secrets: readonly [string, ...Array<string>], timestampSeconds: number) => {
  const [leading] = secrets
  const headers = Signature.headers({
    secrets: { leading, all: secrets },
    eventId: "evt_1",
    timestampSeconds,
    body
  })
  const entries = Object.entries(headers)
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]))
}

const nowSeconds = () => Math.floor(Date.now() / 1000)

const typed = /```ts\n(import \{ createHmac[\s\S]*?)```/.exec(Guide.markdown)?.[1] ?? ""

describe.each([
  ["guide in JavaScript", sampleOf(Guide.markdown)],
  ["guide in TypeScript", stripTypeScriptTypes(typed)]
])("The verification sample of the %s", (_, code) => {
  it("accepts a delivery with the old and with the new secret of a rotation", async () => {
    const verify = await load(code)
    const headers = signed([secretOf(1), secretOf(2)], nowSeconds())
    assert.isTrue(verify(secretOf(1), headers, body))
    assert.isTrue(verify(secretOf(2), headers, body))
    assert.isFalse(verify(secretOf(3), headers, body))
  })

  it("refuses a changed body, an old delivery, and missing or malformed headers", async () => {
    const verify = await load(code)
    const secret = secretOf(1)
    const headers = signed([secret], nowSeconds())
    assert.isFalse(verify(secret, headers, Buffer.from(`${body} `)))
    assert.isFalse(verify(secret, signed([secret], nowSeconds() - 301), body))
    assert.isFalse(verify(secret, {}, body))
    for (const value of ["", "v1", "v1,", "v1,AAAA", " , "]) {
      assert.isFalse(verify(secret, { ...headers, "webhook-signature": value }, body), value)
    }
    assert.isFalse(verify(secret, { ...headers, "webhook-timestamp": "soon" }, body))
  })
})

/** The sample as a program that reads calls and prints their results. */
const pythonOf = (code: string): string => `${code}
import json, sys
for secret, headers, body in json.load(sys.stdin):
    print(verify(secret, headers, base64.b64decode(body)))
`

describe.skipIf(Python.command === undefined)(
  "The verification sample of the guide in Python",
  () => {
    it("accepts a delivery, and refuses a changed one, an old one and missing headers", () => {
      const code = /```python\n(import base64[\s\S]*?)```/.exec(Guide.markdown)?.[1] ?? ""
      const secret = secretOf(1)
      const headers = signed([secretOf(2), secret], nowSeconds())
      const calls = [
        [secret, headers, body],
        [secretOf(3), headers, body],
        [secret, headers, Buffer.from(`${body} `)],
        [secret, signed([secret], nowSeconds() - 301), body],
        [secret, { ...headers, "webhook-timestamp": "soon" }, body],
        [secret, {}, body]
      ].map(([key, names, bytes]) => [key, names, (bytes as Buffer).toString("base64")])
      const printed = execFileSync(Python.command ?? "python3", ["-c", pythonOf(code)], {
        input: JSON.stringify(calls),
        encoding: "utf8"
      })
      const expected = ["True", "False", "False", "False", "False", "False"]
      assert.deepStrictEqual(printed.trim().split("\n"), expected)
    })
  }
)
