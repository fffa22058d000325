/** A new batch from a CSV file: its rows are shown, and beside them what is wrong with each. */
import { useQueryClient } from "@tanstack/react-query"
import { Download, FileUp, Upload } from "lucide-react"
import { type DragEvent, useId, useRef, useState } from "react"
import { useLocation } from "wouter"
import { PayoutError } from "../../client/Problem.ts"
import * as Api from "../data/Api.ts"
import * as CsvFile from "../data/CsvFile.ts"
import { refresh } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import { Trouble } from "../parts/Answer.tsx"
import { Button } from "../parts/Button.tsx"
import { PageHead, Section } from "../parts/Page.tsx"
import { Rows } from "./batch/Rows.tsx"

interface Chosen {
  readonly file: File
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** Made with the file: sent again after no answer, it still makes one batch. */
  readonly key: string
}

const read = async (file: File): Promise<Chosen> => {
  const [, ...rows] = CsvFile.rows(await file.text())
  return { file, rows, key: crypto.randomUUID() }
}

const Drop = ({ onFile }: { readonly onFile: (file: File) => void }) => {
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined) onFile(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button within does the same
    <div
      className={isOver ? "drop drop-over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileUp aria-hidden />
      <p>Drop a CSV file here, or</p>
      <Button look="primary" icon={Upload} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <label htmlFor={id} className="hidden">
        CSV file
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        tabIndex={-1}
        accept=".csv,text/csv"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file !== undefined) onFile(file)
          // The same file can be chosen again, after it was put right.
          event.target.value = ""
        }}
      />
      <p className="hint">
        Columns: <code>{CsvFile.columns.join(", ")}</code>. At most 1,000 rows.
      </p>
    </div>
  )
}

const useUpload = () => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const send = async ({ file, key }: Chosen) => {
    setBusy(true)
    setError(undefined)
    try {
      const batch = await api.batches.submitCsv(file, { idempotencyKey: key })
      refresh(client, ["batches", "payouts"])
      navigate(`/batches/${batch.id}`)
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return { error, isBusy, send, clear: () => setError(undefined) }
}

export default function BatchNew() {
  const [chosen, setChosen] = useState<Chosen>()
  const { clear, error, isBusy, send } = useUpload()
  const problems = error instanceof PayoutError ? error.errors : []
  const choose = (file: File) => {
    clear()
    read(file).then(setChosen)
  }
  return (
    <div className="page">
      <PageHead title="New batch" back={{ href: "/batches", label: "Batches" }}>
        <Button
          icon={Download}
          onClick={() =>
            Api.save(new Blob([CsvFile.template], { type: "text/csv" }), "payouts-template.csv")
          }
        >
          Download the template
        </Button>
      </PageHead>
      <Section
        title="File"
        about="All rows are checked before any is accepted. If one row is invalid, the whole batch is refused."
      >
        <Drop onFile={choose} />
      </Section>
      {error !== undefined && <Trouble error={error} />}
      {chosen !== undefined && (
        <Section
          title={chosen.file.name}
          about={`${chosen.rows.length} rows`}
          isFlush
          actions={
            <Button look="primary" isBusy={isBusy} onClick={() => send(chosen)}>
              Submit batch
            </Button>
          }
        >
          <Rows rows={chosen.rows} problems={problems} />
        </Section>
      )}
    </div>
  )
}
