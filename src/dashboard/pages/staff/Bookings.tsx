/** Operators' bookings: the list, a new one, and the decisions about a proposed one. */
import { NotebookPen } from "lucide-react"
import type { Booking, CreateBookingBody } from "../../../client/Generated.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Field, Select } from "../../parts/Field.tsx"
import type { Values } from "../../parts/Form.tsx"
import { type Column, Listing, usePage } from "../../parts/Listing.tsx"
import { ObjectLink } from "../../parts/ObjectLink.tsx"
import { Section } from "../../parts/Page.tsx"
import { books as Words } from "../../words/books.ts"
import { common as CommonWords } from "../../words/common.ts"
import { decision as DecisionWords } from "../../words/staffReview.tsx"
import { Deciding, useIsOwn } from "./Decision.tsx"

const currencies = ["USDC", "UGX", "KES", "NGN", "GHS", "TZS"] as const

const providers = ["sandbox", "mtn", "pawapay"] as const

/** Accounts that operators may choose. */
const accounts = [
  ...["treasury_fiat", "in_transit", "provider_float", "deposits", "conversion", "third_parties"],
  ...["spread_income", "fx_result", "provider_fees", "gas", "write_offs"]
]

const numberOf = (values: Values, name: string): number | null => {
  const text = values.maybe(name)
  return text === undefined ? null : Number(text)
}

/** The body of the request. The service checks each field. */
const bodyOf = (values: Values): CreateBookingBody =>
  ({
    kind: values.text("kind"),
    provider: values.maybe("provider") ?? null,
    payout_id: values.maybe("payout_id") ?? null,
    currency: values.text("currency"),
    amount: Number(values.text("amount")),
    debit_account: values.maybe("debit_account") ?? null,
    credit_account: values.maybe("credit_account") ?? null,
    sold_usdc: numberOf(values, "sold_usdc"),
    fx_result: numberOf(values, "fx_result"),
    value_date: values.text("value_date"),
    reference: values.text("reference"),
    reason: values.text("reason")
  }) as CreateBookingBody

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly none: string
  readonly of: ReadonlyArray<string>
}

const Choice = ({ label, name, none, of }: ChoiceProps) => (
  <Select name={name} label={label} defaultValue="">
    <option value="">{none}</option>
    {of.map((each) => (
      <option key={each}>{each}</option>
    ))}
  </Select>
)

const { propose } = Words

const Propose = () => (
  <Deciding
    label={propose.label}
    name={propose.label}
    title={propose.label}
    about={propose.about}
    look="primary"
    facts={[]}
    act={({ books }, values, sending) => books.bookings.create(bodyOf(values), sending)}
    done={propose.done}
  >
    <Select name="kind" label={propose.kind} defaultValue="top_up">
      {Words.kinds.map(([kind, label]) => (
        <option key={kind} value={kind}>
          {label}
        </option>
      ))}
    </Select>
    <Choice name="provider" label={propose.provider} none={propose.none} of={providers} />
    <Select name="currency" label={Words.currency} defaultValue="UGX">
      {currencies.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </Select>
    <Field name="amount" label={CommonWords.amount} type="number" step="any" required />
    <Choice name="debit_account" label={propose.debit} none={propose.automatic} of={accounts} />
    <Choice name="credit_account" label={propose.credit} none={propose.automatic} of={accounts} />
    <Field
      name="sold_usdc"
      label={propose.soldUsdc}
      type="number"
      step="any"
      hint={propose.soldHint}
    />
    <Field
      name="fx_result"
      label={propose.result}
      type="number"
      step="any"
      hint={propose.resultHint}
    />
    <Field name="payout_id" label={propose.payout} hint={propose.payoutHint} maxLength={64} />
    <Field name="value_date" label={Words.valueDate} type="date" required />
    <Field name="reference" label={Words.reference} required maxLength={128} />
  </Deciding>
)

const factsOf = (booking: Booking): ReadonlyArray<readonly [string, string]> => {
  const { amount, credit_account, currency, debit_account, payout_id, reference } = booking
  return [
    [CommonWords.amount, `${amount} ${currency}`],
    [Words.movement, Words.moved(credit_account, debit_account)],
    ...(payout_id === null ? [] : [[Words.payout, payout_id] as const]),
    [Words.reference, reference]
  ]
}

const Decisions = ({ of }: { readonly of: Booking }) => {
  const isOwn = useIsOwn(of.approvals)
  if (of.status !== "proposed") return null
  const named = (label: string) => ({
    ...{ label, name: Words.of(label, of.reference), title: Words.of(label, of.reference) },
    facts: factsOf(of)
  })
  return (
    <div className="actions">
      {isOwn ? (
        <p className="faint">{DecisionWords.ownApproval}</p>
      ) : (
        <Deciding
          {...named(Words.approve.label)}
          about={Words.approve.about}
          act={({ books }, values, sending) =>
            books.bookings.approve(of.id, { reason: values.text("reason") }, sending)
          }
          done={Words.approve.done}
        />
      )}
      <Deciding
        {...named(Words.withdraw.label)}
        about={Words.withdraw.about}
        act={({ books }, values, sending) =>
          books.bookings.withdraw(of.id, { reason: values.text("reason") }, sending)
        }
        done={Words.withdraw.done}
      />
    </div>
  )
}

const columnsOf = (mayAct: boolean): ReadonlyArray<Column<Booking>> => [
  { head: Words.reference, kind: "main", cell: ({ reference }) => reference },
  { head: Words.kind, cell: ({ kind }) => Words.kindOf(kind) },
  {
    head: CommonWords.amount,
    kind: "number",
    cell: ({ amount, currency }) => `${amount} ${currency}`
  },
  {
    head: Words.movement,
    cell: ({ credit_account, debit_account }) => Words.moved(credit_account, debit_account)
  },
  {
    head: Words.payout,
    cell: ({ payout_id }) => (payout_id === null ? null : <ObjectLink id={payout_id} />)
  },
  { head: Words.valueDate, cell: ({ value_date }) => value_date },
  { head: CommonWords.status, kind: "status", cell: ({ status }) => <Badge status={status} /> },
  {
    head: Words.approvals,
    cell: ({ approvals, approvals_needed }) => Words.approvedOf(approvals.length, approvals_needed)
  },
  ...(mayAct
    ? [
        {
          ...({ head: CommonWords.actions, kind: "actions" } as const),
          cell: (each: Booking) => <Decisions of={each} />
        }
      ]
    : [])
]

export const Bookings = () => {
  const { may } = useSignedIn()
  const page = usePage()
  const bookings = useServiceQuery("books", ["bookings", page], ({ api }, options) =>
    api.admin.books.bookings.list(page, options)
  )
  const mayAct = may("refunds")
  return (
    <Section
      title={Words.bookings}
      about={Words.bookingsAbout}
      isFlush
      actions={mayAct && <Propose />}
    >
      <Listing
        of={bookings}
        caption={Words.bookings}
        columns={columnsOf(mayAct)}
        idOf={({ id }) => id}
        empty={<Empty icon={NotebookPen} title={Words.noBookings} />}
      />
    </Section>
  )
}
