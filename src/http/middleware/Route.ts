/** A route: an operation of the contract and its handler. */
import type { Effect, Stream as EffectStream, Result, Schema } from "effect"
import type * as Engine from "../../engine/Engine.ts"
import type * as Identity from "../../engine/ports/Identity.ts"
import type * as IdGenerator from "../../engine/ports/IdGenerator.ts"
import type { Unavailable } from "../../engine/ports/Unavailable.ts"
import type * as JsonText from "../contract/JsonText.ts"
import type * as Operation from "../contract/Operation.ts"
import type { FieldError, Refusal, Rejection } from "../contract/Rejection.ts"
import type * as RequestContext from "./RequestContext.ts"

/** Receives texts as they are written, until it is closed. */
export interface Sink {
  /** Writes a text; `false` if the reader has left too many bytes unread and is cut off. */
  readonly write: (text: string) => boolean
  readonly end: () => void
}

/** Begins to write. The returned function is called when the reader has left. */
export type Stream = (sink: Sink) => () => void

/**
 * A body that is made while it is written: each page after its reader has taken the previous one.
 */
export interface Pages {
  /**
   * A page that fails cuts the connection: the part that was written must not look like the whole.
   */
  readonly texts: EffectStream.Stream<string, Unavailable>
  /**
   * Called when the writing begins, with a function that cuts the connection. The returned function
   * is called once the connection is done with the response.
   */
  readonly onBegin: (cut: () => void) => () => void
}

/** A request to an operation that runs on the node that took it, typed by its contract. */
interface LocalRequest<Params, Query, Payload>
  extends Pick<RequestContext.Request, "at" | "caller" | "accountId" | "body"> {
  readonly params: Params
  readonly query: Query
  readonly payload: Payload
  /** The caller, and the idempotency of the request. */
  readonly command: Engine.CommandContext
  /** The requesting page, in operations of the dashboard. */
  readonly client: Identity.Client
}

/** A request to an operation, in the partition that runs it. */
export interface Request<Params, Query, Payload> extends LocalRequest<Params, Query, Payload> {
  readonly engine: Engine.EngineService
  /** Generates ids that carry the partition's number. */
  readonly ids: IdGenerator.Source
}

/** Status and exact body. */
export interface Json {
  readonly status: number
  readonly body: string
}

/** Status and exact body; bytes if many responses share one. `contentType` defaults to JSON. */
export interface Answer {
  readonly status: number
  readonly body: string | Uint8Array
  readonly replayed?: boolean
  readonly contentType?: string
  /** Alternating names and values. */
  readonly headers?: ReadonlyArray<string>
  /** In place of a body: texts that are written as events happen. */
  readonly stream?: Stream
  /** In place of a body: pages, in routes on the node that takes the request. */
  readonly pages?: Pages
}

export type Reply = Effect.Effect<Answer, Rejection>

/** Merges the responses of several partitions. */
export interface Gathering {
  /** The query that each partition gets in place of the request's. */
  readonly ask: (query: unknown) => Result.Result<unknown, Rejection>
  /** The response, merged from the partitions' bodies. */
  readonly merge: (query: unknown, bodies: ReadonlyArray<string>) => Answer
}

/** An operation and its handler. */
export interface Route {
  readonly operation: Operation.Any
  /** Decoder of the body; `undefined` if the operation takes none. */
  readonly payload: Schema.Top | undefined
  readonly rules: Rules | undefined
  /** True if the rows may come as a CSV file in a form. */
  readonly takesUpload: boolean
  /** True if the handler takes the request as received, for a signature over its bytes. */
  readonly takesBytes: boolean
  /** Refuses a request before its body is read. */
  readonly before: Before | undefined
  /** Present if the operation runs in all partitions. */
  readonly gathering: Gathering | undefined
  readonly handle: (request: Request<never, never, never>) => Reply
}

/**
 * Checks the rules that join several fields of a received body, or need the time of the request.
 * `at` in milliseconds.
 */
export type Rules = (
  body: Readonly<Record<string, unknown>>,
  at: number
) => ReadonlyArray<FieldError>

/** Checks the parameters of a path. */
export type Before = (params: Readonly<Record<string, string | undefined>>) => Refusal | undefined

/** The request that the operation gets, typed by its contract. */
export type RequestOf<O> =
  O extends Operation.Operation<infer Params, infer Query, infer Payload, infer _Success>
    ? Request<Params, Query, Payload>
    : never

interface Options {
  readonly rules?: Rules
  readonly takesUpload?: true
  readonly before?: Before
}

/** A request as received, for a route that decodes nothing of it. */
export interface RawRequest {
  readonly raw: RequestContext.Raw
}

const route = (
  operation: Operation.Any,
  handle: unknown,
  payload: Schema.Top | undefined,
  { before, rules, takesUpload }: Options = {}
): Route => ({
  ...{ operation, payload, rules, before, gathering: undefined },
  takesUpload: takesUpload === true,
  takesBytes: false,
  // The makers below type the request by the schemas that decode its fields.
  handle: handle as Route["handle"]
})

/** A route in a partition. */
export const make = <Params, Query, Payload, Success>(
  operation: Operation.Operation<Params, Query, Payload, Success, Operation.PartitionLocation>,
  handle: (request: Request<Params, Query, Payload>) => Reply,
  options?: Options
): Route => route(operation, handle, operation.payload, options)

/** A route in all partitions, whose responses are merged. */
export const gathered = <Params, Query, Payload, Success>(
  operation: Operation.Operation<Params, Query, Payload, Success, "all">,
  gathering: Gathering,
  handle: (request: Request<Params, Query, Payload>) => Reply
): Route => ({ ...route(operation, handle, operation.payload), gathering })

/** A route on the node that takes the request. */
export const here = <Params, Query, Payload, Success>(
  operation: Operation.Operation<Params, Query, Payload, Success, "here">,
  handle: (request: LocalRequest<Params, Query, Payload>) => Reply
): Route => route(operation, handle, operation.payload)

/**
 * A route whose handler checks rows one by one, so that every bad row is named. `payload` replaces
 * the contract's schema.
 */
export const ofRows = <Params, Query, Success, P>(
  operation: Operation.Operation<Params, Query, unknown, Success, Operation.PartitionLocation>,
  payload: Schema.Codec<P, unknown>,
  handle: (request: Request<Params, Query, P>) => Reply,
  options?: Options
): Route => route(operation, handle, payload, options)

/** A route that takes the request as received, on the node that took it. */
export const ofBytes = (
  operation: Operation.Any & { readonly location: "here" },
  handle: (request: RawRequest) => Reply,
  before?: Before
): Route => ({
  ...route(operation, handle, undefined, before === undefined ? {} : { before }),
  takesBytes: true
})

/** The response of an operation. The contract has its status and the type of its body. */
export const answer = <Success>(
  { status }: Operation.ResponseContract<Success>,
  value: NoInfer<Success>
): Json => ({ status, body: JSON.stringify(value) })

/** The response of an operation, whose body is a text already. */
export const answerText = <Success>(
  { status }: Operation.ResponseContract<Success>,
  body: JsonText.JsonText<NoInfer<Success>>
): Json => ({ status, body })

/** A JSON response whose type is in no contract. */
export const json = (status: number, value: unknown): Json => ({
  status,
  body: JSON.stringify(value)
})
