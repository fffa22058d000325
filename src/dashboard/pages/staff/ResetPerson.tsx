/** Resets a locked-out user: a link that resets password and second factors. */
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

export const ResetPerson = ({ of: { email, id, name } }: { readonly of: TeamMember }) => {
  const { own } = useSignedIn()
  const client = useQueryClient()
  const [link, setLink] = useState<string | null>()
  return (
    <>
      <Opens
        title={`Reset access of ${name}?`}
        button={(open) => (
          <Button look="quiet" isSmall onClick={open} aria-label={`Reset access of ${name}`}>
            Reset access
          </Button>
        )}
      >
        {(close) => (
          <Form
            label="Create reset link"
            onCancel={close}
            onSubmit={async (values, sending) => {
              const body = { reason: values.text("reason") }
              setLink((await own.staff.people.reset(id, body, sending)).link)
              refresh(client, ["team", "audit"])
              close()
            }}
          >
            <p>
              <strong>{name}</strong> ({email}) sets a new password and second factor with the link;
              the old ones and all passkeys are removed. Confirm first that the request comes from
              this person.
            </p>
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
          <p>
            Send it to {name} ({email}). It works once.
          </p>
        </ShownOnce>
      )}
    </>
  )
}
