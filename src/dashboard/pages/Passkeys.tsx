/** A user's passkeys, and the form that adds one. */
import { useQueryClient } from "@tanstack/react-query"
import * as Agent from "../data/Agent.ts"
import * as Api from "../data/Api.ts"
import * as Passkeys from "../data/Passkeys.ts"
import { refresh } from "../data/Queries.ts"
import type { Passkey } from "../Generated.ts"
import { Button } from "../parts/Button.tsx"
import { Opens } from "../parts/Dialog.tsx"
import { Field, PasswordField } from "../parts/Field.tsx"
import { Form } from "../parts/Form.tsx"
import { type Column, Table } from "../parts/Listing.tsx"
import { useToast } from "../parts/Toast.tsx"
import { Time } from "../parts/Value.tsx"
import { passkeys as Words } from "../words/account.ts"
import { common as CommonWords } from "../words/common.ts"

const passwordField = (
  <PasswordField
    name="password"
    label={CommonWords.ownPassword}
    required
    autoComplete="current-password"
  />
)

interface StepsProps {
  /** The password, if the user has just typed it. */
  readonly password?: string | undefined
  readonly onDone: () => void
  readonly onCancel?: () => void
}

/** Asks for a name and the password. Then the browser creates the passkey. */
export const PasskeySteps = ({ onCancel, onDone, password: given }: StepsProps) => {
  if (!Passkeys.areSupported()) return <p>{Passkeys.notSupported}</p>
  return (
    <Form
      label={Words.add.confirm}
      {...(onCancel === undefined ? {} : { onCancel })}
      onSubmit={async (values) => {
        const password = given ?? values.text("password")
        const request = await Api.visitor.passkeys.options({ password })
        const credential = await Passkeys.create(request)
        await Api.visitor.access.addPasskey({ name: values.text("name"), credential })
        onDone()
      }}
    >
      <p>{Words.add.about}</p>
      <Field
        name="name"
        label={Words.add.name}
        required
        maxLength={60}
        defaultValue={Agent.named(navigator.userAgent).slice(0, 60)}
        hint={Words.add.nameHint}
      />
      {given === undefined && passwordField}
    </Form>
  )
}

/** Refreshes the user's second factors, and the session, which depends on them. */
const useChanged = () => {
  const client = useQueryClient()
  return () => {
    refresh(client, ["factors", "sessions"])
    client.invalidateQueries({ queryKey: ["session"] })
  }
}

export const AddPasskey = () => {
  const changed = useChanged()
  const toast = useToast()
  return (
    <Opens
      title={Words.add.button}
      button={(open) => <Button onClick={open}>{Words.add.button}</Button>}
    >
      {(close) => (
        <PasskeySteps
          onCancel={close}
          onDone={() => {
            close()
            changed()
            toast.say(Words.add.done)
          }}
        />
      )}
    </Opens>
  )
}

const Remove = ({ of: { id, name } }: { readonly of: Passkey }) => {
  const changed = useChanged()
  const toast = useToast()
  return (
    <Opens
      title={Words.remove.title(name)}
      button={(open) => (
        <Button look="quiet" isSmall onClick={open} aria-label={Words.remove.label(name)}>
          {CommonWords.remove}
        </Button>
      )}
    >
      {(close) => (
        <Form
          label={Words.remove.confirm}
          look="danger"
          onCancel={close}
          onSubmit={async (values) => {
            await Api.visitor.passkeys.remove(id, { password: values.text("password") })
            close()
            changed()
            toast.say(Words.remove.done)
          }}
        >
          <p>{Words.remove.effect}</p>
          {passwordField}
        </Form>
      )}
    </Opens>
  )
}

const columns: ReadonlyArray<Column<Passkey>> = [
  { head: Words.column, kind: "main", cell: (each) => each.name },
  { head: CommonWords.added, cell: (each) => <Time at={each.created_at} isShort /> },
  {
    head: CommonWords.lastUsed,
    cell: (each) => (each.last_used_at === null ? "–" : <Time at={each.last_used_at} isShort />)
  },
  { head: CommonWords.actions, kind: "actions", cell: (each) => <Remove of={each} /> }
]

export const PasskeyTable = ({ of }: { readonly of: ReadonlyArray<Passkey> }) => (
  <Table caption={Words.caption} columns={columns} rows={of} idOf={(each) => each.id} />
)
