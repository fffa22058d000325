/** The scope, key and fingerprint that identify a request as a retry. */
import type * as Engine from "../../engine/Engine.ts"
import type * as Operation from "../contract/Operation.ts"
import * as Decode from "../decoding/Decode.ts"

type Fields = Readonly<Record<string, unknown>>

type Idempotent = Pick<Engine.CommandContext, "idempotency">

const notRepeatable: Idempotent = { idempotency: null }

/** Two paths of one route share their keys. */
const scopePath = (path: string): string =>
  path === "/v1/webhooks" ? "/v1/webhooks/endpoints" : path

/** The parts of a route that idempotency needs. */
interface Repeatable {
  readonly route: { readonly operation: Pick<Operation.Any, "method" | "path"> }
  /** Turns equal spellings of a parameter into one. */
  readonly canonical: ((payload: Fields) => Fields) | undefined
}

/** `caller` is the account, or another owner of the keys. */
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
 * Idempotency of a request that another node took and may send again. A request without a key is
 * identified by its id.
 */
export const orRequest = (
  idempotent: Idempotent,
  { route: { operation } }: Repeatable,
  caller: string,
  id: string
): Idempotent => {
  const { method, path } = operation
  if (idempotent.idempotency !== null || method === "GET") return idempotent
  const scope = `${caller} ${method} ${scopePath(path)} unkeyed`
  return { idempotency: { scope, key: id, fingerprint: id } }
}
