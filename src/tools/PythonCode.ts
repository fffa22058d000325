/**
 * Writes the Python client's types and methods from the OpenAPI document, with the method names of
 * `ClientCode.ts`: `client.webhooks.endpoints.rotate_secret(id)`.
 */
import * as ClientCode from "./ClientCode.ts"
import * as Types from "./ClientTypes.ts"
import * as PythonTypes from "./PythonTypes.ts"

/** Paths of the generated modules. */
export const files = {
  operations: "src/client/python/payout_service/operations.py",
  version: "src/client/python/payout_service/version.py"
} as const

const header = `"""Every type and operation of the API, written from its definition by \`\`npm run generate\`\`:
a change here is lost.
"""
`

const imports = `
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Literal, Optional, TypedDict, Union

from .paging import pages
from .transport import UNSET, File, Options, Request, Transport, given, segment
`

const lineCharsMax = 50

interface Context {
  readonly document: ClientCode.Document
  readonly types: PythonTypes.Writer
}

/** The schema behind a name, because its fields become arguments. */
const resolve = ({ document }: Context, schema: Types.Schema): Types.Schema => {
  const name = Types.refName(schema)
  return name === undefined ? schema : (document.components.schemas[name] ?? {})
}

/** A method's parameters except ids, and its request fields. */
interface Input {
  readonly takes: ReadonlyArray<string>
  readonly sends: string
}

const nothing: Input = { takes: [], sends: "" }

/** The fields of a body or query as keyword arguments, the required ones first. */
const inputOf = (
  context: Context,
  kind: "body" | "query",
  schema: Types.Schema | undefined,
  name: string
): Input => {
  if (schema === undefined) return nothing
  const { properties = {}, required = [] } = resolve(context, schema)
  const fields = Object.entries(properties)
  if (fields.length === 0) return { takes: ["body: Any"], sends: ", body=body" }
  const needed = (field: string) => required.includes(field) && field !== "idempotency_key"
  const typed = fields.map(([field, each]) => {
    const type = context.types.typeOf(each, `${name}${Types.pascal(field)}`)
    const argument = `${PythonTypes.argument(field)}: ${type}`
    return { field, text: needed(field) ? argument : `${argument} = UNSET` }
  })
  const [first, last] = [true, false].map((isNeeded) =>
    typed.filter(({ field }) => needed(field) === isNeeded).map(({ text }) => text)
  )
  const pairs = fields.map(([field]) => PythonTypes.argument(field))
  const values = breakLines(
    pairs.map((each) => `${each}=${each}`),
    "            "
  )
  return { takes: [...(first ?? []), ...(last ?? [])], sends: `, ${kind}=given(${values})` }
}

/** Arguments in one line if they fit, otherwise in one line each. */
const breakLines = (parts: ReadonlyArray<string>, indent: string): string => {
  const line = parts.join(", ")
  if (line.length <= lineCharsMax) return line
  return `\n${parts.map((part) => `${indent}${part},\n`).join("")}${indent.slice(4)}`
}

interface Method {
  readonly verb: string
  readonly takes: ReadonlyArray<string>
  /** A positional parameter before the keyword arguments. */
  readonly subject?: string
  readonly sends: string
  readonly result: string
  /** The field that identifies an item, for a list that is read page by page. */
  readonly idField?: string
  /** True if the result is the text of a file. */
  readonly isText?: true
}

const methodText = (route: ClientCode.Route, method: Method): string => {
  const ids = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
  const path = route.path.replace(/\{(\w+)\}/g, (_, name) => `{segment(${name})}`)
  const text = ids.length === 0 ? `"${path}"` : `f"${path}"`
  const subject = method.subject === undefined ? [] : [method.subject]
  const leading = ["self", ...ids.map((id) => `${id}: str`), ...subject, "*", ...method.takes]
  const parameters = breakLines([...leading, "options: Optional[Options] = None"], "        ")
  const isPaged = method.idField !== undefined
  const way = isPaged ? ", page by page" : ""
  const place = `${route.method} ${route.path}${method.isText ? ", as text" : way}`
  const description = method.isText ? undefined : route.description
  const about = [route.summary, description, place].map((each) => each?.trim())
  const request = `Request("${route.method}", ${text}${method.sends})`
  const body = isPaged
    ? `        request = ${request}
        return pages(self._transport, request, "${method.idField}", options)
`
    : `        request = ${request}
        return self._transport.send(request, options)
`
  return `    def ${method.verb}(${parameters}) -> ${method.result}:
${PythonTypes.docstring("        ", about)}${body}`
}

/** Verbs of paths that Python reserves. PEP 8 appends an underscore to such a name. */
const reserved: ReadonlyArray<string> = ["return"]

const nameOf = (verb: string): string =>
  reserved.includes(verb) ? `${verb}_` : PythonTypes.snake(verb)

const methodsOf = (context: Context, route: ClientCode.Route): ReadonlyArray<Method> => {
  const { document, types } = context
  const named = Types.pascal(route.name)
  const verb = nameOf(ClientCode.methodPathOf(document, ClientCode.versioned, route).verb)
  const answer = ClientCode.success(route)
  const item = ClientCode.itemOf(answer)
  const result = types.typeOf(answer, `${named}Result`)
  const body = inputOf(context, "body", ClientCode.bodyOf(route), named)
  const query = inputOf(context, "query", ClientCode.queryOf(route), named)
  const takes = [...body.takes, ...query.takes]
  const sends = `${body.sends}${query.sends}`
  const methods: Array<Method> = [{ verb, takes, sends, result }]
  if (item !== undefined) {
    const idField = ClientCode.idField(document, item)
    const items = `Iterator[${types.typeOf(item, `${named}Item`)}]`
    methods.push({ verb: "all", takes, sends, result: items, idField })
  }
  if (ClientCode.hasFile(route)) {
    const file = inputOf(context, "query", ClientCode.queryOf(route, true), `${named}File`)
    const sends = `${file.sends}, is_text=True`
    methods.push({ verb: "file", takes: file.takes, sends, result: "str", isText: true })
  }
  if (ClientCode.takesFile(route)) {
    const isCreated = verb === "create"
    const content = "csv.encode() if isinstance(csv, str) else csv"
    methods.push({
      verb: isCreated ? "submit_csv" : `${verb}_csv`,
      takes: isCreated
        ? ["name: Optional[str] = None", 'funding: Optional[Literal["deposit", "balance"]] = None']
        : [],
      subject: "csv: Union[str, bytes]",
      sends: `, body=File(${content}${isCreated ? ", name, funding" : ""})`,
      result
    })
  }
  return methods
}

interface Resource {
  readonly methods: Array<string>
  readonly resources: Map<string, Resource>
}

const resource = (): Resource => ({ methods: [], resources: new Map() })

const resourceAt = (root: Resource, names: ReadonlyArray<string>): Resource =>
  names.reduce((at, name) => {
    const next = at.resources.get(name) ?? resource()
    at.resources.set(name, next)
    return next
  }, root)

/** The classes of a resource's children, then its own class. */
const classes = (name: string, { methods, resources }: Resource): ReadonlyArray<string> => {
  const below = [...resources].map(([each, inner]) => ({
    field: PythonTypes.snake(each),
    type: `${name === "Operations" ? "_" : name}${Types.pascal(each)}`,
    inner
  }))
  const fields = below.map(({ field, type }) => `        self.${field} = ${type}(transport)\n`)
  const ownClass = `class ${name}:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
${fields.join("")}${methods.map((method) => `\n${method}`).join("")}`
  return [...below.flatMap(({ inner, type }) => classes(type, inner)), ownClass]
}

const events = ({ webhooks = {} }: ClientCode.Document): string => {
  const names = Object.values(webhooks).flatMap(({ post }) => {
    const schema = post?.requestBody?.content?.["application/json"]?.schema
    return schema === undefined ? [] : [Types.refName(schema) ?? "Any"]
  })
  return `#: Every event that a webhook may deliver.\nWebhookEvent = Union[${names.join(", ")}]\n`
}

/** The module of types and operations. */
export const operations = (document: ClientCode.Document): string => {
  const types = PythonTypes.writer(document.components.schemas)
  const context: Context = { document, types }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    types.declare(schema, name)
  }
  const root = resource()
  for (const route of ClientCode.routesOf(document, ClientCode.versioned)) {
    const { names } = ClientCode.methodPathOf(document, ClientCode.versioned, route)
    const { methods } = resourceAt(root, names)
    methods.push(...methodsOf(context, route).map((method) => methodText(route, method)))
  }
  const resourceClasses = classes("Operations", root)
  return [
    `${header}${imports}`,
    ...types.declarations(),
    events(document),
    ...resourceClasses
  ].join("\n\n")
}

export const version = (text: string): string =>
  `"""The service's version; written by \`\`npm run generate\`\`."""\n\n__version__ = "${text}"\n`
