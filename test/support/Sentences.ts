/**
 * The sentences of the repository's prose: documents, comments, alerts, and the strings of source
 * files, which include test titles and log lines.
 */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { parseSync } from "vite"
import * as Prose from "./Prose.ts"

const root = path.join(import.meta.dirname, "..", "..")

/** A text with its place in the repository. */
export interface Passage {
  readonly file: string
  readonly line: number
  readonly text: string
}

/** The versioned files that still exist. */
export const files: ReadonlyArray<string> = execFileSync("git", ["ls-files"], { cwd: root })
  .toString()
  .split("\n")
  .filter((file) => file !== "" && fs.existsSync(path.join(root, file)))

export const read = (file: string): string => fs.readFileSync(path.join(root, file), "utf8")

const linesOf = (file: string, source: string): ReadonlyArray<Passage> =>
  source.split("\n").map((text, index) => ({ file, line: index + 1, text }))

/** The comments of a TypeScript source. */
export const commentsOf = (file: string, source: string): ReadonlyArray<Passage> =>
  parseSync(file, source).comments.flatMap(({ start, value }) => {
    const first = source.slice(0, start).split("\n").length
    return value.split("\n").map((text, index) => ({ file, line: first + index, text }))
  })

const ofTypeScript = (file: string): ReadonlyArray<Passage> => {
  const source = read(file)
  return [...commentsOf(file, source), ...Prose.textsOf(file, source)]
}

/** Comments and docstrings of Python and SQL, which no parser here reads. */
const ofLines = (file: string): ReadonlyArray<Passage> =>
  linesOf(file, read(file)).filter(({ text }) => /^\s*(#|--|"""|:)|#:/.test(text))

/** Every passage of the files that `isChosen` accepts. */
export const passages = (isChosen: (file: string) => boolean): ReadonlyArray<Passage> =>
  files.filter(isChosen).flatMap((file) => {
    if (/\.tsx?$/.test(file)) return ofTypeScript(file)
    if (/\.(md|yaml)$/.test(file)) return linesOf(file, read(file))
    return /\.(py|sql)$/.test(file) ? ofLines(file) : []
  })

const isTable = (line: string): boolean => line.trimStart().startsWith("|")

/** The paragraphs of a Markdown document, without code, tables, figures, headings and pictures. */
export const paragraphsOf = (markdown: string): ReadonlyArray<string> =>
  markdown
    .replaceAll(/^```[\s\S]*?^```/gm, "")
    .replaceAll(/^<!-- figures[\s\S]*?^<!-- end of figures/gm, "")
    .split("\n")
    .filter((line) => !isTable(line) && !/^(\s*#|\s*<|!\[| {4})/.test(line))
    .join("\n")
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, " ").trim())
    .filter((paragraph) => paragraph !== "")

/** The sentences of a paragraph. A dot within code, a number or a name ends none. */
export const sentencesOf = (paragraph: string): ReadonlyArray<string> =>
  paragraph
    .replaceAll(/`[^`]*`/g, "Code")
    .replaceAll(/\]\([^)]*\)/g, "]")
    .split(/(?<=[.!?][)*"”]*) (?=[A-Z“"*[(])/)

export const wordsOf = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length

/**
 * True if a colon is within a sentence. One after a bold label, or before code, is not.
 */
export const hasInnerColon = (sentence: string): boolean =>
  /[\p{L})]: (?=[a-z])/u.test(sentence.replaceAll(/\*\*[^*]+\*\*/g, ""))
