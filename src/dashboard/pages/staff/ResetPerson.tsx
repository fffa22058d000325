/** Resets a locked-out user: a link that resets password and authenticator app. */
import { useState } from "react"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Button } from "../../parts/Button.tsx"
import { Opens } from "../../parts/Dialog.tsx"
import { Field, TextArea } from "../../parts/Field.tsx"
import { Form } from "../../parts/Form.tsx"
import { ShownOnce } from "../../parts/Shown.tsx"

/** Without an id, the form has a field for it. */
export const ResetPerson = ({ id, name }: { readonly id?: string; readonly name?: string }) => {
  const { own } = useSignedIn()
  const [link, setLink] = useState<string | null>()
  return (
    <>
      <Opens
        title="Reset access"
        button={(open) => (
          <Button
            look={id === undefined ? "plain" : "quiet"}
            isSmall={id !== undefined}
            onClick={open}
            {...(name === undefined ? {} : { "aria-label": `Reset access of ${name}` })}
          >
            Reset access
          </Button>
        )}
      >
        {(close) => (
          <Form
            label="Make a reset link"
            onCancel={close}
            onSubmit={async (values, sending) => {
              const person = id ?? values.text("person_id")
              const body = { reason: values.text("reason") }
              setLink((await own.staff.people.reset(person, body, sending)).link)
              close()
            }}
          >
            <p>
              {name ?? "The person"} sets a new password and app with the link. Confirm first that
              the request comes from this person.
            </p>
            {id === undefined && <Field name="person_id" label="Person id" required />}
            <TextArea name="reason" label="Reason" required maxLength={500} />
          </Form>
        )}
      </Opens>
      {link !== undefined && (
        <ShownOnce
          title="Reset link"
          label="reset link"
          text={link}
          onClose={() => setLink(undefined)}
        >
          <p>It works once.</p>
        </ShownOnce>
      )}
    </>
  )
}
