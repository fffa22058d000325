/** One break, with its comments and its closing. */
import { MessageSquare } from "lucide-react"
import { Link } from "wouter"
import type { BreakComment, Break as Shape } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Answer, Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { LinkButton } from "../../parts/Button.tsx"
import { type Column, Table } from "../../parts/Listing.tsx"
import { Facts, PageHead, Section } from "../../parts/Page.tsx"
import { Code, Time } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"
import {
  reconciliation as AllWords,
  breaks as BreaksWords,
  oneBreak as Words
} from "../../words/reconciliation.ts"
import { decision as DecisionWords, pending as PendingWords } from "../../words/staffReview.tsx"
import { AddComment, BreakActions, ProposalActions } from "./BreakActions.tsx"
import { Side, Subject } from "./BreakParts.tsx"
import { useIsOwn } from "./Decision.tsx"

interface Of {
  readonly of: Shape
}

const Found = ({ of }: Of) => (
  <Section
    title={Words.facts}
    actions={<LinkButton href={`/audit-log?subject_id=${of.id}`}>{Words.auditLog}</LinkButton>}
  >
    <Facts
      of={[
        [CommonWords.status, <Badge key="status" status={`break_${of.status}`} />],
        [BreaksWords.owner, of.owner ?? BreaksWords.noOwner],
        [BreaksWords.age, BreaksWords.ageOf(of.age_days)],
        [AllWords.source, AllWords.sourceOf(of.source)],
        [AllWords.subject, <Subject key="subject" id={of.subject_id} />],
        [AllWords.books, <Side key="books" of={of.books_amount} currency={of.currency} />],
        [AllWords.reported, <Side key="reported" of={of.reported_amount} currency={of.currency} />],
        [
          CommonWords.reference,
          <Code key="reference" text={of.reference} label={AllWords.copied.reference} />
        ],
        [Words.details, of.detail],
        [Words.firstFound, <Time key="first" at={of.first_seen_at} />],
        [Words.lastFound, <Time key="last" at={of.last_seen_at} />],
        [
          Words.lastRun,
          <Link key="run" href={`/reconciliation/runs/${of.last_found_by}`}>
            {Words.reconciliation} {Format.middle(of.last_found_by)}
          </Link>
        ],
        [Words.ended, of.ended_at && <Time at={of.ended_at} />],
        [CommonWords.break, <Code key="id" text={of.id} label={AllWords.copied.id} isShort />]
      ]}
    />
  </Section>
)

/** The explanation of an open break that more people must approve, or of a closed one. */
const Explanation = ({ of }: Of) => {
  const { may } = useSignedIn()
  const isOwn = useIsOwn(of.approvals)
  const { approvals, approvals_needed: needed, evidence, reason } = of
  const [first] = approvals
  if (first === undefined) return null
  const isOpen = of.status === "open"
  return (
    <Section
      title={isOpen ? Words.closing.proposed : Words.closing.closed}
      actions={isOpen && may("refunds") && <ProposalActions of={of} />}
    >
      {isOpen && <p>{isOwn ? DecisionWords.ownApproval : Words.another(first)}</p>}
      <Facts
        of={[
          [Words.reason, reason],
          [Words.evidence, evidence],
          [Words.proposedBy, isOpen && first],
          [Words.approvedBy, approvals.join(", ")],
          [Words.stillNeeded, isOpen && PendingWords.missing(needed - approvals.length)]
        ]}
      />
      {isOpen && <p className="faint">{Words.amountsChange}</p>}
    </Section>
  )
}

const commentColumns: ReadonlyArray<Column<BreakComment>> = [
  { head: Words.comment.field, kind: "main", cell: ({ text }) => text },
  { head: Words.by, cell: ({ by }) => by },
  { head: CommonWords.time, cell: ({ at }) => <Time at={at} isShort /> }
]

const Comments = ({ of }: Of) => {
  const { may } = useSignedIn()
  return (
    <Section title={Words.comments} actions={may("refunds") && <AddComment of={of} />} isFlush>
      {of.comments.length === 0 ? (
        <Empty icon={MessageSquare} title={Words.noComments}>
          <p>{Words.noCommentsHint}</p>
        </Empty>
      ) : (
        <Table
          caption={Words.comments}
          columns={commentColumns}
          rows={of.comments}
          idOf={({ at, by, text }) => `${at} ${by} ${text}`}
        />
      )}
    </Section>
  )
}

/** Milliseconds between two reads, because other people may act on the break. */
const everyMs = 10_000

export default function Break({ id }: { readonly id: string }) {
  const { may } = useSignedIn()
  const found = useServiceQuery(
    "books",
    ["break", id],
    ({ api }, options) => api.admin.breaks.get(id, options),
    { everyMs }
  )
  const { data } = found
  return (
    <div className="page">
      <PageHead
        title={data === undefined ? CommonWords.break : AllWords.kinds[data.kind]}
        back={{ href: "/reconciliation", label: Words.back }}
      >
        {may("refunds") && data !== undefined && <BreakActions of={data} />}
      </PageHead>
      <Answer of={found} lines={8}>
        {(loaded) => (
          <>
            <Explanation of={loaded} />
            <Found of={loaded} />
            <Comments of={loaded} />
          </>
        )}
      </Answer>
    </div>
  )
}
