/** Keys of the operators' API: issued with or without an expiry, rotated and revoked. */
import { useQueryClient } from "@tanstack/react-query"
import { KeyRound, Plus } from "lucide-react"
import { useState } from "react"
import type { Operator, OperatorWithKey } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { useKeyNames, usePeopleNames } from "../../data/Names.ts"
import { refresh, useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { Confirm, Opens } from "../../parts/Dialog.tsx"
import { Field, OverlapSelect } from "../../parts/Field.tsx"
import { Form } from "../../parts/Form.tsx"
import { type Column, Listing, usePage } from "../../parts/Listing.tsx"
import { PageHead } from "../../parts/Page.tsx"
import { ShownOnce } from "../../parts/Shown.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { Time } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { operatorKeys as Words } from "../../words/staff.tsx"
import * as KeyBounds from "../keys/KeyBounds.ts"
import { Ends, endOf, TermFields } from "../keys/KeyParts.tsx"

/** Ids of keys with a successor, which is a newer active key with the same name. */
const replacedIn = (keys: ReadonlyArray<Operator>): ReadonlySet<string> => {
  const names = new Set<string>()
  const replaced = new Set<string>()
  const now = Date.now()
  for (const each of keys) {
    const name = each.name.trim().toLowerCase()
    if (names.has(name)) replaced.add(each.id)
    if (KeyBounds.stateOf(each, now) === "active") names.add(name)
  }
  return replaced
}

interface Shown {
  readonly onMade: (made: OperatorWithKey) => void
}

const Rotate = ({ of: each, onMade }: Shown & { readonly of: Operator }) => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  return (
    <Opens
      title={Words.rotate.title}
      button={(open) => (
        <Button look="quiet" isSmall onClick={open}>
          {Words.rotate.label}
        </Button>
      )}
    >
      {(close) => (
        <Form
          label={Words.rotate.title}
          onCancel={close}
          onSubmit={async (values, sending) => {
            const body = { overlap_hours: Number(values.text("overlap_hours")) }
            const made = await api.admin.operators.rotate(each.id, body, sending)
            refresh(client, ["keys"])
            toast.say(Words.rotate.done)
            close()
            onMade(made)
          }}
        >
          <p>{Words.rotate.effect(each)}</p>
          <OverlapSelect label={Words.rotate.overlap} hint={Words.rotate.overlapHint} />
        </Form>
      )}
    </Opens>
  )
}

const Revoke = ({ of: each }: { readonly of: Operator }) => (
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

const columnsOf = (
  replaced: ReadonlySet<string>,
  nameOf: (id: string) => string,
  { onMade }: Shown
): ReadonlyArray<Column<Operator>> => [
  { head: CommonWords.name, kind: "main", cell: (each) => <strong>{each.name}</strong> },
  {
    head: CommonWords.status,
    cell: (each) => (
      <>
        <Badge status={KeyBounds.stateOf(each, Date.now())} />
        {replaced.has(each.id) && each.expires_at !== null && <small>{Words.replaced}</small>}
      </>
    )
  },
  { head: CommonWords.key, cell: (each) => <code>…{each.last4}</code> },
  { head: CommonWords.expires, cell: (each) => <Ends at={each.expires_at} /> },
  { head: CommonWords.created, cell: (each) => <Time at={each.created_at} isShort /> },
  {
    head: Words.issuedBy,
    cell: ({ issued_by: by }) => (by === null ? Words.firstStart : nameOf(by))
  },
  {
    head: CommonWords.lastUsed,
    cell: (each) =>
      each.last_used_at === null ? CommonWords.never : <Time at={each.last_used_at} isShort />
  },
  {
    head: CommonWords.actions,
    kind: "actions",
    cell: (each) =>
      KeyBounds.stateOf(each, Date.now()) === "active" && (
        <div className="actions">
          {!replaced.has(each.id) && <Rotate of={each} onMade={onMade} />}
          <Revoke of={each} />
        </div>
      )
  }
]

const Create = ({ onMade }: Shown) => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  return (
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
            const body = { name: values.text("name"), expires_at: endOf(values) }
            const made = await api.admin.operators.create(body, sending)
            refresh(client, ["keys"])
            close()
            onMade(made)
          }}
        >
          <Field
            name="name"
            label={CommonWords.name}
            required
            maxLength={100}
            hint={Words.create.nameHint}
          />
          <TermFields />
        </Form>
      )}
    </Opens>
  )
}

export default function OperatorKeys() {
  const page = usePage()
  const people = usePeopleNames()
  const keyNames = useKeyNames()
  const nameOf = (id: string) => people.get(id) ?? keyNames.get(id) ?? Format.middle(id)
  const [made, setMade] = useState<OperatorWithKey>()
  const keys = useServiceQuery("keys", ["operators", page], ({ api }, options) =>
    api.admin.operators.list(page, options)
  )
  return (
    <div className="page">
      <PageHead title={Words.title} about={Words.about}>
        <Create onMade={setMade} />
      </PageHead>
      <div className="card card-flush">
        <Listing
          of={keys}
          caption={Words.title}
          columns={columnsOf(replacedIn(keys.data?.data ?? []), nameOf, { onMade: setMade })}
          idOf={(each) => each.id}
          empty={<Empty icon={KeyRound} title={Words.none} />}
        />
      </div>
      {made !== undefined && (
        <ShownOnce {...Words.made} text={made.key} onClose={() => setMade(undefined)} />
      )}
    </div>
  )
}
