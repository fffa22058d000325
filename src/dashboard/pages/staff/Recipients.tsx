/** Requests about the personal data of one customer's recipients. */
import { useQueryClient } from "@tanstack/react-query"
import { UserX } from "lucide-react"
import type {
  ExportRecipientBody,
  RecipientErasure,
  RecipientExport,
  RecipientRecord
} from "../../../client/Generated.ts"
import * as Api from "../../data/Api.ts"
import * as Format from "../../data/Format.ts"
import * as Phone from "../../data/Phone.ts"
import { refresh, useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { AccountLink } from "../../parts/Account.tsx"
import { Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { Opens } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { Form, type Values } from "../../parts/Form.tsx"
import { type Column, Listing, usePage } from "../../parts/Listing.tsx"
import { Facts, PageHead } from "../../parts/Page.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { Time } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { recipientData as Words } from "../../words/recipientData.tsx"
import { decision as DecisionWords } from "../../words/staffReview.tsx"
import { Deciding, useIsOwn } from "./Decision.tsx"
import { Reason } from "./Reason.tsx"

interface Of {
  readonly accountId: string
  /** The recipient's number; the dialog asks for it if it is absent. */
  readonly phone?: string
  /** The progress of the erasure. */
  readonly approvals?: string
}

const PhoneField = () => (
  <Field
    name="phone"
    label={CommonWords.phone}
    type="tel"
    required
    pattern={Phone.pattern}
    title={CommonWords.phoneFormat}
    hint={Words.phoneHint}
  />
)

/** The recipient and the reason in a form. */
const bodyOf = ({ phone }: Of, values: Values) => ({
  phone: phone ?? Phone.international(values.text("phone"), undefined),
  reason: values.text("reason")
})

const factsOf = ({ accountId, approvals, phone }: Of) =>
  [
    [CommonWords.account, <AccountLink key="account" id={accountId} />],
    [CommonWords.phone, phone],
    [Words.approvals, approvals]
  ] as const

const namesOf = (label: string, { phone }: Of) => ({
  label,
  name: phone === undefined ? label : Words.ofPhone(label, phone),
  title: phone === undefined ? label : DecisionWords.titleOf(label, phone)
})

const erased = ({ erased_at, former_numbers, status }: RecipientErasure): string => {
  const outcome =
    status === "restricted" && erased_at !== null
      ? Words.erase.restricted(Format.date(erased_at))
      : Words.erase.erased
  const kept = former_numbers.filter((former) => former.status === "kept").length
  return kept === 0 ? outcome : `${outcome} ${Words.erase.kept(kept)}`
}

const Erase = ({ of }: { readonly of: Of }) => (
  <Deciding
    {...namesOf(Words.erase.label, of)}
    about={Words.erase.about}
    look="danger"
    facts={factsOf(of)}
    act={({ accounts }, values, sending) =>
      accounts.recipients.erase(of.accountId, bodyOf(of, values), sending)
    }
    done={erased}
    waiting={({ approvals, approvals_needed, status }: RecipientErasure) =>
      status === "requested" ? [approvals.length, approvals_needed] : undefined
    }
  >
    {of.phone === undefined && <PhoneField />}
  </Deciding>
)

const Hold = ({ of }: { readonly of: Of }) => (
  <Deciding
    {...namesOf(Words.hold.label, of)}
    about={Words.hold.about}
    facts={factsOf(of)}
    act={({ accounts }, values, sending) =>
      accounts.recipients.holdData(of.accountId, bodyOf(of, values), sending)
    }
    done={Words.hold.done}
  >
    {of.phone === undefined && <PhoneField />}
  </Deciding>
)

const Release = ({ of }: { readonly of: Of }) => (
  <Deciding
    {...namesOf(Words.release.label, of)}
    about={Words.release.about}
    facts={factsOf(of)}
    act={({ accounts }, values, sending) =>
      accounts.recipients.releaseData(of.accountId, bodyOf(of, values), sending)
    }
    done={Words.release.done}
  >
    {of.phone === undefined && <PhoneField />}
  </Deciding>
)

type AskPage = (body: ExportRecipientBody) => Promise<RecipientExport>

/** All pages of an export as one. */
const wholeExport = async (ask: AskPage, body: ExportRecipientBody): Promise<RecipientExport> => {
  const first = await ask(body)
  const payouts = [...first.payouts]
  let cursor = first.next_cursor
  while (cursor !== null) {
    const page = await ask({ ...body, cursor })
    payouts.push(...page.payouts)
    cursor = page.next_cursor
  }
  return { ...first, payouts, next_cursor: null }
}

const Export = ({ of }: { readonly of: Of }) => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  const { label } = Words.export
  const save = async (values: Values) => {
    const ask: AskPage = (body) => api.admin.accounts.recipients.export(of.accountId, body)
    const { next_cursor: _, ...whole } = await wholeExport(ask, bodyOf(of, values))
    const text = `${JSON.stringify(whole, null, 2)}\n`
    Api.save(new Blob([text], { type: "application/json" }), Words.export.file)
    refresh(client, ["audit"])
    toast.say(Words.export.done(whole.payouts.length))
  }
  return (
    <Opens title={label} button={(open) => <Button onClick={open}>{label}</Button>}>
      {(close) => (
        <Form
          label={label}
          onCancel={close}
          onSubmit={async (values) => {
            await save(values)
            close()
          }}
        >
          <Facts of={factsOf(of)} />
          <p>{Words.export.about}</p>
          <PhoneField />
          <Reason of={label} />
        </Form>
      )}
    </Opens>
  )
}

const progressOf = ({ approvals, approvals_needed }: RecipientRecord): string =>
  Words.approvedOf(approvals.length, approvals_needed)

const Approvals = ({ of }: { readonly of: RecipientRecord }) =>
  of.approvals.length === 0 ? (
    "–"
  ) : (
    <span>
      {progressOf(of)} <br />
      <span className="faint">{of.approvals.join(", ")}</span>
    </span>
  )

const LegalHold = ({ of: { legal_hold: hold } }: { readonly of: RecipientRecord }) =>
  hold === null ? (
    "–"
  ) : (
    <span>
      {hold.reason} <br />
      <span className="faint">
        {Words.setBy(hold.by, <Time key="since" at={hold.since} isShort />)}
      </span>
    </span>
  )

const RowActions = ({
  accountId,
  of
}: {
  readonly accountId: string
  readonly of: RecipientRecord
}) => {
  const isOwn = useIsOwn(of.approvals)
  // The number of restricted data is not shown, so the user enters it.
  if (of.status === "restricted") return null
  const about = { accountId, phone: of.phone }
  if (of.legal_hold !== null) return <Release of={about} />
  return isOwn ? (
    <p className="faint">{DecisionWords.ownApproval}</p>
  ) : (
    <Erase of={{ ...about, approvals: progressOf(of) }} />
  )
}

const columnsOf = (accountId: string, mayAct: boolean): ReadonlyArray<Column<RecipientRecord>> => [
  { head: CommonWords.phone, kind: "main", cell: ({ phone }) => phone },
  { head: CommonWords.status, kind: "status", cell: ({ status }) => <Badge status={status} /> },
  {
    head: Words.erasure,
    cell: ({ erased_at: at }) =>
      at === null ? "–" : Words.erasedOn(<Time key="at" at={at} isShort />)
  },
  { head: Words.legalHold, cell: (each) => <LegalHold of={each} /> },
  { head: Words.approvals, cell: (each) => <Approvals of={each} /> },
  ...(mayAct
    ? [
        {
          ...({ head: CommonWords.actions, kind: "actions" } as const),
          cell: (each: RecipientRecord) => <RowActions accountId={accountId} of={each} />
        }
      ]
    : [])
]

export default function Recipients({ id }: { readonly id: string }) {
  const { may } = useSignedIn()
  const page = usePage()
  const recipients = useServiceQuery("recipients", ["of", id, page], ({ api }, options) =>
    api.admin.accounts.recipients.list(id, page, options)
  )
  const mayAct = may("holds")
  const of = { accountId: id }
  return (
    <div className="page">
      <PageHead
        title={Words.title}
        about={Words.about}
        back={{ href: `/accounts/${id}`, label: Words.back }}
      >
        {mayAct && (
          <>
            <Export of={of} />
            <Hold of={of} />
            <Release of={of} />
            <Erase of={of} />
          </>
        )}
      </PageHead>
      <div className="card card-flush">
        <Listing
          of={recipients}
          caption={Words.caption}
          columns={columnsOf(id, mayAct)}
          idOf={(each) => each.id}
          empty={
            <Empty icon={UserX} title={Words.none.title}>
              <p>{Words.none.hint}</p>
            </Empty>
          }
        />
      </div>
    </div>
  )
}
