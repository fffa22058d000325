/**
 * Loaded into a node before it starts (`--import`): prints each request that it sends to a provider.
 */
import { subscribe } from "node:diagnostics_channel"

/** A line of the output, after the word `outbound `. */
export interface OutboundCall {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly body: string
}

/** The message of undici's channel about a request. */
interface Message {
  readonly request: { readonly method: string; readonly path: string; readonly body: unknown }
}

subscribe("undici:request:create", (message) => {
  const { body, method, path } = (message as Message).request
  const call: OutboundCall = { at: Date.now(), method, path, body: String(body ?? "") }
  console.log(`outbound ${JSON.stringify(call)}`)
})
