/** The tables of `bench/details`, which are a selection of the rows and columns of a result. */
import * as Markdown from "./Markdown.ts"
import * as Names from "./Names.ts"
import * as Report from "./Report.ts"

interface Selection {
  /** The heading above the labels of rows. */
  readonly over: string
  /** The shown label of a row; `undefined` if the row is left out. */
  readonly label: (row: string) => string | undefined
  /** The columns of the result by their headings. */
  readonly columns: Readonly<Record<string, string>>
}

/**
 * The rows that match an expression. The shown label has the groups of the expression, such as the
 * number of connections and the name of a contender.
 */
const matching =
  (expression: RegExp): Selection["label"] =>
  (row) =>
    expression.exec(row)?.slice(1).map(Names.of).join(", ")

const any: Selection["label"] = Names.of

/** Columns whose names are their headings. */
const plain = (...names: ReadonlyArray<string>): Selection["columns"] =>
  Object.fromEntries(names.map((name) => [name, name]))

const costs = {
  "CPU, µs": "CPU µs",
  "PostgreSQL's CPU, µs": "PostgreSQL's CPU µs",
  "bytes allocated": "bytes allocated"
}

const latencies = { "p50, ms": "p50 ms", "p99, ms": "p99 ms" }

const posts: ReadonlyArray<Selection> = [
  {
    over: "64 connections",
    label: matching(/^64 connections: (.*)$/),
    columns: {
      ...{ "per second": "per second", ...latencies, ...costs },
      ...{ "WAL bytes": "WAL bytes until still", fsyncs: "fsyncs" }
    }
  },
  {
    over: "connections",
    label: matching(/^(\d+) connections$/),
    columns: {
      "rate / floor's": "service / floor",
      "rate / Fastify's": "service / fastify",
      "rate / bare's": "service / bare",
      "CPU / floor's": "CPU, service / floor",
      "PostgreSQL's CPU / floor's": "PostgreSQL's CPU, service / floor"
    }
  },
  {
    over: "connections",
    label: matching(/^(\d+) connections: (service|fastify)$/),
    columns: { "per second": "per second", ...latencies }
  }
]

const mixed: ReadonlyArray<Selection> = [
  {
    over: "offered",
    label: matching(/^(\d+ %): (service|fastify)$/),
    columns: {
      "requests per second": "offered/s",
      "achieved / offered": "achieved / offered",
      ...latencies,
      "p99.9, ms": "p99.9 ms",
      lost: "lost"
    }
  },
  {
    over: "closed loop",
    label: matching(/^(service|fastify)$/),
    columns: { "requests per second": "requests/s", ...latencies }
  },
  {
    over: "half load after ten quiet seconds",
    label: matching(/^(service|fastify)$/),
    columns: {
      "first second, p99, ms": "first second p99 ms",
      "then p99, ms": "then p99 ms",
      ratio: "p99, first second / then"
    }
  },
  {
    over: "p99 at half load, ms",
    label: matching(/^50 %: (.*)$/),
    columns: {
      quote: "quote p99",
      payout: "payout p99",
      "payout by id": "payout by id p99",
      "quote by id": "quote by id p99",
      "list of 20": "list of 20 p99"
    }
  }
]

const append: ReadonlyArray<Selection> = [
  {
    over: "outstanding entries",
    label: matching(/^(\d+) outstanding$/),
    columns: {
      "the log's port, per second": "through the port",
      "plain loop, per second": "raw, one statement in flight",
      "a transaction each, per second": "raw, a transaction per entry",
      "port / loop": "port / statements"
    }
  },
  { over: "low load", label: any, columns: latencies }
]

const recovery: ReadonlyArray<Selection> = [
  { over: "", label: any, columns: { ms: "ms" } },
  {
    over: "whole log",
    label: any,
    columns: { "entries per second": "entries per second", seconds: "seconds" }
  },
  { over: "memory after a start", label: any, columns: { bytes: "bytes" } }
]

const lifecycle: ReadonlyArray<Selection> = [
  {
    over: "",
    label: any,
    columns: {
      "payouts per second": "payouts per second",
      "service without webhooks / this": "service, no webhooks / this",
      "fsyncs per payout": "fsyncs",
      "WAL bytes per payout": "WAL bytes until still",
      "bytes per payout in another log": "bytes written to its own log"
    }
  },
  {
    over: "",
    label: any,
    columns: {
      settled: "settled, four transitions readable",
      "acknowledged before `kill -9`": "acknowledged before kill -9"
    }
  }
]

const overload: ReadonlyArray<Selection> = [
  {
    over: "during the flood",
    label: any,
    columns: {
      requests: "asked",
      "answered 200": "answered 200",
      ...latencies,
      "max, ms": "max ms"
    }
  },
  { over: "responses to the flood", label: any, columns: plain("per second") },
  { over: "memory", label: any, columns: plain("heap MB", "resident MB") }
]

const dashboard: ReadonlyArray<Selection> = [
  {
    over: "first page",
    label: any,
    columns: {
      ...plain("usable, ms", "first paint, ms", "requests"),
      "KB on the wire": "KB on the wire"
    }
  },
  { over: "one request at a time", label: any, columns: plain("p50, ms", "p99, ms", "KB") }
]

const starts = {
  "start, s": "start to serving, s",
  "CPU of it, s": "CPU s of it",
  "all actors later, s": "all actors, s later",
  "heap, MB": "heap MB",
  "resident, MB": "resident MB"
}

const creations = {
  ...costs,
  "WAL bytes": "WAL bytes",
  "first page, p50, ms": "first page, p50 ms"
}

const history = /^(.* active alone|and .* entries)$/

const growth: ReadonlyArray<Selection> = [
  {
    over: "connections",
    label: matching(/^(\d+) connections$/),
    columns: { "per second": "per second", ...latencies, ...costs, "WAL bytes": "WAL bytes" }
  },
  {
    over: "active payouts",
    label: matching(/^([\d,]+) active$/),
    columns: { ...starts, "heap bytes per active payout": "heap bytes per active payout" }
  },
  { over: "active payouts", label: matching(/^([\d,]+) active$/), columns: creations },
  { over: "history", label: matching(history), columns: starts },
  {
    over: "history",
    label: matching(history),
    columns: { ...creations, "log, MB": "log MB", "other tables, MB": "other tables MB" }
  },
  {
    over: "accounts",
    label: matching(/^([\d,]+) accounts$/),
    columns: { "start, s": "start to serving, s", "heap, MB": "heap MB", ...costs }
  }
]

const selections: Readonly<Record<string, ReadonlyArray<Selection>>> = {
  create: posts,
  quotes: posts,
  mixed,
  append,
  recovery,
  webhooks: [{ over: "", label: any, columns: plain("deliveries per second", "repeated") }],
  memory: [
    { over: "bytes per payout", label: any, columns: plain("heap", "resident", "payouts") },
    { over: "memory of the windows", label: any, columns: plain("bytes") }
  ],
  lifecycle,
  overload,
  dashboard,
  cluster: [
    {
      over: "",
      label: any,
      columns: {
        "creations per second": "creations a second",
        "CPU of all processes, µs": "CPU µs of the processes",
        "PostgreSQL's CPU, µs": "PostgreSQL's CPU µs",
        "WAL bytes": "WAL bytes"
      }
    }
  ],
  partitions: [
    {
      over: "",
      label: any,
      columns: {
        "creations per second": "creations a second",
        "CPU, µs": "CPU µs",
        "PostgreSQL's CPU, µs": "PostgreSQL's CPU µs",
        ...plain("start ms", "heap MB after the start", "heap MB after the load", "sessions")
      }
    }
  ],
  growth
}

/** The names of the benches that have a document. */
export const names = Object.keys(selections)

/** A selection as a table; `undefined` if the result has none of its cells. */
const tableOf = (
  result: Report.Result,
  { columns, label, over }: Selection
): string | undefined => {
  const labels = [...new Set(result.tables.flatMap(({ rows }) => Object.keys(rows)))]
  const cellOf = (row: string, column: string): string => {
    const cell = Report.find(result, row, column)
    return cell === undefined ? "" : Report.show(cell)
  }
  const found = labels.flatMap((row) => {
    const shown = label(row)
    const cells = Object.values(columns).map((column) => cellOf(row, column))
    return shown === undefined || cells.every((cell) => cell === "") ? [] : [{ shown, cells }]
  })
  if (found.length === 0) return undefined
  const used = Object.keys(columns).flatMap((heading, index) =>
    found.some(({ cells }) => cells[index] !== "") ? [{ heading, index }] : []
  )
  return Markdown.table(
    [over, ...used.map(({ heading }) => heading)],
    found.map(({ cells, shown }) => [shown, ...used.map(({ index }) => cells[index] ?? "")])
  )
}

/** The load and the disk at the time of the run, which the rates depend on. */
const conditions = ({ about }: Report.Result): string => {
  const load = about["load average before"]
  const flush = about["fdatasync of 8 KiB"]
  if (load === undefined || flush === undefined) return ""
  const before = `Load average before the run: ${Report.show(load)}.`
  return `\n\n${before} \`fdatasync\` of 8 KiB: ${Report.show(flush)}.`
}

/** The tables for a result. */
export const make = (result: Report.Result): string => {
  const tables = (selections[result.name] ?? []).flatMap(
    (selection) => tableOf(result, selection) ?? []
  )
  return `${tables.join("\n\n")}${conditions(result)}`
}
