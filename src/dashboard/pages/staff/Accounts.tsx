/** All customers. */
import { useQueryClient } from "@tanstack/react-query"
import { Building2, Plus } from "lucide-react"
import { Link, useLocation } from "wouter"
import type { Account } from "../../../client/Generated.ts"
import { refresh, useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { Opens } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { Filters, SearchFilter, useFilter } from "../../parts/Filters.tsx"
import { Form } from "../../parts/Form.tsx"
import { type Column, Listing, usePage } from "../../parts/Listing.tsx"
import { PageHead } from "../../parts/Page.tsx"
import { Time } from "../../parts/Value.tsx"

const columns: ReadonlyArray<Column<Account>> = [
  {
    head: "Name",
    kind: "main",
    cell: (each) => <Link href={`/accounts/${each.id}`}>{each.name}</Link>
  },
  { head: "E-mail", cell: (each) => each.email },
  { head: "KYC", cell: (each) => <Badge status={each.kyc_status} /> },
  { head: "Status", cell: (each) => <Badge status={each.status} /> },
  { head: "Created", cell: (each) => <Time at={each.created_at} isShort /> }
]

const Create = () => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return (
    <Opens
      title="New account"
      button={(open) => (
        <Button look="primary" icon={Plus} onClick={open}>
          New account
        </Button>
      )}
    >
      {(close) => (
        <Form
          label="Create account"
          onCancel={close}
          onSubmit={async (values, sending) => {
            const body = { name: values.text("name"), email: values.text("email") }
            const account = await api.admin.accounts.create(body, sending)
            refresh(client, ["accounts"])
            close()
            navigate(`/accounts/${account.id}`)
          }}
        >
          <Field name="name" label="Company" required maxLength={200} />
          <Field name="email" label="E-mail address" type="email" required />
          <p className="hint">The account cannot create payouts until its KYC is approved.</p>
        </Form>
      )}
    </Opens>
  )
}

export default function Accounts() {
  const { may } = useSignedIn()
  const page = usePage()
  const [search] = useFilter("search")
  const query = { ...page, search: search || undefined }
  const accounts = useServiceQuery("accounts", ["list", query], ({ api }, options) =>
    api.admin.accounts.list(query, options)
  )
  return (
    <div className="page">
      <PageHead title="Accounts">{may("accounts") && <Create />}</PageHead>
      <div className="card card-flush">
        <Filters>
          <SearchFilter label="Search accounts" />
        </Filters>
        <Listing
          of={accounts}
          caption="Accounts"
          columns={columns}
          idOf={(each) => each.id}
          empty={
            <Empty
              icon={Building2}
              title={search === "" ? "No accounts yet" : "No accounts match"}
            />
          }
        />
      </div>
    </div>
  )
}
