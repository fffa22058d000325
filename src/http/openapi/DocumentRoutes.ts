/** The documents: for tools, for people, and for language models. */
import { Effect } from "effect"
import * as Policy from "../../engine/ports/Policy.ts"
import * as Route from "../middleware/Route.ts"
import * as SiteOrigin from "../middleware/SiteOrigin.ts"
import * as Contract from "../system/SystemContract.ts"
import * as Documents from "./Documents.ts"

export const routes = Effect.gen(function* () {
  const { environment } = yield* Policy.Policy
  const { publicUrl } = yield* SiteOrigin.Site
  const documents = yield* Documents.make(environment, publicUrl)
  return [
    Route.ofBytes(Contract.document, ({ raw }) => Effect.succeed(documents.openApi(raw))),
    Route.ofBytes(Contract.docs, ({ raw }) => documents.docs(raw.headers)),
    Route.ofBytes(Contract.changelog, () => Effect.succeed(documents.changelog())),
    Route.ofBytes(Contract.llms, ({ raw }) => Effect.succeed(documents.llms(raw))),
    Route.ofBytes(Contract.postman, ({ raw }) => Effect.succeed(documents.postman(raw)))
  ]
})
