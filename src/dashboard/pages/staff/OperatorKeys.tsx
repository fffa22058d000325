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
import * as CommonWords from "../../words/Common.ts"
import * as Words from "../../words/staff/OperatorKeys.ts"

const columns: ReadonlyArray<Column<Operator>> = [
  { head: CommonWords.name, kind: "main", cell: (each) => <strong>{each.name}</strong> },
  {
    head: CommonWords.status,
    cell: (each) => <Badge status={each.revoked_at ? "revoked" : "active"} />
  },
  { head: CommonWords.key, cell: (each) => <code>…{each.last4}</code> },
  { head: CommonWords.created, cell: (each) => <Time at={each.created_at} isShort /> },
  {
    head: CommonWords.lastUsed,
    cell: (each) =>
      each.last_used_at === null ? CommonWords.never : <Time at={each.last_used_at} isShort />
  },
  {
    head: CommonWords.actions,
    kind: "actions",
    cell: (each) =>
      each.revoked_at === null && (
        <Confirm
          isSmall
          label={CommonWords.revoke}
          title={Words.revoke.title}
          act={({ api }) => api.admin.operators.delete(each.id)}
          changes={["keys"]}
          done={Words.revoke.done}
        >
          <p>{Words.revoke.effect(each)}</p>
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
        title={Words.create.title}
        button={(open) => (
          <Button look="primary" icon={Plus} onClick={open}>
            {Words.create.label}
          </Button>
        )}
      >
        {(close) => (
          <Form
            label={Words.create.label}
            onCancel={close}
            onSubmit={async (values, sending) => {
              setMade(await api.admin.operators.create({ name: values.text("name") }, sending))
              refresh(client, ["keys"])
              close()
            }}
          >
            <Field
              name="name"
              label={CommonWords.name}
              required
              maxLength={100}
              hint={Words.create.nameHint}
            />
          </Form>
        )}
      </Opens>
      {made !== undefined && (
        <ShownOnce {...Words.made} text={made.key} onClose={() => setMade(undefined)} />
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
      <PageHead title={Words.title} about={Words.about}>
        <Create />
      </PageHead>
      <div className="card card-flush">
        <Listing
          of={keys}
          caption={Words.title}
          columns={columns}
          idOf={(each) => each.id}
          empty={<Empty icon={KeyRound} title={Words.none} />}
        />
      </div>
    </div>
  )
}
