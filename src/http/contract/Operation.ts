/**
 * An operation of the API: its path, input, output, callers and location. This one value decodes
 * requests, types responses and generates documents.
 */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import type * as Role from "../../domain/account/Role.ts"
import type * as Errors from "./Errors.ts"
import * as Example from "./Example.ts"
import * as Fields from "./Fields.ts"

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/**
 * Permitted callers: anybody; an account's API key, or a member of its team; an operator's key, or a
 * member of the staff; a user alone, for their own profile.
 */
export type Audience = "public" | "account" | "admin" | "person"

/**
 * Each class has separate windows. Probes are never counted: behind a proxy all anonymous callers
 * share one address, and a flood of requests must not make a supervisor restart the process.
 */
export type RateClass =
  | "default"
  | "quotes"
  | "bulk"
  | "callback"
  /** Requests with a missing or bad key, and data that is not HTTP. */
  | "refused"
  | "probe"
  /** Users of the dashboard, which reloads after every change. */
  | "dashboard"
  /** Sign-in attempts: each may be a guess at a secret. */
  | "signIn"

/** Callers that an operation admits, and their rate limits. */
interface AccessSpec {
  readonly by: Audience
  /** The area of the API. Keys limited to an area cannot call operations without one. */
  readonly area?: Role.Area
  /** Default: `read` for GET, `endpoints` in the webhooks area, otherwise `write`. */
  readonly needs?: Role.Permission
  /**
   * Sessions that need a recent proof. `fresh`: all sessions, for actions that move money, issue
   * keys or assign roles. `second_factor`: sessions of users with a second factor, for changes to
   * it.
   */
  readonly proof?: "fresh" | "second_factor"
  /** The window in which a request is counted. */
  readonly limit?: RateClass
  /**
   * True if an API key may call an operation of the dashboard. The first member of the staff is
   * invited with an operator's key.
   */
  readonly isForKeys?: true
}

export interface Access {
  readonly by: Audience
  readonly area: Role.Area | undefined
  readonly needs: Role.Permission
  readonly proof: "none" | "fresh" | "second_factor"
  readonly limit: RateClass
  /** True if the path is one of the dashboard's. */
  readonly isForDashboard: boolean
  /** True if no API key may call the operation. */
  readonly isPrivate: boolean
}

/**
 * Location of an operation: the node that takes the request; the first partition, which has
 * accounts, keys and users; the partition of the caller's account; the partition of the payout,
 * batch or delivery that `id` in the path names; or all partitions, whose responses are merged.
 */
type Location = "here" | "directory" | "account" | "subject" | "all"

/** Locations in one partition. */
export type PartitionLocation = Exclude<Location, "here" | "all">

interface Spec<Query, Payload, Success, At extends Location> {
  /** Default: none, for operations that the documents do not show. */
  readonly summary?: string
  /** Description in Markdown. */
  readonly description?: string
  readonly access: AccessSpec
  /** Default: `account`. */
  readonly location?: At
  readonly query?: Query
  readonly payload?: Payload
  readonly success: Success
  /** Status of a success. Default: 200. */
  readonly status?: 201 | 202
  /** Default: the errors of a reading, writing or public operation. */
  readonly errors?: ReadonlyArray<Schema.Top>
  /** Codes of 404, for objects that the path or the body names. Default: `NOT_FOUND`. */
  readonly missing?: ReadonlyArray<Errors.Code>
  /** Codes of 409. Default: a used key of a POST, and a state that forbids the operation. */
  readonly conflicts?: ReadonlyArray<Errors.Code>
  readonly example?: Example.Example
}

type ParameterOf<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type TypeOf<S> = S extends Schema.Top
  ? S["Type"]
  : S extends Schema.Struct.Fields
    ? Schema.Struct.Type<S>
    : Record<never, never>

/** The JSON of a schema's value. A field that may be absent may be `undefined`, which JSON drops. */
export type Json<T> =
  T extends ReadonlyArray<infer Item>
    ? ReadonlyArray<Json<Item>>
    : T extends object
      ? {
          readonly [Key in keyof T]:
            | Json<T[Key]>
            | (object extends Pick<T, Key> ? undefined : never)
        }
      : T

/** An operation without its types. */
export interface Any {
  readonly method: Method
  readonly path: string
  readonly access: Access
  readonly location: Location
  /** Status of a success. */
  readonly status: number
  readonly query: Schema.Top | undefined
  readonly payload: Schema.Top | undefined
  readonly missing: ReadonlyArray<Errors.Code>
  readonly conflicts: ReadonlyArray<Errors.Code>
  /** For the documents. */
  readonly endpoint: HttpApiEndpoint.Top
}

export interface Operation<Params, Query, Payload, Success, At extends Location = Location>
  extends Any {
  readonly location: At
  readonly "~Params": Params
  readonly "~Query": Query
  readonly "~Payload": Payload
  readonly "~Success": Success
}

/** The JSON of an operation's success. */
export type SuccessOf<O> =
  O extends Operation<infer _Params, infer _Query, infer _Payload, infer Success> ? Success : never

/** The parts of an operation that shape its response. */
export type ResponseContract<Success> = Pick<
  Operation<unknown, unknown, unknown, Success>,
  "status" | "~Success"
>

const dashboardPath = "/dashboard/api/"

const accessOf = (method: Method, path: string, spec: AccessSpec): Access => {
  const { area, by, limit = "default", proof = "none" } = spec
  const writing = area === "webhooks" ? "endpoints" : "write"
  const isForDashboard = path.startsWith(dashboardPath)
  return {
    ...{ by, area, proof, limit, isForDashboard },
    needs: spec.needs ?? (method === "GET" ? "read" : writing),
    isPrivate: isForDashboard && spec.isForKeys !== true
  }
}

const errorsOf = (method: Method, { by }: AccessSpec): ReadonlyArray<Schema.Top> => {
  if (method !== "GET") return Fields.writeErrors
  return by === "public" ? Fields.publicErrors : Fields.readErrors
}

const conflictsOf = (method: Method): ReadonlyArray<Errors.Code> =>
  method === "POST" ? ["DUPLICATE_IDEMPOTENCY_KEY", "INVALID_STATE"] : ["INVALID_STATE"]

const parameters = (path: string): Record<string, Schema.Top> | undefined => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name)
  return names.length === 0
    ? undefined
    : Object.fromEntries(names.map((name) => [name, Schema.String]))
}

const endpointOf = (
  method: Method,
  id: string,
  path: string,
  spec: Spec<Schema.Struct.Fields | undefined, Schema.Top | undefined, Schema.Top, Location>
): HttpApiEndpoint.Top => {
  const { description, errors, example, payload, query, status, success, summary } = spec
  // `make` infers its types from literal endpoints; here the schemas are values.
  const endpoint: HttpApiEndpoint.Top = HttpApiEndpoint.make(method)(id, path as never, {
    ...({ params: parameters(path), query, payload } as object),
    success: status === undefined ? success : success.pipe(HttpApiSchema.status(status)),
    error: errors ?? errorsOf(method, spec.access)
  }) as never
  const withTexts = endpoint.annotateMerge(
    OpenApi.annotations({
      ...(summary === undefined ? {} : { summary }),
      ...(description === undefined ? {} : { description })
    })
  )
  return example === undefined
    ? withTexts
    : withTexts.annotate(OpenApi.Transform, Example.of(example))
}

const of =
  (method: Method) =>
  <
    const Path extends string,
    Success extends Schema.Top,
    const Query extends Schema.Struct.Fields | undefined = undefined,
    Payload extends Schema.Top | undefined = undefined,
    const At extends Location = "account"
  >(
    id: string,
    path: Path,
    spec: Spec<Query, Payload, Success, At>
  ): Operation<
    { readonly [Name in ParameterOf<Path>]: string },
    TypeOf<Query>,
    TypeOf<Payload>,
    Json<Success["Encoded"]>,
    At
  > => {
    const endpoint = endpointOf(method, id, path, spec)
    const operation: Any = {
      ...{ method, path, endpoint },
      access: accessOf(method, path, spec.access),
      location: spec.location ?? "account",
      status: spec.status ?? 200,
      missing: spec.missing ?? ["NOT_FOUND"],
      conflicts: spec.conflicts ?? conflictsOf(method),
      query: endpoint.query,
      payload: spec.payload
    }
    // The types that begin with a tilde have no value.
    return operation as never
  }

export const get = of("GET")
export const post = of("POST")
export const put = of("PUT")
export const patch = of("PATCH")
const remove = of("DELETE")

export { remove as delete }

/** A body that is not JSON. */
export const text = (contentType: string) =>
  Schema.String.pipe(HttpApiSchema.asText({ contentType }))

/** The schema of an error's body. */
export const withStatus = (schema: Schema.Top, status: number): Schema.Top =>
  schema.pipe(HttpApiSchema.status(status))

/** Operations that the documents show together. */
export interface Group {
  readonly name: string
  readonly description?: string
  readonly operations: ReadonlyArray<Any>
}

export const group = (spec: Group): Group => spec

const groupOf = ({ description, name, operations }: Group): HttpApiGroup.Top => {
  const [first, ...others] = operations.map(({ endpoint }) => endpoint)
  if (first === undefined) throw new Error(`${name} has no operation`)
  const group: HttpApiGroup.Top = HttpApiGroup.make(name).add(first, ...others)
  return description === undefined ? group : group.annotate(OpenApi.Description, description)
}

/** The contract of groups, for the documents. */
export const apiOf = (name: string, groups: ReadonlyArray<Group>): HttpApi.Top => {
  const [first, ...others] = groups.map(groupOf)
  if (first === undefined) throw new Error(`${name} has no operation`)
  return HttpApi.make(name).add(first, ...others)
}
