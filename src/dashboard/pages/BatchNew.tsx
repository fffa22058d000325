/**
 * Creates a batch from a CSV file. The service checks the file first, and the user reviews it
 * before it is submitted.
 */
import { useQueryClient } from "@tanstack/react-query"
import { Download, FileUp, Upload } from "lucide-react"
import { type DragEvent, useId, useRef, useState } from "react"
import { useLocation } from "wouter"
import type { BatchCheck, Network } from "../../client/Generated.ts"
import { PayoutError } from "../../client/Problem.ts"
import * as Api from "../data/Api.ts"
import * as CsvFile from "../data/CsvFile.ts"
import * as Format from "../data/Format.ts"
import { refresh } from "../data/Queries.ts"
import * as SheetText from "../data/SheetText.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import { Skeleton, Trouble } from "../parts/Answer.tsx"
import { Button } from "../parts/Button.tsx"
import { Check, Field } from "../parts/Field.tsx"
import { MayNot } from "../parts/MayNot.tsx"
import { PageHead, Section } from "../parts/Page.tsx"
import { useToast } from "../parts/Toast.tsx"
import { batchNew as Words } from "../words/batches.tsx"
import { sheet as SheetWords } from "../words/batchFile.ts"
import { common as CommonWords } from "../words/common.ts"
import { ColumnChoice } from "./batch/ColumnChoice.tsx"
import { Notes, Review, Totals } from "./batch/Review.tsx"
import { Rows } from "./batch/Rows.tsx"
import { FundingChoice, type FundingSource, useFundingSource } from "./payout/FundingChoice.tsx"

interface Chosen {
  readonly file: File
  /** The changes to the file, as sentences. */
  readonly notes: ReadonlyArray<string>
  /** Rows by their number in the file that the user chose. */
  readonly rows: CsvFile.Rows
  readonly name: string
  /**
   * The idempotency key of this file and name, so that a retry without a response creates one
   * batch.
   */
  readonly key: string
}

/** The service's limit. */
const nameCharsMax = 80

const nameOf = ({ name }: File): string => name.replace(/\.\w+$/, "").slice(0, nameCharsMax)

/** A file whose columns the user must name. */
interface Unmapped {
  readonly file: File
  readonly columns: SheetText.Unmapped
}

/** Converts a file to the service's form. A file that has this form stays unchanged. */
const read = async (
  file: File,
  networks: ReadonlyArray<Network>,
  choice?: SheetText.Choice
): Promise<Chosen | Unmapped> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const found = await SheetText.convert(bytes, networks, choice)
  if ("refusal" in found) {
    throw new PayoutError({ code: "WRONG_FILE", status: undefined, message: found.refusal })
  }
  if ("unmapped" in found) return { file, columns: found.unmapped }
  const { notes, rows } = found
  const text = CsvFile.csvOf(rows.map(({ cells }) => cells))
  return {
    file: notes.length === 0 ? file : new File([text], file.name, { type: "text/csv" }),
    notes,
    rows: new Map(rows.map((row, index) => [index + 1, row])),
    ...{ name: nameOf(file), key: crypto.randomUUID() }
  }
}

/** Replaces row numbers of a part of the file with those of the whole file. */
const renumbered = (checked: BatchCheck, { rows }: Chosen): BatchCheck => {
  const numbers = [...rows.keys()]
  const of = (row: number): number => numbers[row - 1] ?? row
  const each = <A extends { readonly row?: number }>(one: A): A =>
    one.row === undefined ? one : { ...one, row: of(one.row) }
  return {
    ...checked,
    rows: checked.rows.map(each),
    errors: checked.errors.map(each),
    paid_before: checked.paid_before.map(each),
    duplicates: checked.duplicates.map((one) => ({
      ...each(one),
      same_as_row: of(one.same_as_row)
    })),
    ...(checked.warnings === undefined ? {} : { warnings: checked.warnings.map(each) })
  }
}

interface DropProps {
  readonly onFile: (file: File) => void
  /** True if a file is chosen. Its review below then matters more than another choice. */
  readonly isSmall: boolean
}

const Drop = ({ isSmall, onFile }: DropProps) => {
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
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    <div
      className={`drop${isOver ? " drop-over" : ""}${isSmall ? " drop-small" : ""}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {!isSmall && <FileUp aria-hidden />}
      <p>{isSmall ? Words.file.dropAnother : Words.file.drop}</p>
      <Button
        look={isSmall ? "plain" : "primary"}
        icon={Upload}
        onClick={() => input.current?.click()}
      >
        {Words.file.choose}
      </Button>
      <label htmlFor={id} className="hidden">
        {Words.file.label}
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        tabIndex={-1}
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file !== undefined) onFile(file)
          // An empty value lets the user choose the same file again after a correction.
          event.target.value = ""
        }}
      />
      {!isSmall && (
        <p className="hint">{Words.file.columns(<code>{CsvFile.columns.join(", ")}</code>)}</p>
      )}
    </div>
  )
}

const problemsMax = 50

interface State {
  readonly unmapped?: Unmapped
  readonly chosen?: Chosen
  readonly checked?: BatchCheck
  readonly error?: unknown
  readonly busy?: "checking" | "sending"
}

const useUpload = () => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  const [, navigate] = useLocation()
  const [state, setState] = useState<State>({})
  /** Counts the choices, so that a late response about an earlier file is ignored. */
  const latest = useRef(0)
  const check = async (of: Promise<Chosen | Unmapped>) => {
    latest.current += 1
    const choice = latest.current
    const show = (next: State) => {
      if (choice === latest.current) setState(next)
    }
    show({ busy: "checking" })
    try {
      const chosen = await of
      if ("columns" in chosen) return show({ unmapped: chosen })
      const checked = await api.batches.checkCsv(chosen.file)
      show({ chosen, checked: renumbered(checked, chosen) })
    } catch (error) {
      show({ error })
    }
  }
  const send = async ({ file, key, name }: Chosen, funding: FundingSource) => {
    setState((before) => ({ ...before, busy: "sending", error: undefined }))
    try {
      const batch = await api.batches.submitCsv(file, {
        // Another funding is another request. The rows' own keys still prevent a second batch.
        idempotencyKey: `${key}-${funding}`,
        ...{ name: name.trim() || undefined, funding }
      })
      refresh(client, ["batches", "payouts", "balance"])
      if (batch.id === state.checked?.batch_id) toast.say(Words.submittedBefore)
      navigate(`/batches/${batch.id}`)
    } catch (error) {
      setState(({ busy: _, ...before }) => ({ ...before, error }))
      refresh(client, ["balance"])
    }
  }
  // A file may use network names as the dashboard shows them, so they include the country.
  const networks = async () =>
    (await api.networks.list()).data.map((each) => ({ ...each, name: Format.network(each) }))
  const choose = (file: File, choice?: SheetText.Choice) =>
    check(networks().then((listed) => read(file, listed, choice)))
  const goOn = (chosen: Chosen) => check(Promise.resolve(chosen))
  const rename = (chosen: Chosen, name: string) =>
    setState((before) => ({ ...before, chosen: { ...chosen, name, key: crypto.randomUUID() } }))
  return { state, choose, goOn, rename, send }
}

/** The number of rows, and of rows with problems. */
const summary = ({ errors, total }: BatchCheck): string => {
  const wrong = new Set(errors.map(({ row }) => row)).size
  return wrong === 0 ? Words.inOrder(total) : Words.withProblems(wrong, total)
}

/** All problems of the file. The message already contains a single problem. */
const FileProblems = ({ error }: { readonly error: unknown }) =>
  error instanceof PayoutError &&
  error.errors.length > 1 && (
    <ul className="note">
      {error.errors.slice(0, problemsMax).map(({ field, message, row }) => (
        <li key={`${row} ${field}`}>
          {row === undefined ? "" : Words.row(row)}
          {field} {message}
        </li>
      ))}
    </ul>
  )

interface ReviewedProps {
  readonly chosen: Chosen
  readonly checked: BatchCheck
  readonly isBusy: boolean
  readonly goOn: (chosen: Chosen) => void
  readonly rename: (chosen: Chosen, name: string) => void
  readonly send: (chosen: Chosen, funding: FundingSource) => void
}

type PartsProps = Pick<ReviewedProps, "checked" | "goOn" | "chosen">

/** Two buttons: one downloads the rows with problems, and one continues with the other rows. */
const Parts = ({ checked, goOn, chosen: { file, name, notes, rows } }: PartsProps) => {
  const wrong = new Set(checked.errors.map(({ row }) => row))
  const part = (isWrong: boolean): Chosen => {
    const found = new Map([...rows].filter(([number]) => wrong.has(number) === isWrong))
    const text = CsvFile.csvOf([...found.values()].map(({ cells }) => cells))
    return {
      file: new File([text], file.name, { type: "text/csv" }),
      ...{ notes, rows: found, name, key: crypto.randomUUID() }
    }
  }
  const [bad, good] = [part(true), part(false)]
  return (
    <>
      <Button icon={Download} onClick={() => Api.save(bad.file, `problems-${file.name}`)}>
        {Words.downloadWrong}
      </Button>
      {good.rows.size > 0 && (
        <Button look="primary" onClick={() => goOn(good)}>
          {Words.goOn(good.rows.size)}
        </Button>
      )}
    </>
  )
}

/** True if rows repeat each other or resemble recent payouts. */
const isDoubtful = ({ batch_id, duplicates, paid_before }: BatchCheck): boolean =>
  batch_id === null && duplicates.length + paid_before.length > 0

/** Totals, name and button come before the lists, which can be long. */
const Ready = ({ checked, chosen, isBusy, rename, send }: Omit<ReviewedProps, "goOn">) => {
  const [isLookedAt, setLookedAt] = useState(false)
  const mustLook = isDoubtful(checked)
  const funding = useFundingSource(checked.total_amount_usdc)
  return (
    <>
      <Notes of={checked} rows={chosen.rows} />
      <Section
        title={chosen.file.name}
        about={summary(checked)}
        actions={
          <Button
            look="primary"
            isBusy={isBusy}
            disabled={mustLook && !isLookedAt}
            onClick={() => send(chosen, funding.source)}
          >
            {Words.submit}
          </Button>
        }
      >
        <Totals of={checked} />
        <Field
          name="name"
          label={Words.name.label}
          hint={Words.name.hint}
          maxLength={nameCharsMax}
          value={chosen.name}
          onChange={(event) => rename(chosen, event.target.value)}
        />
        <FundingChoice of={funding} needed={checked.total_amount_usdc} />
        {mustLook && (
          <Check
            name="looked"
            label={Words.lookedAt}
            checked={isLookedAt}
            onChange={(event) => setLookedAt(event.target.checked)}
          />
        )}
      </Section>
      <Review of={checked} />
      <Section title={Words.rowsOfFile} isFlush>
        <Rows rows={chosen.rows} checked={checked} />
      </Section>
    </>
  )
}

/** Rows with problems come before the totals. */
const Refused = ({ checked, chosen, goOn }: PartsProps) => (
  <>
    <Section
      title={chosen.file.name}
      about={summary(checked)}
      isFlush
      actions={<Parts checked={checked} goOn={goOn} chosen={chosen} />}
    >
      <Rows rows={chosen.rows} checked={checked} />
    </Section>
    <Notes of={checked} rows={chosen.rows} />
    <Review of={checked} />
  </>
)

const Changes = ({ chosen: { notes } }: Pick<ReviewedProps, "chosen">) =>
  notes.length > 0 && (
    <Section title={SheetWords.title}>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Section>
  )

/** Identifies a file, so that another file starts a new review. */
const fileKey = ({ file: { lastModified, name, size } }: Chosen): string =>
  `${name} ${size} ${lastModified}`

const Reviewed = (props: ReviewedProps) => (
  <>
    <Changes chosen={props.chosen} />
    {props.checked.is_valid ? (
      <Ready key={fileKey(props.chosen)} {...props} />
    ) : (
      <Refused {...props} />
    )}
  </>
)

export default function BatchNew() {
  if (useSignedIn().may("write")) return <Making />
  return (
    <div className="page">
      <PageHead title={Words.title} back={{ href: "/batches", label: CommonWords.batches }} />
      <MayNot />
    </div>
  )
}

const Making = () => {
  const { choose, goOn, rename, send, state } = useUpload()
  const { busy, checked, chosen, error, unmapped } = state
  return (
    <div className="page">
      <PageHead title={Words.title} back={{ href: "/batches", label: CommonWords.batches }}>
        <Button
          icon={Download}
          onClick={() =>
            Api.save(new Blob([CsvFile.template], { type: "text/csv" }), "payouts-template.csv")
          }
        >
          {Words.template}
        </Button>
      </PageHead>
      <Section title={Words.file.title} about={Words.file.about}>
        <Drop onFile={(file) => choose(file)} isSmall={checked !== undefined} />
      </Section>
      {busy === "checking" && <Skeleton lines={6} />}
      {unmapped !== undefined && (
        <ColumnChoice
          file={unmapped.file.name}
          of={unmapped.columns}
          onChosen={(choice) => choose(unmapped.file, choice)}
        />
      )}
      {error !== undefined && <Trouble error={error} />}
      <FileProblems error={error} />
      {chosen !== undefined && checked !== undefined && (
        <Reviewed
          chosen={chosen}
          checked={checked}
          isBusy={busy === "sending"}
          goOn={goOn}
          rename={rename}
          send={send}
        />
      )}
    </div>
  )
}
