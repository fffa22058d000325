/** A chart with its name and legend. A table has the same figures for screen readers. */
import type { ReactNode } from "react"
import { Section } from "../../parts/Page.tsx"
import { charts as Words } from "../../words/common.ts"

export interface Series<A> {
  readonly key: keyof A & string
  readonly name: string
  readonly color: string
  readonly text: (value: never) => string
}

// A list of series loses the relation between a key and the formatter of its value.
const textOf = <A,>({ key, text }: Series<A>, row: A): string => text(row[key] as never)

/** True if there is nothing to draw. Empty axes would show numbers without a meaning. */
const isEmpty = <A,>(series: ReadonlyArray<Series<A>>, rows: ReadonlyArray<A>): boolean =>
  rows.every((row) => series.every(({ key }) => row[key] === null || row[key] === 0))

interface Props<A> {
  readonly title: string
  readonly series: ReadonlyArray<Series<A>>
  readonly rows: ReadonlyArray<A>
  readonly head: string
  readonly nameOf: (row: A) => string
  readonly children: ReactNode
}

export const Figure = <A,>({ children, head, nameOf, rows, series, title }: Props<A>) => (
  <Section title={title}>
    <ul className="legend" aria-hidden>
      {series.map(({ color, key, name }) => (
        <li key={key}>
          <span className="swatch" style={{ background: color }} />
          {name}
        </li>
      ))}
    </ul>
    {isEmpty(series, rows) ? (
      <p className="chart chart-empty">{Words.noData}</p>
    ) : (
      <div className="chart" aria-hidden>
        {children}
      </div>
    )}
    <div className="hidden">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {series.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={nameOf(row)}>
              <th scope="row">{nameOf(row)}</th>
              {series.map((each) => (
                <td key={each.key}>{textOf(each, row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Section>
)

interface TipProps<A> {
  readonly series: ReadonlyArray<Series<A>>
  readonly nameOf: (label: string) => string
  /** Set by the chart library. */
  readonly active?: boolean
  readonly label?: string
  readonly payload?: ReadonlyArray<{ readonly payload: A }>
}

/** The exact figures at the pointer. */
export const Tip = <A,>({ active = false, label, nameOf, payload, series }: TipProps<A>) => {
  const row = payload?.[0]?.payload
  if (!active || row === undefined || label === undefined) return null
  return (
    <div className="tip">
      <strong>{nameOf(label)}</strong>
      <ul>
        {series.map((each) => (
          <li key={each.key}>
            <span className="swatch" style={{ background: each.color }} />
            {each.name}: {textOf(each, row)}
          </li>
        ))}
      </ul>
    </div>
  )
}
