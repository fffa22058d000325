/**
 * Requests on their way between processes: the one that took a request admits it and sends it as it
 * came to the owner of its partition, which decodes it and runs the same operation. The answer
 * comes back whole, or as the problem that the owner made of a rejection.
 */
import { Cause, Effect, Option, Result, Schema } from "effect"
import * as SchemaJITCompiler from "effect/schema/SchemaJITCompiler"
import * as Limits from "../../config/Limits.ts"
import type * as Partitions from "../../engine/Partitions.ts"
import * as OtherNodes from "../../engine/ports/OtherNodes.ts"
import * as Procedures from "../../usecases/Procedures.ts"
import type { Problem, Rejection } from "../contract/Rejection.ts"
import type * as ChangeStream from "../dashboard/ChangeStream.ts"
import type * as Admission from "../middleware/Admission.ts"
import type * as RateLimits from "../middleware/RateLimits.ts"
import type * as RequestContext from "../middleware/RequestContext.ts"
import type * as Route from "../middleware/Route.ts"
import * as Problems from "../Problems.ts"
import * as PayoutContract from "../payouts/PayoutContract.ts"
import * as QuoteContract from "../quotes/QuoteContract.ts"
import * as Endpoints from "./Endpoints.ts"

/** A request as the owner of its partition gets it. */
const Request = Schema.Struct({
  method: Schema.String,
  path: Schema.String,
  id: Schema.String,
  at: Schema.Number,
  caller: Schema.optional(
    Schema.Struct({
      id: Schema.String,
      kind: Schema.Literals(["key", "person"]),
      accountId: Schema.NullOr(Schema.String)
    })
  ),
  params: Schema.Record(Schema.String, Schema.UndefinedOr(Schema.String)),
  query: Schema.Unknown,
  from: Schema.String,
  key: Schema.optional(Schema.String),
  /** The requesting page. */
  client: Schema.optional(Schema.Unknown),
  /** The body as it was received. */
  body: Schema.optional(Schema.Unknown)
})

/** What another process asks for: a request's operation, or a procedure. */
const Asked = Schema.Union([
  Schema.Struct({ request: Request }),
  Schema.Struct({ procedure: Schema.String, argument: Schema.Unknown })
])

SchemaJITCompiler.enable(Asked.ast)

const decodeAsked = Schema.decodeUnknownResult(Asked)

/** What an owner answers to a request. */
interface Reply {
  readonly answer?: Omit<Route.Answer, "body" | "stream" | "pages"> & {
    readonly body: string
    /** Whether the body is bytes in base64. */
    readonly isBytes?: true
  }
  readonly problem?: Problem
  /** The owner, as a balancer calls it. */
  readonly node?: string | undefined
  readonly rate?: RateLimits.RateLimitResult | undefined
}

const shortPaths = new Map<string, ReadonlyArray<string>>([
  ["POST", [QuoteContract.create.path, PayoutContract.create.path]],
  ["GET", [QuoteContract.get.path, PayoutContract.get.path]]
])

const { callMsMax, longCallMsMax } = Limits.cluster

/** Runs an operation at the owner of its partition. */
export const forward =
  (peers: OtherNodes.OtherNodesService): Endpoints.Forward =>
  ({ route: { operation } }, context, { number, query }) => {
    const { method, path } = operation
    const isShort = shortPaths.get(method)?.includes(path) === true
    const isRead = method === "GET"
    context.node = undefined
    const { at, body, caller, client, from, id, key, params } = context
    const named = caller && { id: caller.id, kind: caller.kind, accountId: caller.accountId }
    const sent = { id, at, caller: named, params, from, key, client, body }
    const request = { ...sent, method, path, query }
    return Effect.flatMap(
      peers.call({
        partition: number,
        message: { request },
        isShort,
        msMax: isShort || isRead ? callMsMax : longCallMsMax
      }),
      (reply): Route.Reply => {
        // The same program of another process made it.
        const { answer, node, problem, rate } = reply as Reply
        context.node = node
        if (rate !== undefined) context.rate = rate
        if (problem !== undefined) return Effect.fail({ _tag: "ByOwner", problem })
        if (answer === undefined) return Effect.die(new Error("An answer is empty"))
        const { body, isBytes, ...others } = answer
        return Effect.succeed({ ...others, body: isBytes ? Buffer.from(body, "base64") : body })
      }
    )
  }

/** What an owner needs to answer. */
interface Owner {
  readonly admit: Admission.Admit
  readonly partitions: Partitions.PartitionsService
  readonly table: Endpoints.Table
  readonly nodeName: string | undefined
  readonly changes: ChangeStream.ChangeStream
}

const replyOf = ({ body, pages: _, stream: __, ...others }: Route.Answer): Reply =>
  typeof body === "string"
    ? { answer: { ...others, body } }
    : { answer: { ...others, body: Buffer.from(body).toString("base64"), isBytes: true } }

/** The reply to a request that failed; a defect is logged where it happened. */
const failedReply = (
  { id }: typeof Request.Type,
  cause: Cause.Cause<Rejection>
): Effect.Effect<Reply> => {
  const rejection = Option.getOrUndefined(Cause.findErrorOption(cause))
  if (rejection !== undefined) return Effect.succeed({ problem: Problems.of(rejection) })
  return Effect.logError("A request failed", cause).pipe(
    Effect.annotateLogs({ request_id: id }),
    Effect.as({ problem: Problems.defect })
  )
}

/** Runs the operation of a request that another process took. */
const runRequest = (
  { admit, nodeName, partitions, table }: Owner,
  number: number,
  request: typeof Request.Type
): Effect.Effect<unknown> => {
  const endpoint = table.get(`${request.method} ${request.path}`)
  const running = partitions.at(number)
  // A route that this process does not have, or that each process runs itself, is one of another
  // version.
  if (
    endpoint === undefined ||
    running === undefined ||
    endpoint.route.operation.location === "here"
  ) {
    return Effect.succeed(OtherNodes.moved)
  }
  // A process that stood still may answer from a log that another one writes by now.
  if (!partitions.isCurrent()) return Effect.succeed(OtherNodes.moved)
  const { operation } = endpoint.route
  const { at, caller, from, id, key, params, query } = request
  const { rate, refusal } = admit.checkForwarded(operation, { at, caller })
  const node = operation.location === "account" ? nodeName : undefined
  const replied = (reply: Reply): Reply => ({ ...reply, node, rate })
  if (refusal !== undefined) return Effect.succeed(replied({ problem: Problems.of(refusal) }))
  const own: RequestContext.Request = {
    ...{ id, at, caller, params, query, from, key },
    // The same program sent them, as it made them of a head and a body.
    client: request.client as RequestContext.Request["client"],
    body: request.body as RequestContext.ReceivedBody | undefined,
    ...{ payload: undefined, accountId: "", command: undefined, raw: undefined },
    ...{ engine: undefined, ids: undefined }
  }
  const run = { running, isDivided: Endpoints.isDivided(partitions, operation), mayRepeat: true }
  const here = Effect.suspend(() => Endpoints.runHere(partitions, endpoint, own, run)).pipe(
    Effect.map(replyOf),
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause) ? Effect.interrupt : failedReply(request, cause)
    ),
    Effect.map(replied)
  )
  return Effect.catchTag(partitions.whileRunning(number, here), "Moved", () =>
    Effect.succeed(OtherNodes.moved)
  )
}

/** Runs a procedure; its failure is the caller's to see as unavailable. */
const runProcedure = (
  { partitions }: Owner,
  number: number,
  name: string,
  argument: unknown
): Effect.Effect<unknown> => {
  const procedure = Procedures.find(name)
  const running = partitions.at(number)
  if (procedure === undefined || running === undefined) return Effect.succeed(OtherNodes.moved)
  const here = Effect.match(procedure.run(running.engine, argument), {
    onFailure: ({ message }) => ({ unavailable: message }),
    onSuccess: (value) => ({ value })
  })
  return Effect.catchTag(partitions.whileRunning(number, here), "Moved", () =>
    Effect.succeed<unknown>(OtherNodes.moved)
  )
}

/** Answers what other processes ask of the partitions that this one runs. */
export const receiver = (owner: Owner): OtherNodes.Receiver => ({
  answer: (number, message) => {
    const asked = decodeAsked(message)
    if (Result.isFailure(asked)) return Effect.die(asked.failure)
    return "request" in asked.success
      ? runRequest(owner, number, asked.success.request)
      : runProcedure(owner, number, asked.success.procedure, asked.success.argument)
  },
  changes: owner.changes.of
})
