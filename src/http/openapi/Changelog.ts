/**
 * The change log as a page. Of Markdown, `CHANGELOG.md` uses only headings, lists, paragraphs, code
 * and bold text.
 */
import * as crypto from "node:crypto"
import * as fs from "node:fs"

const file = new URL("../../../CHANGELOG.md", import.meta.url)

/** Light and dark, for wide and narrow screens. */
const style = `
:root { color-scheme: light dark; --back: #fff; --text: #1d2129; --accent: #0b5cad;
  --line: #e2e6ec }
@media (prefers-color-scheme: dark) { :root { --back: #14171c; --text: #e4e8ee; --accent: #6cb2ff;
  --line: #2b313a } }
body { margin: 0 auto; padding: 2rem clamp(1rem, 4vw, 3.5rem) 6rem; max-width: 46rem;
  background: var(--back); color: var(--text);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
h2 { margin-top: 3rem; padding-bottom: .4rem; border-bottom: 2px solid var(--line) }
a { color: var(--accent) }
code { font: .875em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  overflow-wrap: anywhere }
`

/** The page has one style sheet and nothing else that a browser could load or run. */
export const policy = [
  "default-src 'none'",
  `style-src 'sha256-${crypto.hash("sha256", style, "base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const inline = (text: string): string =>
  escape(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")

/** The Markdown's blocks: a heading, a list item, a paragraph. */
const blocksOf = (markdown: string): ReadonlyArray<string> =>
  markdown
    .replace(/\n(?=- |\d+\. |#)/g, "\n\n")
    .split(/\n{2,}/)
    .map((block) => block.replace(/\s+/g, " ").trim())
    .filter((block) => block !== "")

const blockHtml = (block: string): string => {
  const heading = /^(#{1,3}) (.*)$/.exec(block)
  if (heading !== null) {
    const level = heading[1]?.length ?? 1
    return `<h${level}>${inline(heading[2] ?? "")}</h${level}>`
  }
  const item = /^(?:- |(\d+)\. )(.*)$/.exec(block)
  if (item === null) return `<p>${inline(block)}</p>`
  const [, number, text = ""] = item
  return number === undefined
    ? `<li>${inline(text)}</li>`
    : `<li value="${number}">${inline(text)}</li>`
}

/** Turns consecutive items into one list. */
const withLists = (html: string): string =>
  html
    .replace(/(?:<li>.*<\/li>\n?)+/g, "<ul>$&</ul>\n")
    .replace(/(?:<li value.*<\/li>\n?)+/g, "<ol>$&</ol>\n")

const render = (markdown: string): string => `<!doctype html><html lang="en"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Change log</title><style>${style}</style></head>
<body><nav aria-label="Contents"><a href="/docs">Reference</a></nav>
<main>${withLists(blocksOf(markdown).map(blockHtml).join("\n"))}</main></body></html>`

const absent = "# Change log\n\nThis installation does not include its change log."

/** The page, read once. A missing file does not keep the service from starting. */
export const page = (): string =>
  render(fs.existsSync(file) ? fs.readFileSync(file, "utf8") : absent)
