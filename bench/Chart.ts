/** Two kinds of charts as SVG text: lines over a logarithmic scale, and horizontal bars. */
import * as Report from "./Report.ts"
import * as Svg from "./Svg.ts"

/** The color of a contender. `batch` is a peer that commits many payouts at once. */
export type Tone = "service" | "peer" | "batch"

interface Frame {
  readonly title: string
  readonly description: string
  /** The name of the horizontal axis with its unit. */
  readonly across: string
}

interface Line {
  readonly name: string
  readonly tone: Tone
  readonly isDashed: boolean
  /** A value for each place of the horizontal axis; `undefined` if it was not measured. */
  readonly values: ReadonlyArray<Report.Summary | undefined>
}

export interface Lines extends Frame {
  /** The name of the vertical axis with its unit. */
  readonly up: string
  readonly places: ReadonlyArray<{ readonly at: number; readonly label: string }>
  readonly lines: ReadonlyArray<Line>
}

interface Bar {
  readonly name: string
  readonly tone: Tone
  /** `undefined` if the contender was not measured. */
  readonly value: Report.Summary | undefined
}

export interface Bars extends Frame {
  readonly bars: ReadonlyArray<Bar>
  readonly legend: ReadonlyArray<readonly [tone: Tone, meaning: string]>
}

type Scale = (value: number) => number

/** The position of a value on a linear scale between two pixels. */
const linear =
  (from: number, to: number, start: number, end: number): Scale =>
  (value) =>
    start + ((value - from) / (to - from)) * (end - start)

/** The powers of ten that enclose all values. */
const powers = (values: ReadonlyArray<number>): ReadonlyArray<number> => {
  const known = values.filter((value) => value > 0).map(Math.log10)
  if (known.length === 0) return [0, 1]
  const first = Math.floor(Math.min(...known))
  const last = Math.max(first + 1, Math.ceil(Math.max(...known)))
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

const plot = { left: 84, right: Svg.width - 28, top: 72, bottom: 350 } as const
const linesHeight = 412

/** A mark of a median. Each contender has its own shape, for readers who do not see its color. */
const dot = (tone: Tone, x: number, y: number): string =>
  tone === "service"
    ? Svg.element("circle", { cx: x, cy: y, r: 4, class: "dot" })
    : Svg.element("rect", { x: x - 4, y: y - 4, width: 8, height: 8, class: "dot" })

const curveClass = (isDashed: boolean): string => (isDashed ? "curve dashed" : "curve")

/** A curve through the medians, with the range of the runs at each. */
const curve = (line: Line, { lines: _, places }: Lines, x: Scale, y: Scale): string => {
  const points = line.values.flatMap((value, index) => {
    const place = places[index]
    return value === undefined || place === undefined ? [] : [{ value, place }]
  })
  const marks = points.map(({ place, value }) => {
    const left = x(place.at)
    const name = `${line.name}, ${place.label}: ${Report.show(value)}`
    const range = Svg.line("range", [left, y(value.min)], [left, y(value.max)])
    return Svg.named(name, [range, dot(line.tone, left, y(value.median))])
  })
  const path = points.map(
    ({ place, value }, index) =>
      `${index === 0 ? "M" : "L"}${x(place.at).toFixed(1)} ${y(value.median).toFixed(1)}`
  )
  const drawn = Svg.element("path", { d: path.join(" "), class: curveClass(line.isDashed) })
  return Svg.element("g", { class: line.tone }, [drawn, ...marks])
}

const linesLegend = (lines: ReadonlyArray<Line>): ReadonlyArray<string> =>
  lines.map(({ isDashed, name, tone }, index) => {
    const x = plot.left + index * ((plot.right - plot.left) / lines.length)
    return Svg.element("g", { class: tone }, [
      Svg.element("path", { d: `M${x} 50 h30`, class: curveClass(isDashed) }),
      dot(tone, x + 15, 50),
      Svg.text(name, { x: x + 38, y: 54 })
    ])
  })

/** Lines over a linear horizontal axis and a logarithmic vertical one. */
export const lines = (given: Lines): string => {
  const { across, places, up } = given
  const known = given.lines.flatMap(({ values }) => values.flatMap((value) => value ?? []))
  const ticks = powers(known.flatMap(({ max, min }) => [min, max]))
  const [first = 0, last = 1] = [ticks[0], ticks.at(-1)]
  const height = linear(first, last, plot.bottom, plot.top)
  const y: Scale = (value) => height(Math.log10(value))
  const ats = places.map(({ at }) => at)
  const [from, to] = [Math.min(...ats), Math.max(...ats)]
  const x = linear(from, Math.max(to, from + 1), plot.left + 40, plot.right - 40)
  const middle = (plot.top + plot.bottom) / 2
  return Svg.chart({ ...given, height: linesHeight }, [
    ...linesLegend(given.lines),
    ...ticks.flatMap((power) => [
      Svg.line("grid", [plot.left, height(power)], [plot.right, height(power)]),
      Svg.text((10 ** power).toLocaleString("en"), {
        ...{ x: plot.left - 8, y: height(power) + 4 },
        "text-anchor": "end"
      })
    ]),
    Svg.line("axis", [plot.left, plot.bottom], [plot.right, plot.bottom]),
    ...places.map(({ at, label }) =>
      Svg.text(label, { x: x(at), y: plot.bottom + 22, "text-anchor": "middle" })
    ),
    Svg.text(across, { x: (plot.left + plot.right) / 2, y: 396, "text-anchor": "middle" }),
    Svg.text(up, {
      ...{ x: 24, y: middle, transform: `rotate(-90 24 ${middle})` },
      "text-anchor": "middle"
    }),
    ...given.lines.map((line) => curve(line, given, x, y))
  ])
}

const rows = { left: 232, right: Svg.width - 180, top: 76, height: 32 } as const

/** A round step that divides a scale into three to six parts. */
const stepOf = (max: number): number => {
  const size = 10 ** Math.floor(Math.log10(max))
  const [step = size] = [0.2, 0.5, 1, 2].map((share) => share * size).filter((s) => max / s <= 6)
  return step
}

const barsLegend = (legend: Bars["legend"]): ReadonlyArray<string> =>
  legend.map(([tone, meaning], index) => {
    const x = 16 + index * 236
    return Svg.element("g", { class: tone }, [
      Svg.element("rect", { x, y: 44, width: 12, height: 12, class: "bar" }),
      Svg.text(meaning, { x: x + 20, y: 54 })
    ])
  })

const bar = ({ name, tone, value }: Bar, index: number, x: Scale): string => {
  const top = rows.top + index * rows.height
  const middle = top + rows.height / 2
  const label = Svg.text(name, { x: rows.left - 8, y: middle + 4, "text-anchor": "end" })
  const end = value === undefined ? rows.left : x(value.max)
  const shown = value === undefined ? "not measured" : Report.show(value)
  const figure = Svg.text(shown, { x: end + 8, y: middle + 4, class: "value" })
  if (value === undefined) return Svg.element("g", { class: tone }, [label, figure])
  const drawn = Svg.element("rect", {
    ...{ x: rows.left, y: top + 6, width: x(value.median) - rows.left, height: rows.height - 12 },
    class: "bar"
  })
  const range = Svg.line("span", [x(value.min), middle], [x(value.max), middle])
  return Svg.element("g", { class: tone }, [label, drawn, range, figure])
}

/** Horizontal bars from zero, the largest first, each with its figure and the range of its runs. */
export const bars = (given: Bars): string => {
  const sorted = given.bars.toSorted(
    (one, other) => (other.value?.median ?? -1) - (one.value?.median ?? -1)
  )
  const max = Math.max(1, ...sorted.map(({ value }) => value?.max ?? 0))
  const x = linear(0, max, rows.left, rows.right)
  const step = stepOf(max)
  const ticks = Array.from({ length: Math.floor(max / step) + 1 }, (_, index) => index * step)
  const bottom = rows.top + sorted.length * rows.height
  return Svg.chart({ ...given, height: bottom + 60 }, [
    ...barsLegend(given.legend),
    ...ticks.flatMap((tick) => [
      Svg.line("grid", [x(tick), rows.top], [x(tick), bottom]),
      Svg.text(tick.toLocaleString("en"), { x: x(tick), y: bottom + 20, "text-anchor": "middle" })
    ]),
    Svg.text(given.across, {
      ...{ x: (rows.left + rows.right) / 2, y: bottom + 44 },
      "text-anchor": "middle"
    }),
    ...sorted.map((each, index) => bar(each, index, x))
  ])
}
