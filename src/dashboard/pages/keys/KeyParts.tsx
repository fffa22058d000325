/** Parts shared by the key pages of accounts and of staff. */
import { KeyRound, Plus } from "lucide-react"
import { useState } from "react"
import type { ApiKey } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import type { SignedIn } from "../../data/SignedIn.tsx"
import type { OwnKey } from "../../Generated.ts"
import { Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { Confirm, Opens } from "../../parts/Dialog.tsx"
import { Field, Select } from "../../parts/Field.tsx"
import { Form, type Sending } from "../../parts/Form.tsx"
import type { Column } from "../../parts/Listing.tsx"
import { ShownOnce } from "../../parts/Shown.tsx"
import { Time } from "../../parts/Value.tsx"

/** Staff see no use of a customer's key. */
export type Key = ApiKey & Partial<OwnKey>

interface Made {
  readonly key: string | null
}

/** Where keys are drawn, replaced and revoked. */
export interface Desk {
  readonly create: (
    body: { readonly name: string; readonly scope: "full" | "read_only" },
    sending: Sending
  ) => Promise<Made>
  readonly rotate: (who: SignedIn, id: string) => Promise<Made>
  readonly revoke: (who: SignedIn, id: string) => Promise<unknown>
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
              const scope = values.text("scope") === "full" ? "full" : "read_only"
              setMade(await desk.create({ name: values.text("name"), scope }, sending))
              onDone()
              close()
            }}
          >
            <Field
              name="name"
              label="Name"
              required
              maxLength={100}
              hint="Where it is used, such as “payroll server”."
            />
            <Select name="scope" label="Scope">
              <option value="full">Full: may do everything the API offers</option>
              <option value="read_only">Read only</option>
            </Select>
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
        done="There is a new key."
      >
        <p>
          A new key takes its place. “{of.name}” (…{of.last4}) stops working at once.
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
          “{of.name}” (…{of.last4}) stops working with its next request.
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

export const keyColumns = (desk: Desk | undefined, hasUse: boolean): ReadonlyArray<Column<Key>> => [
  { head: "Name", kind: "main", cell: (each) => <strong>{each.name}</strong> },
  { head: "Status", cell: (each) => <Badge status={each.revoked_at ? "revoked" : "active"} /> },
  { head: "Key", cell: (each) => <code>…{each.last4}</code> },
  { head: "Scope", cell: (each) => Format.words(each.scope) },
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
          cell: (each: Key) => each.revoked_at === null && <Actions of={each} desk={desk} />
        } as const
      ])
]

export const noKeys = (
  <Empty icon={KeyRound} title="No keys yet">
    <p>A key lets a server of yours use the API.</p>
  </Empty>
)
