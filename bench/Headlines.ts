/**
 * The headline figures of results: ratios and costs per operation, which do not depend on the
 * machine's present speed, except for the seconds of a start.
 */
import * as Recorded from "./Recorded.ts"
import * as Report from "./Report.ts"
import type * as Results from "./Results.ts"

export const names = {
  createOfFastify: "create of Fastify",
  createOfFloor: "create of floor",
  quotesOfFloor: "quotes of floor",
  lifecycleOfBest: "lifecycle of the best peer that commits each step",
  webhooksOfLoop: "webhooks of a plain loop",
  mixedOfFastify: "mixed: p99 at half load of Fastify's",
  recovery: "recovery: seconds"
} as const

type Found = ReadonlyArray<
  readonly [name: string, cell: Report.Cell | undefined, better: Recorded.Figure["better"]]
>

const at = "64 connections"

const posts = (result: Report.Result): Found => {
  const { name } = result
  const service = (column: string) => Report.find(result, `${at}: service`, column)
  const ratio = (column: string) => Report.find(result, at, column)
  return [
    [`${name} of floor`, ratio("service / floor"), "higher"],
    [`${name} of Fastify`, ratio("service / fastify"), "higher"],
    [`${name}: CPU of floor's`, ratio("CPU, service / floor"), "lower"],
    [`${name}: PostgreSQL's CPU of floor's`, ratio("PostgreSQL's CPU, service / floor"), "lower"],
    [`${name}: CPU µs`, service("CPU µs"), "lower"],
    [`${name}: PostgreSQL's CPU µs`, service("PostgreSQL's CPU µs"), "lower"],
    [`${name}: bytes allocated`, service("bytes allocated"), "lower"]
  ]
}

/** The label of the service in `lifecycle` that is compared with peers. */
export const alone = "service, no webhooks"

/** The peer that commits a thousand payouts at once, unlike the others. */
export const batching = "pg-boss"

const perSecond = "payouts per second"

/** The fastest peer in `lifecycle` that commits each step of each payout. */
const bestPeer = (result: Report.Result): string | undefined => {
  const labels = [...new Set(result.tables.flatMap(({ rows }) => Object.keys(rows)))]
  const rateOf = (label: string): number =>
    Report.summaryOf(Report.find(result, label, perSecond))?.median ?? Number.NaN
  const [best] = labels
    .filter((label) => !label.startsWith("service") && label !== batching)
    .filter((label) => Number.isFinite(rateOf(label)))
    .sort((one, other) => rateOf(other) - rateOf(one))
  return best
}

const lifecycle = (result: Report.Result): Found => {
  const ratio = (peer: string) => Report.find(result, peer, `${alone} / this`)
  const best = bestPeer(result)
  return [
    [`lifecycle of ${batching}`, ratio(batching), "higher"],
    [names.lifecycleOfBest, best === undefined ? undefined : ratio(best), "higher"]
  ]
}

const mixed = (result: Report.Result): Found => {
  const median = (contender: string): number =>
    Report.summaryOf(Report.find(result, `50 %: ${contender}`, "p99 ms"))?.median ?? Number.NaN
  return [[names.mixedOfFastify, median("service") / median("fastify"), "lower"]]
}

const recovery = (result: Report.Result): Found => {
  const start = Report.summaryOf(Report.find(result, "start to serving", "ms"))
  if (start === undefined) return []
  const seconds = { median: start.median / 1000, min: start.min / 1000, max: start.max / 1000 }
  return [[names.recovery, seconds, "lower"]]
}

const of: Readonly<Record<string, (result: Report.Result) => Found>> = {
  create: (result) => [
    ...posts(result),
    [
      "create: WAL bytes",
      Report.find(result, `${at}: service`, "WAL bytes until still"),
      "lower"
    ] as const,
    ["create: fsyncs", Report.find(result, `${at}: service`, "fsyncs"), "lower"] as const
  ],
  quotes: posts,
  append: (result) => [
    ["append of a raw loop", Report.find(result, "64 outstanding", "port / statements"), "higher"]
  ],
  lifecycle,
  webhooks: (result) => [
    [names.webhooksOfLoop, Report.find(result, "service / loop", "deliveries per second"), "higher"]
  ],
  mixed,
  recovery
}

/** The figures of these results, without the ones that were not measured. */
export const figures = (results: Results.Results): Recorded.Figures => {
  const found = Object.entries(of).flatMap(([bench, find]) => {
    const result = results.get(bench)
    return result === undefined ? [] : find(result)
  })
  return Object.fromEntries(
    found.flatMap(([name, cell, better]) => {
      const figure = Recorded.figure(cell, better)
      return figure === undefined ? [] : [[name, figure]]
    })
  )
}
