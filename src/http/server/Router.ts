/** Finds the route of a request, with its decoders, built once. */
import { Result } from "effect"
import { FindMyWay } from "effect/http"
import * as Limits from "../../config/Limits.ts"
import type * as RequestMetrics from "../middleware/RequestMetrics.ts"
import type * as Problems from "../Problems.ts"
import * as CanonicalParameters from "./CanonicalParameters.ts"
import * as Decode from "./Decode.ts"
import type * as Route from "./Route.ts"

export type Fields = Readonly<Record<string, unknown>>

type Decoder = (
  input: Fields,
  already?: ReadonlyArray<Problems.FieldError>
) => Result.Result<Fields, Problems.Refusal>

/** A route with its decoders. */
export interface Compiled {
  readonly route: Route.Route
  readonly query: Decoder | undefined
  readonly payload: Decoder | undefined
  /** Gives each parameter its one spelling, where there are several. */
  readonly canonical: ReturnType<typeof CanonicalParameters.make>
  readonly traffic: RequestMetrics.RequestMetrics
}

export interface Found {
  readonly compiled: Compiled
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: Readonly<Record<string, string | ReadonlyArray<string>>>
}

export type Find = (method: string, url: string) => Result.Result<Found, Problems.Refusal>

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const

const compile = (route: Route.Route, traffic: RequestMetrics.Make): Compiled => ({
  route,
  query: route.query === undefined ? undefined : Decode.decoder(route.query as never, "query"),
  payload: route.payload === undefined ? undefined : Decode.decoder(route.payload as never),
  canonical: CanonicalParameters.make(route.contract),
  traffic: traffic(route.method, route.path, route.limit === "probe")
})

/** Whether a path has a letter in disguise; no path and no id of ours needs one. */
const isEncoded = (url: string): boolean => {
  const at = url.indexOf("%")
  if (at < 0) return false
  const query = url.indexOf("?")
  return query < 0 || at < query
}

/** Whether an id is missing, as where a client's template got an empty one. */
const isUnnamed = (params: Found["params"]): boolean => {
  for (const name in params) if (params[name] === "" && name !== "*") return true
  return false
}

/**
 * Finds a route, or names the methods that a known path takes. HEAD is GET without the body, which
 * the server leaves out.
 */
export const make = (routes: ReadonlyArray<Route.Route>, traffic: RequestMetrics.Make): Find => {
  const router = FindMyWay.make<Compiled>({
    maxParamLength: Limits.http.pathParamCharsMax,
    caseSensitive: true,
    // One path, one name: what a proxy in front blocks must not have another.
    ignoreTrailingSlash: false,
    ignoreDuplicateSlashes: false
  })
  for (const route of routes) {
    router.on(route.method, route.path as `/${string}`, compile(route, traffic))
  }
  return (method, url) => {
    if (isEncoded(url)) return Result.fail({ _tag: "NoSuchPath" })
    const found = router.find(method === "HEAD" ? "GET" : method, url)
    if (found !== undefined) {
      if (isUnnamed(found.params)) return Result.fail({ _tag: "NoSuchPath" })
      const { handler, params, searchParams } = found
      return Result.succeed({ compiled: handler, params, query: searchParams })
    }
    const allowed = methods
      .filter((other) => router.find(other, url) !== undefined)
      .flatMap((other) => (other === "GET" ? ["GET", "HEAD"] : [other]))
    return Result.fail(
      allowed.length === 0 ? { _tag: "NoSuchPath" } : { _tag: "NoSuchMethod", allowed }
    )
  }
}
