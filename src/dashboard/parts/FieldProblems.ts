/** What the service says about the fields of a form, sorted by where it is shown. */
import type { FieldProblem } from "../../client/Problem.ts"
import * as Format from "../data/Format.ts"
import { parts as Words } from "../words/common.ts"

const predicate = /^(must|is|has|cannot|was|differs)\b/

/** A message about a field as a sentence: `must be a number` begins with the field's label. */
export const sentence = (label: string, message: string): string => {
  const text = predicate.test(message) ? `${label} ${message}` : message
  return /[.?!]$/.test(text) ? text : `${text}.`
}

/** Errors beside their fields, by name; and the rest. */
interface Sorted {
  readonly fields: Readonly<Record<string, string>>
  readonly rest: ReadonlyArray<string>
}

/**
 * A problem of one value of a list is shown beside the field of the list, with its line from 1.
 * `names`: the fields of the form.
 */
export const sorted = (
  problems: ReadonlyArray<Pick<FieldProblem, "field" | "message">>,
  names: ReadonlySet<string>
): Sorted => {
  const fields: Record<string, string> = {}
  const rest: Array<string> = []
  for (const { field, message } of problems) {
    const [, list = "", place] = /^(.+)\.(\d+)$/.exec(field) ?? []
    if (names.has(field)) fields[field] = message
    else if (names.has(list)) {
      const line = Words.line(Number(place) + 1, message)
      fields[list] = fields[list] === undefined ? line : `${fields[list]}; ${line}`
    } else rest.push(sentence(Format.words(field), message))
  }
  return { fields, rest }
}
