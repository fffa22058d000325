/**
 * `/postman.json`: the operations as a Postman collection, format 2.1
 * (https://schema.postman.com/collection/json/v2.1.0/draft-07/collection.json). A response's ids are
 * kept in variables, so requests sent from top to bottom use the objects that earlier ones created.
 */
import * as PublicOrigin from "../middleware/PublicOrigin.ts"
import type * as Document from "./Document.ts"
import * as Operations from "./Operations.ts"

const format = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

/** Variables of ids, by the prefix of the ids. */
const variables: Readonly<Record<string, string>> = {
  qt: "quoteId",
  po: "payoutId",
  bt: "batchId",
  bk: "bulkId",
  ben: "beneficiaryId",
  we: "endpointId",
  evt: "eventId",
  dlv: "deliveryId",
  adr: "withdrawalAddressId",
  acct: "accountId",
  key: "keyId",
  req: "requestId"
}

/**
 * Separate variables, by prefix and a part of the path: a quote is used once, and an operator's key
 * is not an account's.
 */
const special = [
  { prefix: "qt", part: "/bulk", name: "bulkQuoteId" },
  { prefix: "key", part: "/operators", name: "operatorId" }
]

const variableOf = (prefix: string, path: string): string | undefined =>
  special.find((each) => each.prefix === prefix && path.includes(each.part))?.name ??
  variables[prefix]

/**
 * Keeps the ids of a response: those of a created object, or of the first in a list if none is
 * kept.
 */
const script = `
const names = ${JSON.stringify(variables)};
const special = ${JSON.stringify(special)};
const path = pm.request.url.getPath();
const keep = (object) => Object.entries(object || {}).forEach(([field, value]) => {
  const [, prefix] = /^([a-z]+)_[0-9A-Z]{26}/.exec(value) || [];
  if (!names[prefix] || !/^(id|quote_id|payout_id|batch_id)$/.test(field)) return;
  const found = special.find((each) => each.prefix === prefix && path.includes(each.part));
  const name = found ? found.name : names[prefix];
  const isNew = pm.response.code === 201 || pm.response.code === 202;
  if (isNew || !pm.collectionVariables.get(name)) pm.collectionVariables.set(name, value);
});
const isJson = /json/.test(pm.response.headers.get("Content-Type"));
if (pm.response.code < 300 && isJson) {
  const body = pm.response.json();
  [body, (body.data || [])[0], (body.quotes || [])[0]].forEach(keep);
}`

/** An example's id as its variable; other values unchanged. */
const withVariable = (value: string, path: string): string => {
  const [, prefix = ""] = /^([a-z]+)_[0-9A-Z]{26}/.exec(value) ?? []
  const name = variableOf(prefix, path)
  return name === undefined ? value : `{{${name}}}`
}

const valueOf = ({ example }: { readonly example?: unknown }, path: string): string =>
  example === undefined ? "" : withVariable(String(example), path)

const urlOf = ({ parameters, path }: Operations.DocumentedOperation) => {
  const segments = path.slice(1).replace(/\{(\w+)\}/g, ":$1")
  const parametersIn = (location: string) => parameters.filter((each) => each.in === location)
  return {
    raw: `{{baseUrl}}/${segments}`,
    host: ["{{baseUrl}}"],
    path: segments.split("/"),
    // A parameter that is not required is disabled until the user ticks it.
    query: parametersIn("query").map(({ description = "", name, required = false, ...rest }) => ({
      ...{ key: name, value: valueOf(rest, path), description, disabled: !required }
    })),
    variable: parametersIn("path").map(({ description = "", name, ...rest }) => ({
      ...{ key: name, value: valueOf(rest, path), description }
    }))
  }
}

/** Makes each request a new one: a repeated key would get the response of the first. */
const bodyText = (example: unknown, path: string): string =>
  JSON.stringify(
    example,
    (field, value) => {
      if (field === "idempotency_key") return "{{$guid}}"
      return typeof value === "string" ? withVariable(value, path) : value
    },
    2
  )

const bodyOf = (placed: Operations.DocumentedOperation): object => {
  const example = Operations.bodyOf(placed)
  if (example === undefined) return {}
  return {
    header: [{ key: "Content-Type", value: "application/json" }],
    body: {
      mode: "raw",
      raw: bodyText(example, placed.path),
      options: { raw: { language: "json" } }
    }
  }
}

const bearer = (variable: string) => ({
  type: "bearer",
  bearer: [{ key: "token", value: `{{${variable}}}`, type: "string" }]
})

const authOf = ({ path, security }: Operations.DocumentedOperation): object => {
  if (security !== undefined) return { auth: { type: "noauth" } }
  return path.startsWith("/admin/") ? { auth: bearer("adminKey") } : {}
}

const itemOf = (placed: Operations.DocumentedOperation) => ({
  name: placed.summary,
  request: {
    method: placed.method,
    description: placed.description ?? "",
    ...authOf(placed),
    url: urlOf(placed),
    header: [],
    ...bodyOf(placed)
  }
})

const isRemoval = ({ method }: Operations.DocumentedOperation): boolean => method === "DELETE"

export const make = (document: Document.Json): object => {
  const { description, groups, title } = Operations.of(document)
  const ids = [...Object.values(variables), ...special.map((each) => each.name)]
  const removals = groups.flatMap(({ operations }) => operations.filter(isRemoval))
  return {
    info: { name: title, description, schema: format },
    auth: bearer("apiKey"),
    event: [
      { listen: "test", script: { type: "text/javascript", exec: script.trim().split("\n") } }
    ],
    variable: [
      { key: "baseUrl", value: PublicOrigin.defaultOrigin },
      { key: "apiKey", value: "", description: "An API key of an account: sk_…" },
      { key: "adminKey", value: "", description: "An operator key, for /admin/v1 alone: ak_…" },
      ...ids.map((key) => ({ key, value: "" }))
    ],
    item: [
      ...groups.map(({ description, name, operations }) => ({
        ...{ name, description },
        item: operations.filter((each) => !isRemoval(each)).map(itemOf)
      })),
      {
        name: "Clean up",
        description: "Removes what the requests above created.",
        item: removals.map(itemOf)
      }
    ]
  }
}
