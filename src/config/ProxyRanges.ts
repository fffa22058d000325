/** Addresses and ranges of proxies, as the setting TRUSTED_PROXIES lists them. */
import ipaddr from "ipaddr.js"

export interface Range {
  readonly first: ipaddr.IPv4 | ipaddr.IPv6
  readonly bits: number
}

/** An address, or a range such as `10.0.0.0/8`; `undefined`: neither. */
export const parse = (text: string): Range | undefined => {
  if (ipaddr.isValidCIDR(text)) {
    const [first, bits] = ipaddr.parseCIDR(text)
    return { first, bits }
  }
  if (!ipaddr.isValid(text)) return undefined
  const first = ipaddr.process(text)
  return { first, bits: first.kind() === "ipv4" ? 32 : 128 }
}
