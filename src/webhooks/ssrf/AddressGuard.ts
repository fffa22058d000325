/**
 * Checks which internet addresses may be called for a customer. A customer chooses the URL, so
 * without this guard a webhook could read our own network or a cloud's metadata service.
 *
 * The guard judges addresses and the text of URLs, and resolves no names: that happens at connect
 * time (GuardedLookup.ts). It must never pass an address because it is in no list of bad ones: only
 * unicast addresses known to be public pass.
 */

import { isIP } from "node:net"
import ipaddr from "ipaddr.js"
import * as AddressRanges from "../../config/AddressRanges.ts"
import * as Limits from "../../config/Limits.ts"

export interface Policy {
  /** The sandbox's `WEBHOOK_ALLOW_LOOPBACK`: endpoints on this very machine, even without TLS. */
  readonly allowLoopback: boolean
  /** For an endpoint that the operator's settings name: private networks, even without TLS. */
  readonly allowPrivate?: boolean
}

const publicOnly: Policy = { allowLoopback: false }

// The only part of IPv6 assigned to the internet. ipaddr.js calls every unknown range "unicast",
// including the old IPv4-compatible ::/96.
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3]

const privateRanges: ReadonlySet<string> = new Set(["private", "uniqueLocal"])

const rangeNames: Readonly<Record<string, string>> = {
  unspecified: "unspecified",
  broadcast: "broadcast",
  multicast: "multicast",
  linkLocal: "link-local",
  loopback: "loopback",
  carrierGradeNat: "carrier-grade NAT",
  private: "private",
  uniqueLocal: "unique-local",
  ipv4Mapped: "IPv4-mapped",
  benchmarking: "benchmarking",
  rfc6052: "NAT64",
  rfc6145: "NAT64",
  "6to4": "6to4",
  teredo: "Teredo"
}

/** True if a policy permits an address that is not public. */
const isAllowed = (address: ipaddr.IPv4 | ipaddr.IPv6, range: string, policy: Policy): boolean => {
  if (range === "loopback") return policy.allowLoopback
  if (policy.allowPrivate !== true || !privateRanges.has(range)) return false
  return !AddressRanges.isWithin(address, AddressRanges.hostServices)
}

/**
 * The reason why an IP address (text, no brackets) must not be called, as a short name of its
 * range; `undefined` if it is public. All IPv4-mapped IPv6 is refused.
 */
export const refusal = (address: string, policy: Policy = publicOnly): string | undefined => {
  if (isIP(address) === 0 || !ipaddr.isValid(address)) return "not an IP address"
  const parsed = ipaddr.parse(address)
  const range = parsed.range()
  if (isAllowed(parsed, range, policy)) return undefined
  if (range !== "unicast") return rangeNames[range] ?? "reserved"
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast)) return "reserved"
  return AddressRanges.isWithin(parsed, AddressRanges.hostServices) ? "reserved" : undefined
}

type Problem =
  | "too_long"
  | "not_a_url"
  | "not_https"
  | "has_credentials"
  | "has_fragment"
  | "address_refused"

export type UrlCheck =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly code: Problem; readonly message: string }

const refuse = (code: Problem, message: string): UrlCheck => ({ ok: false, code, message })

const loopbackHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"])

// RFC 6761: these names always mean this machine, even if a resolver differs.
const localName = /(?:^|\.)localhost\.?$/

/**
 * Checks the URL of an endpoint as far as its text allows, for a clear response at registration and
 * once more before each call. The parser first writes odd spellings of an address (`127.1`,
 * `0x7f.1`) in full. A URL that passes may still resolve to a refused address. Messages never
 * repeat the URL, which may contain a secret.
 */
export const checkUrl = (text: string, policy: Policy): UrlCheck => {
  if (text.length > Limits.outgoing.urlCharsMax) {
    return refuse("too_long", `must be at most ${Limits.outgoing.urlCharsMax} characters`)
  }
  const url = URL.parse(text)
  if (url === null) return refuse("not_a_url", "must be an absolute https URL")
  const isLoopback = policy.allowLoopback && loopbackHosts.has(url.hostname)
  const mayBePlain = isLoopback || policy.allowPrivate === true
  if (url.protocol !== "https:" && !(url.protocol === "http:" && mayBePlain)) {
    const exception = policy.allowLoopback ? " (http only for localhost)" : ""
    return refuse("not_https", `must start with https://${exception}`)
  }
  if (url.username !== "" || url.password !== "") {
    return refuse("has_credentials", "must not contain a user name or password")
  }
  // Not `url.hash`: it is empty for a lone trailing "#".
  if (url.href.includes("#")) return refuse("has_fragment", "must not contain a fragment")
  const host = url.hostname.replace(/^\[|\]$/g, "")
  const reason = isIP(host) === 0 ? nameRefusal(host, policy) : refusal(host, policy)
  return reason === undefined
    ? { ok: true, url }
    : refuse("address_refused", `must be at a public address, and this one is ${reason}`)
}

const nameRefusal = (name: string, policy: Policy): string | undefined =>
  localName.test(name) && !policy.allowLoopback ? "loopback" : undefined
