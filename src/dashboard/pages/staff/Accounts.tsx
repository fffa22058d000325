/** All customers, with the volume of each. */
import { useQueryClient } from "@tanstack/react-query"
import { Building2, Plus } from "lucide-react"
import { Link, useLocation } from "wouter"
import type { Account } from "../../../client/Generated.ts"
import { refresh, useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import * as Status from "../../data/Status.ts"
import type { AccountFigures } from "../../Generated.ts"
import { Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { Opens } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { Filters, SearchFilter, SelectFilter, useFilter } from "../../parts/Filters.tsx"
import { Form } from "../../parts/Form.tsx"
import { type Column, Listing, usePage } from "../../parts/Listing.tsx"
import { PageHead } from "../../parts/Page.tsx"
import { Time } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { accounts as Words } from "../../words/staff.tsx"
import { LastPayout, Settled, Volume } from "./AccountFigures.tsx"

/** Figures by account id, without accounts that are not read yet. */
type Figures = ReadonlyMap<string, AccountFigures>

/** Figures of the accounts on the page. The list does not wait for them. */
const useFigures = (accounts: ReadonlyArray<Account>): Figures => {
  const ids = accounts.map(({ id }) => id).join(",")
  const { data } = useServiceQuery(
    "stats",
    ["accounts", ids],
    ({ own }, options) => own.staff.accountFigures.get({ ids }, options),
    { isOn: ids !== "" }
  )
  return new Map((data?.data ?? []).map((each) => [each.account_id, each]))
}

const columnsOf = (figures: Figures): ReadonlyArray<Column<Account>> => [
  {
    head: CommonWords.name,
    kind: "main",
    cell: (each) => <Link href={`/accounts/${each.id}`}>{each.name}</Link>
  },
  { head: Words.email, cell: (each) => each.email },
  { head: Words.kyc, cell: (each) => <Badge status={each.kyc_status} /> },
  { head: CommonWords.status, cell: (each) => <Badge status={each.status} /> },
  {
    head: Words.settled,
    kind: "number",
    cell: ({ id }) => <Settled of={figures.get(id)} />
  },
  {
    head: Words.volume,
    kind: "number",
    cell: ({ id }) => <Volume of={figures.get(id)} />
  },
  { head: Words.lastPayout, cell: ({ id }) => <LastPayout of={figures.get(id)} /> },
  { head: CommonWords.created, cell: (each) => <Time at={each.created_at} isShort /> }
]

const kycStatuses = ["PENDING", "APPROVED", "REJECTED"] as const
const statuses = ["ACTIVE", "SUSPENDED"] as const

const optionsOf = (states: ReadonlyArray<string>) =>
  states.map((each) => [each, Status.meaning(each).label] as const)

const Create = () => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return (
    <Opens
      title={Words.newAccount}
      button={(open) => (
        <Button look="primary" icon={Plus} onClick={open}>
          {Words.newAccount}
        </Button>
      )}
    >
      {(close) => (
        <Form
          label={Words.create}
          onCancel={close}
          onSubmit={async (values, sending) => {
            const body = { name: values.text("name"), email: values.text("email") }
            const account = await api.admin.accounts.create(body, sending)
            refresh(client, ["accounts"])
            close()
            navigate(`/accounts/${account.id}`)
          }}
        >
          <Field name="name" label={Words.company} required maxLength={200} />
          <Field name="email" label={CommonWords.email} type="email" required />
          <p className="hint">{Words.kycFirst}</p>
        </Form>
      )}
    </Opens>
  )
}

export default function Accounts() {
  const { may } = useSignedIn()
  const page = usePage()
  const [search] = useFilter("search")
  const [kyc] = useFilter("kyc_status")
  const [status] = useFilter("status")
  const filter = {
    search: search || undefined,
    kyc_status: kycStatuses.find((each) => each === kyc),
    status: statuses.find((each) => each === status)
  }
  const isFiltered = Object.values(filter).some((each) => each !== undefined)
  const query = { ...page, ...filter }
  const accounts = useServiceQuery("accounts", ["list", query], ({ api }, options) =>
    api.admin.accounts.list(query, options)
  )
  const figures = useFigures(accounts.data?.data ?? [])
  return (
    <div className="page">
      <PageHead title={Words.title}>{may("accounts") && <Create />}</PageHead>
      <div className="card card-flush">
        <Filters>
          <SearchFilter label={Words.search} />
          <SelectFilter name="kyc_status" label={Words.kyc} options={optionsOf(kycStatuses)} />
          <SelectFilter name="status" label={CommonWords.status} options={optionsOf(statuses)} />
        </Filters>
        <Listing
          of={accounts}
          caption={Words.title}
          columns={columnsOf(figures)}
          idOf={(each) => each.id}
          empty={<Empty icon={Building2} title={isFiltered ? Words.noneMatch : Words.none} />}
        />
      </div>
    </div>
  )
}
