/**
 * HTTP message signatures (RFC 9421) and content digests (RFC 9530) of requests, as pawaPay makes
 * them. Fails closed: any missing, unknown or unusual part is rejected. One leniency is needed for
 * pawaPay: an ECDSA signature may be DER as well as the pair of numbers the RFC demands.
 * https://www.rfc-editor.org/rfc/rfc9421 https://docs.pawapay.io/v2/docs/signatures
 */
import * as Crypto from "node:crypto"
import { Result } from "effect"
import * as Structured from "structured-headers"
import * as Limits from "../../config/Limits.ts"

export interface Message {
  readonly method: string
  readonly authority: string
  /** The path with its query. */
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * A signature that is within its time and covers the required parts, not yet verified by its key.
 */
export interface Signature {
  readonly keyId: string
  readonly algorithm: string | undefined
  readonly signature: Uint8Array
  /** The signed text. */
  readonly base: string
}

/** Why a message is rejected; free of secrets. */
export type Fault = string

/** The parts that a signature must cover here: all that pawaPay documents. */
const required = [
  ...["@method", "@authority", "@path", "signature-date", "content-digest", "content-type"]
]

const hashes: ReadonlyMap<string, string> = new Map([
  ["sha-256", "sha256"],
  ["sha-512", "sha512"]
])

const parse = <A>(read: (text: string) => A, text: string): A | undefined =>
  Result.getOrUndefined(Result.try({ try: () => read(text), catch: () => undefined }))

const bytes = (value: unknown): Uint8Array | undefined =>
  value instanceof ArrayBuffer ? new Uint8Array(value) : undefined

/** Why the digest does not match the body; `undefined` if it matches. */
const digestFault = ({ body, headers }: Message): Fault | undefined => {
  const digests = parse(Structured.parseDictionary, headers["content-digest"] ?? "")
  if (digests === undefined) return "the content digest cannot be read"
  const knownDigests = [...digests].flatMap(([name, [value]]) => {
    const hash = hashes.get(name)
    return hash === undefined ? [] : [{ hash, given: bytes(value) }]
  })
  if (knownDigests.length === 0) return "there is no content digest of a known kind"
  const isMatch = knownDigests.every(({ given, hash }) => {
    const digest = Crypto.createHash(hash).update(body).digest()
    return given?.length === digest.length && Crypto.timingSafeEqual(given, digest)
  })
  return isMatch ? undefined : "the content digest is not the body's"
}

/** The host in the RFC's form: lower case, without the scheme's own port. */
const authorityOf = (host: string): string => host.toLowerCase().replace(/:(443|80)$/, "")

const component = (name: string, message: Message): string | undefined => {
  const [path = "", ...query] = message.path.split("?")
  switch (name) {
    case "@method":
      return message.method.toUpperCase()
    case "@authority":
      return authorityOf(message.authority)
    case "@path":
      return path === "" ? "/" : path
    case "@query":
      return `?${query.join("?")}`
    default:
      return name.startsWith("@") ? undefined : message.headers[name]?.trim()
  }
}

const windowFault = (created: unknown, expires: unknown, now: number): Fault | undefined => {
  const { clockSkewMs, signatureAgeMsMax } = Limits.providers
  if (typeof created !== "number") return "the signature has no time"
  const createdAt = created * 1_000
  if (createdAt > now + clockSkewMs) return "the signature is from the future"
  const latest = typeof expires === "number" ? expires * 1_000 : createdAt + signatureAgeMsMax
  const ends = Math.min(latest, createdAt + signatureAgeMsMax)
  return now > ends + clockSkewMs ? "the signature is too old" : undefined
}

/** The facts to check signatures against. */
interface Verification {
  readonly message: Message
  readonly now: number
  /** Components that a signature must cover. */
  readonly needed: ReadonlyArray<string>
}

const signatureOf = (
  list: Structured.InnerList,
  given: Uint8Array | undefined,
  { message, needed, now }: Verification
): Result.Result<Signature, Fault> => {
  const [items, parameters] = list
  if (given === undefined) return Result.fail("there is no signature of that name")
  if (items.length > Limits.providers.coveredMax) return Result.fail("it covers too many parts")
  const names = items.map(([name, more]) => (more.size === 0 ? String(name) : ""))
  if (names.includes("") || new Set(names).size < names.length) {
    return Result.fail("it covers a part in a way that is not known")
  }
  const missing = needed.find((name) => !names.includes(name))
  if (missing !== undefined) return Result.fail(`it does not cover ${missing}`)
  const fault = windowFault(parameters.get("created"), parameters.get("expires"), now)
  if (fault !== undefined) return Result.fail(fault)
  const lines: Array<string> = []
  for (const name of names) {
    const value = component(name, message)
    if (value === undefined) return Result.fail("it covers a part that is not there")
    lines.push(`"${name}": ${value}`)
  }
  const keyId = parameters.get("keyid")
  const algorithm = parameters.get("alg")
  if (typeof keyId !== "string") return Result.fail("it names no key")
  if (algorithm !== undefined && typeof algorithm !== "string") {
    return Result.fail("its algorithm is not known")
  }
  const serialized = parse(() => Structured.serializeInnerList(list), "")
  if (serialized === undefined) return Result.fail("its parameters cannot be written")
  lines.push(`"@signature-params": ${serialized}`)
  return Result.succeed({ keyId, algorithm, signature: given, base: lines.join("\n") })
}

const isList = (value: Structured.Item | Structured.InnerList): value is Structured.InnerList =>
  Array.isArray(value[0])

/**
 * The signatures of a message whose body matches its digest: at least one, or the fault of the last
 * one.
 */
export const read = (
  message: Message,
  now: number,
  needed: ReadonlyArray<string> = required
): Result.Result<ReadonlyArray<Signature>, Fault> => {
  const { headers } = message
  if (headers.signature === undefined || headers["signature-input"] === undefined) {
    return Result.fail("there is no signature")
  }
  const fault = digestFault(message)
  if (fault !== undefined) return Result.fail(fault)
  const inputs = parse(Structured.parseDictionary, headers["signature-input"])
  const signatures = parse(Structured.parseDictionary, headers.signature)
  if (inputs === undefined || signatures === undefined) {
    return Result.fail("the signature cannot be read")
  }
  if (inputs.size > Limits.providers.signaturesMax)
    return Result.fail("there are too many signatures")
  let last: Fault = "the signature cannot be read"
  const validSignatures: Array<Signature> = []
  for (const [label, value] of inputs) {
    if (!isList(value)) continue
    const signature = signatureOf(value, bytes(signatures.get(label)?.[0]), {
      message,
      now,
      needed
    })
    if (Result.isSuccess(signature)) validSignatures.push(signature.success)
    else last = signature.failure
  }
  return validSignatures.length === 0 ? Result.fail(last) : Result.succeed(validSignatures)
}

/** The public key of a PEM; `undefined` if the text is none. */
export const key = (pem: string): Crypto.KeyObject | undefined =>
  parse((text) => Crypto.createPublicKey(text), pem)

/** The default algorithm of a key. */
const defaultAlgorithm = ({ asymmetricKeyDetails, asymmetricKeyType }: Crypto.KeyObject) => {
  if (asymmetricKeyType !== "ec") return undefined
  return asymmetricKeyDetails?.namedCurve === "secp384r1"
    ? "ecdsa-p384-sha384"
    : "ecdsa-p256-sha256"
}

const curves: ReadonlyMap<string, { curve: string; hash: string; bytes: number }> = new Map([
  ["ecdsa-p256-sha256", { curve: "prime256v1", hash: "sha256", bytes: 64 }],
  ["ecdsa-p384-sha384", { curve: "secp384r1", hash: "sha384", bytes: 96 }]
])

const isRsa = ({ asymmetricKeyDetails, asymmetricKeyType }: Crypto.KeyObject): boolean =>
  asymmetricKeyType === "rsa" &&
  (asymmetricKeyDetails?.modulusLength ?? 0) >= Limits.providers.rsaBitsMin

const verify = (
  publicKey: Crypto.KeyObject,
  { algorithm, base, signature }: Signature
): boolean => {
  const data = Buffer.from(base, "utf8")
  const chosen = algorithm ?? defaultAlgorithm(publicKey) ?? ""
  const curve = curves.get(chosen)
  if (curve !== undefined) {
    if (publicKey.asymmetricKeyType !== "ec") return false
    if (publicKey.asymmetricKeyDetails?.namedCurve !== curve.curve) return false
    const isMatch = (dsaEncoding: "der" | "ieee-p1363") =>
      Crypto.verify(curve.hash, data, { key: publicKey, dsaEncoding }, signature)
    return isMatch("der") || (signature.length === curve.bytes && isMatch("ieee-p1363"))
  }
  if (!isRsa(publicKey)) return false
  const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING } = Crypto.constants
  if (chosen === "rsa-pss-sha512") {
    const pss = { key: publicKey, padding: RSA_PKCS1_PSS_PADDING, saltLength: 64 }
    return Crypto.verify("sha512", data, pss, signature)
  }
  const plain = { key: publicKey, padding: RSA_PKCS1_PADDING }
  return chosen === "rsa-v1_5-sha256" && Crypto.verify("sha256", data, plain, signature)
}

/** True if a signature was made by a key's owner. */
export const isValid = (publicKey: Crypto.KeyObject, signature: Signature): boolean =>
  parse(() => verify(publicKey, signature), "") === true
