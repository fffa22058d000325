/** Downloads the statement of a period, in one of three formats. */
import { Download } from "lucide-react"
import { useState } from "react"
import { Button } from "../../parts/Button.tsx"
import { Opens } from "../../parts/Dialog.tsx"
import { DownloadButton } from "../../parts/DownloadButton.tsx"
import { Field, Select } from "../../parts/Field.tsx"
import { statement as Words } from "../../words/balance.ts"
import { parts as PartWords } from "../../words/common.ts"
import { reports as ReportWords } from "../../words/reports.ts"
import * as Periods from "../reports/Period.ts"

type Format = keyof typeof Words.formats

const endings: Readonly<Record<Format, string>> = { json: "json", csv: "csv", camt053: "xml" }

const Choice = ({ close }: { readonly close: () => void }) => {
  const [choice, choose] = useState<Periods.Choice>("last")
  const [days, setDays] = useState({ from: "", to: "" })
  const [format, setFormat] = useState<Format>("csv")
  const period = Periods.of(choice, days, Date.now())
  const query = period && { from: period.firstDay, to: period.lastDay, format }
  return (
    <>
      <div className="dialog-body form">
        <p>{Words.about}</p>
        <Select
          name="period"
          label={Words.period}
          value={choice}
          onChange={(event) => choose(event.target.value as Periods.Choice)}
        >
          {Periods.periods.map((each) => (
            <option key={each} value={each}>
              {ReportWords.periods[each]}
            </option>
          ))}
        </Select>
        {choice === "range" && (
          <div className="form-row">
            <Field
              name="from"
              label={Words.firstDay}
              type="date"
              required
              value={days.from}
              onChange={(event) => setDays({ ...days, from: event.target.value })}
            />
            <Field
              name="to"
              label={Words.lastDay}
              type="date"
              required
              value={days.to}
              onChange={(event) => setDays({ ...days, to: event.target.value })}
            />
          </div>
        )}
        <Select
          name="format"
          label={Words.format}
          value={format}
          onChange={(event) => setFormat(event.target.value as Format)}
        >
          {Object.entries(Words.formats).map(([each, label]) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </Select>
        {query === undefined && <p className="faint">{Words.wrongDays}</p>}
      </div>
      <div className="dialog-foot">
        <Button onClick={close}>{PartWords.close}</Button>
        {query !== undefined && (
          <DownloadButton
            look="primary"
            path={`/v1/balance/statement?${new URLSearchParams(query)}`}
            name={`statement-${query.from}-to-${query.to}.${endings[format]}`}
            label={Words.download}
          />
        )}
      </div>
    </>
  )
}

export const StatementDownload = () => (
  <Opens
    title={Words.title}
    button={(open) => (
      <Button icon={Download} onClick={open}>
        {Words.download}
      </Button>
    )}
  >
    {(close) => <Choice close={close} />}
  </Opens>
)
