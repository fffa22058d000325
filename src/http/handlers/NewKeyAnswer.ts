/** The answer of an operation that issues an API key. What is kept for retries has no secret. */
import type * as ApiKey from "../../domain/account/ApiKey.ts"
import type * as Engine from "../../engine/Engine.ts"
import type * as ApiKeys from "../../usecases/ApiKeys.ts"
import * as Answers from "../Answers.ts"
import * as Route from "../middleware/Route.ts"

export const of = <E>(
  context: Engine.CommandContext,
  show: (key: ApiKey.ApiKey, secret: string | null) => object,
  run: Answers.Run<ApiKeys.IssuedKey, E>
) =>
  Answers.ofSecret(
    context,
    ({ key, secret }) => Route.created(show(key, secret)),
    ({ key }) => Route.created(show(key, null)),
    run
  )
