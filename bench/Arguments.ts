/** The words after `npm run bench --`. */

export interface Arguments {
  readonly mode: "benches" | "quick" | "documents"
  readonly isRecorded: boolean
  /** The benches that were named; none for every bench that does not take hours. */
  readonly names: ReadonlyArray<string>
}

export const usage = (benches: ReadonlyArray<string>): string =>
  [
    "Give one of these, or nothing to measure everything but growth and pairs:",
    "  <name> [<name>…] [--record]   measure these benches",
    "  --quick [--record]            measure the most important figures in five minutes",
    "  --record                      measure everything, and record the figures",
    "  --documents                   write tables and charts from the last results",
    `The names are ${benches.join(", ")}.`
  ].join("\n")

/** `undefined` if the words are wrong. */
export const parse = (
  words: ReadonlyArray<string>,
  benches: ReadonlyArray<string>
): Arguments | undefined => {
  const names = words.filter((word) => !word.startsWith("--"))
  const options = new Set(words.filter((word) => word.startsWith("--")))
  const isRecorded = options.delete("--record")
  const isQuick = options.delete("--quick")
  const isDocuments = options.delete("--documents")
  if (options.size > 0 || names.some((name) => !benches.includes(name))) return undefined
  if (!isQuick && !isDocuments) return { mode: "benches", isRecorded, names }
  if (names.length > 0 || (isDocuments && (isQuick || isRecorded))) return undefined
  return { mode: isQuick ? "quick" : "documents", isRecorded, names }
}
