/** A button that starts the reconciliation of a day. */
import { useQueryClient } from "@tanstack/react-query"
import { useLocation } from "wouter"
import { refresh } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Button } from "../../parts/Button.tsx"
import { Opens } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { Form } from "../../parts/Form.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { reconciliation as AllWords, runs as RunsWords } from "../../words/reconciliation.ts"

const Words = RunsWords.start

const hourMs = 3_600_000

/** The last day that can be compared: one that ended an hour ago or earlier. */
const lastDay = (): string => new Date(Date.now() - 25 * hourMs).toISOString().slice(0, 10)

export const StartRun = ({ day = lastDay() }: { readonly day?: string }) => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  const [, go] = useLocation()
  return (
    <Opens title={Words.label} button={(open) => <Button onClick={open}>{Words.label}</Button>}>
      {(close) => (
        <Form
          label={Words.label}
          onCancel={close}
          onSubmit={async (values, sending) => {
            const body = { day: values.text("day") }
            const { id } = await api.admin.reconciliations.create(body, sending)
            refresh(client, ["books", "audit"])
            toast.say(Words.done)
            close()
            go(`/reconciliation/runs/${id}`)
          }}
        >
          <p>{Words.about}</p>
          <Field
            name="day"
            label={AllWords.day}
            type="date"
            defaultValue={day}
            hint={Words.dayHint}
            required
          />
        </Form>
      )}
    </Opens>
  )
}
