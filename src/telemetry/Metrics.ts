/**
 * Metrics kept as plain numbers by the code that changes them, so that a hot path only adds and the
 * cost is paid when they are read. The series are in Effect's registry, with metrics that are
 * updated through it (which costs a look-up each time), and leave it with the scope.
 */
import { Context, Effect, Metric } from "effect"

type Labels = Readonly<Record<string, string>>

/** The name of a metric, which includes its unit, and its meaning. */
export interface Family {
  readonly name: string
  readonly description: string
  /** Upper bounds of a histogram's buckets, ascending. */
  readonly bounds?: ReadonlyArray<number>
}

export interface Counter {
  count: number
}

export interface Histogram {
  readonly observe: (value: number) => void
}

/** Bounds for times, seconds: half a millisecond to ten seconds. */
const secondsBounds = [
  ...[0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05],
  ...[0.1, 0.25, 0.5, 1, 2.5, 5, 10]
]

/** Requests refused because a queue was full; every bounded queue counts here under its name. */
export const refused: Family = {
  name: "payout_refused_total",
  description: "What was refused because a queue was full, by queue"
}

/** There are few buckets, so a linear search from the smallest is fastest. */
class Buckets implements Histogram {
  private readonly bounds: Float64Array
  private readonly counts: Float64Array
  private sum = 0
  private min = Number.MAX_VALUE
  private max = -Number.MAX_VALUE

  constructor(bounds: ReadonlyArray<number>) {
    this.bounds = Float64Array.from(bounds)
    this.counts = new Float64Array(bounds.length + 1)
  }

  observe(value: number): void {
    const { bounds, counts } = this
    let index = 0
    while (index < bounds.length && value > (bounds[index] as number)) index += 1
    counts[index] = (counts[index] as number) + 1
    this.sum += value
    if (value < this.min) this.min = value
    if (value > this.max) this.max = value
  }

  state(): Metric.HistogramState {
    let count = 0
    const buckets = [...this.bounds, Number.POSITIVE_INFINITY].map((bound, index) => {
      count += this.counts[index] ?? 0
      return [bound, count] as [number, number]
    })
    return { buckets, count, min: this.min, max: this.max, sum: this.sum }
  }
}

export interface Metrics {
  /** A counter to increment by adding to `count`. */
  readonly counter: (family: Family, labels?: Labels) => Counter
  readonly histogram: (family: Family, labels?: Labels) => Histogram
  /** A counter that is kept elsewhere. */
  readonly externalCounter: (family: Family, read: () => number, labels?: Labels) => void
  /** `read` is called at each scrape; it must be cheap. */
  readonly gauge: (family: Family, read: () => number, labels?: Labels) => void
}

/** Labels of all series that are made in this context, such as those of one partition. */
export class CommonLabels extends Context.Reference<Labels>(
  "payouts/telemetry/Metrics/CommonLabels",
  {
    defaultValue: () => ({})
  }
) {}

const nothing = (): void => undefined

export const make = Effect.gen(function* () {
  const context = yield* Effect.context<never>()
  const common = yield* CommonLabels
  const registrations: Array<Metric.Registration> = []
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      for (const { remove } of registrations) remove()
    })
  )
  const labelled = (description: string, labels: Labels = {}) => ({
    description,
    attributes: { ...common, ...labels }
  })
  const register = <Input, State>(metric: Metric.Metric<Input, State>, get: () => State): void => {
    const hooks = { get, update: nothing, modify: nothing }
    registrations.push(Metric.registerUnsafe(metric, context, hooks))
  }
  const externalCounter: Metrics["externalCounter"] = ({ description, name }, read, labels) => {
    const metric = Metric.counter(name, { ...labelled(description, labels), incremental: true })
    register(metric, () => ({ count: read(), incremental: true }))
  }
  const meter: Metrics = {
    counter: (family, labels) => {
      const series = { count: 0 }
      externalCounter(family, () => series.count, labels)
      return series
    },
    externalCounter,
    histogram: ({ bounds = secondsBounds, description, name }, labels) => {
      const series = new Buckets(bounds)
      const options = { ...labelled(description, labels), boundaries: bounds }
      register(Metric.histogram(name, options), () => series.state())
      return series
    },
    gauge: ({ description, name }, read, labels) =>
      register(Metric.gauge(name, labelled(description, labels)), () => ({ value: read() }))
  }
  return meter
})
