/**
 * Writes the client's code from the OpenAPI document: a type for each schema, body, query and
 * response, and a method for each operation. The path determines the method's name:
 *
 *   POST /v1/quotes                             quotes.create(body)
 *   GET  /v1/payouts                            payouts.list(query), payouts.all(query)
 *   GET  /v1/payouts/{id}                       payouts.get(id)
 *   GET  /v1/balance                            balance.get()
 *   GET  /v1/balance/statement                  balance.statement.get(query), …file(query)
 *   POST /v1/payouts/{id}/cancel                payouts.cancel(id)
 *   GET  /v1/webhooks/endpoints/{id}/deliveries webhooks.endpoints.deliveries.list(id, query)
 *   POST /admin/v1/accounts/{id}/api-keys       admin.accounts.apiKeys.create(id, body)
 */
import * as Types from "./ClientTypes.ts"

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Types.Schema }>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Types.Schema
}

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

export interface Document {
  readonly webhooks?: Readonly<
    Record<string, { readonly post?: { readonly requestBody?: Content } }>
  >
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Types.Schema>> }
}

/** An operation with its method and path. */
export interface Route extends Operation {
  readonly method: string
  readonly path: string
  /** `createPayout` */
  readonly name: string
}

/** Operations that are second paths of others, without a method. */
const aliases = ["createWebhook"]

const isParameter = (segment: string | undefined): boolean => segment?.startsWith("{") === true

/** A module's selection of operations, and its naming and import rules. */
export interface Part {
  readonly paths: RegExp
  /** Path segments that name no resource. */
  readonly silent: ReadonlyArray<string>
  /** The verb of a GET that returns all items of a list, without pages. */
  readonly unpaged: "get" | "list"
  /** The folder of the client's own modules. */
  readonly folder: string
}

/** The versioned API, without probes and documents (`/healthz`, …). */
export const versioned: Part = {
  paths: /^(\/admin)?\/v1\//,
  silent: ["v1"],
  unpaged: "list",
  folder: "."
}

/** The dashboard's own routes. */
export const dashboard: Part = {
  paths: /^\/dashboard\/api\//,
  silent: ["dashboard", "api"],
  unpaged: "get",
  folder: "../client"
}

const contentOf = (responses: Operation["responses"]) =>
  Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1].content

/** True if the response is JSON or empty. Streams and files have no method. */
const isJson = ({ responses }: Operation): boolean => {
  const content = contentOf(responses)
  return content === undefined || "application/json" in content
}

export const routesOf = (document: Document, { paths }: Part): ReadonlyArray<Route> =>
  Object.entries(document.paths)
    .filter(([path]) => paths.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const name = operation.operationId.split(".").at(-1) ?? operation.operationId
        return { ...operation, name, path, method: method.toUpperCase() }
      })
    )
    .filter((route) => !aliases.includes(route.name) && isJson(route))

export const success = ({ responses }: Operation): Types.Schema =>
  contentOf(responses)?.["application/json"]?.schema ?? {}

const listFields = ["data", "limit", "offset", "total"]

/** The schema of a list's items; `undefined` if the schema is no list. */
export const itemOf = (schema: Types.Schema): Types.Schema | undefined =>
  Object.keys(schema.properties ?? {})
    .filter((name) => name !== "next_cursor")
    .sort()
    .join() === listFields.join()
    ? schema.properties?.data?.items
    : undefined

/** True if a response has the items of a list. It can have other fields as well. */
const hasItems = (document: Document, schema: Types.Schema): boolean => {
  const name = Types.refName(schema)
  const named = name === undefined ? schema : document.components.schemas[name]
  return named?.properties?.data !== undefined
}

/** The verb of a GET whose path ends with a resource. */
const readingVerb = (document: Document, { unpaged }: Part, route: Route): "get" | "list" => {
  const answer = success(route)
  if (itemOf(answer) !== undefined) return "list"
  return hasItems(document, answer) ? unpaged : "get"
}

/** A method's resources and verb, such as `["webhooks", "endpoints"]` and `rotateSecret`. */
export const methodPathOf = (document: Document, part: Part, route: Route) => {
  const { silent } = part
  const { method, path } = route
  const segments = path.split("/").filter((segment) => segment !== "" && !silent.includes(segment))
  const last = segments.at(-1)
  const names = segments.filter((segment) => !isParameter(segment)).map(Types.camel)
  if (isParameter(last)) {
    const verbs: Readonly<Record<string, string>> = { GET: "get", DELETE: "delete" }
    return { names, verb: verbs[method] ?? "update" }
  }
  // The items of an object's collection may only have actions.
  const isOfObject = segments.some(isParameter)
  const isCollection =
    document.paths[path]?.get !== undefined ||
    Object.keys(document.paths).some(
      (other) => other.startsWith(`${path}/{`) && (isOfObject || other.endsWith("}"))
    )
  if (method === "GET") return { names, verb: readingVerb(document, part, route) }
  if (isCollection) return { names, verb: method === "POST" ? "create" : "update" }
  // An action without a resource is one of the user, such as signing in.
  return names.length === 1
    ? { names: ["access"], verb: route.name }
    : { names: names.slice(0, -1), verb: names.at(-1) ?? "" }
}

const withoutKey = (body: Types.Schema): Types.Schema => ({
  ...body,
  required: body.required?.filter((name) => name !== "idempotency_key") ?? []
})

/** The JSON body, with an optional key; `undefined` if it has no other field. */
export const bodyOf = ({ requestBody }: Route): Types.Schema | undefined => {
  const body = requestBody?.content?.["application/json"]?.schema
  if (body === undefined || Types.refName(body) !== undefined) return body
  const names = Object.keys(body.properties ?? {})
  return names.every((name) => name === "idempotency_key") ? undefined : withoutKey(body)
}

export const takesFile = ({ requestBody }: Route): boolean =>
  requestBody?.content?.["multipart/form-data"] !== undefined

/** Query parameters that are numbers, although the document describes them as text. */
const queryNumbers = ["limit", "offset"]

/** True if the response can be a file as well, in a `format` of the request. */
export const hasFile = ({ responses }: Operation): boolean =>
  Object.keys(contentOf(responses) ?? {}).length > 1

/** A format that is not JSON, which a request for a file must name. */
const fileFormat = ({ schema, ...format }: Parameter): Parameter => ({
  ...format,
  required: true,
  description: "Format of the file.",
  schema: { ...schema, enum: (schema.enum ?? []).filter((each) => each !== "json") }
})

/** The parameters of a request for JSON, or for a file. */
const parametersFor = (route: Route, isFile: boolean): ReadonlyArray<Parameter> => {
  const ofQuery = route.parameters.filter((each) => each.in === "query")
  if (!hasFile(route)) return ofQuery
  const format = ofQuery.filter(({ name }) => name === "format")
  const others = ofQuery.filter(({ name }) => name !== "format")
  return isFile ? [...others, ...format.map(fileFormat)] : others
}

export const queryOf = (route: Route, isFile = false): Types.Schema | undefined => {
  const parametersOfQuery = parametersFor(route, isFile)
  if (parametersOfQuery.length === 0) return undefined
  return {
    required: parametersOfQuery.filter(({ required }) => required === true).map(({ name }) => name),
    properties: Object.fromEntries(
      parametersOfQuery.map(({ description, name, schema }) => [
        name,
        {
          ...(queryNumbers.includes(name) ? { type: "number" } : schema),
          ...(description === undefined ? {} : { description })
        }
      ])
    )
  }
}

const declare = (
  types: Types.Writer,
  name: string,
  schema: Types.Schema,
  direction: Types.Direction
): string => {
  const before = `${Types.comment(schema.description)}export `
  return schema.properties === undefined
    ? `${before}type ${name} = ${types.typeOf(schema, direction)}\n`
    : `${before}interface ${name} ${types.members(schema, direction)}\n`
}

/** The type of a body, query or response, declared if the document has no name for it. */
const typeFor = (
  types: Types.Writer,
  name: string,
  schema: Types.Schema,
  direction: Types.Direction
) => {
  const reference = Types.refName(schema)
  if (reference !== undefined) return { type: reference, declaration: "" }
  if (schema.properties === undefined) {
    return { type: types.typeOf(schema, direction), declaration: "" }
  }
  return { type: name, declaration: declare(types, name, schema, direction) }
}

interface Piece {
  readonly names: ReadonlyArray<string>
  readonly methods: ReadonlyArray<string>
  readonly declarations: ReadonlyArray<string>
}

export const idField = (document: Document, item: Types.Schema): string => {
  const name = Types.refName(item)
  const schema = name === undefined ? item : (document.components.schemas[name] ?? {})
  const fields = Object.keys(schema.properties ?? {})
  return fields.find((field) => field === "id") ?? fields.find((field) => /_id$/.test(field)) ?? ""
}

/** The mark of an argument, which is optional if none of its fields is required. */
const markOf = (schema: Types.Schema): "?" | "" =>
  Types.refName(schema) === undefined && (schema.required ?? []).length === 0 ? "?" : ""

/** The texts of a method: its parameters after the ids, its request fields, and its call. */
interface Method {
  readonly verb: string
  readonly takes: string
  readonly sends: string
  readonly call: (request: string) => string
  /** The options' type, if it is not `CallOptions`. */
  readonly options?: string
}

const methodText = (
  route: Route,
  { call, options = "CallOptions", sends, takes, verb }: Method
): string => {
  const ids = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => Types.camel(name))
  const path = route.path.replace(/\{(\w+)\}/g, (_, name) => `\${${Types.camel(name)}}`)
  const ways: Readonly<Record<string, string>> = { all: ", page by page", file: ", as text" }
  const place = `${route.method} ${route.path}${ways[verb] ?? ""}`
  const description = verb === "file" ? undefined : route.description
  const about = Types.comment(route.summary, description, place)
  const parameters = `${ids.map((id) => `${id}: string, `).join("")}${takes}options?: ${options}`
  const request = `{ method: "${route.method}", path: path\`${path}\`${sends} }`
  return `${about}${verb}: (${parameters}) => ${call(request)}`
}

/** Options type of a method that sends a file with other form fields. */
const fileOptions = "CallOptions & CsvFields"

/** The method of a response that can be a file, with the declaration of its query. */
const fileOf = (types: Types.Writer, route: Route) => {
  const query = hasFile(route) ? queryOf(route, true) : undefined
  if (query === undefined) return { methods: [], declaration: "" }
  const { declaration, type } = typeFor(
    types,
    `${Types.pascal(route.name)}FileQuery`,
    query,
    "sent"
  )
  const method: Method = {
    verb: "file",
    takes: `query: ${type}, `,
    sends: ", query: { ...query }, isText: true",
    call: (request) => `this.call<string>(${request}, options)`
  }
  return { methods: [method], declaration }
}

/** The texts of an operation. */
const pieceOf = (document: Document, part: Part, types: Types.Writer, route: Route): Piece => {
  const { names, verb } = methodPathOf(document, part, route)
  const named = Types.pascal(route.name)
  const answer = success(route)
  const item = itemOf(answer)
  const result = typeFor(types, `${named}${item ? "Item" : "Result"}`, item ?? answer, "received")
  const body = bodyOf(route)
  const query = queryOf(route)
  const input = body && { ...typeFor(types, `${named}Body`, body, "sent"), mark: markOf(body) }
  const search = query && { ...typeFor(types, `${named}Query`, query, "sent"), mark: markOf(query) }
  // An update without a body would be a mistake, so only a POST's body is optional.
  const bodyMark = route.method === "POST" ? input?.mark : ""

  const takes = `${input ? `body${bodyMark}: ${input.type}, ` : ""}${
    search ? `query${search.mark}: ${search.type}, ` : ""
  }`
  const sends = `${input ? ", body" : ""}${search ? ", query: { ...query }" : ""}`
  const type = item ? `Page<${result.type}>` : result.type
  const call = (request: string) => `this.call<${type}>(${request}, options)`
  const methods: Array<Method> = [{ verb, takes, sends, call }]
  if (item !== undefined) {
    const idOf = `(each) => each.${idField(document, item)}`
    const all = (request: string) => `this.all<${result.type}>(${request}, ${idOf}, options)`
    methods.push({ verb: "all", takes, sends, call: all })
  }
  const file = fileOf(types, route)
  methods.push(...file.methods)
  if (takesFile(route)) {
    const takes = "csv: Csv, "
    methods.push(
      verb === "create"
        ? {
            verb: "submitCsv",
            takes,
            sends: ", body: form(csv, options)",
            call,
            options: fileOptions
          }
        : { verb: `${verb}Csv`, takes, sends: ", body: form(csv)", call }
    )
  }
  return {
    names,
    declarations: [input?.declaration, search?.declaration, file.declaration, result.declaration]
      .map((each) => each ?? "")
      .filter((each) => each !== ""),
    methods: methods.map((each) => methodText(route, each))
  }
}

/** The methods of a resource, and its child resources by name. */
interface Resource {
  readonly methods: Array<string>
  readonly resources: Map<string, Resource>
}

const resource = (): Resource => ({ methods: [], resources: new Map() })

const print = ({ methods, resources }: Resource): string => {
  const below = [...resources].map(([name, each]) => `${name}: ${print(each)}`)
  return `{\n${[...methods, ...below].join(",\n")}\n}`
}

/** The union of all events. */
const events = ({ webhooks = {} }: Document): string => {
  const names = Object.values(webhooks).flatMap(({ post }) => {
    const schema = post?.requestBody?.content?.["application/json"]?.schema
    return schema === undefined ? [] : [Types.refName(schema) ?? "unknown"]
  })
  return `/** Every event that a webhook may deliver, distinguished by \`type\`. */
export type WebhookEvent = ${names.length === 0 ? "never" : names.join(" | ")}\n`
}

/** The imports of a module; `foreign` is an import line. */
interface Needs {
  readonly foreign: string
  readonly takesFiles: boolean
  readonly hasLists: boolean
}

const header = ({ folder }: Part, { foreign, hasLists, takesFiles }: Needs) => `/**
 * Every type and operation of the API, written from its definition by \`npm run generate\`: a
 * change here is lost.
 */
import type { Call } from "${folder}/Call.ts"
${takesFiles ? `import { type Csv, type CsvFields, form } from "${folder}/Csv.ts"\n` : ""}${foreign}${
  hasLists ? `import type { Page } from "${folder}/Paging.ts"\n` : ""
}import { type CallOptions, path, type Request } from "${folder}/Transport.ts"
`

/** Names that the imported module declares. */
type ForeignNames = ReadonlySet<string>

/** Names that the client's module declares for a document. */
const declaredFor = (document: Document | undefined): ForeignNames => {
  if (document === undefined) return new Set()
  const { schemas } = document.components
  return new Set([...Object.keys(schemas), ...Types.writer(schemas).lists.values()])
}

/** True for schemas of errors, for which the client has its own class. */
const isProblem = (name: string): boolean => /^Problem(_\d+)?$/.test(name)

/** The import of types in the text that the other module declares. */
const importOf = (text: string, foreignNames: ForeignNames): string => {
  const used = [...foreignNames].filter((name) => new RegExp(`\\b${name}\\b`).test(text))
  return used.length === 0
    ? ""
    : `import type { ${used.sort().join(", ")} } from "../client/Generated.ts"\n`
}

/**
 * The module's text, unformatted. If `client` is set, the module imports the types of the client's
 * module, whose document it is.
 */
export const make = (document: Document, part: Part, client?: Document): string => {
  const foreignNames = declaredFor(client)
  const routes = routesOf(document, part)
  const types = Types.writer(document.components.schemas)
  const pieces = routes.map((route) => pieceOf(document, part, types, route))
  const root = resource()
  for (const { methods, names } of pieces) {
    let target = root
    for (const name of names) {
      const next = target.resources.get(name) ?? resource()
      target.resources.set(name, next)
      target = next
    }
    target.methods.push(...methods)
  }
  const isOwn = (name: string): boolean =>
    client === undefined || !(foreignNames.has(name) || isProblem(name))
  const schemas = Object.entries(document.components.schemas)
    .filter(([name]) => isOwn(name))
    .map(([name, schema]) => declare(types, name, schema, "received"))
  const lists = [...types.lists]
    .filter(([, name]) => isOwn(name))
    .map(([values, name]) => `export type ${name} = ${values}\n`)
  const fields = [...root.resources].map(([name, each]) => `readonly ${name} = ${print(each)}`)
  const hasLists = routes.some((route) => itemOf(success(route)) !== undefined)
  const declared = [...lists, ...schemas, ...pieces.flatMap(({ declarations }) => declarations)]
  const ownTypes = `${declared.join("\n")}\n${client === undefined ? events(document) : ""}`
  const foreign = importOf(`${ownTypes}${fields.join("\n")}`, foreignNames)
  return `${header(part, { foreign, hasLists, takesFiles: routes.some(takesFile) })}
${ownTypes}
/** Every operation; a subclass sends it. */
export abstract class Operations {
  protected abstract call<A>(request: Request, options?: CallOptions): Call<A>
  /** Every item of a list, page by page. */
  protected abstract all<A>(
    request: Request, idOf: (item: A) => unknown, options?: CallOptions
  ): AsyncGenerator<A, void, undefined>

  ${fields.join("\n\n  ")}
}
`
}
