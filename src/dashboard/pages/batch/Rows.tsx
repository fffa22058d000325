/**
 * The rows of a file in its order, with the amount of each. If any has a problem, only these are
 * shown.
 */
import { useState } from "react"
import type { BatchCheck } from "../../../client/Generated.ts"
import * as CsvFile from "../../data/CsvFile.ts"
import * as Format from "../../data/Format.ts"
import { Button } from "../../parts/Button.tsx"
import { TableFrame } from "../../parts/TableFrame.tsx"
import { rows as Words } from "../../words/batchFile.ts"
import { common as CommonWords } from "../../words/common.ts"

/** Rows that are shown at first, and that each click adds. */
const shownAtOnce = 200

type Problem = BatchCheck["errors"][number]
type Priced = BatchCheck["rows"][number]

interface Props {
  readonly rows: CsvFile.Rows
  readonly checked: BatchCheck
}

const heads = [
  CommonWords.phone,
  CommonWords.network,
  CommonWords.amount,
  CommonWords.name,
  CommonWords.idempotencyKey
] as const

const Row = ({
  number,
  of,
  priced,
  problems
}: {
  readonly number: number
  readonly of: CsvFile.Row | undefined
  readonly priced: Priced | undefined
  readonly problems: ReadonlyArray<Problem>
}) => {
  const isWrong = (column: string) => problems.some(({ field }) => field === column)
  return (
    <tr>
      <td className="cell-number" data-label={Words.columns.row}>
        {number}
        {of !== undefined && <small>{Words.line(of.line)}</small>}
      </td>
      {CsvFile.columns.map((column, index) => (
        <td
          key={column}
          data-label={heads[index]}
          className={isWrong(column) ? "cell-wrong" : undefined}
        >
          {of?.cells[index] || "–"}
        </td>
      ))}
      <td className="cell-number" data-label={CommonWords.recipientGets}>
        {priced === undefined
          ? "–"
          : Format.money(priced.target_amount_fiat, priced.target_currency)}
      </td>
      {problems.length > 0 && (
        <td data-label={Words.columns.problem} className="cell-wrong">
          {problems.map((each) => `${each.field}: ${each.message}`).join("; ")}
        </td>
      )}
    </tr>
  )
}

export const Rows = ({ checked, rows }: Props) => {
  const priced = new Map(checked.rows.map((each) => [each.row, each]))
  const byRow = Map.groupBy(checked.errors, ({ row }) => row ?? 0)
  const isRefused = byRow.size > 0
  const numbers = isRefused ? [...byRow.keys()] : [...rows.keys()]
  const [count, setCount] = useState(shownAtOnce)
  const shown = numbers.slice(0, count)
  const rest = numbers.length - shown.length
  return (
    <div className="listing">
      <TableFrame label={isRefused ? Words.captionOfProblems : Words.caption}>
        <table className="table">
          <caption className="hidden">
            {isRefused ? Words.captionOfProblems : Words.caption}
          </caption>
          <thead>
            <tr>
              <th scope="col" className="cell-number">
                {Words.columns.row}
              </th>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
              <th scope="col" className="cell-number">
                {CommonWords.recipientGets}
              </th>
              {isRefused && <th scope="col">{Words.columns.problem}</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map((number) => (
              <Row
                key={number}
                number={number}
                of={rows.get(number)}
                priced={priced.get(number)}
                problems={byRow.get(number) ?? []}
              />
            ))}
          </tbody>
        </table>
      </TableFrame>
      {rest > 0 && (
        <p className="pager">
          <span className="faint">{(isRefused ? Words.moreProblems : Words.more)(rest)}</span>
          <Button onClick={() => setCount(count + shownAtOnce)}>
            {Words.showMore(Math.min(rest, shownAtOnce))}
          </Button>
        </p>
      )}
    </div>
  )
}
