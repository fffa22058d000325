/**
 * The timeline of a payout, with past, current and future states. The left lane goes to the
 * recipient. Holds, reviews and failures are in the right lane.
 */
import type { Payout, PayoutStatus } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import * as Status from "../../data/Status.ts"
import { Time } from "../../parts/Value.tsx"
import { timeline as Words } from "../../words/payouts.tsx"

const way: ReadonlyArray<PayoutStatus> = [
  ...(["AWAITING_FUNDS", "STABLECOIN_RECEIVED", "PAYOUT_INITIATED"] as const),
  ...(["PAYOUT_CONFIRMED", "SETTLED"] as const)
]

interface Stop {
  readonly status: PayoutStatus
  readonly at: string | undefined
  /** Seconds since the previous stop. */
  readonly after: number | undefined
}

/** Past stops, then the remaining stops of a successful payout. */
const stopsOf = ({ status, timeline }: Payout): ReadonlyArray<Stop> => {
  const passed = timeline.map((each, index) => {
    const before = timeline[index - 1]
    const after =
      before === undefined ? undefined : (Date.parse(each.at) - Date.parse(before.at)) / 1000
    return { ...each, after }
  })
  if (Status.isFinal(status)) return passed
  const furthest = Math.max(-1, ...timeline.map((each) => way.indexOf(each.status)))
  const ahead = way.slice(furthest + 1)
  return [...passed, ...ahead.map((each) => ({ status: each, at: undefined, after: undefined }))]
}

const rowHeight = 52
const top = 13
const lanes = { main: 14, side: 36 } as const

const xOf = ({ status }: Stop): number =>
  way.includes(status) || status === "CREATED" ? lanes.main : lanes.side
const yOf = (index: number): number => top + index * rowHeight

const pathBetween = (from: Stop, to: Stop, index: number): string => {
  const [x1, y1, x2, y2] = [xOf(from), yOf(index), xOf(to), yOf(index + 1)]
  const middle = (y1 + y2) / 2
  return `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`
}

const Rail = ({ stops }: { readonly stops: ReadonlyArray<Stop> }) => {
  const last = stops.findLastIndex(({ at }) => at !== undefined)
  return (
    <svg className="rail" width={50} height={stops.length * rowHeight} aria-hidden="true">
      {stops.slice(1).map((stop, index) => (
        <path
          key={`${stop.status}-${stop.at ?? "ahead"}`}
          className={stop.at === undefined ? "dashed" : undefined}
          d={pathBetween(stops[index] ?? stop, stop, index)}
        />
      ))}
      {stops.map((stop, index) => {
        const tone =
          stop.at === undefined ? "tone-ahead" : `tone-${Status.payout[stop.status].tone}`
        return (
          <g key={`${stop.status}-${stop.at ?? "ahead"}`} className={tone}>
            {index === last && <circle className="halo" cx={xOf(stop)} cy={yOf(index)} r={11} />}
            <circle
              className={stop.at === undefined ? undefined : "passed"}
              cx={xOf(stop)}
              cy={yOf(index)}
              r={5}
            />
          </g>
        )
      })}
    </svg>
  )
}

export const Timeline = ({ payout }: { readonly payout: Payout }) => {
  const stops = stopsOf(payout)
  return (
    <div className="timeline">
      <Rail stops={stops} />
      <ol>
        {stops.map(({ after, at, status }) => (
          <li key={`${status}-${at ?? "ahead"}`} className={at === undefined ? "ahead" : undefined}>
            <strong>{Status.payout[status].label}</strong>
            {after !== undefined && (
              <small title={Words.sincePrevious}>+{Format.duration(after)}</small>
            )}
            <div className="faint">{at === undefined ? Words.notYet : <Time at={at} />}</div>
          </li>
        ))}
      </ol>
    </div>
  )
}
