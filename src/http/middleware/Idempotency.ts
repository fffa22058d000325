/** What makes a request the repetition of an earlier one. */
import type * as Engine from "../../engine/Engine.ts"
import type * as Operation from "../contract/Operation.ts"
import * as Decode from "../decoding/Decode.ts"

type Fields = Readonly<Record<string, unknown>>

type Idempotent = Pick<Engine.CommandContext, "idempotency">

const notRepeatable: Idempotent = { idempotency: null }

/** Two paths of one route share their keys. */
const scopePath = (path: string): string =>
  path === "/v1/webhooks" ? "/v1/webhooks/endpoints" : path

/** What a route needs for it. */
interface Repeatable {
  readonly route: { readonly operation: Pick<Operation.Any, "method" | "path"> }
  /** Gives each parameter its one spelling, where there are several. */
  readonly canonical: ((payload: Fields) => Fields) | undefined
}

/** `caller`: the account, or who else the keys belong to. */
export const of = (
  { canonical, route: { operation } }: Repeatable,
  caller: string,
  params: Readonly<Record<string, string | undefined>>,
  payload: Fields
): Idempotent => {
  const { method, path } = operation
  const key = payload.idempotency_key
  if (method !== "POST" || typeof key !== "string") return notRepeatable
  const scope = `${caller} ${method} ${scopePath(path)}`
  const values = Object.values(params).join("/")
  const fingerprint = Decode.fingerprint(values, canonical?.(payload) ?? payload)
  return { idempotency: { scope, key, fingerprint } }
}

/**
 * The same, where another process took the request and may send it again: one without a key is then
 * known by its own id.
 */
export const orRequest = (
  known: Idempotent,
  { route: { operation } }: Repeatable,
  caller: string,
  id: string
): Idempotent => {
  const { method, path } = operation
  if (known.idempotency !== null || method === "GET") return known
  const scope = `${caller} ${method} ${scopePath(path)} unkeyed`
  return { idempotency: { scope, key: id, fingerprint: id } }
}
