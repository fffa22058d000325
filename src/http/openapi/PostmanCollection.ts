/**
 * `/postman.json`: the operations as a Postman collection, format 2.1
 * (https://schema.postman.com/collection/json/v2.1.0/draft-07/collection.json).
 */
import * as Document from "./Document.ts"
import * as Operations from "./Operations.ts"

const format = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

const valueOf = ({ example }: { readonly example?: unknown }): string =>
  example === undefined ? "" : String(example)

const urlOf = ({ parameters, path }: Operations.Placed) => {
  const segments = path.slice(1).replace(/\{(\w+)\}/g, ":$1")
  const given = (place: string) => parameters.filter((each) => each.in === place)
  return {
    raw: `{{baseUrl}}/${segments}`,
    host: ["{{baseUrl}}"],
    path: segments.split("/"),
    // A parameter that is not required stays off until the user ticks it.
    query: given("query").map(({ description = "", name, required = false, ...rest }) => ({
      ...{ key: name, value: valueOf(rest), description, disabled: !required }
    })),
    variable: given("path").map(({ description = "", name, ...rest }) => ({
      ...{ key: name, value: valueOf(rest), description }
    }))
  }
}

const bodyOf = (placed: Operations.Placed): object => {
  const example = Operations.bodyOf(placed)
  if (example === undefined) return {}
  return {
    header: [{ key: "Content-Type", value: "application/json" }],
    body: {
      mode: "raw",
      raw: JSON.stringify(example, null, 2),
      options: { raw: { language: "json" } }
    }
  }
}

const itemOf = (placed: Operations.Placed) => ({
  name: placed.summary,
  request: {
    method: placed.method,
    description: placed.description ?? "",
    ...(placed.security === undefined ? {} : { auth: { type: "noauth" } }),
    url: urlOf(placed),
    header: [],
    ...bodyOf(placed)
  }
})

export const make = (document: Document.Json): object => {
  const { description, groups, title } = Operations.of(document)
  return {
    info: { name: title, description, schema: format },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{apiKey}}", type: "string" }] },
    variable: [
      { key: "baseUrl", value: Document.defaultOrigin },
      { key: "apiKey", value: "" }
    ],
    item: groups.map(({ description, name, operations }) => ({
      ...{ name, description, item: operations.map(itemOf) }
    }))
  }
}
