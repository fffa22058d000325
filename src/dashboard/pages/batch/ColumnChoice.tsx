/** Asks the user for the meaning of a file's columns. */
import * as CsvFile from "../../data/CsvFile.ts"
import { useNetworks } from "../../data/Networks.ts"
import type * as SheetText from "../../data/SheetText.ts"
import { neededColumns } from "../../data/SheetText.ts"
import { Select } from "../../parts/Field.tsx"
import { Form, type Values } from "../../parts/Form.tsx"
import { Section } from "../../parts/Page.tsx"
import { columns as Words } from "../../words/batchFile.ts"

/** The prefix of a network for all rows, which distinguishes it from the number of a column. */
const everyRow = "every:"

const isNeeded = (column: SheetText.Column): boolean =>
  neededColumns.some((needed) => needed === column)

const choiceOf = (values: Values): SheetText.Choice => {
  const chosen = CsvFile.columns.map((column) => [column, values.text(column)] as const)
  const network = values.text("network")
  return {
    places: new Map(
      chosen.flatMap(([column, at]) => (/^\d+$/.test(at) ? [[column, Number(at)] as const] : []))
    ),
    network: network.startsWith(everyRow) ? network.slice(everyRow.length) : undefined
  }
}

const Networks = () => (
  <optgroup label={Words.everyRow}>
    {useNetworks().map(({ name, slug }) => (
      <option key={slug} value={`${everyRow}${slug}`}>
        {name}
      </option>
    ))}
  </optgroup>
)

interface Props {
  readonly file: string
  readonly of: SheetText.Unmapped
  readonly onChosen: (choice: SheetText.Choice) => void
}

export const ColumnChoice = ({ file, of: { example, header, places }, onChosen }: Props) => (
  <Section title={Words.title} about={Words.about(file)}>
    <Form label={Words.read} onSubmit={async (values) => onChosen(choiceOf(values))}>
      {CsvFile.columns.map((column) => (
        <Select
          key={column}
          name={column}
          label={Words.labels[column]}
          required={isNeeded(column)}
          defaultValue={places.get(column) ?? ""}
          {...(column === "idempotency_key" ? { hint: Words.keyHint } : {})}
        >
          <option value="">{isNeeded(column) ? Words.choose : Words.none}</option>
          <optgroup label={Words.inFile}>
            {header.map((head, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name
              <option key={at} value={at}>
                {Words.option(head, example[at] ?? "")}
              </option>
            ))}
          </optgroup>
          {column === "network" && <Networks />}
        </Select>
      ))}
    </Form>
  </Section>
)
