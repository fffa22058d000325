/** An authenticator of passkeys in software: P-256 keys, with a count of signatures. */
import * as crypto from "node:crypto"

/** The values of a browser's response that a test may falsify. */
export interface Spoiled {
  readonly origin?: string
  readonly counter?: number
  readonly isUserVerified?: boolean
  /** The certificate of the attestation. Without it there is no attestation. */
  readonly certificate?: Uint8Array
}

export interface Options {
  readonly challenge: string
  readonly rpId?: string
  readonly rp?: { readonly id: string }
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url")

/** A CBOR head: major type and length. */
const head = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255])

const cborText = (text: string) => Buffer.concat([head(3, text.length), Buffer.from(text)])
const cborBytes = (bytes: Uint8Array) => Buffer.concat([head(2, bytes.length), bytes])

/** The COSE form of a P-256 key: `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`. */
const coseOf = (key: crypto.KeyObject): Buffer => {
  const { x = "", y = "" } = key.export({ format: "jwk" })
  const start = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21])
  const [right, up] = [Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]
  return Buffer.concat([start, cborBytes(right), Buffer.from([0x22]), cborBytes(up)])
}

const clientDataOf = (type: string, { challenge }: Options, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

const authDataOf = (host: string, flags: number, counter: number): Buffer => {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  const hash = crypto.createHash("sha256").update(host).digest()
  return Buffer.concat([hash, Buffer.from([flags]), count])
}

/** `{}`, or `{"alg": -7, "sig": …, "x5c": [certificate]}`. */
const statementOf = (certificate: Uint8Array | undefined): Buffer =>
  certificate === undefined
    ? head(5, 0)
    : Buffer.concat([
        ...[
          head(5, 3),
          cborText("alg"),
          Buffer.from([0x26]),
          cborText("sig"),
          cborBytes(certificate)
        ],
        ...[cborText("x5c"), head(4, 1), cborBytes(certificate)]
      ])

const present = 0x01
const verified = 0x04
const attested = 0x40

/** A passkey that signs for `origin`. */
export const make = (origin: string) => {
  const { privateKey, publicKey } = crypto.generateKeyPairSync("ec", { namedCurve: "P-256" })
  const credential = crypto.randomBytes(16)
  const id = base64url(credential)
  let counter = 0

  const register = (options: Options, spoiled: Spoiled = {}) => {
    const clientData = clientDataOf("webauthn.create", options, spoiled.origin ?? origin)
    const size = Buffer.from([0, credential.length])
    const facts = Buffer.concat([Buffer.alloc(16), size, credential, coseOf(publicKey)])
    const flags = present | verified | attested
    const authData = Buffer.concat([authDataOf(options.rp?.id ?? "", flags, counter), facts])
    const format = spoiled.certificate === undefined ? "none" : "packed"
    const statement = statementOf(spoiled.certificate)
    const attestation = Buffer.concat([
      ...[head(5, 3), cborText("fmt"), cborText(format), cborText("attStmt"), statement],
      ...[cborText("authData"), cborBytes(authData)]
    ])
    return {
      ...{ id, client_data: base64url(clientData), attestation: base64url(attestation) },
      transports: ["internal"]
    }
  }

  const sign = (options: Options, spoiled: Spoiled = {}) => {
    counter = spoiled.counter ?? counter + 1
    const clientData = clientDataOf("webauthn.get", options, spoiled.origin ?? origin)
    const flags = spoiled.isUserVerified === false ? present : present | verified
    const authData = authDataOf(options.rpId ?? "", flags, counter)
    const hash = crypto.createHash("sha256").update(clientData).digest()
    const signature = crypto.sign("sha256", Buffer.concat([authData, hash]), privateKey)
    return {
      ...{ id, client_data: base64url(clientData), authenticator_data: base64url(authData) },
      ...{ signature: base64url(signature), user_handle: null }
    }
  }
  return { id, register, sign }
}
