/** Sorts the service's messages about a form's fields by the place that shows each of them. */
import type { FieldProblem } from "../../client/Problem.ts"
import * as Format from "../data/Format.ts"
import { parts as Words } from "../words/common.ts"

const predicate = /^(must|is|has|cannot|was|differs)\b/

/** Makes a message about a field a sentence: `must be a number` gets the field's label in front. */
export const sentence = (label: string, message: string): string => {
  const text = predicate.test(message) ? `${label} ${message}` : message
  return /[.?!]$/.test(text) ? text : `${text}.`
}

/** Errors by field name, and the messages that belong to no field of the form. */
interface Sorted {
  readonly fields: Readonly<Record<string, string>>
  readonly rest: ReadonlyArray<string>
}

/**
 * Sorts the problems of a form with these field names. A problem of one value of a list is shown at
 * the field of the list, with the value's line from 1.
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
