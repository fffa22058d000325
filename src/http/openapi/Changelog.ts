/**
 * The change log as a page: `CHANGELOG.md`, which uses headings, lists, paragraphs, code and bold
 * text and nothing else of Markdown.
 */
import * as fs from "node:fs"
import * as Part from "./DocsOperation.ts"
import { style } from "./DocsStyle.ts"

const file = new URL("../../../CHANGELOG.md", import.meta.url)

const inline = (text: string): string =>
  Part.prose(text).replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")

/** Lines that belong together: a heading, an item of a list, a paragraph. */
const blocksOf = (markdown: string): ReadonlyArray<string> =>
  markdown
    .replace(/\n(?=- |#)/g, "\n\n")
    .split(/\n{2,}/)
    .map((block) => block.replace(/\s+/g, " ").trim())
    .filter((block) => block !== "")

const blockHtml = (block: string): string => {
  const heading = /^(#{1,3}) (.*)$/.exec(block)
  if (heading !== null) {
    const level = heading[1]?.length ?? 1
    return `<h${level}>${inline(heading[2] ?? "")}</h${level}>`
  }
  return block.startsWith("- ") ? `<li>${inline(block.slice(2))}</li>` : `<p>${inline(block)}</p>`
}

/** Items one after the other are one list. */
const listed = (html: string): string => html.replace(/(?:<li>.*<\/li>\n?)+/g, "<ul>$&</ul>\n")

export const render = (markdown: string): string => `<!doctype html><html lang="en"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Change log</title><style>${style}</style></head>
<body id="top"><nav aria-label="Contents"><a href="/docs">Reference</a></nav>
<main>${listed(blocksOf(markdown).map(blockHtml).join("\n"))}</main></body></html>`

const absent = "# Change log\n\nThis installation was made without its change log."

/** The page, read once. A file that is missing does not keep a service of money from starting. */
export const page = (): string =>
  render(fs.existsSync(file) ? fs.readFileSync(file, "utf8") : absent)
