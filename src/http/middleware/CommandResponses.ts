/**
 * Responses to requests that change something. A result is encoded as JSON once: the bytes kept for
 * retries are the bytes of the response, and a retry gets them again. If they follow from the
 * events of the request's entry, a retry makes them again, and the log keeps none.
 */
import { Effect } from "effect"
import type * as Engine from "../../engine/Engine.ts"
import type * as Entry from "../../engine/ports/Entry.ts"
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

type Replayed = Extract<Engine.Executed<unknown>, { readonly _tag: "Replayed" }>

type CommandOutcome<A> = Engine.Executed<A> | EarlierResult<A>

/** A use case, called with its request. */
export type UseCase<A, E> = (request: Engine.Request<A>) => Effect.Effect<CommandOutcome<A>, E>

/** Makes the result of an earlier request from its events; `undefined` if they have none. */
type FromEvents<A> = (events: ReadonlyArray<Entry.Event>) => A | undefined

const noResult = (): undefined => undefined

/** Functions that make the response of a result, and the response to a retry. */
interface Responses<A> {
  /** The response to a retry. */
  readonly keep: (result: A) => KeptAnswer.Fields & CommandAnswer
  /** Absent if the log keeps the body. */
  readonly fromEvents?: FromEvents<A>
  /** The response; `kept` is the one to a retry, and absent if the request has no key. */
  readonly answer: (result: A, kept: CommandAnswer | undefined) => CommandAnswer
}

/** Runs a use case for a request, keeps its result for retries, and makes the response. */
const execute = <A, E>(
  context: Engine.CommandContext,
  { answer, fromEvents = noResult, keep }: Responses<A>,
  run: UseCase<A, E>
): Effect.Effect<CommandAnswer, E> => {
  const { idempotency } = context
  let made: CommandAnswer | undefined
  const encode = (result: A) => {
    const response = keep(result)
    made = response
    return KeptAnswer.make(response)
  }
  const request = { ...context, idempotency: idempotency && { ...idempotency, encode } }
  const again = ({ events, kept }: Replayed): CommandAnswer => {
    const { body, status } = KeptAnswer.read(kept)
    if (body !== undefined) return { status, body, replayed: true }
    const result = fromEvents(events)
    if (result === undefined) throw new Error("The response to a retry cannot be made again")
    return { status, body: keep(result).body, replayed: true }
  }
  return Effect.map(run(request), (outcome) => {
    switch (outcome._tag) {
      case "Done":
        return answer(outcome.result, made)
      case "Replayed":
        return again(outcome)
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
): Effect.Effect<CommandAnswer, E> => execute(context, { keep: make, answer: madeOnce(make) }, run)

/** The response that was made for a retry, or one made now. */
const madeOnce =
  <A>(make: (result: A) => CommandAnswer) =>
  (result: A, kept: CommandAnswer | undefined): CommandAnswer =>
    kept ?? make(result)

/** A result that follows from the events of its entry. */
interface Created<A, Success> {
  readonly show: (result: A) => NoInfer<Success>
  readonly fromEvents: FromEvents<A>
}

/** A response whose body is made again for a retry, from the events of the entry. */
export const ofCreated = <A, E, Success>(
  operation: Operation.ResponseContract<Success>,
  context: Engine.CommandContext,
  { fromEvents, show }: Created<A, Success>,
  run: UseCase<A, E>
): Effect.Effect<CommandAnswer, E> => {
  const make = (result: A) => ({ ...Route.answer(operation, show(result)), isOfEvents: true })
  return execute(context, { keep: make, fromEvents, answer: madeOnce(make) }, run)
}

/** A response that shows a secret once. `keep` makes the body for retries, without the secret. */
export const ofSecret = <A, E, Success>(
  operation: Operation.ResponseContract<Success>,
  context: Engine.CommandContext,
  { keep, show }: { readonly [K in "show" | "keep"]: (result: A) => NoInfer<Success> },
  run: UseCase<A, E>
): Effect.Effect<CommandAnswer, E> =>
  execute(
    context,
    {
      keep: (result) => Route.answer(operation, keep(result)),
      answer: (result) => Route.answer(operation, show(result))
    },
    run
  )
