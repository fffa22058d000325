/**
 * Answers to requests that change something. A result is written as JSON once: the bytes that are
 * kept for retries are the bytes of the answer, and a retry gets them again.
 */
import { Effect } from "effect"
import type * as Engine from "../../engine/Engine.ts"
import * as KeptAnswer from "../../engine/ports/KeptAnswer.ts"
import type * as Operation from "../contract/Operation.ts"
import * as Route from "./Route.ts"

/** An answer, and whether it is the one to an earlier request. */
export interface CommandAnswer extends Route.Json {
  readonly replayed?: boolean
}

/** What was done before by another request; nothing was done now. */
interface Repeated<A> {
  readonly _tag: "Repeated"
  readonly result: A
}

type CommandOutcome<A> = Engine.Executed<A> | Repeated<A>

/** Runs a use case with its request. */
export type Run<A, E> = (request: Engine.Request<A>) => Effect.Effect<CommandOutcome<A>, E>

/** Runs a use case for a request, with what is kept of its result; then the answer. */
const answering = <A, E>(
  context: Engine.CommandContext,
  keep: (result: A) => Route.Json,
  run: Run<A, E>,
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

/** The command with the reason in its body, which the log keeps. */
export const withReason = ({
  command,
  payload
}: {
  readonly command: Engine.CommandContext
  readonly payload: { readonly reason: string }
}): Engine.CommandContext => ({ ...command, note: payload.reason })

/** The response whose body `show` makes of a use case's result. */
export const of = <A, E, Success>(
  operation: Operation.Answered<Success>,
  context: Engine.CommandContext,
  show: (result: A) => NoInfer<Success>,
  run: Run<A, E>
): Effect.Effect<CommandAnswer, E> =>
  made(context, (result) => Route.answer(operation, show(result)), run)

/** The response that `make` makes of a use case's result. */
export const made = <A, E>(
  context: Engine.CommandContext,
  make: (result: A) => CommandAnswer,
  run: Run<A, E>
): Effect.Effect<CommandAnswer, E> =>
  answering(context, make, run, ({ kept, result }) =>
    kept === null ? make(result) : KeptAnswer.read(kept)
  )

/** Answer that shows a secret once: `keep` makes the body that is kept, without it. */
export const ofSecret = <A, E, Success>(
  operation: Operation.Answered<Success>,
  context: Engine.CommandContext,
  { keep, show }: { readonly [K in "show" | "keep"]: (result: A) => NoInfer<Success> },
  run: Run<A, E>
): Effect.Effect<CommandAnswer, E> =>
  answering(
    context,
    (result) => Route.answer(operation, keep(result)),
    run,
    ({ result }) => Route.answer(operation, show(result))
  )
