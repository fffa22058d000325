/** One route: an endpoint of the contract, who may call it, and what answers. */
import type { Effect, Stream as EffectStream, Result, Schema } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import type * as Role from "../../domain/account/Role.ts"
import type * as Engine from "../../engine/Engine.ts"
import type * as Identity from "../../engine/ports/Identity.ts"
import type { Unavailable } from "../../engine/ports/Unavailable.ts"
import type * as Answers from "../Answers.ts"
import type * as Problems from "../Problems.ts"
import type * as Authorization from "./Authorization.ts"
import type { Scheme } from "./ClientAddress.ts"
import type * as RateLimits from "./RateLimits.ts"

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

export interface Call<Params, Query, Payload> {
  readonly params: Params
  readonly query: Query
  readonly payload: Payload
  /** When the request was taken, milliseconds. */
  readonly at: number
  /** The caller's account; empty where none is needed. */
  readonly accountId: string
  /** The request's origin; of the dashboard's routes. */
  readonly client: Identity.Client
  /** What reading the body found wrong with parts of it, for a route that names all at once. */
  readonly found: ReadonlyArray<Problems.FieldError>
  /** Who sent it, and what makes a retry of it a retry. */
  readonly request: Engine.CommandContext
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

export type Handled = Effect.Effect<Answer, Problems.Rejection>

/** What a route needs of an endpoint of the contract. */
export interface Endpoint {
  readonly method: string
  readonly path: string
  readonly query: Schema.Top | undefined
  readonly payload: HttpApiEndpoint.PayloadMap
  readonly "~Params": unknown
  readonly "~Query": unknown
  readonly "~Payload": unknown
}

/** Answers of several partitions that become one. */
export interface Gathered {
  /** The query that each of them gets in the place of the request's. */
  readonly ask: (query: unknown) => Result.Result<unknown, Problems.Rejection>
  /** One answer, from the bodies of theirs. */
  readonly merge: (query: unknown, bodies: ReadonlyArray<string>) => Answer
}

/**
 * Which sessions must have been proven lately: `fresh` all, and `second_factor` those of people who
 * have one, where others give the password with the request.
 */
type Proof = "none" | "fresh" | "second_factor"

/** Where an operation runs. */
export type Runs =
  /** In the process that takes the request. */
  | { readonly _tag: "Here" }
  /** In the first partition, which has accounts, keys and users. */
  | { readonly _tag: "Directory" }
  /** That of the caller's account. */
  | { readonly _tag: "Account" }
  /** That of the payout, batch or delivery that `id` in the path names. */
  | { readonly _tag: "Subject" }
  /** Each; of one account its own and the directory's, which has a part of some lists. */
  | ({ readonly _tag: "Gathered" } & Gathered)

export interface Route {
  readonly method: string
  readonly path: string
  readonly access: Authorization.Access
  /** What its caller must be allowed to do. */
  readonly needs: Role.Permission
  /** The part of the API that it belongs to, for keys confined to parts. */
  readonly area: Role.Area | undefined
  /** Called by the dashboard. */
  readonly isPages: boolean
  /** For people alone: no key opens it. */
  readonly isPrivate: boolean
  readonly proof: Proof
  readonly limit: RateLimits.Class
  readonly query: Schema.Top | undefined
  readonly payload: Schema.Top | undefined
  /** The contract's body, where `payload` replaces it. */
  readonly contract: Schema.Top | undefined
  readonly rules: Rules | undefined
  /** Whether its rows may come as a CSV file in a form. */
  readonly takesUpload: boolean
  /** Whether it takes the request as it came, for a signature over its bytes. */
  readonly takesBytes: boolean
  /** Why a request is refused before its body is read. */
  readonly before: Before | undefined
  readonly runs: Runs
  readonly handle: (call: Call<never, never, never>) => Handled
}

/** What a body as it came breaks of the rules that join several of its fields. */
export type Rules = (body: Readonly<Record<string, unknown>>) => ReadonlyArray<Problems.FieldError>

/** Looks at the parameters of a path. */
export type Before = (
  params: Readonly<Record<string, string | undefined>>
) => Problems.Refusal | undefined

type TypeOf<S> = S extends { readonly Type: infer T } ? T : Record<never, never>

/** The call a handler of an endpoint gets, typed by its schemas. */
export type CallOf<E extends Endpoint> = Call<
  TypeOf<E["~Params"]>,
  TypeOf<E["~Query"]>,
  TypeOf<E["~Payload"]>
>

interface Options {
  readonly access: Authorization.Access
  /** Default: `read` where it only reads, else `write`. */
  readonly needs?: Role.Permission
  /** Default: none, so that keys confined to parts of the API do not open it. */
  readonly area?: Role.Area
  /** Of the page's routes: a key opens it too. */
  readonly isForKeys?: boolean
  /** Default: `none`. */
  readonly proof?: Proof
  readonly limit?: RateLimits.Class
  /** Default: the partition of the caller's account. */
  readonly runs?: Runs
  readonly rules?: Rules
  readonly takesUpload?: boolean
  readonly takesBytes?: boolean
  readonly before?: Before
}

/** A request as it came. Header names in lower case; `path` with its query. */
export interface Raw {
  readonly method: string
  readonly scheme: Scheme
  readonly authority: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** The call of a route that takes the request as it came. */
export interface RawCall extends Call<never, never, never> {
  readonly raw: Raw
}

const ofAccount: Runs = { _tag: "Account" }

/** The same route in the process that takes the request. */
export const here = (route: Route): Route => ({ ...route, runs: { _tag: "Here" } })

/** The same route in the directory's partition. */
export const inDirectory = (route: Route): Route => ({ ...route, runs: { _tag: "Directory" } })

/** A route whose operation concerns one payout, batch or delivery of any account. */
export const ofSubject: Runs = { _tag: "Subject" }

const pagesPath = "/dashboard/api/"

const bodyOf = (endpoint: Endpoint): Schema.Top | undefined =>
  [...endpoint.payload.values()][0]?.schemas[0]

/** The permission that a route needs by default. */
const usualNeed = ({ method }: Endpoint, { area }: Options): Role.Permission => {
  if (method === "GET") return "read"
  return area === "webhooks" ? "endpoints" : "write"
}

const route = (
  endpoint: Endpoint,
  options: Options,
  payload: Schema.Top | undefined,
  handle: unknown
): Route => ({
  method: endpoint.method,
  path: endpoint.path,
  access: options.access,
  needs: options.needs ?? usualNeed(endpoint, options),
  area: options.area,
  isPages: endpoint.path.startsWith(pagesPath),
  isPrivate: endpoint.path.startsWith(pagesPath) && options.isForKeys !== true,
  proof: options.proof ?? "none",
  limit: options.limit ?? "default",
  query: endpoint.query,
  payload,
  contract: bodyOf(endpoint),
  rules: options.rules,
  takesUpload: options.takesUpload ?? false,
  takesBytes: options.takesBytes ?? false,
  before: options.before,
  runs: options.runs ?? ofAccount,
  handle: handle as Route["handle"]
})

export const make = <E extends Endpoint>(
  endpoint: E,
  options: Options,
  handle: (call: CallOf<E>) => Handled
): Route => route(endpoint, options, bodyOf(endpoint), handle)

/**
 * A route whose handler checks rows one by one, so that every bad row is named: `payload` stands in
 * place of the contract's schema.
 */
export const ofRows = <E extends Endpoint, P>(
  endpoint: E,
  payload: Schema.Codec<P, unknown>,
  options: Options,
  handle: (call: Call<CallOf<E>["params"], CallOf<E>["query"], P>) => Handled
): Route => route(endpoint, options, payload, handle)

/** A route that takes the request as it came: nothing of it is decoded. */
export const ofBytes = (
  endpoint: Endpoint,
  options: Options,
  handle: (call: RawCall) => Handled
): Route => route(endpoint, { ...options, takesBytes: true }, undefined, handle)

export const ok = (value: unknown): Answers.Json => ({
  status: 200,
  body: JSON.stringify(value)
})

/** The answer to the removal of an object. */
export const deleted = ({ id }: { readonly id: string }): Answers.Json => ok({ id, deleted: true })

export const accepted = (value: unknown): Answers.Json => ({
  status: 202,
  body: JSON.stringify(value)
})

export const created = (value: unknown): Answers.Json => ({
  status: 201,
  body: JSON.stringify(value)
})
