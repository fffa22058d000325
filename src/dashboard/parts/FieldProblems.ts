/** What the service says about the fields of a form, sorted by where it is shown. */
import type { FieldProblem } from "../../client/Problem.ts"
import * as Format from "../data/Format.ts"

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

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
    if (names.has(field)) fields[field] = sentence(message)
    else if (names.has(list)) {
      const line = `Line ${Number(place) + 1} ${message}`
      fields[list] = fields[list] === undefined ? line : `${fields[list]}; ${line}`
    } else rest.push(`${Format.words(field)}: ${message}`)
  }
  return { fields, rest }
}
