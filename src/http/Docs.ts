/**
 * The readable reference at `/docs`, rendered from the OpenAPI document: one page of plain HTML
 * that needs no script and nothing from anywhere else.
 */

interface Operation {
  readonly summary?: string
  readonly description?: string
  readonly parameters?: ReadonlyArray<{ readonly name: string; readonly in: string }>
  readonly requestBody?: unknown
  readonly responses?: Readonly<Record<string, { readonly description?: string }>>
}

interface Document {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: { readonly schemas?: Readonly<Record<string, unknown>> }
}

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const json = (value: unknown): string => `<pre>${escape(JSON.stringify(value, null, 2))}</pre>`

const operation = (path: string, method: string, given: Operation): string => {
  const statuses = Object.entries(given.responses ?? {})
    .map(([status, { description }]) => `<li><b>${status}</b> ${escape(description ?? "")}</li>`)
    .join("")
  const parameters = (given.parameters ?? [])
    .map((parameter) => `<code>${escape(parameter.name)}</code> (${escape(parameter.in)})`)
    .join(", ")
  return `<section><h3><b>${method.toUpperCase()}</b> <code>${escape(path)}</code></h3>
<p>${escape(given.summary ?? "")}. ${escape(given.description ?? "")}</p>
${parameters === "" ? "" : `<p>Parameters: ${parameters}</p>`}
${given.requestBody === undefined ? "" : `<details><summary>Body</summary>${json(given.requestBody)}</details>`}
<details><summary>Answers</summary><ul>${statuses}</ul></details></section>`
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
section{border-top:1px solid #ccc;padding:.5rem 0}h3{margin:.3rem 0}h3 b{color:#0a58ca}
pre{background:#f5f5f5;padding:1rem;overflow:auto;font-size:13px}summary{cursor:pointer}`

/** The whole page. */
export const render = (given: unknown): string => {
  const { components, info, paths } = given as Document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]) => operation(path, method, each as Operation))
  )
  const schemas = Object.entries(components.schemas ?? {}).map(
    ([name, schema]) =>
      `<section id="${escape(name)}"><h3>${escape(name)}</h3>${json(schema)}</section>`
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escape(info.title)}</title>
<style>${style}</style></head><body><h1>${escape(info.title)} ${escape(info.version)}</h1>
<p>${escape(info.description ?? "")} Machine-readable: <a href="/openapi.json">openapi.json</a>.</p>
<h2>Operations</h2>${operations.join("\n")}<h2>Schemas</h2>${schemas.join("\n")}</body></html>`
}
