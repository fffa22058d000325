/** The charts of results: latency against offered load, and settled payouts by contender. */
import * as Chart from "./Chart.ts"
import * as Headlines from "./Headlines.ts"
import * as Names from "./Names.ts"
import * as Report from "./Report.ts"
import type * as Results from "./Results.ts"

const contenders = [
  { row: "service", name: "This service", tone: "service" },
  { row: "fastify", name: "Fastify", tone: "peer" }
] as const

const percentiles = [
  { name: "p50", column: "p50 ms", isDashed: true },
  { name: "p99", column: "p99 ms", isDashed: false }
] as const

/** The shares of the capacity that were offered, in percent. */
const sharesOf = ({ tables }: Report.Result): ReadonlyArray<number> => {
  const labels = tables.flatMap(({ rows }) => Object.keys(rows))
  const shares = labels.flatMap((label) => /^(\d+) %: service$/.exec(label)?.[1] ?? [])
  return [...new Set(shares.map(Number))].sort((one, other) => one - other)
}

/** The latency of the result of `mixed`. */
export const latency = (result: Report.Result): string => {
  const shares = sharesOf(result)
  const cell = (share: number, row: string, column: string) =>
    Report.summaryOf(Report.find(result, `${share} %: ${row}`, column))
  const lines = contenders.flatMap(({ name, row, tone }) =>
    percentiles.map(({ column, isDashed, name: percentile }) => ({
      ...{ name: `${name}, ${percentile}`, tone, isDashed },
      values: shares.map((share) => cell(share, row, column))
    }))
  )
  const places = shares.map((share) => {
    const offered = cell(share, "service", "offered/s")?.median
    const rate = offered === undefined ? "" : ` (${Math.round(offered).toLocaleString("en")}/s)`
    return { at: share, label: `${share} %${rate}` }
  })
  const sentences = lines.map(({ name, values }) => {
    const figures = values.map((value, index) => {
      const shown = value === undefined ? "not measured" : `${Report.digits(value.median)} ms`
      return `${shown} at ${shares[index]} %`
    })
    return `${name}: ${figures.join(", ")}.`
  })
  return Chart.lines({
    title: "Latency against offered load",
    description: sentences.join(" "),
    across: "Offered load, % of this service's capacity (requests per second)",
    up: "Latency, ms (logarithmic)",
    ...{ places, lines }
  })
}

const settledName: Readonly<Record<string, string>> = {
  service: "This service, four webhooks",
  [Headlines.alone]: "This service, no webhooks"
}

const toneOf = (label: string): Chart.Tone =>
  label.startsWith("service") ? "service" : label === Headlines.batching ? "batch" : "peer"

/** The rates of the result of `lifecycle`. */
export const settled = (result: Report.Result): string => {
  const [rates] = result.tables
  const bars = Object.entries(rates?.rows ?? {}).map(([label, row]) => ({
    name: settledName[label] ?? Names.of(label),
    tone: toneOf(label),
    value: Report.summaryOf(row["payouts per second"])
  }))
  const sentences = bars.map(({ name, value }) =>
    value === undefined
      ? `${name} was not measured.`
      : `${name} settles ${Report.digits(value.median)} payouts per second.`
  )
  return Chart.bars({
    title: "Payouts settled per second",
    description: sentences.join(" "),
    across: "Payouts settled per second",
    bars,
    legend: [
      ["service", "This service"],
      ["peer", "Peer, commits each step"],
      ["batch", "Peer, commits 1,000 at once"]
    ]
  })
}

/** The charts that these results have, by the names of their files. */
export const all = (results: Results.Results): ReadonlyMap<string, string> => {
  const charts = new Map<string, string>()
  const [mixed, lifecycle] = [results.get("mixed"), results.get("lifecycle")]
  if (mixed !== undefined) charts.set("latency.svg", latency(mixed))
  if (lifecycle !== undefined) charts.set("lifecycle.svg", settled(lifecycle))
  return charts
}
