/** Requests of tests, executed the way HTTP executes them. */
import { Effect, Result } from "effect"
import type * as Engine from "../../src/engine/Engine.ts"
import * as CommandResponses from "../../src/http/middleware/CommandResponses.ts"
import type * as Route from "../../src/http/middleware/Route.ts"

export interface Answered extends Route.Json {
  readonly replayed: boolean
}

/** Responds to a request with `show` of its result, or with the kept response of an earlier one. */
export const ask = <A, E>(
  context: Engine.CommandContext,
  show: (result: A) => Route.Json,
  run: (request: Engine.Request<A>) => Effect.Effect<Engine.Executed<A>, E>
): Effect.Effect<Answered, E> =>
  Effect.map(CommandResponses.respond(context, show, run), ({ body, replayed, status }) => ({
    ...{ status, body },
    replayed: replayed === true
  }))

/** Responds to a request whose result is the response. */
export const askFor = <E>(
  context: Engine.CommandContext,
  run: (request: Engine.Request<Route.Json>) => Effect.Effect<Engine.Executed<Route.Json>, E>
): Effect.Effect<Answered, E> => ask(context, (answer: Route.Json) => answer, run)

/** A command whose decision is these events. */
export const writing = (
  events: Engine.Decision<void>["events"],
  locks: ReadonlyArray<string> = []
) => ({
  locks,
  decide: () => Result.succeed({ events, result: undefined })
})

/** Executes a request that decides at its turn, and responds with the decision's result. */
export const execute = <E>(
  engine: Pick<Engine.Engine["Service"], "execute">,
  context: Engine.CommandContext,
  locks: ReadonlyArray<string>,
  work: Effect.Effect<Engine.Decision<Route.Json>, E>
): Effect.Effect<Answered, E | Engine.NotExecuted> =>
  askFor(context, (request) =>
    engine.execute(request, { locks, read: () => work, decide: Result.succeed })
  )
