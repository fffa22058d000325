/** Erases the data of a user who has left every team, or of a person who was only invited. */
import { useQueryClient } from "@tanstack/react-query"
import { refresh } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Button } from "../../parts/Button.tsx"
import { Opens } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { Form } from "../../parts/Form.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { eraseUser as Words } from "../../words/staff.tsx"
import { Reason } from "./Reason.tsx"

export const EraseUser = () => {
  const { own } = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  return (
    <Opens
      title={Words.title}
      button={(open) => (
        <Button look="danger" onClick={open}>
          {Words.label}
        </Button>
      )}
    >
      {(close) => (
        <Form
          label={Words.confirm}
          look="danger"
          onCancel={close}
          onSubmit={async (values, sending) => {
            const body = { email: values.text("email"), reason: values.text("reason") }
            await own.staff.people.erase(body, sending)
            refresh(client, ["team", "audit"])
            toast.say(Words.done)
            close()
          }}
        >
          <p>{Words.effect}</p>
          <p>{Words.condition}</p>
          <Field name="email" label={Words.email} type="email" required maxLength={254} />
          <Reason of={Words.label} />
        </Form>
      )}
    </Opens>
  )
}
