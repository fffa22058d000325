/** What makes a request the repetition of an earlier one. */
import type * as Engine from "../../engine/Engine.ts"
import * as Decode from "../server/Decode.ts"

type Fields = Readonly<Record<string, unknown>>

type Idempotent = Pick<Engine.RequestContext, "idempotency" | "spelled">

const notRepeatable: Idempotent = { idempotency: null }

/** Two paths of one route share their keys. */
const scopePath = (path: string): string =>
  path === "/v1/webhooks" ? "/v1/webhooks/endpoints" : path

/** `caller`: whose keys they are; `canonical`: gives each parameter its one spelling. */
export const of = (
  { method, path }: { readonly method: string; readonly path: string },
  caller: string,
  params: Readonly<Record<string, string | undefined>>,
  payload: Fields,
  canonical: ((payload: Fields) => Fields) | undefined
): Idempotent => {
  const key = payload.idempotency_key
  if (method !== "POST" || typeof key !== "string") return notRepeatable
  const place = Object.values(params).join("/")
  const same = canonical?.(payload) ?? payload
  const idempotency = {
    scope: `${caller} ${method} ${scopePath(path)}`,
    key,
    fingerprint: Decode.fingerprint(place, same)
  }
  if (same === payload) return { idempotency }
  return { idempotency, spelled: () => Decode.fingerprint(place, payload) }
}
