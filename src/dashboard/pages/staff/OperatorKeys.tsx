/** Keys of the operators' API. */
import { useQueryClient } from "@tanstack/react-query"
import { KeyRound, Plus } from "lucide-react"
import { useState } from "react"
import type { Operator, OperatorWithKey } from "../../../client/Generated.ts"
import { refresh, useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { Confirm, Opens } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { Form } from "../../parts/Form.tsx"
import { type Column, Listing, usePage } from "../../parts/Listing.tsx"
import { PageHead } from "../../parts/Page.tsx"
import { ShownOnce } from "../../parts/Shown.tsx"
import { Time } from "../../parts/Value.tsx"

const columns: ReadonlyArray<Column<Operator>> = [
  { head: "Name", kind: "main", cell: (each) => <strong>{each.name}</strong> },
  { head: "Status", cell: (each) => <Badge status={each.revoked_at ? "revoked" : "active"} /> },
  { head: "Key", cell: (each) => <code>…{each.last4}</code> },
  { head: "Created", cell: (each) => <Time at={each.created_at} isShort /> },
  {
    head: "Actions",
    kind: "actions",
    cell: (each) =>
      each.revoked_at === null && (
        <Confirm
          isSmall
          label="Revoke"
          title="Revoke this key?"
          act={({ api }) => api.admin.operators.delete(each.id)}
          changes={["keys"]}
          done="The key is revoked."
        >
          <p>
            “{each.name}” (…{each.last4}) stops working at once.
          </p>
        </Confirm>
      )
  }
]

const Create = () => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const [made, setMade] = useState<OperatorWithKey>()
  return (
    <>
      <Opens
        title="Create an operator key"
        button={(open) => (
          <Button look="primary" icon={Plus} onClick={open}>
            Create key
          </Button>
        )}
      >
        {(close) => (
          <Form
            label="Create key"
            onCancel={close}
            onSubmit={async (values, sending) => {
              setMade(await api.admin.operators.create({ name: values.text("name") }, sending))
              refresh(client, ["keys"])
              close()
            }}
          >
            <Field
              name="name"
              label="Name"
              required
              maxLength={100}
              hint="Use one name per person: approvals are counted by name."
            />
          </Form>
        )}
      </Opens>
      {made !== undefined && (
        <ShownOnce
          title="New operator key"
          label="API key"
          text={made.key}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  )
}

export default function OperatorKeys() {
  const page = usePage()
  const keys = useServiceQuery("keys", ["operators", page], ({ api }, options) =>
    api.admin.operators.list(page, options)
  )
  return (
    <div className="page">
      <PageHead
        title="Operator keys"
        about="For scripts and the command line. People sign in instead."
      >
        <Create />
      </PageHead>
      <div className="card card-flush">
        <Listing
          of={keys}
          caption="Operator keys"
          columns={columns}
          idOf={(each) => each.id}
          empty={<Empty icon={KeyRound} title="No operator keys yet" />}
        />
      </div>
    </div>
  )
}
