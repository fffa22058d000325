/**
 * The documents for tools, people and language models. Their code is loaded, and they are made, at
 * the first request: that takes 0.3 s, and a process that starts must not wait for it.
 */
import { Duration, Effect, Exit } from "effect"
import * as Policy from "../../engine/ports/Policy.ts"
import * as DashboardSite from "../middleware/DashboardSite.ts"
import * as Route from "../middleware/Route.ts"
import * as Contract from "../system/SystemContract.ts"

export const routes = Effect.gen(function* () {
  const { environment } = yield* Policy.Policy
  const { publicUrl } = yield* DashboardSite.Site
  const made = Effect.gen(function* () {
    const { make } = yield* Effect.promise(() => import("./Documents.ts"))
    return yield* make(environment, publicUrl)
  })
  /** Made once; after a failure the next request tries again. */
  const documents = yield* Effect.cachedWithTTL(made, (exit) =>
    Exit.isSuccess(exit) ? Duration.infinity : Duration.zero
  )
  return [
    Route.ofBytes(Contract.document, ({ raw }) =>
      Effect.map(documents, ({ openApi }) => openApi(raw))
    ),
    Route.ofBytes(Contract.docs, ({ raw }) =>
      Effect.flatMap(documents, ({ docs }) => docs(raw.headers))
    ),
    Route.ofBytes(Contract.changelog, () => Effect.map(documents, ({ changelog }) => changelog())),
    Route.ofBytes(Contract.llms, ({ raw }) => Effect.map(documents, ({ llms }) => llms(raw))),
    Route.ofBytes(Contract.postman, ({ raw }) =>
      Effect.map(documents, ({ postman }) => postman(raw))
    )
  ]
})
