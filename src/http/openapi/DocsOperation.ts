/**
 * One operation, event or schema of the OpenAPI document as a piece of the readable reference:
 * what it takes, what it answers, and a line to try it with.
 */

export type Json = Readonly<Record<string, unknown>>

interface Media {
  readonly schema?: Json
  readonly examples?: Readonly<Record<string, Json>>
}

export interface Content {
  readonly description?: string
  readonly content?: Readonly<Record<string, Media>>
}

export interface Operation {
  readonly operationId: string
  readonly tags: ReadonlyArray<string>
  readonly summary?: string
  readonly description?: string
  readonly security?: ReadonlyArray<unknown>
  readonly parameters?: ReadonlyArray<Json & { readonly name: string; readonly in: string }>
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

export interface Document {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly servers: ReadonlyArray<{ readonly url: string }>
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description?: string }>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>
  readonly components: { readonly schemas: Readonly<Record<string, Json>> }
}

export const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Text in which `names` stand between backticks. */
export const prose = (text: string): string => escape(text).replace(/`([^`]+)`/g, "<code>$1</code>")

export const pre = (value: unknown): string =>
  `<pre>${escape(typeof value === "string" ? value : JSON.stringify(value, null, 2))}</pre>`

export const table = (
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): string => {
  const cells = (name: string, row: ReadonlyArray<string>) =>
    `<tr>${row.map((cell) => `<${name}>${cell}</${name}>`).join("")}</tr>`
  const body = rows.map((row) => cells("td", row)).join("\n")
  return `<div class="wide"><table><thead>${cells("th", head)}</thead><tbody>
${body}</tbody></table></div>`
}

const code = (text: string): string => `<code>${escape(text)}</code>`

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1)

/** How deep the fields of fields are shown. */
const depthMax = 3

const variants = (schema: Json): ReadonlyArray<Json> =>
  ((schema.anyOf ?? schema.oneOf ?? []) as ReadonlyArray<Json>).filter(({ type }) => type)

const typeOf = (schema: Json): string => {
  if (typeof schema.$ref === "string") return nameOf(schema.$ref)
  if (Array.isArray(schema.enum)) return schema.enum.map((each) => JSON.stringify(each)).join(" | ")
  if ("const" in schema) return JSON.stringify(schema.const)
  if (schema.type === "array") return `${typeOf((schema.items ?? {}) as Json)}[]`
  if (typeof schema.type === "string") return schema.type
  return variants(schema).map(typeOf).join(" | ") || "any"
}

/** Constraints are told once, in the words of the contract. */
const sentenceOf = (schema: Json): string => {
  const all = (schema.allOf ?? []) as ReadonlyArray<Json>
  const found = [schema, ...all, ...variants(schema)].find(({ description }) => description)
  return prose(String(found?.description ?? ""))
}

const resolve = ({ components }: Document, schema: Json): Json =>
  typeof schema.$ref === "string" ? (components.schemas[nameOf(schema.$ref)] ?? {}) : schema

/** Name, type, need and meaning of every field. */
const fields = (
  document: Document,
  given: Json,
  before = "",
  depth = 1
): ReadonlyArray<ReadonlyArray<string>> => {
  const schema = resolve(document, given)
  const required = (schema.required ?? []) as ReadonlyArray<string>
  return Object.entries((schema.properties ?? {}) as Readonly<Record<string, Json>>).flatMap(
    ([name, each]) => {
      const path = `${before}${name}`
      const field = resolve(document, each)
      const need = required.includes(name) ? "required" : "optional"
      const row = [code(path), code(typeOf(each)), need, sentenceOf(field)]
      if (depth >= depthMax) return [row]
      const inner =
        field.type === "array"
          ? fields(document, (field.items ?? {}) as Json, `${path}[].`, depth + 1)
          : fields(document, field, `${path}.`, depth + 1)
      return [row, ...inner]
    }
  )
}

export const fieldTable = (document: Document, schema: Json): string => {
  const rows = fields(document, schema)
  return rows.length === 0 ? "" : table(["Field", "Type", "", "Meaning"], rows)
}

const exampleOf = (content: Content | undefined): unknown => {
  const media = Object.values(content?.content ?? {})[0]
  return Object.values(media?.examples ?? {})[0]?.value
}

const parameterTable = ({ parameters = [] }: Operation): string =>
  parameters.length === 0
    ? ""
    : `<h4>Parameters</h4>${table(
        ["Name", "In", "", "Meaning"],
        parameters.map((each) => [
          code(each.name),
          escape(each.in),
          each.required === true ? "required" : "optional",
          prose(String(each.description ?? ""))
        ])
      )}`

const bodyTable = (document: Document, { requestBody }: Operation): string => {
  const schema = requestBody?.content?.["application/json"]?.schema
  const shown = schema === undefined ? "" : fieldTable(document, schema)
  return shown === "" ? "" : `<h4>Body</h4>${shown}`
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The path with the example's values, and its query. */
const target = (path: string, { parameters = [] }: Operation): string => {
  const given = parameters.filter(({ example }) => example !== undefined)
  const filled = given
    .filter((each) => each.in === "path")
    .reduce((text, { example, name }) => text.replace(`{${name}}`, String(example)), path)
  const query = new URLSearchParams(
    given
      .filter((each) => each.in === "query")
      .map(({ example, name }): [string, string] => [name, String(example)])
  ).toString()
  return query === "" ? filled : `${filled}?${query}`
}

/** Lines for a shell. */
const curl = (document: Document, path: string, method: string, operation: Operation): string => {
  const url = `${document.servers[0]?.url}${target(path, operation)}`
  const key = path.startsWith("/admin") ? "$ADMIN_KEY" : "$KEY"
  const body = exampleOf(operation.requestBody)
  const lines = [
    `curl -s ${method === "get" ? "" : `-X ${method.toUpperCase()} `}${quoted(url)}`,
    ...(operation.security === undefined ? [`-H "Authorization: Bearer ${key}"`] : []),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d ${quoted(JSON.stringify(body, null, 2))}`])
  ]
  return lines.join(" \\\n  ")
}

const uploadOf = (document: Document, path: string, { requestBody }: Operation): string => {
  const examples = requestBody?.content?.["multipart/form-data"]?.examples ?? {}
  const csv = (Object.values(examples)[0]?.value as Json | undefined)?.file
  if (typeof csv !== "string") return ""
  const url = `${document.servers[0]?.url}${path}`
  const line = `curl -s ${quoted(url)} \\\n  -H "Authorization: Bearer $KEY" \\\n  -F file=@rows.csv`
  return `<div class="pair"><div><h4>As a file</h4>${pre(line)}</div>
<div><h4>rows.csv</h4>${pre(csv)}</div></div>`
}

const statusesOf = ({ responses }: Operation): string =>
  table(
    ["Status", "Meaning", "Codes"],
    Object.entries(responses).map(([status, { content = {}, description = "" }]) => {
      const media = content["application/json"]
      const codes = status.startsWith("2") ? [] : Object.keys(media?.examples ?? {})
      const links = codes.map((each) => `<a href="#${each}">${code(each)}</a>`).join(" ")
      return [code(status), prose(description), links]
    })
  )

/** One operation, whole. */
export const render = (
  document: Document,
  path: string,
  method: string,
  operation: Operation
): string => {
  const [status = "", answer] =
    Object.entries(operation.responses).find(([each]) => each.startsWith("2")) ?? []
  const shown = exampleOf(answer)
  const verb = method.toUpperCase()
  return `<section id="${escape(operation.operationId)}">
<h3>${prose(operation.summary ?? operation.operationId)}</h3>
<p class="path"><span class="method ${verb}">${verb}</span> ${code(path)}</p>
<p>${prose(operation.description ?? "")}</p>
${parameterTable(operation)}
${bodyTable(document, operation)}
<div class="pair"><div><h4>Request</h4>${pre(curl(document, path, method, operation))}</div>
<div><h4>Answer ${escape(status)}</h4>${shown === undefined ? "" : pre(shown)}</div></div>
${uploadOf(document, path, operation)}
<details><summary>Every answer it may give</summary>${statusesOf(operation)}</details>
</section>`
}

/** One event, whole. */
export const renderEvent = (document: Document, type: string, operation: Operation): string => {
  const schema = operation.requestBody?.content?.["application/json"]?.schema ?? {}
  return `<section id="event-${escape(type)}"><h3>${code(type)}</h3>
<p>${prose(operation.summary ?? "")}.</p>
${pre(exampleOf(operation.requestBody))}
<details><summary>Fields</summary>${fieldTable(document, schema)}</details></section>`
}
