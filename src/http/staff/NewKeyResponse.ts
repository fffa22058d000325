/** The response of an operation that issues an API key. The copy kept for retries has no secret. */
import type * as ApiKey from "../../domain/account/ApiKey.ts"
import type * as Engine from "../../engine/Engine.ts"
import type * as ApiKeys from "../../usecases/ApiKeys.ts"
import type * as Operation from "../contract/Operation.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"

export const of = <E, Success>(
  operation: Operation.ResponseContract<Success>,
  context: Engine.CommandContext,
  show: (key: ApiKey.ApiKey, secret: string | null) => NoInfer<Success>,
  run: CommandResponses.UseCase<ApiKeys.IssuedKey, E>
) =>
  CommandResponses.ofSecret(
    operation,
    context,
    { show: ({ key, secret }) => show(key, secret), keep: ({ key }) => show(key, null) },
    run
  )
