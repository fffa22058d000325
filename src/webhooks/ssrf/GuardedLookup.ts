/** Resolves names for connections, and returns permitted addresses only. */
import * as dns from "node:dns"
import { isIP, type LookupFunction } from "node:net"
import * as Limits from "../../config/Limits.ts"
import * as AddressGuard from "./AddressGuard.ts"

/** Resolves a name to the text of its IP addresses; calls `done` once. */
export type Lookup = (
  hostname: string,
  done: (error: Error | null, addresses: ReadonlyArray<string>) => void
) => void

export class AddressRefused extends Error {}

export class NameUnresolved extends Error {}

/** The code of a Node.js, OpenSSL or undici error; empty if it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""

/**
 * Queries DNS directly. `dns.lookup` would occupy one of libuv's four threads for as long as a name
 * server is silent: a few slow names of one customer would stop all others (L11), and files too. It
 * also leaves out /etc/hosts and search domains, which no public endpoint needs.
 */
export const dnsLookup = (): Lookup => {
  const resolver = new dns.Resolver({
    timeout: Limits.outgoing.dnsTimeoutMs,
    tries: Limits.outgoing.dnsTriesMax
  })
  return (hostname, done) => {
    if (hostname === "localhost") return done(null, ["127.0.0.1", "::1"])
    const resolved: Array<string> = []
    let pending = 2
    const take = (error: Error | null, addresses: ReadonlyArray<string> | undefined) => {
      if (error === null) resolved.push(...(addresses ?? []))
      pending -= 1
      if (pending === 0) done(resolved.length === 0 ? error : null, resolved)
    }
    resolver.resolve4(hostname, take)
    resolver.resolve6(hostname, take)
  }
}

/**
 * The machine's own resolver, with /etc/hosts and search domains: for names of the operator's
 * network. It is called for one endpoint with one attempt at a time, so a silent name server
 * occupies one thread at most.
 */
export const systemLookup: Lookup = (hostname, done) =>
  dns.lookup(hostname, { all: true }, (error, addresses) =>
    done(error, error === null ? addresses.map(({ address }) => address) : [])
  )

/**
 * A lookup for `net.connect` that returns permitted addresses only, so that no connection can be
 * made to another one. Fails when none is left.
 */
export const guardedLookup =
  (lookup: Lookup, policy: AddressGuard.Policy): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, (error, addresses) => {
      const refusals = addresses.map((address) => AddressGuard.refusal(address, policy))
      const permitted = addresses.filter((_, index) => refusals[index] === undefined)
      const first = permitted[0]
      if (first === undefined) {
        const reason = refusals[0]
        const code = error === null ? "ENODATA" : codeOf(error)
        const problem =
          reason === undefined
            ? new NameUnresolved(`the name does not resolve (${code})`)
            : new AddressRefused(`the name resolves to a refused address: ${reason}`)
        return callback(problem, [])
      }
      if (options.all !== true) return callback(null, first, isIP(first))
      return callback(
        null,
        permitted.map((address) => ({ address, family: isIP(address) }))
      )
    })
