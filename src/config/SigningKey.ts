/** The settings `PAWAPAY_SIGNING_KEY` and `PAWAPAY_SIGNING_KEY_ID`: the key that signs requests. */
import * as Crypto from "node:crypto"
import { type Redacted, Result } from "effect"

export interface SigningKey {
  /** PEM of an EC P-256 private key; line breaks may be written as `\n`. */
  readonly key: Redacted.Redacted
  /** The key's name in pawaPay's dashboard. */
  readonly keyId: string
}

const curve = "prime256v1"

/** The private key of a PEM; `undefined` if it is no EC P-256 key. */
export const parse = (pem: string): Crypto.KeyObject | undefined => {
  const decoded = Result.try({
    try: () => Crypto.createPrivateKey(pem.replaceAll("\\n", "\n")),
    catch: () => undefined
  })
  const key = Result.getOrUndefined(decoded)
  const isFit = key?.asymmetricKeyType === "ec" && key.asymmetricKeyDetails?.namedCurve === curve
  return isFit ? key : undefined
}
