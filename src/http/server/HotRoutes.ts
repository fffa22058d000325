/**
 * The operations that carry the load: creating and getting quotes and payouts. They are routes of
 * `HttpRouter` with the same decoders, admission and responses as all others.
 */
import * as Payouts from "../api/Payouts.ts"
import * as Quotes from "../api/Quotes.ts"
import type { Endpoint } from "./Endpoints.ts"

const hot = [Quotes.create, Quotes.get, Payouts.create, Payouts.get]

export const includes = ({ route: { method, path } }: Endpoint): boolean =>
  hot.some((endpoint) => endpoint.method === method && endpoint.path === path)
