/**
 * Chooses the partition that runs an operation. An account's requests run in its partition, and
 * those of the directory in the first. Staff name an object, or get one response merged from all.
 */
import { Effect, Result } from "effect"
import * as Partition from "../../engine/Partition.ts"
import type * as Partitions from "../../engine/Partitions.ts"
import type * as Operation from "../contract/Operation.ts"
import type * as RequestContext from "../middleware/RequestContext.ts"
import type * as Route from "../middleware/Route.ts"

type RequestTarget = Pick<RequestContext.Fields, "caller" | "params" | "query">

/** Runs the operation in a partition, with a query. */
export type RunIn = (number: number, query: unknown) => Route.Reply

/** The partitions that each have a part of the response. */
const partsOf = (
  { count, ofAccount }: Partitions.PartitionsService,
  { caller, query }: RequestTarget
): ReadonlyArray<number> => {
  const { account_id: named } = query as { readonly account_id?: string }
  const accountId = caller?.accountId ?? named
  return accountId === undefined
    ? Array.from({ length: count }, (_, number) => number)
    : [...new Set([Partition.directory, ofAccount(accountId)])]
}

const gather = (
  { ask, merge }: Route.Gathering,
  query: unknown,
  numbers: ReadonlyArray<number>,
  runIn: RunIn
): Route.Reply => {
  const partQuery = ask(query)
  if (Result.isFailure(partQuery)) return Effect.fail(partQuery.failure)
  const parts = Effect.forEach(numbers, (number) => runIn(number, partQuery.success), {
    concurrency: "unbounded"
  })
  return Effect.map(parts, (answers) =>
    merge(
      query,
      answers.map(({ body }) => String(body))
    )
  )
}

/** The partition of an account, or of the object with an id. */
const ofSubject = (
  { ofAccount, ofId }: Pick<Partitions.PartitionsService, "ofAccount" | "ofId">,
  id: string
): number => (id.startsWith("acct_") ? ofAccount(id) : ofId(id))

/** The partition of an operation that runs in one. */
const numberOf = (
  { ofAccount, ofId }: Partitions.PartitionsService,
  { location }: Operation.Any,
  { caller, params }: Pick<RequestTarget, "caller" | "params">
): number => {
  switch (location) {
    case "account":
      return ofAccount(caller?.accountId ?? "")
    case "subject":
      return ofSubject({ ofAccount, ofId }, params.id ?? "")
    default:
      return Partition.directory
  }
}

/** Runs an operation in its partition, or in each of several. */
export const run = (
  partitions: Partitions.PartitionsService,
  route: Route.Route,
  located: RequestTarget,
  runIn: RunIn
): Route.Reply =>
  route.gathering !== undefined && partitions.count > 1
    ? gather(route.gathering, located.query, partsOf(partitions, located), runIn)
    : runIn(numberOf(partitions, route.operation, located), located.query)
