/** The verification code of README and guide, run as a reader would copy it. */
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import * as Guide from "../../src/http/openapi/Guide.ts"
import * as Signature from "../../src/webhooks/Signature.ts"

type Verify = (
  secret: string,
  headers: Readonly<Record<string, string | undefined>>,
  rawBody: Buffer
) => boolean

const readme = fs.readFileSync(path.join(import.meta.dirname, "../../README.md"), "utf8")

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

describe.each([
  ["README", readme],
  ["guide", Guide.markdown]
])("The verification sample of the %s", (_, document) => {
  it("accepts a delivery with the old and with the new secret of a rotation", async () => {
    const verify = await load(sampleOf(document))
    const headers = signed([secretOf(1), secretOf(2)], nowSeconds())
    assert.isTrue(verify(secretOf(1), headers, body))
    assert.isTrue(verify(secretOf(2), headers, body))
    assert.isFalse(verify(secretOf(3), headers, body))
  })

  it("refuses a changed body, an old delivery, and missing or malformed headers", async () => {
    const verify = await load(sampleOf(document))
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
