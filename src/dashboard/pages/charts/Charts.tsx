/**
 * The overview's charts. They are a separate module, because the chart library is larger than the
 * rest of the page.
 */
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis
} from "recharts"
import * as Format from "../../data/Format.ts"
import type { Stats } from "../../Generated.ts"
import { common as CommonWords, charts as Words } from "../../words/common.ts"
import { Figure, type Series, Tip } from "./Figure.tsx"
import { timeAxis } from "./TimeAxis.ts"

type Day = Stats["days"][number]
type Hour = Stats["webhooks"]["hours"][number]

const compact = new Intl.NumberFormat(undefined, { notation: "compact" })
const axis = { tickLine: false, axisLine: false, tickMargin: 8 } as const
const grid = <CartesianGrid vertical={false} stroke="var(--line)" />
// The margin leaves room for the last dot of a line.
const margin = { top: 8, right: 8, bottom: 4, left: 0 }

const usdc = (value: number) => Format.money(value, "USDC")
const seconds = (value: number | null) => (value === null ? "–" : Format.duration(value))

/** A dot keeps a day visible that no line reaches, because the days next to it have no value. */
const dot = { r: 2, strokeWidth: 2 }

const volume: ReadonlyArray<Series<Day>> = [
  { key: "volume_usdc", name: Words.series.volume, color: "var(--series-1)", text: usdc }
]
/** A day with its unfinished payouts, so that the bars add up to the payouts created on it. */
type Counted = Day & { readonly open: number }

const counted = (day: Day): Counted => ({
  ...day,
  open: Math.max(0, day.created - day.settled - day.failed)
})

const ends: ReadonlyArray<Series<Counted>> = [
  { key: "settled", name: CommonWords.settled, color: "var(--series-2)", text: Format.count },
  {
    key: "failed",
    name: Words.series.failedOrReversed,
    color: "var(--series-3)",
    text: Format.count
  },
  { key: "open", name: Words.series.notEnded, color: "var(--series-4)", text: Format.count }
]
const times: ReadonlyArray<Series<Day>> = [
  { key: "median_seconds", name: Words.series.median, color: "var(--series-1)", text: seconds },
  { key: "p95_seconds", name: Words.series.p95, color: "var(--series-4)", text: seconds }
]
const hooks: ReadonlyArray<Series<Hour>> = [
  { key: "delivered", name: Words.series.delivered, color: "var(--series-2)", text: Format.count },
  { key: "pending", name: Words.series.pending, color: "var(--series-4)", text: Format.count },
  { key: "failed", name: Words.series.failed, color: "var(--series-3)", text: Format.count }
]

const Canvas = ({ children }: { readonly children: React.ReactElement }) => (
  <ResponsiveContainer width="100%" height="100%">
    {children}
  </ResponsiveContainer>
)

const isMoving = !matchMedia("(prefers-reduced-motion: reduce)").matches

const bars = <A,>(series: ReadonlyArray<Series<A>>) =>
  series.map(({ color, key, name }) => (
    <Bar
      key={String(key)}
      dataKey={String(key)}
      name={name}
      fill={color}
      stackId="one"
      maxBarSize={28}
      isAnimationActive={isMoving}
    />
  ))

const Volume = ({ days }: { readonly days: ReadonlyArray<Day> }) => (
  <Figure
    title={Words.titles.volume}
    series={volume}
    rows={days}
    nameOf={dayOf}
    head={Words.heads.day}
  >
    <Canvas>
      <ComposedChart accessibilityLayer={false} data={[...days]} margin={margin}>
        {grid}
        <XAxis dataKey="day" tickFormatter={Format.day} minTickGap={32} {...axis} />
        <YAxis tickFormatter={compact.format} width={44} {...axis} />
        <Tooltip content={<Tip series={volume} nameOf={Format.day} />} isAnimationActive={false} />
        <Bar
          dataKey="volume_usdc"
          fill="var(--series-1)"
          maxBarSize={28}
          radius={[3, 3, 0, 0]}
          isAnimationActive={isMoving}
        />
      </ComposedChart>
    </Canvas>
  </Figure>
)

const dayOf = ({ day }: Day) => Format.day(day)
const hourOf = ({ hour }: Hour) => Format.hour(hour)

const Ends = ({ days }: { readonly days: ReadonlyArray<Counted> }) => (
  <Figure title={Words.titles.ends} series={ends} rows={days} nameOf={dayOf} head={Words.heads.day}>
    <Canvas>
      <ComposedChart accessibilityLayer={false} data={[...days]} margin={margin}>
        {grid}
        <XAxis dataKey="day" tickFormatter={Format.day} minTickGap={32} {...axis} />
        <YAxis allowDecimals={false} width={36} tickFormatter={compact.format} {...axis} />
        <Tooltip content={<Tip series={ends} nameOf={Format.day} />} isAnimationActive={false} />
        {bars(ends)}
      </ComposedChart>
    </Canvas>
  </Figure>
)

const longestOf = (days: ReadonlyArray<Day>): number =>
  Math.max(0, ...days.map(({ median_seconds: median, p95_seconds: p95 }) => p95 ?? median ?? 0))

const Times = ({ days }: { readonly days: ReadonlyArray<Day> }) => {
  const { text, ticks } = timeAxis(longestOf(days))
  return (
    <Figure
      title={Words.titles.times}
      series={times}
      rows={days}
      nameOf={dayOf}
      head={Words.heads.day}
    >
      <Canvas>
        <ComposedChart accessibilityLayer={false} data={[...days]} margin={margin}>
          {grid}
          <XAxis dataKey="day" tickFormatter={Format.day} minTickGap={32} {...axis} />
          <YAxis
            width={60}
            tickFormatter={text}
            ticks={ticks}
            domain={[0, ticks.at(-1) ?? 0]}
            {...axis}
          />
          <Tooltip content={<Tip series={times} nameOf={Format.day} />} isAnimationActive={false} />
          <Area
            dataKey="p95_seconds"
            stroke="var(--series-4)"
            fill="var(--series-4)"
            fillOpacity={0.1}
            strokeWidth={2}
            dot={dot}
            type="monotone"
            isAnimationActive={isMoving}
          />
          <Line
            dataKey="median_seconds"
            stroke="var(--series-1)"
            strokeWidth={2}
            dot={dot}
            type="monotone"
            isAnimationActive={isMoving}
          />
        </ComposedChart>
      </Canvas>
    </Figure>
  )
}

const Hooks = ({ hours }: { readonly hours: ReadonlyArray<Hour> }) => (
  <Figure
    title={Words.titles.hooks}
    series={hooks}
    rows={hours}
    nameOf={hourOf}
    head={Words.heads.hour}
  >
    <Canvas>
      <ComposedChart accessibilityLayer={false} data={[...hours]} margin={margin}>
        {grid}
        <XAxis dataKey="hour" tickFormatter={Format.hour} minTickGap={32} {...axis} />
        <YAxis allowDecimals={false} width={36} tickFormatter={compact.format} {...axis} />
        <Tooltip content={<Tip series={hooks} nameOf={Format.hour} />} isAnimationActive={false} />
        {bars(hooks)}
      </ComposedChart>
    </Canvas>
  </Figure>
)

export default function Charts({ stats }: { readonly stats: Stats }) {
  return (
    <div className="halves">
      <Volume days={stats.days} />
      <Ends days={stats.days.map(counted)} />
      <Times days={stats.days} />
      <Hooks hours={stats.webhooks.hours} />
    </div>
  )
}
