/** Signs requests like pawaPay (RFC 9421), with any algorithm and in either form. */
import * as Crypto from "node:crypto"

export interface Key {
  readonly id: string
  readonly algorithm: string
  readonly privateKey: Crypto.KeyObject
  readonly publicKey: Crypto.KeyObject
}

const ec = (id: string, algorithm: string, namedCurve: string): Key => ({
  ...{ id, algorithm },
  ...Crypto.generateKeyPairSync("ec", { namedCurve })
})

const rsa = (id: string, algorithm: string, modulusLength = 2_048): Key => ({
  ...{ id, algorithm },
  ...Crypto.generateKeyPairSync("rsa", { modulusLength })
})

export const makeKey = (algorithm: string, id = "HTTP_EC_P256_KEY:1"): Key => {
  if (algorithm === "ecdsa-p256-sha256") return ec(id, algorithm, "P-256")
  if (algorithm === "ecdsa-p384-sha384") return ec(id, algorithm, "P-384")
  return algorithm === "rsa 1024" ? rsa(id, "rsa-v1_5-sha256", 1_024) : rsa(id, algorithm)
}

export const pem = ({ publicKey }: Key): string =>
  publicKey.export({ type: "spki", format: "pem" }).toString()

export const privatePem = ({ privateKey }: Key): string =>
  privateKey.export({ type: "pkcs8", format: "pem" }).toString()

export interface Request {
  readonly method: string
  readonly authority: string
  readonly path: string
  readonly body: string
  /** The time of the signature in seconds. */
  readonly created: number
  readonly expires?: number | undefined
  readonly key: Key
  readonly form?: "der" | "raw"
  readonly digest?: "sha-256" | "sha-512"
  readonly covered?: ReadonlyArray<string>
  /** The algorithm to name instead of the key's own. */
  readonly named?: string | undefined
}

const all = [
  ...["@method", "@authority", "@path", "signature-date", "content-digest", "content-type"]
]

const make = (key: Key, form: "der" | "raw", base: string): Buffer => {
  const data = Buffer.from(base)
  const { privateKey } = key
  const dsaEncoding = form === "der" ? "der" : "ieee-p1363"
  const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING } = Crypto.constants
  switch (key.algorithm) {
    case "ecdsa-p256-sha256":
      return Crypto.sign("sha256", data, { key: privateKey, dsaEncoding })
    case "ecdsa-p384-sha384":
      return Crypto.sign("sha384", data, { key: privateKey, dsaEncoding })
    case "rsa-pss-sha512":
      return Crypto.sign("sha512", data, {
        ...{ key: privateKey, padding: RSA_PKCS1_PSS_PADDING, saltLength: 64 }
      })
    default:
      return Crypto.sign("sha256", data, { key: privateKey, padding: RSA_PKCS1_PADDING })
  }
}

/** A received request, and its time in milliseconds. */
export interface Received {
  readonly method: string
  readonly authority: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly now: number
}

/**
 * True if a request is signed as pawaPay requires: by one of these keys, P-256 and DER, over all of
 * its parts and the body's digest, and within its time. The check shares no code with the program
 * that it tests.
 */
export const isSignedBy = (keys: ReadonlyMap<string, string>, received: Received): boolean => {
  const { authority, body, headers, method, now, path } = received
  const [, input = "", list = ""] =
    /^sig-pp=(\(([^)]*)\);.*)$/.exec(headers["signature-input"] ?? "") ?? []
  const parameter = (name: string) => new RegExp(`;${name}="?([^";]*)`).exec(input)?.[1] ?? ""
  const [, signature = ""] = /^sig-pp=:([^:]+):$/.exec(headers.signature ?? "") ?? []
  const digest = Crypto.createHash("sha512").update(body).digest("base64")
  const key = keys.get(parameter("keyid"))
  const covered = [...list.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name)
  const isWhole =
    all.every((name) => covered.includes(name)) &&
    headers["content-digest"] === `sha-512=:${digest}:` &&
    parameter("alg") === "ecdsa-p256-sha256" &&
    !Number.isNaN(Date.parse(headers["signature-date"] ?? ""))
  const isInTime =
    Number(parameter("created")) * 1_000 <= now && now < Number(parameter("expires")) * 1_000
  if (key === undefined || !isWhole || !isInTime) return false
  const values: Readonly<Record<string, string>> = {
    ...{ ...headers, "@method": method, "@authority": authority, "@path": path }
  }
  const lines = covered.map((name) => `"${name}": ${values[name] ?? ""}`)
  const base = Buffer.from([...lines, `"@signature-params": ${input}`].join("\n"))
  return Crypto.verify(
    "sha256",
    base,
    { key, dsaEncoding: "der" },
    Buffer.from(signature, "base64")
  )
}

/** The headers of a signed request, whose names are in lower case. */
export const headers = (request: Request): Record<string, string> => {
  const { authority, body, covered = all, created, digest = "sha-512", key, method } = request
  const hash = Crypto.createHash(digest.replace("-", "")).update(body).digest("base64")
  const plain: Record<string, string> = {
    "content-type": "application/json",
    "content-digest": `${digest}=:${hash}:`,
    "content-length": String(Buffer.byteLength(body)),
    "signature-date": new Date(created * 1_000).toISOString().replace("Z", "123456Z")
  }
  const [path = ""] = request.path.split("?")
  const values: Record<string, string> = {
    ...{ ...plain, "@method": method, "@authority": authority, "@path": path }
  }
  const end = request.expires === undefined ? "" : `;expires=${request.expires}`
  const list = covered.map((name) => `"${name}"`).join(" ")
  const keyid = request.named ?? key.id
  const input = `(${list});alg="${key.algorithm}";keyid="${keyid}";created=${created}${end}`
  const lines = covered.map((name) => `"${name}": ${values[name] ?? ""}`)
  const base = [...lines, `"@signature-params": ${input}`].join("\n")
  return {
    ...plain,
    "signature-input": `sig-pp=${input}`,
    signature: `sig-pp=:${make(key, request.form ?? "der", base).toString("base64")}:`
  }
}
