/**
 * Responses to requests that change something. A result is encoded as JSON once: the bytes kept for
 * retries are the bytes of the response, and a retry gets them again.
 */
import { Effect } from "effect"
import type * as Engine from "../../engine/Engine.ts"
import * as KeptAnswer from "../../engine/ports/KeptAnswer.ts"
import type * as Operation from "../contract/Operation.ts"
import * as Route from "./Route.ts"

/** A response. `replayed` is true if it belongs to an earlier request. */
export interface CommandAnswer extends Route.Json {
  readonly replayed?: boolean
}

/** The result of an earlier request. Nothing was done now. */
interface EarlierResult<A> {
  readonly _tag: "Repeated"
  readonly result: A
}

type CommandOutcome<A> = Engine.Executed<A> | EarlierResult<A>

/** A use case, called with its request. */
export type UseCase<A, E> = (request: Engine.Request<A>) => Effect.Effect<CommandOutcome<A>, E>

/** Runs a use case for a request, keeps its result for retries, and makes the response. */
const execute = <A, E>(
  context: Engine.CommandContext,
  keep: (result: A) => Route.Json,
  run: UseCase<A, E>,
  answer: (done: Engine.Done<A>) => CommandAnswer
): Effect.Effect<CommandAnswer, E> => {
  const { idempotency } = context
  const encode = (result: A) => KeptAnswer.make(keep(result))
  const request = { ...context, idempotency: idempotency && { ...idempotency, encode } }
  return Effect.map(run(request), (outcome) => {
    switch (outcome._tag) {
      case "Done":
        return answer(outcome)
      case "Replayed": {
        const { body, status } = KeptAnswer.read(outcome.kept)
        return { status, body, replayed: true }
      }
      case "Repeated":
        return { ...keep(outcome.result), replayed: true }
    }
  })
}

/** The command with the reason from the request's body, which the log stores. */
export const withReason = ({
  command,
  payload
}: {
  readonly command: Engine.CommandContext
  readonly payload: { readonly reason: string }
}): Engine.CommandContext => ({ ...command, note: payload.reason })

/** The response whose body `show` makes from a use case's result. */
export const of = <A, E, Success>(
  operation: Operation.ResponseContract<Success>,
  context: Engine.CommandContext,
  show: (result: A) => NoInfer<Success>,
  run: UseCase<A, E>
): Effect.Effect<CommandAnswer, E> =>
  respond(context, (result) => Route.answer(operation, show(result)), run)

/** The response that `make` makes from a use case's result. */
export const respond = <A, E>(
  context: Engine.CommandContext,
  make: (result: A) => CommandAnswer,
  run: UseCase<A, E>
): Effect.Effect<CommandAnswer, E> =>
  execute(context, make, run, ({ kept, result }) =>
    kept === null ? make(result) : KeptAnswer.read(kept)
  )

/** A response that shows a secret once. `keep` makes the body for retries, without the secret. */
export const ofSecret = <A, E, Success>(
  operation: Operation.ResponseContract<Success>,
  context: Engine.CommandContext,
  { keep, show }: { readonly [K in "show" | "keep"]: (result: A) => NoInfer<Success> },
  run: UseCase<A, E>
): Effect.Effect<CommandAnswer, E> =>
  execute(
    context,
    (result) => Route.answer(operation, keep(result)),
    run,
    ({ result }) => Route.answer(operation, show(result))
  )
