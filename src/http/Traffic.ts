/**
 * How much is asked, how fast it is answered, and how it ends: by route and class of status. Each
 * route has its series in hand from the start, so an answer costs no look-up. A path that no route
 * has is never a label: there are as many of those as strangers.
 */
import type * as Meter from "../engine/Meter.ts"

const duration = {
  name: "http_request_duration_seconds",
  description: "From the head of a request to its answer, by route, method and class of status"
}

/** What is answered on one route. */
export interface Traffic {
  /** `begun`: the moment the request was taken, by `performance.now()`. */
  readonly answered: (begun: number, status: number) => void
}

export type Make = (method: string, route: string) => Traffic

export const make =
  (meter: Meter.Meter): Make =>
  (method, route) => {
    /** By the first digit of the status; made when there is a first one. */
    const classes: Array<Meter.Histogram | undefined> = []
    return {
      answered: (begun, status) => {
        const kind = Math.trunc(status / 100)
        const known = classes[kind]
        const series = known ?? meter.histogram(duration, { route, method, status: `${kind}xx` })
        if (known === undefined) classes[kind] = series
        series.observe((performance.now() - begun) / 1000)
      }
    }
  }
