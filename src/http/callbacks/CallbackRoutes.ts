/** Callbacks of providers: a valid one causes a check of its transfer, and no more. */
import { Effect } from "effect"
import * as Partitions from "../../engine/Partitions.ts"
import * as Provider from "../../engine/ports/Provider.ts"
import * as CheckTransfer from "../../usecases/CheckTransfer.ts"
import type { Refusal } from "../contract/Rejection.ts"
import * as Route from "../middleware/Route.ts"
import * as Contract from "./CallbackContract.ts"

const noSuchPath: Refusal = { _tag: "NoSuchPath" }

const invalidSignature: Refusal = {
  _tag: "Unauthorized",
  message: "The callback's signature is missing, wrong or too old."
}

const unreadable: Refusal = {
  _tag: "Invalid",
  errors: [{ field: "body", code: "unreadable", message: "is not a callback of this provider" }]
}

const ok = Route.answer(Contract.post, { status: "ok" })

export const routes = Effect.gen(function* () {
  const { call, ofId } = yield* Partitions.Partitions
  const provider = yield* Provider.Provider

  const before: Route.Before = ({ provider: name = "" }) =>
    provider.takesCallbacks(name) ? undefined : noSuchPath

  const handle = Effect.fnUntraced(function* ({ raw }: Route.RawRequest) {
    const name = /^\/callbacks\/([^/?]+)/.exec(raw.path)?.[1] ?? ""
    const result = yield* provider.readCallback({ provider: name, ...raw })
    switch (result._tag) {
      case "UnknownProvider":
        return yield* Effect.fail(noSuchPath)
      case "InvalidSignature":
        yield* Effect.logWarning(`A callback of ${name} has an invalid signature`, result.reason)
        return yield* Effect.fail(invalidSignature)
      case "Unreadable":
        yield* Effect.logWarning(`A callback of ${name} is malformed`, result.reason)
        return yield* Effect.fail(unreadable)
      case "Throttled":
        return ok
      case "Accepted":
        // A callback is a hint: without it the transfer's status is polled.
        yield* Effect.ignore(call(CheckTransfer.now, ofId(result.payoutId), result))
        return ok
    }
  })

  return [Contract.post, Contract.put, Contract.postNamed, Contract.putNamed].map((endpoint) =>
    Route.ofBytes(endpoint, handle, before)
  )
})
