/** Resets the access of a locked-out user with a link for a new password and second factor. */
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { refresh } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import type { TeamMember } from "../../Generated.ts"
import { Button } from "../../parts/Button.tsx"
import { Opens } from "../../parts/Dialog.tsx"
import { TextArea } from "../../parts/Field.tsx"
import { Form } from "../../parts/Form.tsx"
import { ShownOnce } from "../../parts/Shown.tsx"
import { resetPerson as Words } from "../../words/staff.tsx"

export const ResetPerson = ({ of: { email, id, name } }: { readonly of: TeamMember }) => {
  const { own } = useSignedIn()
  const client = useQueryClient()
  const [link, setLink] = useState<string | null>()
  return (
    <>
      <Opens
        title={Words.title(name)}
        button={(open) => (
          <Button look="quiet" isSmall onClick={open} aria-label={Words.resetOf(name)}>
            {Words.reset}
          </Button>
        )}
      >
        {(close) => (
          <Form
            label={Words.create}
            onCancel={close}
            onSubmit={async (values, sending) => {
              const body = { reason: values.text("reason") }
              setLink((await own.staff.people.reset(id, body, sending)).link)
              refresh(client, ["team", "audit"])
              close()
            }}
          >
            <p>{Words.effect({ email, name })}</p>
            <TextArea name="reason" label={Words.reason} required maxLength={500} />
          </Form>
        )}
      </Opens>
      {link !== undefined && (
        <ShownOnce {...Words.link} text={link} onClose={() => setLink(undefined)}>
          <p>{Words.sendIt({ email, name })}</p>
        </ShownOnce>
      )}
    </>
  )
}
