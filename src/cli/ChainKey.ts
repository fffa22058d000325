/**
 * The private key of the sender of a transaction: from the environment, or from a keystore file
 * (Web3 Secret Storage, version 3). It is never an argument, where a list of processes shows it,
 * and must never get into a message, a file or the environment of another process.
 */
import * as crypto from "node:crypto"
import { promisify } from "node:util"
import { Effect, FileSystem, Option, Redacted, Result, Schema } from "effect"
import { scrypt } from "hash-wasm"
import { type Hex, keccak256 } from "viem"
import { chainKey as Words } from "./OperatorWords.ts"
import * as ServiceClient from "./ServiceClient.ts"

const isKey = /^(0x)?[0-9a-fA-F]{64}$/

const hex = (bytes?: number) =>
  Schema.String.check(
    Schema.isPattern(new RegExp(`^[0-9a-fA-F]{${bytes === undefined ? "2,256" : bytes * 2}}$`))
  )

/** Bounds of the memory a keystore file may demand: four times the usual. */
const Scrypt = Schema.Struct({
  n: Schema.Int.check(Schema.isBetween({ minimum: 2, maximum: 2 ** 20 })),
  r: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 8 })),
  p: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 8 })),
  dklen: Schema.Literal(32),
  salt: hex()
})

const Pbkdf2 = Schema.Struct({
  c: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000_000 })),
  prf: Schema.Literal("hmac-sha256"),
  dklen: Schema.Literal(32),
  salt: hex()
})

const Sealed = {
  cipher: Schema.Literal("aes-128-ctr"),
  cipherparams: Schema.Struct({ iv: hex(16) }),
  ciphertext: hex(32),
  mac: hex(32)
}

const Crypto = Schema.Union([
  Schema.Struct({ ...Sealed, kdf: Schema.Literal("scrypt"), kdfparams: Scrypt }),
  Schema.Struct({ ...Sealed, kdf: Schema.Literal("pbkdf2"), kdfparams: Pbkdf2 })
])
type Crypto = typeof Crypto.Type

const Keystore = Schema.fromJsonString(
  Schema.Struct({ version: Schema.Literal(3), crypto: Crypto })
)

const bytes = (text: string): Buffer => Buffer.from(text, "hex")

/**
 * The key that the password stands for: slow on purpose, a second or so. Scrypt is not Node's,
 * which refuses parameters of the definition's own example.
 */
const derive = (password: string, sealed: Crypto) =>
  Effect.tryPromise({
    try: async (): Promise<Uint8Array> => {
      if (sealed.kdf === "scrypt") {
        const { dklen, n, p, r, salt } = sealed.kdfparams
        return scrypt({
          ...{ password, salt: bytes(salt), costFactor: n, blockSize: r, parallelism: p },
          ...{ hashLength: dklen, outputType: "binary" }
        })
      }
      const { c, dklen, salt } = sealed.kdfparams
      return promisify(crypto.pbkdf2)(password, bytes(salt), c, dklen, "sha256")
    },
    catch: () => ServiceClient.failed(Words.notDerived)
  })

const decodeKeystore = Schema.decodeUnknownEffect(Keystore)

/** Opens a keystore's text. */
export const open = Effect.fnUntraced(function* (
  text: string,
  password: Redacted.Redacted
): Effect.fn.Return<Redacted.Redacted<Hex>, ServiceClient.CommandFailed> {
  // Some programs write Crypto with a capital. The parser's message would hold the text.
  const { crypto: sealed } = yield* decodeKeystore(text.replace('"Crypto"', '"crypto"')).pipe(
    Effect.mapError(() => ServiceClient.failed(Words.version3Only))
  )
  const key = yield* derive(Redacted.value(password), sealed)
  const ciphertext = bytes(sealed.ciphertext)
  const mac = keccak256(Buffer.concat([key.subarray(16, 32), ciphertext]), "bytes")
  if (!crypto.timingSafeEqual(mac, bytes(sealed.mac))) {
    return yield* ServiceClient.failed(Words.wrongPassword)
  }
  const cipher = crypto.createDecipheriv(
    ...(["aes-128-ctr", key.subarray(0, 16), bytes(sealed.cipherparams.iv)] as const)
  )
  const secret = Buffer.concat([cipher.update(ciphertext), cipher.final()])
  return Redacted.make<Hex>(`0x${secret.toString("hex")}`)
})

/** Takes a variable out of the environment: no other process is to inherit it. */
const take = (name: string): Option.Option<Redacted.Redacted> => {
  const value = process.env[name]
  delete process.env[name]
  return value === undefined || value === "" ? Option.none() : Option.some(Redacted.make(value))
}

const fromEnvironment = (
  given: Redacted.Redacted
): Result.Result<Redacted.Redacted<Hex>, ServiceClient.CommandFailed> => {
  const text = Redacted.value(given)
  if (!isKey.test(text)) {
    return Result.fail(ServiceClient.failed(Words.wrongKey))
  }
  const key: Hex = text.startsWith("0x") ? (text as Hex) : `0x${text}`
  return Result.succeed(Redacted.make(key))
}

/** The key, from its one configured source. */
export const read = Effect.fnUntraced(function* (keystore: Option.Option<string>) {
  const given = take("CHAIN_PRIVATE_KEY")
  const password = take("CHAIN_KEYSTORE_PASSWORD")
  if (Option.isSome(given) && Option.isSome(keystore)) {
    return yield* ServiceClient.failed(Words.twoSources)
  }
  if (Option.isSome(given)) return yield* Effect.fromResult(fromEnvironment(given.value))
  if (Option.isNone(keystore)) {
    return yield* ServiceClient.failed(Words.noSource)
  }
  if (Option.isNone(password)) {
    return yield* ServiceClient.failed(Words.noPassword)
  }
  const files = yield* FileSystem.FileSystem
  const text = yield* files
    .readFileString(keystore.value)
    .pipe(Effect.mapError(() => ServiceClient.failed(Words.unreadable(keystore.value))))
  return yield* open(text, password.value)
})
