import { assert, describe, it } from "vitest"
import * as Chart from "../../bench/Chart.ts"
import * as Report from "../../bench/Report.ts"
import * as ResultCharts from "../../bench/ResultCharts.ts"

const exactly = (value: number): Report.Summary => Report.summarize([value])

const entity = /&(?:amp|lt|gt|quot);/g
const tag = /<(\/?)([a-z]+)((?: [\w:-]+="[^"<&]*(?:&\w+;[^"<&]*)*")*)(\/?)>/g

/** Ensures that every element is closed in order, and that no text contains a bare sign. */
const ensureXml = (svg: string): void => {
  const open: Array<string> = []
  for (const [, closing, name = "", , empty] of svg.matchAll(tag)) {
    if (closing === "/") assert.strictEqual(name, open.pop())
    else if (empty !== "/") open.push(name)
  }
  assert.deepStrictEqual(open, [])
  assert.notMatch(svg.replaceAll(tag, "").replaceAll(entity, ""), /[<>&]/)
}

/** The numbers of an attribute in all elements of a kind, from the first to the last. */
const numbers = (svg: string, element: string, attribute: string): ReadonlyArray<number> =>
  [...svg.matchAll(new RegExp(`<${element} [^>]*>`, "g"))]
    .flatMap(([found]) => new RegExp(` ${attribute}="([\\d.]+)"`).exec(found)?.[1] ?? [])
    .map(Number)

/** The visible texts, in their order. */
const texts = (svg: string): ReadonlyArray<string> =>
  [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text = ""]) => text)

const frame = { title: "A title", description: "A description.", across: "Load, %" }

const lines = (medians: ReadonlyArray<number>): string =>
  Chart.lines({
    ...{ ...frame, up: "Latency, ms" },
    places: medians.map((_, index) => ({ at: (index + 1) * 10, label: `${(index + 1) * 10} %` })),
    lines: [{ name: "one", tone: "service", isDashed: false, values: medians.map(exactly) }]
  })

/** The marks of the points. The first circle is the one in the legend. */
const points = (svg: string, axis: "cx" | "cy"): ReadonlyArray<number> =>
  numbers(svg, "circle", axis).slice(1)

describe("A line chart", () => {
  it("places a tenfold latency at the same distance everywhere", () => {
    const [first = 0, second = 0, third = 0] = points(lines([2, 20, 200]), "cy")
    assert.isAbove(first - second, 20)
    assert.closeTo(first - second, second - third, 0.2)
  })

  it("places a larger load further to the right, in proportion", () => {
    const [first = 0, second = 0, third = 0] = points(lines([1, 1, 1]), "cx")
    assert.isAbove(second, first)
    assert.closeTo(second - first, third - second, 0.2)
  })

  it("keeps every point between the smallest and the largest label of its scale", () => {
    const svg = lines([3, 45, 678])
    assert.includeMembers([...texts(svg)], ["1", "10", "100", "1,000"])
    for (const y of points(svg, "cy")) assert.isTrue(y >= 72 && y <= 350, String(y))
  })

  it("leaves out a point that was not measured", () => {
    const svg = Chart.lines({
      ...{ ...frame, up: "Latency, ms" },
      places: [1, 2, 3].map((at) => ({ at, label: String(at) })),
      lines: [
        {
          ...{ name: "one", tone: "service", isDashed: true },
          values: [exactly(1), undefined, exactly(2)]
        }
      ]
    })
    assert.lengthOf(points(svg, "cx"), 2)
    assert.notInclude(svg, "NaN")
  })
})

const bars = (values: Readonly<Record<string, number | undefined>>): string =>
  Chart.bars({
    ...frame,
    legend: [["peer", "Peers"]],
    bars: Object.entries(values).map(([name, value]) => ({
      ...{ name, tone: "peer" },
      value: value === undefined ? undefined : exactly(value)
    }))
  })

describe("A bar chart", () => {
  it("shows the largest contender first, each with its figure", () => {
    const shown = texts(bars({ slow: 10, fast: 1_000, middle: 100 }))
    const order = ["fast", "1,000", "middle", "100", "slow", "10"]
    assert.deepStrictEqual(shown.slice(-6), order)
  })

  it("has bars in proportion to their figures", () => {
    const widths = numbers(bars({ one: 100, two: 200, four: 400 }), "rect", "width").slice(-3)
    const [four = 0, two = 0, one = 0] = widths
    assert.closeTo(four / one, 4, 0.05)
    assert.closeTo(two / one, 2, 0.05)
  })

  it("names a contender that was not measured", () => {
    const shown = texts(bars({ known: 5, missing: undefined }))
    assert.deepStrictEqual(shown.slice(-2), ["missing", "not measured"])
  })

  it("is valid XML with any name", () => {
    const svg = bars({ 'a < b & "c" > d': 1 })
    ensureXml(svg)
    assert.include(svg, "a &lt; b &amp; &quot;c&quot; &gt; d")
  })
})

const open = (offered: number, p50: number, p99: number) => ({
  "offered/s": exactly(offered),
  "p50 ms": exactly(p50),
  "p99 ms": exactly(p99)
})

const mixed: Report.Result = {
  name: "mixed",
  about: {},
  tables: [
    { title: "Capacity", rows: { service: { "p50 ms": 5 }, fastify: { "p50 ms": 6 } } },
    {
      title: "Open loop",
      rows: {
        "25 %: service": open(1_000, 1, 80),
        "25 %: fastify": open(1_000, 2, 30),
        "90 %: service": open(3_600, 600, 2_400),
        "90 %: fastify": open(3_600, 1_300, 4_200)
      }
    }
  ]
}

const rate = "payouts per second"

const lifecycle: Report.Result = {
  name: "lifecycle",
  about: {},
  tables: [
    {
      title: "From nothing to SETTLED",
      rows: {
        service: { [rate]: exactly(600) },
        "service, no webhooks": { [rate]: exactly(1_300) },
        dbos: { runs: "left out; npm ci --prefix bench brings it" },
        "graphile-worker": { [rate]: exactly(250) },
        "pg-boss": { [rate]: exactly(2_400) }
      }
    }
  ]
}

describe("The charts of results", () => {
  it("name every contender, axis and unit", () => {
    const latency = texts(ResultCharts.latency(mixed))
    const names = ["This service, p50", "This service, p99", "Fastify, p50", "Fastify, p99"]
    assert.includeMembers([...latency], names)
    assert.includeMembers([...latency], ["25 % (1,000/s)", "90 % (3,600/s)"])
    assert.isTrue(latency.some((text) => text.startsWith("Latency, ms")))
    assert.isTrue(latency.some((text) => text.startsWith("Offered load, %")))

    const settled = texts(ResultCharts.settled(lifecycle))
    const contenders = ["pg-boss", "This service, no webhooks", "This service, four webhooks"]
    assert.includeMembers([...settled], [...contenders, "graphile-worker", "DBOS Transact"])
    assert.include(settled, "Payouts settled per second")
  })

  it("are valid XML with a title and a description for a screen reader", () => {
    const charts = ResultCharts.all(
      new Map([mixed, lifecycle].map((result) => [result.name, result]))
    )
    assert.deepStrictEqual([...charts.keys()], ["latency.svg", "lifecycle.svg"])
    for (const svg of charts.values()) {
      ensureXml(svg)
      assert.match(svg, /<svg [^>]*role="img" aria-labelledby="title description"/)
      assert.match(svg, /<title id="title">[^<]+<\/title>/)
      assert.match(svg, /<desc id="description">[^<]+<\/desc>/)
    }
    assert.include(charts.get("latency.svg"), "This service, p99: 80 ms at 25 %, 2,400 ms at 90 %.")
  })

  it("have other colors for a reader with a dark screen", () => {
    const [light = "", dark = ""] = ResultCharts.settled(lifecycle).split("prefers-color-scheme")
    const surface = /--surface: (#\w+)/
    assert.match(light, surface)
    assert.match(dark, surface)
    assert.notStrictEqual(surface.exec(light)?.[1], surface.exec(dark)?.[1])
  })
})
