/**
 * Signs our requests to pawaPay (RFC 9421, RFC 9530), for accounts that accept only signed ones.
 * The signature covers the same parts as pawaPay's own, and is DER like those and like pawaPay's
 * example, not the pair of numbers that the RFC demands. https://docs.pawapay.io/v2/docs/signatures
 * https://github.com/pawaPay/signatures-node-example
 */
import * as Crypto from "node:crypto"
import { Redacted } from "effect"
import * as Structured from "structured-headers"
import * as Limits from "../../config/Limits.ts"
import * as SigningKey from "../../config/SigningKey.ts"

export interface Request {
  readonly method: string
  readonly url: string
  readonly body: string
}

const algorithm = "ecdsa-p256-sha256"

const covered = [
  ...["@method", "@authority", "@path", "signature-date", "content-digest", "content-type"]
]

const inputOf = (keyId: string, now: number): string => {
  const created = Math.floor(now / 1_000)
  const expires = created + Limits.providers.signatureMs / 1_000
  return Structured.serializeInnerList([
    covered.map((name): Structured.Item => [name, new Map()]),
    new Map<string, Structured.BareItem>([
      ...([["alg", algorithm] as const, ["keyid", keyId] as const] as const),
      ...([["created", created] as const, ["expires", expires] as const] as const)
    ])
  ])
}

/** The headers of a request with a JSON body, including all that the signature covers. */
export const make = ({ key: pem, keyId }: SigningKey.SigningKey) => {
  const key = SigningKey.parse(Redacted.value(pem))
  if (key === undefined) throw new Error("The key for pawaPay's requests is no EC P-256 key")

  return ({ body, method, url }: Request, now: number): Readonly<Record<string, string>> => {
    const { host, pathname } = new URL(url)
    const digest = Crypto.createHash("sha512").update(body).digest("base64")
    const headers = {
      "content-type": "application/json",
      "content-digest": `sha-512=:${digest}:`,
      "signature-date": new Date(now).toISOString()
    }
    const values: Readonly<Record<string, string>> = {
      ...{ ...headers, "@method": method, "@authority": host, "@path": pathname }
    }
    const input = inputOf(keyId, now)
    const lines = covered.map((name) => `"${name}": ${values[name]}`)
    const base = Buffer.from([...lines, `"@signature-params": ${input}`].join("\n"))
    const signature = Crypto.sign("sha256", base, { key, dsaEncoding: "der" }).toString("base64")
    return { ...headers, "signature-input": `sig-pp=${input}`, signature: `sig-pp=:${signature}:` }
  }
}
