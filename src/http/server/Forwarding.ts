/**
 * Forwards requests between nodes. The node that took a request admits it and sends it as received
 * to the owner of its partition, which decodes it and runs the operation. The response comes back
 * whole, or as the problem that the owner made of a rejection.
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
  /** The body as received. */
  body: Schema.optional(Schema.Unknown)
})

/** A message from another node: a request's operation, or a procedure. */
const Message = Schema.Union([
  Schema.Struct({ request: Request }),
  Schema.Struct({ procedure: Schema.String, argument: Schema.Unknown })
])

SchemaJITCompiler.enable(Message.ast)

const decodeMessage = Schema.decodeUnknownResult(Message)

/** An owner's reply to a request. */
interface Reply {
  readonly answer?: Omit<Route.Answer, "body" | "stream" | "pages"> & {
    readonly body: string
    /** True if the body is bytes in base64. */
    readonly isBytes?: true
  }
  readonly problem?: Problem
  /** The owner's name at the balancer. */
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
    const callerFields = caller && { id: caller.id, kind: caller.kind, accountId: caller.accountId }
    const fields = { id, at, caller: callerFields, params, from, key, client, body }
    const request = { ...fields, method, path, query }
    return Effect.flatMap(
      peers.call({
        partition: number,
        message: { request },
        isShort,
        msMax: isShort || isRead ? callMsMax : longCallMsMax
      }),
      (reply): Route.Reply => {
        // This program, on another node, made the reply.
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

/** Dependencies of an owner's replies. */
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

/** Runs the operation of a request that another node took. */
const runRequest = (
  { admit, nodeName, partitions, table }: Owner,
  number: number,
  request: typeof Request.Type
): Effect.Effect<unknown> => {
  const endpoint = table.get(`${request.method} ${request.path}`)
  const running = partitions.at(number)
  // A route that this node does not have, or that each node runs itself, comes from another
  // version.
  if (
    endpoint === undefined ||
    running === undefined ||
    endpoint.route.operation.location === "here"
  ) {
    return Effect.succeed(OtherNodes.moved)
  }
  // A node that was suspended may reply from a log that another node writes by now.
  if (!partitions.isCurrent()) return Effect.succeed(OtherNodes.moved)
  const { operation } = endpoint.route
  const { at, caller, from, id, key, params, query } = request
  const { rate, refusal } = admit.checkForwarded(operation, { at, caller })
  const node = operation.location === "account" ? nodeName : undefined
  const withNode = (reply: Reply): Reply => ({ ...reply, node, rate })
  if (refusal !== undefined) return Effect.succeed(withNode({ problem: Problems.of(refusal) }))
  const own: RequestContext.Request = {
    ...{ id, at, caller, params, query, from, key },
    // This program, on another node, made these fields from a head and a body.
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
    Effect.map(withNode)
  )
  return Effect.catchTag(partitions.whileRunning(number, here), "Moved", () =>
    Effect.succeed(OtherNodes.moved)
  )
}

/** Runs a procedure. Its caller sees a failure as unavailable. */
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

/** Answers messages of other nodes to the partitions that this node runs. */
export const receiver = (owner: Owner): OtherNodes.Receiver => ({
  answer: (number, message) => {
    const decoded = decodeMessage(message)
    if (Result.isFailure(decoded)) return Effect.die(decoded.failure)
    return "request" in decoded.success
      ? runRequest(owner, number, decoded.success.request)
      : runProcedure(owner, number, decoded.success.procedure, decoded.success.argument)
  },
  changes: owner.changes.of
})
