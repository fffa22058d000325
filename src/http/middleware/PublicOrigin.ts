/**
 * The origin that responses show: the published address of the service, or the address and scheme
 * of the request.
 */
import type { IncomingMessage } from "node:http"
import { Effect } from "effect"
import type * as ClientAddress from "./ClientAddress.ts"
import * as DashboardSite from "./DashboardSite.ts"

/** The origin of a service with default settings, if no other is known. */
export const defaultOrigin = "http://127.0.0.1:8080"

/**
 * A name or an address, with an optional port: the valid values of a `Host` header, none of which
 * needs escaping.
 */
const validAuthority =
  /^(?:[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** The address that a request was sent to. */
export interface RequestAddress {
  readonly scheme: ClientAddress.Scheme
  readonly authority: string
}

/** The origin to show. A `Host` that cannot be an address is not repeated. */
export const originOf = (
  publicUrl: string | undefined,
  asked: RequestAddress | undefined,
  otherwise = defaultOrigin
): string => {
  if (publicUrl !== undefined) return new URL(publicUrl).href.replace(/\/+$/, "")
  return asked !== undefined && validAuthority.test(asked.authority)
    ? `${asked.scheme}://${asked.authority}`
    : otherwise
}

/**
 * The origin of the links in the response to a request; `undefined` for a head that is not HTTP. It
 * is empty if no address is known, because a relative link is better than a guess.
 */
export type OriginOf = (request: IncomingMessage | undefined) => string

export const make = Effect.map(
  DashboardSite.Site,
  ({ publicUrl, schemeOf }): OriginOf =>
    (request) => {
      if (request === undefined) return originOf(publicUrl, undefined, "")
      const authority = request.headers.host ?? ""
      return originOf(publicUrl, { scheme: schemeOf(request), authority }, "")
    }
)
