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
import { Time, useNow } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { keyBounds as BoundsWords, keyParts as Words } from "../../words/keys.ts"
import * as KeyBounds from "./KeyBounds.ts"

/** A key of an account or of an operator. */
export type Key = ApiKey | OwnKey

interface Made {
  readonly key: string | null
}

interface NewKey {
  readonly name: string
  readonly scope: Scope
  readonly expires_at: string | null
  readonly allowed_ips: ReadonlyArray<string> | null
}

/** The functions that create, rotate and revoke keys. */
export interface Desk {
  readonly create: (body: NewKey, sending: Sending) => Promise<Made>
  readonly rotate: (who: SignedIn, id: string) => Promise<Made>
  readonly revoke: (who: SignedIn, id: string) => Promise<unknown>
}

/** The expiry from the values of `TermFields`. */
export const endOf = (values: Values): string | null =>
  KeyBounds.endOf(values.text("term"), values.text("expires_at"), Date.now())

const newKeyOf = (values: Values): NewKey => ({
  name: values.text("name"),
  scope: KeyBounds.scopeOf(values.text("scope")),
  expires_at: endOf(values),
  allowed_ips: KeyBounds.addressesOf(values.text("allowed_ips"))
})

const scopeOptions = KeyBounds.scopes.map((scope) => {
  const { about, label } = BoundsWords.scopes[scope]
  return { value: scope, label, hint: about }
})

/** Fields for the expiry of a new key. */
export const TermFields = () => {
  const [term, setTerm] = useState("never")
  return (
    <>
      <Select
        name="term"
        label={CommonWords.expires}
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
          label={Words.lastDay}
          type="date"
          required
          hint={Words.lastDayHint}
        />
      )}
    </>
  )
}

const NewKeyFields = () => (
  <>
    <Field name="name" label={CommonWords.name} required maxLength={100} hint={Words.nameHint} />
    <Radios name="scope" label={Words.scope} options={scopeOptions} />
    <TermFields />
    <TextArea name="allowed_ips" label={Words.addresses} hint={Words.addressesHint} />
  </>
)

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
        title={Words.create.title}
        button={(open) => (
          <Button look="primary" icon={Plus} onClick={open}>
            {Words.create.button}
          </Button>
        )}
      >
        {(close) => (
          <Form
            label={Words.create.button}
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
          title={Words.made.title}
          label={Words.made.copied}
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
        label={Words.rotate.label}
        title={Words.rotate.title}
        act={async (who) => setMade(await desk.rotate(who, of.id))}
        changes={["keys"]}
        done={Words.rotate.done}
      >
        <p>{Words.rotate.effect(of.name, of.last4)}</p>
      </Confirm>
      <Confirm
        isSmall
        label={CommonWords.revoke}
        title={Words.revoke.title}
        act={(who) => desk.revoke(who, of.id)}
        changes={["keys"]}
        done={Words.revoke.done}
      >
        <p>{Words.revoke.effect(of.name, of.last4)}</p>
      </Confirm>
      {made !== undefined && (
        <ShownOnce
          title={Words.made.title}
          label={Words.made.copied}
          text={made.key}
          onClose={() => setMade(undefined)}
        />
      )}
    </div>
  )
}

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" })

/** A day with its year, because an expiry may be far ahead. */
const Day = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={Words.utc(at)}>
    {dayFormat.format(new Date(at))}
  </time>
)

/** The expiry day, and the time until then. */
export const Ends = ({ at }: { readonly at: string | null }) => {
  const left = Date.parse(at ?? "") - useNow(at !== null)
  if (at === null) return CommonWords.never
  return (
    <>
      <Day at={at} />
      {left > 0 && <div className="hint">{Words.endsIn(left)}</div>}
    </>
  )
}

/** Addresses that are visible before a click. */
const shownMax = 2

const Addresses = ({ of: { allowed_ips } }: { readonly of: Pick<Key, "allowed_ips"> }) => {
  if (allowed_ips === null) return Words.anyAddress
  const list = allowed_ips.map((address) => (
    <div key={address}>
      <code>{address}</code>
    </div>
  ))
  if (list.length <= shownMax) return list
  return (
    <details>
      <summary>{Words.addressCount(list.length)}</summary>
      {list}
    </details>
  )
}

export const keyColumns = (desk: Desk | undefined): ReadonlyArray<Column<Key>> => [
  {
    head: CommonWords.name,
    kind: "main",
    cell: (each) => (
      <>
        <strong>{each.name}</strong> <code>…{each.last4}</code>
      </>
    )
  },
  {
    head: CommonWords.status,
    cell: (each) => <Badge status={KeyBounds.stateOf(each, Date.now())} />
  },
  { head: Words.scope, cell: (each) => KeyBounds.scopeLabel(each.scope) },
  { head: Words.addresses, cell: (each) => <Addresses of={each} /> },
  {
    head: CommonWords.expires,
    cell: (each) => <Ends at={each.expires_at} />
  },
  { head: CommonWords.created, cell: (each) => <Time at={each.created_at} isShort /> },
  {
    head: CommonWords.lastUsed,
    cell: (each) =>
      each.last_used_at === null ? CommonWords.never : <Time at={each.last_used_at} isShort />
  },
  ...(desk === undefined
    ? []
    : [
        {
          head: CommonWords.actions,
          kind: "actions",
          cell: (each: Key) =>
            KeyBounds.stateOf(each, Date.now()) === "active" && <Actions of={each} desk={desk} />
        } as const
      ])
]

export const noKeys = (
  <Empty icon={KeyRound} title={Words.none}>
    <p>{Words.noneHint}</p>
  </Empty>
)
