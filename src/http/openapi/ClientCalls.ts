/**
 * Each operation as a call of the TypeScript client. The names follow the rules of the generator of
 * the client; a test looks each of them up in the client.
 */
import * as Document from "./Document.ts"
import * as Operations from "./Operations.ts"

const camel = (text: string): string =>
  text.replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase())

const verbs: Readonly<Record<string, string>> = { GET: "get", DELETE: "delete" }

/** The method of an operation, such as `payouts.create`. */
export const methodOf = (
  { method, path }: Operations.Placed,
  reads: ReadonlyArray<string>
): string => {
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== "v1")
  const names = segments.filter((segment) => !segment.startsWith("{")).map(camel)
  if (segments.at(-1)?.startsWith("{")) return [...names, verbs[method] ?? "update"].join(".")
  if (method === "GET") return [...names, "list"].join(".")
  const isCollection = reads.includes(path)
  return isCollection ? [...names, "create"].join(".") : names.join(".")
}

const argumentsOf = (placed: Operations.Placed): ReadonlyArray<string> => {
  const ids = [...placed.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => camel(name))
  const body = Operations.bodyOf(placed)
  if (body === undefined) return ids
  const json = JSON.stringify(body, null, 2).replace(/^(\s*)"([a-z_]+)":/gim, "$1$2:")
  return [...ids, json]
}

const sampleOf = (placed: Operations.Placed, reads: ReadonlyArray<string>): string =>
  `import { PayoutClient } from "payout-service/client"

const client = new PayoutClient({
  apiKey: process.env.PAYOUT_API_KEY ?? "",
  baseUrl: "${Document.defaultOrigin}"
})

const answer = await client.${methodOf(placed, reads)}(${argumentsOf(placed).join(", ")})
`

/** The operations that the client has; `POST /v1/webhooks` is a second path of one. */
export const known = (document: Document.Json): ReadonlyArray<Operations.Placed> =>
  Operations.of(document)
    .groups.flatMap(({ operations }) => operations)
    .filter(({ path }) => /^(\/admin)?\/v1\//.test(path) && path !== "/v1/webhooks")

/** The paths that have a GET: a POST to one of them creates. */
export const readsOf = (document: Document.Json): ReadonlyArray<string> =>
  known(document)
    .filter(({ method }) => method === "GET")
    .map(({ path }) => path)

/** The document with a sample in TypeScript at each operation of the client. */
export const added = (document: Document.Json): Document.Json => {
  const paths = document.paths as Readonly<Record<string, Readonly<Record<string, object>>>>
  const reads = readsOf(document)
  const samples = new Map(
    known(document).map((placed) => [`${placed.method} ${placed.path}`, sampleOf(placed, reads)])
  )
  const withSample = (name: string, operation: object): object => {
    const source = samples.get(name)
    if (source === undefined) return operation
    return { ...operation, "x-codeSamples": [{ lang: "ts", label: "TypeScript", source }] }
  }
  const all = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [
        method,
        withSample(`${method.toUpperCase()} ${path}`, operation)
      ])
    )
  ])
  return { ...document, paths: Object.fromEntries(all) }
}
