/** Parts shared by the key pages of accounts and of staff. */
import { KeyRound, Plus } from "lucide-react"
import { useState } from "react"
import type { ApiKey, Scope } from "../../../client/Generated.ts"
import type { SignedIn } from "../../data/SignedIn.tsx"
import type { OwnKey } from "../../Generated.ts"
import { Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { Confirm, Opens } from "../../parts/Dialog.tsx"
import { Field, Radios, Select, TextArea } from "../../parts/Field.tsx"
import { Form, type Sending, type Values } from "../../parts/Form.tsx"
import type { Column } from "../../parts/Listing.tsx"
import { ShownOnce } from "../../parts/Shown.tsx"
import { Time } from "../../parts/Value.tsx"
import * as KeyBounds from "./KeyBounds.ts"

/** Staff see no use of a customer's key. */
export type Key = ApiKey & Partial<OwnKey>

interface Made {
  readonly key: string | null
}

interface NewKey {
  readonly name: string
  readonly scope: Scope
  readonly expires_at: string | null
  readonly allowed_ips: ReadonlyArray<string> | null
}

/** Where keys are drawn, replaced and revoked. */
export interface Desk {
  readonly create: (body: NewKey, sending: Sending) => Promise<Made>
  readonly rotate: (who: SignedIn, id: string) => Promise<Made>
  readonly revoke: (who: SignedIn, id: string) => Promise<unknown>
}

const newKeyOf = (values: Values): NewKey => ({
  name: values.text("name"),
  scope: KeyBounds.scopeOf(values.text("scope")),
  expires_at: KeyBounds.endOf(values.text("term"), values.text("expires_at"), Date.now()),
  allowed_ips: KeyBounds.addressesOf(values.text("allowed_ips"))
})

const scopeOptions = KeyBounds.scopes.map(({ about, label, scope }) => ({
  ...{ value: scope, label, hint: about }
}))

const NewKeyFields = () => {
  const [term, setTerm] = useState("never")
  return (
    <>
      <Field
        name="name"
        label="Name"
        required
        maxLength={100}
        hint="Where it is used, such as “payroll server”."
      />
      <Radios name="scope" label="Scope" options={scopeOptions} />
      <Select
        name="term"
        label="Expires"
        value={term}
        onChange={(event) => setTerm(event.target.value)}
      >
        {KeyBounds.terms.map((one) => (
          <option key={one.term} value={one.term}>
            {one.label}
          </option>
        ))}
      </Select>
      {term === KeyBounds.ownTerm && (
        <Field
          name="expires_at"
          label="Last day"
          type="date"
          required
          hint="The key works until this day ends, in UTC."
        />
      )}
      <TextArea
        name="allowed_ips"
        label="Allowed addresses"
        hint="One IP address or range on each line, such as 203.0.113.0/24. Leave empty to allow every address."
      />
    </>
  )
}

export const CreateKey = ({
  desk,
  onDone
}: {
  readonly desk: Desk
  readonly onDone: () => void
}) => {
  const [made, setMade] = useState<Made>()
  return (
    <>
      <Opens
        title="Create an API key"
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
              setMade(await desk.create(newKeyOf(values), sending))
              onDone()
              close()
            }}
          >
            <NewKeyFields />
          </Form>
        )}
      </Opens>
      {made !== undefined && (
        <ShownOnce
          title="Your new API key"
          label="API key"
          text={made.key}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  )
}

const Actions = ({ desk, of }: { readonly of: Key; readonly desk: Desk }) => {
  const [made, setMade] = useState<Made>()
  return (
    <div className="actions">
      <Confirm
        isSmall
        label="Rotate"
        title="Rotate this key?"
        act={async (who) => setMade(await desk.rotate(who, of.id))}
        changes={["keys"]}
        done="The key is rotated."
      >
        <p>
          A new key with the same scope, expiry and allowed addresses replaces it. “{of.name}” (…
          {of.last4}) keeps working for 24 hours.
        </p>
      </Confirm>
      <Confirm
        isSmall
        label="Revoke"
        title="Revoke this key?"
        act={(who) => desk.revoke(who, of.id)}
        changes={["keys"]}
        done="The key is revoked."
      >
        <p>
          “{of.name}” (…{of.last4}) stops working at once.
        </p>
      </Confirm>
      {made !== undefined && (
        <ShownOnce
          title="Your new API key"
          label="API key"
          text={made.key}
          onClose={() => setMade(undefined)}
        />
      )}
    </div>
  )
}

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" })

/** A day far ahead, which a time without its year does not tell. */
const Day = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={`${at} (UTC)`}>
    {dayFormat.format(new Date(at))}
  </time>
)

/** Addresses that are shown without a further step. */
const shownMax = 2

const Addresses = ({ of: { allowed_ips } }: { readonly of: Pick<Key, "allowed_ips"> }) => {
  if (allowed_ips === null) return "Any address"
  const list = allowed_ips.map((address) => (
    <div key={address}>
      <code>{address}</code>
    </div>
  ))
  if (list.length <= shownMax) return list
  return (
    <details>
      <summary>{list.length} addresses</summary>
      {list}
    </details>
  )
}

export const keyColumns = (desk: Desk | undefined, hasUse: boolean): ReadonlyArray<Column<Key>> => [
  {
    head: "Name",
    kind: "main",
    cell: (each) => (
      <>
        <strong>{each.name}</strong> <code>…{each.last4}</code>
      </>
    )
  },
  { head: "Status", cell: (each) => <Badge status={KeyBounds.stateOf(each, Date.now())} /> },
  { head: "Scope", cell: (each) => KeyBounds.scopeLabel(each.scope) },
  { head: "Allowed addresses", cell: (each) => <Addresses of={each} /> },
  {
    head: "Expires",
    cell: (each) => (each.expires_at === null ? "Never" : <Day at={each.expires_at} />)
  },
  { head: "Created", cell: (each) => <Time at={each.created_at} isShort /> },
  ...(hasUse
    ? [
        {
          head: "Last used",
          cell: (each: Key) =>
            each.last_used_at ? <Time at={each.last_used_at} isShort /> : "Never"
        }
      ]
    : []),
  ...(desk === undefined
    ? []
    : [
        {
          head: "Actions",
          kind: "actions",
          cell: (each: Key) =>
            KeyBounds.stateOf(each, Date.now()) === "active" && <Actions of={each} desk={desk} />
        } as const
      ])
]

export const noKeys = (
  <Empty icon={KeyRound} title="No API keys yet">
    <p>Your server needs an API key to use the API.</p>
  </Empty>
)
