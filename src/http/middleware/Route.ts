/** One route: an operation of the contract, and what answers it. */
import type { Effect, Stream as EffectStream, Result, Schema } from "effect"
import type * as Engine from "../../engine/Engine.ts"
import type * as Identity from "../../engine/ports/Identity.ts"
import type * as IdGenerator from "../../engine/ports/IdGenerator.ts"
import type { Unavailable } from "../../engine/ports/Unavailable.ts"
import type * as Operation from "../contract/Operation.ts"
import type { FieldError, Refusal, Rejection } from "../contract/Rejection.ts"
import type * as RequestContext from "./RequestContext.ts"

/** Takes texts as they come, until it is closed. */
export interface Sink {
  /** `false`: the reader has left too much unread, and is cut off. */
  readonly write: (text: string) => boolean
  readonly end: () => void
}

/** Begins to write; what it gives is called when the reader has left. */
export type Stream = (sink: Sink) => () => void

/** A body that is made while it is written: each page once its reader has taken the one before. */
export interface Pages {
  /** One that fails cuts the connection: what was written must not look like the whole. */
  readonly texts: EffectStream.Stream<string, Unavailable>
  /**
   * Called when the writing begins, with what cuts the connection; what it gives is called once the
   * connection is done with the answer.
   */
  readonly begun: (cut: () => void) => () => void
}

/** A request to an operation that runs in the process that took it, typed by its contract. */
interface OwnRequest<Params, Query, Payload>
  extends Pick<RequestContext.Request, "at" | "caller" | "accountId" | "body"> {
  readonly params: Params
  readonly query: Query
  readonly payload: Payload
  /** Who sent it, and what makes a retry of it a retry. */
  readonly command: Engine.CommandContext
  /** The requesting page; of operations of the dashboard. */
  readonly client: Identity.Client
}

/** A request to an operation, in the partition that runs it. */
export interface Request<Params, Query, Payload> extends OwnRequest<Params, Query, Payload> {
  readonly engine: Engine.EngineService
  /** Ids that lead to the partition. */
  readonly ids: IdGenerator.Source
}

/** Status and exact body. */
export interface Json {
  readonly status: number
  readonly body: string
}

/** Status and exact body; bytes where many share one. `contentType`: default JSON. */
export interface Answer {
  readonly status: number
  readonly body: string | Uint8Array
  readonly replayed?: boolean
  readonly contentType?: string
  /** Names and values in turn. */
  readonly headers?: ReadonlyArray<string>
  /** In place of a body: what is written as it happens. */
  readonly stream?: Stream
  /** In place of a body: of routes in the process that takes the request. */
  readonly pages?: Pages
}

export type Handled = Effect.Effect<Answer, Rejection>

/** Answers of several partitions that become one. */
export interface Gathered {
  /** The query that each of them gets in the place of the request's. */
  readonly ask: (query: unknown) => Result.Result<unknown, Rejection>
  /** One answer, from the bodies of theirs. */
  readonly merge: (query: unknown, bodies: ReadonlyArray<string>) => Answer
}

/** An operation, and what answers it. */
export interface Route {
  readonly operation: Operation.Any
  /** Decoder of its body; `undefined`: it takes none. */
  readonly payload: Schema.Top | undefined
  readonly rules: Rules | undefined
  /** Whether its rows may come as a CSV file in a form. */
  readonly takesUpload: boolean
  /** Whether it takes the request as it came, for a signature over its bytes. */
  readonly takesBytes: boolean
  /** Why a request is refused before its body is read. */
  readonly before: Before | undefined
  /** Route of an operation that runs in all partitions. */
  readonly gathered: Gathered | undefined
  readonly handle: (request: Request<never, never, never>) => Handled
}

/** What a body as it came breaks of the rules that join several of its fields. */
export type Rules = (body: Readonly<Record<string, unknown>>) => ReadonlyArray<FieldError>

/** Looks at the parameters of a path. */
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

/** A request as it came, to a route that decodes nothing of it. */
export interface RawRequest {
  readonly raw: RequestContext.Raw
}

const route = (
  operation: Operation.Any,
  handle: unknown,
  payload: Schema.Top | undefined,
  { before, rules, takesUpload }: Options = {}
): Route => ({
  ...{ operation, payload, rules, before, gathered: undefined },
  takesUpload: takesUpload === true,
  takesBytes: false,
  // The makers below type the request by the schemas that decode its fields.
  handle: handle as Route["handle"]
})

/** A route in a partition. */
export const make = <Params, Query, Payload, Success>(
  operation: Operation.Operation<Params, Query, Payload, Success, Operation.InPartition>,
  handle: (request: Request<Params, Query, Payload>) => Handled,
  options?: Options
): Route => route(operation, handle, operation.payload, options)

/** A route in all partitions, whose responses become one. */
export const gathered = <Params, Query, Payload, Success>(
  operation: Operation.Operation<Params, Query, Payload, Success, "all">,
  gathered: Gathered,
  handle: (request: Request<Params, Query, Payload>) => Handled
): Route => ({ ...route(operation, handle, operation.payload), gathered })

/** A route in the process that takes the request. */
export const here = <Params, Query, Payload, Success>(
  operation: Operation.Operation<Params, Query, Payload, Success, "here">,
  handle: (request: OwnRequest<Params, Query, Payload>) => Handled
): Route => route(operation, handle, operation.payload)

/**
 * A route whose handler checks rows one by one, so that every bad row is named: `payload` is
 * decoded in place of the contract's schema.
 */
export const ofRows = <Params, Query, Success, P>(
  operation: Operation.Operation<Params, Query, unknown, Success, Operation.InPartition>,
  payload: Schema.Codec<P, unknown>,
  handle: (request: Request<Params, Query, P>) => Handled,
  options?: Options
): Route => route(operation, handle, payload, options)

/** A route that takes the request as it came, in the process that took it. */
export const ofBytes = (
  operation: Operation.Any & { readonly location: "here" },
  handle: (request: RawRequest) => Handled,
  before?: Before
): Route => ({
  ...route(operation, handle, undefined, before === undefined ? {} : { before }),
  takesBytes: true
})

/** The response of an operation: the status and the type of its body are the contract's. */
export const answer = <Success>(
  { status }: Operation.Answered<Success>,
  value: NoInfer<Success>
): Json => ({ status, body: JSON.stringify(value) })

/** A body of JSON whose type no contract gives. */
export const json = (status: number, value: unknown): Json => ({
  status,
  body: JSON.stringify(value)
})
