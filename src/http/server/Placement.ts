/**
 * Which partition runs an operation. An account's requests run in its own, and those of the
 * directory in the first; staff name an object, or get one answer made of all.
 */
import { Effect, Result } from "effect"
import * as Partition from "../../engine/Partition.ts"
import type * as Partitions from "../../engine/Partitions.ts"
import type * as RequestContext from "../middleware/RequestContext.ts"
import type * as Route from "../middleware/Route.ts"

/** An operation that each of several partitions has. */
export interface Placed {
  readonly route: Route.Route
  /** By the partitions' numbers. */
  readonly handlers: ReadonlyArray<Route.Route["handle"]>
}

/** Makes the call that an operation gets. */
export type CallOf = (number: number, query: unknown) => Route.Call<never, never, never>

const handle = ({ handlers, route }: Placed, number: number, call: ReturnType<CallOf>) => {
  const own = handlers[number]
  return own === undefined ? Effect.die(new Error(`${route.path} is not in ${number}`)) : own(call)
}

/** The partitions that each have a part of the answer. */
const partsOf = (
  { all, ofAccount }: Partitions.PartitionsService,
  { caller, query }: RequestContext.Fields
): ReadonlyArray<number> => {
  const { account_id: named } = query as { readonly account_id?: string }
  const accountId = caller?.accountId ?? named
  return accountId === undefined
    ? [...all.keys()]
    : [...new Set([Partition.directory, ofAccount(accountId)])]
}

const gather = (
  gathered: Route.Gathered,
  placed: Placed,
  { numbers, query }: { readonly numbers: ReadonlyArray<number>; readonly query: unknown },
  callOf: CallOf
): Route.Handled => {
  const asked = gathered.ask(query)
  if (Result.isFailure(asked)) return Effect.fail(asked.failure)
  const parts = Effect.forEach(
    numbers,
    (number) => handle(placed, number, callOf(number, asked.success)),
    { concurrency: "unbounded" }
  )
  return Effect.map(parts, (answers) =>
    gathered.merge(
      query,
      answers.map(({ body }) => String(body))
    )
  )
}

/** Runs an operation where it belongs. */
export const run = (
  partitions: Partitions.PartitionsService,
  placed: Placed,
  context: RequestContext.Fields,
  callOf: CallOf
): Route.Handled => {
  const { caller, params, query } = context
  const { runs } = placed.route
  if (runs._tag === "Gathered") {
    return gather(runs, placed, { numbers: partsOf(partitions, context), query }, callOf)
  }
  const number =
    runs._tag === "Account"
      ? partitions.ofAccount(caller?.accountId ?? "")
      : partitions.ofId(params.id ?? "")
  return handle(placed, number, callOf(number, query))
}
