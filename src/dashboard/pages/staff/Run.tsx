/** One reconciliation, as it was found. */
import { useQueryClient } from "@tanstack/react-query"
import { Scale } from "lucide-react"
import { useEffect } from "react"
import type {
  Difference,
  ReconciliationFigure,
  ReconciliationGap,
  Reconciliation as Shape
} from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { refresh, useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Answer, Empty } from "../../parts/Answer.tsx"
import { type Column, Table } from "../../parts/Listing.tsx"
import { Facts, PageHead, Section } from "../../parts/Page.tsx"
import { Code, Time } from "../../parts/Value.tsx"
import {
  reconciliation as AllWords,
  runs as RunsWords,
  run as Words
} from "../../words/reconciliation.ts"
import { comparedColumns, sideColumns } from "./BreakParts.tsx"
import { OutcomeBadge } from "./Runs.tsx"
import { StartRun } from "./StartRun.tsx"

/** Milliseconds between two reads of a reconciliation that has not finished. */
const everyMs = 2_000

const useRun = (id: string, options: { readonly everyMs?: number } = {}) =>
  useServiceQuery(
    "books",
    ["reconciliation", id],
    ({ api }, call) => api.admin.reconciliations.get(id, call),
    options
  )

/** Reads the reconciliation until it has finished, and then the breaks that it found. */
const Running = ({ id }: { readonly id: string }) => {
  const client = useQueryClient()
  useRun(id, { everyMs })
  useEffect(() => () => refresh(client, ["books"]), [client])
  return (
    <p className="note" role="status">
      {Words.running}
    </p>
  )
}

interface Of {
  readonly of: Shape
}

const Summary = ({ of }: Of) => (
  <Section title={Words.summary}>
    <Facts
      of={[
        [RunsWords.outcome, <OutcomeBadge key="outcome" of={of} />],
        [AllWords.day, of.day],
        [RunsWords.differences, Format.count(of.differences_total)],
        [RunsWords.compared, RunsWords.comparedOf(of)],
        [Words.statement, of.statement && Words.statementOf(of.statement)],
        [
          Words.fingerprint,
          of.statement && <Code text={of.statement.sha256} label="SHA-256" isShort />
        ],
        [RunsWords.startedBy, RunsWords.starterOf(of.started_by)],
        [RunsWords.started, <Time key="started" at={of.started_at} />],
        [RunsWords.finished, of.finished_at && <Time at={of.finished_at} />]
      ]}
    />
  </Section>
)

const figureColumns: ReadonlyArray<Column<ReconciliationFigure>> = [
  { head: Words.account, kind: "main", cell: ({ account }) => <code>{account}</code> },
  { head: AllWords.source, cell: ({ source }) => AllWords.sourceOf(source) },
  ...sideColumns
]

const Figures = ({ of: { figures } }: Of) => (
  <Section title={Words.figures} about={Words.figuresAbout} isFlush>
    {figures.length === 0 ? (
      <Empty icon={Scale} title={Words.noFigures} />
    ) : (
      <Table
        caption={Words.figures}
        columns={figureColumns}
        rows={figures}
        idOf={({ account, currency, source }) => `${source} ${account} ${currency}`}
      />
    )}
  </Section>
)

const gapColumns: ReadonlyArray<Column<ReconciliationGap>> = [
  { head: AllWords.source, kind: "main", cell: ({ source }) => AllWords.sourceOf(source) },
  { head: Words.reason, cell: ({ reason }) => reason }
]

const Gaps = ({ of: { gaps } }: Of) =>
  gaps.length > 0 && (
    <Section title={RunsWords.gaps} about={Words.gapsAbout} isFlush>
      <Table
        caption={RunsWords.gaps}
        columns={gapColumns}
        rows={gaps}
        idOf={({ reason, source }) => `${source} ${reason}`}
      />
    </Section>
  )

const Chains = ({ of: { chains_without_nodes: chains } }: Of) =>
  chains.length > 0 && <Section title={Words.chains} about={Words.chainsAbout(chains)} />

const differenceColumns: ReadonlyArray<Column<Difference>> = [
  { head: AllWords.kind, kind: "main", cell: ({ kind }) => AllWords.kinds[kind] },
  ...comparedColumns,
  { head: Words.details, cell: ({ detail }) => detail }
]

const Differences = ({ of: { differences, differences_total: total, outcome } }: Of) => (
  <Section
    title={RunsWords.differences}
    about={
      differences.length < total
        ? `${Words.firstOf(differences.length, total)} ${Words.differencesAbout}`
        : differences.length > 0 && Words.differencesAbout
    }
    isFlush={differences.length > 0}
  >
    {differences.length === 0 ? (
      <p className="faint">{outcome === "incomplete" ? Words.noneFound : Words.noDifferences}</p>
    ) : (
      <Table
        caption={RunsWords.differences}
        columns={differenceColumns}
        rows={differences}
        idOf={({ kind, reference, source, subject_id }) =>
          `${kind} ${source} ${subject_id} ${reference}`
        }
      />
    )}
  </Section>
)

const Loaded = ({ of }: Of) => (
  <>
    {of.status === "running" && <Running id={of.id} />}
    <Summary of={of} />
    {of.status === "finished" && (
      <>
        <Gaps of={of} />
        <Chains of={of} />
        <Differences of={of} />
        <Figures of={of} />
      </>
    )}
  </>
)

export default function Run({ id }: { readonly id: string }) {
  const { may } = useSignedIn()
  const run = useRun(id)
  const { data } = run
  return (
    <div className="page">
      <PageHead
        title={data === undefined ? AllWords.title : RunsWords.of(data.day)}
        about={data?.status === "finished" ? Words.about : undefined}
        back={{ href: "/reconciliation", label: Words.back }}
      >
        {may("refunds") && data?.status === "finished" && data.statement === null && (
          <StartRun day={data.day} />
        )}
      </PageHead>
      <Answer of={run} lines={8}>
        {(loaded) => <Loaded of={loaded} />}
      </Answer>
    </div>
  )
}
