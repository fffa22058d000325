/**
 * Each operation as a curl request and as a call of the TypeScript and Python clients. The clients'
 * names follow from the path; a test compiles the samples with the client's types.
 */
import type * as Document from "./Document.ts"
import * as Operations from "./Operations.ts"

interface Sample {
  readonly lang: string
  readonly label: string
  readonly source: string
}

type Fields = ReadonlyArray<readonly [name: string, value: unknown]>

/** An operation with the data of its samples. */
interface Call {
  readonly placed: Operations.DocumentedOperation
  readonly origin: string
  readonly ids: ReadonlyArray<string>
  readonly query: Fields
  readonly body: unknown
}

const camel = (text: string): string =>
  text.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())

const snake = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const isParameter = (segment: string | undefined): boolean => segment?.startsWith("{") === true

const verbs: Readonly<Record<string, string>> = { GET: "get", DELETE: "delete" }

/** True if a response has the items of a list. */
const isList = (operation: Operations.DocumentedOperation): boolean => {
  const answer = Operations.answerOf(operation)
  return typeof answer === "object" && answer !== null && "data" in answer
}

/** The client's method for an operation, such as `payouts.create`, with the paths of collections. */
const methodOf = (
  operation: Operations.DocumentedOperation,
  collections: ReadonlyArray<string>
): string => {
  const { method, path } = operation
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== "v1")
  const names = segments.filter((segment) => !isParameter(segment)).map(camel)
  if (isParameter(segments.at(-1))) return [...names, verbs[method] ?? "update"].join(".")
  if (method === "GET") return [...names, isList(operation) ? "list" : "get"].join(".")
  const isNamed = collections.includes(path)
  return (isNamed ? [...names, method === "PATCH" ? "update" : "create"] : names).join(".")
}

/**
 * True if the clients have a method for an operation. `POST /v1/webhooks` is a second path of one.
 */
const isInClients = ({ path }: Operations.DocumentedOperation): boolean =>
  /^(\/admin)?\/v1\//.test(path) && path !== "/v1/webhooks"

/** A path to an action of an object that belongs to another one, with the path of its collection. */
const nested = /^(.*\{\w+\}\/[^/]+)\/\{\w+\}\/[^/]+$/

/**
 * The paths of collections: those that have a GET, and those of nested objects. A POST to one of
 * them creates.
 */
export const collectionsOf = (
  all: ReadonlyArray<Operations.DocumentedOperation>
): ReadonlyArray<string> =>
  all.flatMap(({ method, path }) => (method === "GET" ? [path] : (nested.exec(path)?.[1] ?? [])))

/** The parameters in a location that have an example. */
const parametersIn = ({ parameters }: Operations.DocumentedOperation, location: string): Fields =>
  parameters
    .filter(({ example, in: at }) => at === location && example !== undefined)
    .map(({ example, name }) => [name, name === "limit" ? Number(example) : example])

const callOf = (placed: Operations.DocumentedOperation, origin: string): Call => ({
  ...{ placed, origin, body: Operations.bodyOf(placed) },
  ids: parametersIn(placed, "path").map(([, value]) => String(value)),
  query: parametersIn(placed, "query")
})

/**
 * The idempotency key of a body that can have no other field. The clients take it as an option of
 * the call.
 */
const onlyKey = ({ body, placed }: Call): string | undefined => {
  const schema = placed.requestBody?.content["application/json"]?.schema as
    | Document.Json
    | undefined
  if (Object.keys(schema?.properties ?? {}).length > 1) return undefined
  const fields = Object.entries((body ?? {}) as Document.Json)
  const [name, key] = fields[0] ?? []
  return fields.length === 1 && name === "idempotency_key" ? String(key) : undefined
}

/** Text in single quotes of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const curl = ({ body, ids, origin, placed, query }: Call): string => {
  let path = placed.path
  for (const id of ids) path = path.replace(/\{\w+\}/, id)
  const search = query.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  const url = `${origin}${path}${search.length === 0 ? "" : `?${search.join("&")}`}`
  const lines = [
    `curl ${search.length === 0 ? url : quoted(url)}`,
    ...(placed.method === "GET" || (placed.method === "POST" && body !== undefined)
      ? []
      : [`--request ${placed.method}`]),
    ...(placed.security === undefined ? ['--header "Authorization: Bearer $PAYOUT_API_KEY"'] : []),
    ...(body === undefined
      ? []
      : [
          "--header 'Content-Type: application/json'",
          `--data ${quoted(JSON.stringify(body, null, 2))}`
        ])
  ]
  return lines.join(" \\\n  ")
}

/** A value in TypeScript, whose names need no quotes. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/^(\s*)"(\w+)":/gm, "$1$2:")

const typeScript = (call: Call, method: string): string => {
  const { body, ids, origin, query } = call
  const key = onlyKey(call)
  const parts = [
    ...ids.map((id) => JSON.stringify(id)),
    ...(body === undefined || key !== undefined ? [] : [literal(body)]),
    ...(query.length === 0 ? [] : [literal(Object.fromEntries(query))]),
    ...(key === undefined ? [] : [literal({ idempotencyKey: key })])
  ]
  return `import { PayoutClient } from "payout-service-client"

const client = new PayoutClient({
  apiKey: process.env.PAYOUT_API_KEY ?? "",
  baseUrl: "${origin}"
})

const answer = await client.${method}(${parts.join(", ")})
console.log(answer)
`
}

const pythonWords: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" }

/** A value in Python. Outside of texts, JSON differs only in three words. */
const pythonValue = (value: unknown): string =>
  JSON.stringify(value, null, 4).replace(
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g,
    (token) => pythonWords[token] ?? token
  )

/** `from` is a keyword of Python. */
const argument = (name: string): string => (name === "from" ? "from_" : name)

/** `return` is one as well. */
const pythonMethod = (method: string): string => snake(method).replace(/\.return$/, ".return_")

const python = (call: Call, method: string): string => {
  const { body, ids, origin, query } = call
  const key = onlyKey(call)
  const fields = key === undefined ? Object.entries((body ?? {}) as Document.Json) : []
  const parts = [
    ...ids.map((id) => JSON.stringify(id)),
    ...[...fields, ...query].map(([name, value]) => {
      const text = pythonValue(value).replaceAll("\n", "\n    ")
      return `${argument(name)}=${text}`
    }),
    ...(key === undefined ? [] : [`options=Options(idempotency_key=${JSON.stringify(key)})`])
  ]
  const isShort = parts.length < 2 && !parts.join().includes("\n")
  const inside = isShort ? parts.join(", ") : `\n${parts.map((each) => `    ${each},\n`).join("")}`
  return `import os

from payout_service import ${key === undefined ? "" : "Options, "}PayoutClient

client = PayoutClient("${origin}", api_key=os.environ["PAYOUT_API_KEY"])

answer = client.${pythonMethod(method)}(${inside})
print(answer)
`
}

/** The samples of an operation; curl, which needs no installation, is shown first. */
export const of = (
  placed: Operations.DocumentedOperation,
  collections: ReadonlyArray<string>,
  origin: string
): ReadonlyArray<Sample> => {
  const call = callOf(placed, origin)
  const shell = { lang: "shell", label: "curl", source: curl(call) }
  if (!isInClients(placed)) return [shell]
  const method = methodOf(placed, collections)
  return [
    shell,
    { lang: "typescript", label: "TypeScript", source: typeScript(call, method) },
    { lang: "python", label: "Python", source: python(call, method) }
  ]
}

/** The document with its samples at each operation. */
export const withSamples = (document: Document.Json, origin: string): Document.Json => {
  const paths = document.paths as Readonly<Record<string, Readonly<Record<string, object>>>>
  const all = Operations.all(document)
  const collections = collectionsOf(all)
  const samples = new Map(
    all.map((placed) => [`${placed.method} ${placed.path}`, of(placed, collections, origin)])
  )
  const shown = Object.entries(paths).map(([path, methods]) => {
    const each = Object.entries(methods).map(([method, operation]) => [
      method,
      { ...operation, "x-codeSamples": samples.get(`${method.toUpperCase()} ${path}`) }
    ])
    return [path, Object.fromEntries(each)]
  })
  return { ...document, paths: Object.fromEntries(shown) }
}
