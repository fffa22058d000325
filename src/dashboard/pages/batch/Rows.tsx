/** A file's rows: the first few before it is sent, the offending ones once it was refused. */
import type { FieldProblem } from "../../../client/Problem.ts"
import * as CsvFile from "../../data/CsvFile.ts"

const previewMax = 8
const wrongMax = 200

interface Props {
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  readonly problems: ReadonlyArray<FieldProblem>
}

const heads = ["Phone", "Network", "Amount", "Name", "Idempotency key"] as const

const Row = ({
  cells,
  number,
  problems
}: {
  readonly number: number
  readonly cells: ReadonlyArray<string>
  readonly problems: ReadonlyArray<FieldProblem>
}) => {
  // The service's field may be `payouts[3].phone` or `phone`.
  const isWrong = (column: string) =>
    problems.some(({ field }) => field === column || field.endsWith(`.${column}`))
  return (
    <tr>
      <td className="cell-number" data-label="Row">
        {number}
      </td>
      {CsvFile.columns.map((column, index) => (
        <td
          key={column}
          data-label={heads[index]}
          className={isWrong(column) ? "cell-wrong" : undefined}
        >
          {cells[index] || "–"}
        </td>
      ))}
      {problems.length > 0 && (
        <td data-label="Problem" className="cell-wrong">
          {problems.map((each) => `${each.field}: ${each.message}`).join("; ")}
        </td>
      )}
    </tr>
  )
}

export const Rows = ({ problems, rows }: Props) => {
  const byRow = Map.groupBy(problems, ({ row }) => row ?? 0)
  byRow.delete(0)
  const isRefused = byRow.size > 0
  const shown = isRefused
    ? [...byRow.keys()].sort((a, b) => a - b).slice(0, wrongMax)
    : rows.slice(0, previewMax).map((_, index) => index + 1)
  const total = isRefused ? byRow.size : rows.length
  return (
    <div className="listing">
      <div className="table-frame">
        <table className="table">
          <caption className="hidden">
            {isRefused ? "Rows with problems" : "The first rows of the file"}
          </caption>
          <thead>
            <tr>
              <th scope="col" className="cell-number">
                Row
              </th>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
              {isRefused && <th scope="col">Problem</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map((number) => (
              <Row
                key={number}
                number={number}
                cells={rows[number - 1] ?? []}
                problems={byRow.get(number) ?? []}
              />
            ))}
          </tbody>
        </table>
      </div>
      {total > shown.length && (
        <p className="pager faint">
          And {total - shown.length} more
          {isRefused ? " with problems" : ""}.
        </p>
      )}
    </div>
  )
}
