/** The table of `HISTORY.md`: a line per record, so that a regression is a row and not a memory. */
import * as Headlines from "./Headlines.ts"
import * as Markdown from "./Markdown.ts"
import type * as Recorded from "./Recorded.ts"
import * as Report from "./Report.ts"

/** A full run, or a run of the short benches. */
export type Kind = "full" | "quick"

export interface Record extends Recorded.Recorded {
  readonly kind: Kind
  /** The load average before the run; `undefined` if it is not known. */
  readonly load: number | undefined
}

/** The seven ratios by the headings of their columns. */
const columns = [
  ["create / Fastify", Headlines.names.createOfFastify],
  ["create / floor", Headlines.names.createOfFloor],
  ["quotes / floor", Headlines.names.quotesOfFloor],
  ["lifecycle / best peer", Headlines.names.lifecycleOfBest],
  ["webhooks / plain loop", Headlines.names.webhooksOfLoop],
  ["mixed p99 / Fastify's", Headlines.names.mixedOfFastify],
  ["recovery, s", Headlines.names.recovery]
] as const

const headings = ["commit", "date", "run", "machine", "load", ...columns.map(([title]) => title)]

const identity = ({ commit, date, kind }: Record): ReadonlyArray<string> => [
  commit,
  date.slice(0, 10),
  kind
]

/** The line of a record. */
export const line = (record: Record): string => {
  const { figures, load, machine } = record
  const shown = (value: number | undefined): string =>
    value === undefined ? "-" : Report.digits(value)
  const ratios = columns.map(([, name]) => shown(figures[name]?.median))
  return Markdown.row([...identity(record), machine, shown(load), ...ratios])
}

const intro = `# Recorded runs

Each record appends a line. A record in parts has one line. Compare ratios, because the machine's
speed changes from hour to hour. [README.md](README.md) explains the benches. A \`quick\` run is
shorter and measures fewer of them. The best peer is the fastest one that commits each step. A \`-\`
is a ratio that was not measured.

${Markdown.table(headings, [])}
`

/**
 * The document with one more line. An empty document gets its heading first. The line replaces the
 * last one if both are of the same commit, day and kind, because a full run can have parts.
 */
export const append = (document: string, record: Record): string => {
  const lines = (document === "" ? intro : document).trimEnd().split("\n")
  const isNextPart = lines.at(-1)?.startsWith(`${Markdown.row(identity(record))} `) === true
  return `${[...(isNextPart ? lines.slice(0, -1) : lines), line(record)].join("\n")}\n`
}
