/** `/llms.txt`: the API in brief, for language models (https://llmstxt.org). */
import * as PublicOrigin from "../middleware/PublicOrigin.ts"
import type * as Document from "./Document.ts"
import * as Operations from "./Operations.ts"

const link = (name: string, path: string, about: string): string =>
  `- [${name}](${PublicOrigin.defaultOrigin}${path}): ${about}`

const rules = `Every request needs \`Authorization: Bearer <key>\`, except for those marked "no key".
Bodies are JSON. Every POST takes an idempotency key. Retry a request that got no response with the
same key. Errors are \`{error, message, error_code, request_id, doc_url, errors?}\`.`

const line = ({ method, path, security, summary }: Operations.DocumentedOperation): string =>
  `- ${method} ${path}: ${summary}${security === undefined ? "" : " (no key)"}`

export const make = (document: Document.Json): string => {
  const { description, groups, title } = Operations.of(document)
  const sections = groups.map(
    ({ name, operations }) => `## ${name}\n\n${operations.map(line).join("\n")}`
  )
  const links = [
    link("Reference", "/docs", "guides, operations, events and error codes, for people"),
    link("OpenAPI", "/openapi.json", "every field, response and example, OpenAPI 3.1"),
    link("Postman", "/postman.json", "the operations as a collection"),
    link("Changelog", "/changelog", "changes, and what to do about them")
  ]
  const parts = [
    ...[`# ${title}`, `> ${description}`, rules],
    ...sections,
    `## Documents\n\n${links.join("\n")}`
  ]
  return `${parts.join("\n\n")}\n`
}
