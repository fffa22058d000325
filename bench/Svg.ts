/**
 * SVG elements as text, and the frame of a chart. The colors follow the reader's light or dark
 * setting, and a screen reader reads the title and the description.
 */

type Attributes = Readonly<Record<string, string | number>>

export const width = 760

const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")

/** Pixels with one decimal, so that a file changes only where the figures change. */
const written = (value: string | number): string =>
  typeof value === "number" ? String(Math.round(value * 10) / 10) : escaped(value)

export const element = (
  name: string,
  attributes: Attributes,
  content: string | ReadonlyArray<string> = ""
): string => {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${written(value)}"`)
  const inside = typeof content === "string" ? content : content.join("\n")
  const head = `<${name}${given.join("")}`
  return inside === "" ? `${head}/>` : `${head}>${inside}</${name}>`
}

export const text = (
  content: string,
  { x, y, ...more }: Attributes & { readonly x: number; readonly y: number }
): string => element("text", { x, y, ...more }, escaped(content))

type Point = readonly [x: number, y: number]

export const line = (kind: string, [x1, y1]: Point, [x2, y2]: Point): string =>
  element("line", { x1, y1, x2, y2, class: kind })

/** A group with a text that a browser shows next to the pointer. */
export const named = (name: string, content: ReadonlyArray<string>): string =>
  element("g", {}, [element("title", {}, escaped(name)), ...content])

const style = `
.chart { --surface: #ffffff; --ink: #14181f; --soft: #454d5b; --grid: #e1e4ea;
  --service: #2450c8; --peer: #b3520a; --batch: #5d6675 }
@media (prefers-color-scheme: dark) {
  .chart { --surface: #171b22; --ink: #eceff4; --soft: #bcc4d1; --grid: #2a303b;
    --service: #8fb0ff; --peer: #f0a35e; --batch: #98a2b2 }
}
.surface { fill: var(--surface) }
text { fill: var(--soft); font: 13px system-ui, sans-serif }
.title { fill: var(--ink); font-size: 16px; font-weight: 600 }
.value { fill: var(--ink) }
.grid { stroke: var(--grid) }
.axis { stroke: var(--soft) }
.service { color: var(--service) }
.peer { color: var(--peer) }
.batch { color: var(--batch) }
.curve { fill: none; stroke: currentColor; stroke-width: 2 }
.dashed { stroke-dasharray: 6 4 }
.dot { fill: currentColor }
.bar { fill: currentColor }
.range { stroke: currentColor; stroke-opacity: 0.45; stroke-width: 1.5 }
.span { stroke: var(--ink); stroke-width: 1.5 }
`

export interface Frame {
  readonly title: string
  /** The figures in sentences, for a reader who cannot see the chart. */
  readonly description: string
  readonly height: number
}

export const chart = (
  { description, height, title }: Frame,
  content: ReadonlyArray<string>
): string =>
  `${element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      class: "chart",
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: "img",
      "aria-labelledby": "title description"
    },
    [
      element("title", { id: "title" }, escaped(title)),
      element("desc", { id: "description" }, escaped(description)),
      element("style", {}, style),
      element("rect", { class: "surface", width, height }),
      text(title, { x: 16, y: 28, class: "title" }),
      text("Median, with the range of the runs", { x: width - 16, y: 28, "text-anchor": "end" }),
      ...content
    ]
  )}\n`
