/** Methods that a path takes, for requests that match no route. */
import { FindMyWay } from "effect/http"
import * as Limits from "../../config/Limits.ts"
import type { Refusal } from "../contract/Rejection.ts"

export const routerConfig = {
  maxParamLength: Limits.http.pathParamCharsMax,
  caseSensitive: true,
  // A path has one spelling: a path that a proxy in front blocks must not have another.
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const

export type AllowedMethods = FindMyWay.Router<true>

export const make = (
  routes: ReadonlyArray<{ readonly method: string; readonly path: string }>
): AllowedMethods => {
  const router = FindMyWay.make<true>(routerConfig)
  for (const { method, path } of routes) {
    router.on(method, path as `/${string}`, true)
    // `HttpRouter` also matches the path without its wildcard.
    if (path.endsWith("/*")) router.on(method, path.slice(0, -2) as `/${string}`, true)
  }
  return router
}

/** HEAD is GET without the body. */
const withHead = (method: string): ReadonlyArray<string> =>
  method === "GET" ? ["GET", "HEAD"] : [method]

/** The reason that no route matches: the path is unknown, or it takes other methods. */
export const refusalOf = (router: AllowedMethods, url: string): Refusal => {
  const allowed = methods.filter((method) => router.find(method, url) !== undefined)
  return allowed.length === 0
    ? { _tag: "NoSuchPath" }
    : { _tag: "NoSuchMethod", allowed: allowed.flatMap(withHead) }
}
