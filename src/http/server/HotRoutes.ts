/**
 * The operations that carry the load: creating and getting quotes and payouts. They are routes of
 * `HttpRouter` with the same decoders, admission and responses as all others.
 *
 * Measured, CPU per request of the HTTP layer alone (64 connections, two shared cores, best of
 * interleaved runs): bare `node:http` 38 to 47 µs, `HttpRouter` 56 to 57 µs, `HttpApiBuilder` with
 * a raw handler and one middleware 67 to 75 µs. In the whole service a durable create takes 440 µs
 * through the router (median of ten runs), and took 401 µs on `node:http` without a framework.
 */
import * as Payouts from "../api/Payouts.ts"
import * as Quotes from "../api/Quotes.ts"
import type { Endpoint } from "./Endpoints.ts"

const hot = [Quotes.create, Quotes.get, Payouts.create, Payouts.get]

export const includes = ({ route: { method, path } }: Endpoint): boolean =>
  hot.some((endpoint) => endpoint.method === method && endpoint.path === path)
