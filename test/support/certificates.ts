/**
 * A certificate authority and a certificate made in process, for tests with a real TLS server or
 * client. The keys are in memory for one test run, and nothing outside tests may trust them.
 */
import "reflect-metadata"
import type { webcrypto } from "node:crypto"
import * as x509 from "@peculiar/x509"

/** PEM texts. A client trusts `ca`; a server uses `cert` and `key`. */
export interface Certificates {
  readonly ca: string
  readonly cert: string
  readonly key: string
}

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" }

const dayMs = 86_400_000

const newKeys = () => crypto.subtle.generateKey(algorithm, true, ["sign", "verify"])

/**
 * The certificates are valid since yesterday, so that a slightly different clock does not matter.
 */
const validity = () => ({
  notBefore: new Date(Date.now() - dayMs),
  notAfter: new Date(Date.now() + 30 * dayMs)
})

const privateKeyPem = async (key: webcrypto.CryptoKey): Promise<string> =>
  x509.PemConverter.encode(await crypto.subtle.exportKey("pkcs8", key), "PRIVATE KEY")

/**
 * Makes an authority and a server certificate for `names` (DNS names or IP addresses), in about 20
 * ms.
 */
export const make = async (
  names: ReadonlyArray<string> = ["localhost", "127.0.0.1", "hooks.test"]
): Promise<Certificates> => {
  x509.cryptoProvider.set(crypto)
  const authorityKeys = await newKeys()
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity(),
    name: "CN=Test CA",
    keys: authorityKeys,
    signingAlgorithm: algorithm,
    serialNumber: "01",
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true)
    ]
  })
  const keys = await newKeys()
  const leaf = await x509.X509CertificateGenerator.create({
    ...validity(),
    subject: "CN=Test receiver",
    issuer: authority.subject,
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    signingAlgorithm: algorithm,
    serialNumber: "02",
    extensions: [
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: /^[\d.]+$|:/.test(value) ? "ip" : "dns", value }))
      ),
      new x509.ExtendedKeyUsageExtension([
        x509.ExtendedKeyUsage.serverAuth,
        x509.ExtendedKeyUsage.clientAuth
      ])
    ]
  })
  const key = await privateKeyPem(keys.privateKey)
  return { ca: authority.toString("pem"), cert: leaf.toString("pem"), key }
}
