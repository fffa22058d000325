/** The first table of `bench/README.md`: each question with its figure, its peers and its aim. */
import * as Headlines from "./Headlines.ts"
import * as Markdown from "./Markdown.ts"
import * as Report from "./Report.ts"
import type * as Results from "./Results.ts"

/** A cell by its bench, row and column. */
type Place = readonly [bench: string, row: string, column: string]

interface Value {
  readonly places: ReadonlyArray<Place>
  /** A word after the figures. */
  readonly unit?: string
  /** The number of the bench's units in one shown unit. */
  readonly size?: number
}

interface Aim {
  readonly text: string
  /** The reached figure; NaN if it was not measured. */
  readonly reached: (median: Median) => number
  readonly isMet: (reached: number) => boolean
  /** True if the table shows the reached figure, which is no other cell of the row. */
  readonly isShown?: boolean
}

interface Question {
  readonly text: string
  readonly own: Value
  readonly peers: ReadonlyArray<readonly [name: string, value: Value]>
  readonly aim?: Aim
}

type Median = (...place: Place) => number

const of = (bench: string, row: string, column: string): Value => ({
  places: [[bench, row, column]]
})

const atLeast = (text: string, least: number, ...place: Place): Aim => ({
  text,
  reached: (median) => median(...place),
  isMet: (reached) => reached >= least,
  isShown: true
})

const atMost = (text: string, most: number, ...place: Place): Aim => ({
  text,
  reached: (median) => median(...place),
  isMet: (reached) => reached <= most
})

const at = "64 connections"

const creations: ReadonlyArray<Question> = [
  {
    text: "Durable payout creations per second, 64 connections",
    own: of("create", `${at}: service`, "per second"),
    peers: [
      ["Fastify + `pg`", of("create", `${at}: fastify`, "per second")],
      ["floor", of("create", `${at}: floor`, "per second")]
    ],
    aim: atLeast("4 × Fastify", 4, "create", at, "service / fastify")
  },
  {
    text: "Durable quotes per second, 64 connections",
    own: of("quotes", `${at}: service`, "per second"),
    peers: [
      ["Fastify + `pg`", of("quotes", `${at}: fastify`, "per second")],
      ["floor", of("quotes", `${at}: floor`, "per second")]
    ],
    aim: atLeast("0.75 × floor", 0.75, "quotes", at, "service / floor")
  },
  {
    text: "WAL bytes per creation",
    own: of("create", `${at}: service`, "WAL bytes until still"),
    peers: [
      ["Fastify + `pg`", of("create", `${at}: fastify`, "WAL bytes until still")],
      ["floor", of("create", `${at}: floor`, "WAL bytes until still")]
    ],
    aim: atMost("3,000", 3_000, "create", `${at}: service`, "WAL bytes until still")
  },
  {
    text: "Log entries appended per second, 64 outstanding",
    own: of("append", "64 outstanding", "through the port"),
    peers: [
      ["plain `insert` loop", of("append", "64 outstanding", "raw, one statement in flight")]
    ],
    aim: atLeast("0.85 × the loop", 0.85, "append", "64 outstanding", "port / statements")
  }
]

const settled = (peer: string): Value => of("lifecycle", peer, "payouts per second")

const work: ReadonlyArray<Question> = [
  {
    text: "Payouts settled per second, without webhooks",
    own: settled(Headlines.alone),
    peers: [
      ["pg-boss (one commit per 1,000)", settled(Headlines.batching)],
      ["graphile-worker", settled("graphile-worker")],
      ["Restate", settled("restate")],
      ["DBOS", settled("dbos")]
    ],
    aim: atLeast("10 × pg-boss", 10, "lifecycle", Headlines.batching, `${Headlines.alone} / this`)
  },
  {
    text: "Webhooks delivered per second",
    own: of("webhooks", "service", "deliveries per second"),
    peers: [
      [
        "`undici` loop that stores nothing",
        of("webhooks", "undici loop, nothing durable", "deliveries per second")
      ]
    ],
    aim: atLeast("0.6 × the loop", 0.6, "webhooks", "service / loop", "deliveries per second")
  },
  {
    text: "Mixed requests at half load, p50 / p99",
    own: {
      places: [
        ["mixed", "50 %: service", "p50 ms"],
        ["mixed", "50 %: service", "p99 ms"]
      ],
      unit: "ms"
    },
    peers: [
      [
        "Fastify",
        {
          places: [
            ["mixed", "50 %: fastify", "p50 ms"],
            ["mixed", "50 %: fastify", "p99 ms"]
          ],
          unit: "ms"
        }
      ]
    ],
    aim: {
      text: "p99 ≤ 10 × p50",
      reached: (median) =>
        median("mixed", "50 %: service", "p99 ms") / median("mixed", "50 %: service", "p50 ms"),
      isMet: (ratio) => ratio <= 10,
      isShown: true
    }
  },
  {
    text: "Creations per second, three nodes on one core",
    own: of("cluster", "at all, each at its owner", "creations a second"),
    peers: [
      ["three separate services", of("cluster", "as many alone at once", "creations a second")]
    ]
  }
]

const seconds = (row: string): Value => ({
  places: [["recovery", row, "ms"]],
  unit: "s",
  size: 1_000
})

const limits: ReadonlyArray<Question> = [
  {
    text: "Start with 10,000 active and 100,000 finished payouts",
    own: seconds("start to serving"),
    peers: [["empty log", seconds("of that, a start on an empty log")]]
  },
  {
    text: "Heap bytes of an active payout / left by a finished one",
    own: {
      places: [
        ["memory", "active", "heap"],
        ["memory", "finished (slope)", "heap"]
      ]
    },
    peers: [],
    aim: {
      // A few hundred bytes of a slope are noise.
      text: "3,000 / 0 ± 300",
      reached: (median) =>
        Math.max(
          median("memory", "active", "heap") / 3_000,
          median("memory", "finished (slope)", "heap") / 300
        ),
      isMet: (share) => share <= 1
    }
  },
  {
    text: "Slowest `/healthz` / `/readyz` while one account floods the service",
    own: {
      places: [
        ["overload", "/healthz", "max ms"],
        ["overload", "/readyz", "max ms"]
      ],
      unit: "ms"
    },
    peers: [],
    aim: {
      text: "500 ms",
      reached: (median) =>
        Math.max(median("overload", "/healthz", "max ms"), median("overload", "/readyz", "max ms")),
      isMet: (reached) => reached <= 500
    }
  },
  {
    text: "First dashboard page with 100,000 payouts, until usable",
    own: { places: [["dashboard", "staff", "usable, ms"]], unit: "ms" },
    peers: [["one-line page", { places: [["dashboard", "bare page", "usable, ms"]], unit: "ms" }]],
    aim: atMost("800 ms", 800, "dashboard", "staff", "usable, ms")
  }
]

const questions: ReadonlyArray<Question> = [...creations, ...work, ...limits]

const medianIn =
  (results: Results.Results): Median =>
  (bench, row, column) => {
    const result = results.get(bench)
    const cell = result === undefined ? undefined : Report.find(result, row, column)
    return Report.summaryOf(cell)?.median ?? Number.NaN
  }

const shown = ({ places, size = 1, unit }: Value, median: Median): string => {
  const figures = places.map((place) => median(...place) / size)
  if (!figures.some(Number.isFinite)) return "-"
  return [figures.map(Report.digits).join(" / "), unit].filter(Boolean).join(" ")
}

const verdict = ({ isMet, isShown, reached, text }: Aim, median: Median): string => {
  const figure = reached(median)
  if (!Number.isFinite(figure)) return text
  const word = isMet(figure) ? "met" : "**missed**"
  return `${text}: ${word}${isShown ? ` (${Report.digits(figure)})` : ""}`
}

/** The table for these results. */
export const make = (results: Results.Results): string => {
  const median = medianIn(results)
  const rows = questions.map(({ aim, own, peers, text }) => [
    text,
    shown(own, median),
    peers.map(([name, value]) => `${name} ${shown(value, median)}`).join(" · "),
    aim === undefined ? "" : verdict(aim, median)
  ])
  return Markdown.table(["What you may ask", "This service", "Compared with", "Aim"], rows)
}
