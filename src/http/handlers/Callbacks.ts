/** What providers call back with: believed or not, it only makes us ask them now. */
import { Effect } from "effect"
import * as Engine from "../../engine/Engine.ts"
import * as Provider from "../../engine/ports/Provider.ts"
import * as Api from "../api/Callbacks.ts"
import type { Refusal } from "../Problems.ts"
import * as Route from "../server/Route.ts"

const noSuchPath: Refusal = { _tag: "NoSuchPath" }

const disbelieved: Refusal = {
  _tag: "Unauthorized",
  message: "The callback's signature is missing, wrong or too old."
}

const unreadable: Refusal = {
  _tag: "Invalid",
  errors: [{ field: "body", code: "unreadable", message: "is not a callback of this provider" }]
}

const heard = Route.ok({ status: "ok" })

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const provider = yield* Provider.Provider

  const handle = Effect.fnUntraced(function* ({ raw }: Pick<Route.RawCall, "raw">) {
    const name = /^\/callbacks\/([^/?]+)/.exec(raw.path)?.[1] ?? ""
    const result = yield* provider.readCallback({ provider: name, ...raw })
    switch (result._tag) {
      case "UnknownProvider":
        return yield* Effect.fail(noSuchPath)
      case "InvalidSignature":
        yield* Effect.logWarning(`A callback of ${name} is not believed`, result.reason)
        return yield* Effect.fail(disbelieved)
      case "Unreadable":
        yield* Effect.logWarning(`A callback of ${name} cannot be read`, result.reason)
        return yield* Effect.fail(unreadable)
      case "Throttled":
        return heard
      case "Accepted":
        engine.askNow(result.payoutId, result.reference)
        return heard
    }
  })

  return [Api.post, Api.put, Api.postNamed, Api.putNamed].map((endpoint) =>
    Route.ofBytes(endpoint, { access: "public", limit: "callback" }, handle)
  )
})
