/** A button that invites a user by e-mail address and role, and shows the link once. */
import { useQueryClient } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { useState } from "react"
import { refresh } from "../data/Queries.ts"
import { common as CommonWords } from "../words/common.ts"
import { invite as Words } from "../words/team.ts"
import { Button } from "./Button.tsx"
import { Opens } from "./Dialog.tsx"
import { Field, Select } from "./Field.tsx"
import { Form, type Sending } from "./Form.tsx"
import { ShownOnce } from "./Shown.tsx"

export const { memberRoles, staffRoles } = Words

type Roles<R extends string> = Readonly<Record<R, string>>

/** The role that a text names. */
export const roleOf = <R extends string>(roles: Roles<R>, text: string): R => {
  const found = (Object.keys(roles) as Array<R>).find((role) => role === text)
  if (found === undefined) throw new Error(`no such role: ${text}`)
  return found
}

interface Guest<R extends string> {
  readonly email: string
  readonly role: R
}

/** Creates the invitation. Its link is `null` in the response to a retry. */
export const Invite = <R extends string>(props: {
  readonly title: string
  readonly roles: Roles<R>
  readonly usualRole: R
  readonly look?: "primary"
  readonly send: (guest: Guest<R>, sending: Sending) => Promise<{ readonly link: string | null }>
}) => {
  const client = useQueryClient()
  const [link, setLink] = useState<string | null>()
  const { look, roles, send, title, usualRole } = props
  return (
    <>
      <Opens
        title={title}
        button={(open) => (
          <Button {...(look && { look })} icon={Plus} onClick={open}>
            {Words.invite}
          </Button>
        )}
      >
        {(close) => (
          <Form
            label={Words.create}
            onCancel={close}
            onSubmit={async (values, sending) => {
              const role = roleOf(roles, values.text("role"))
              setLink((await send({ email: values.text("email"), role }, sending)).link)
              refresh(client, ["team", "audit"])
              close()
            }}
          >
            <Field name="email" label={CommonWords.email} type="email" required />
            <Select name="role" label={CommonWords.role} defaultValue={usualRole}>
              {Object.entries<string>(roles).map(([role, label]) => (
                <option key={role} value={role}>
                  {label}
                </option>
              ))}
            </Select>
          </Form>
        )}
      </Opens>
      {link !== undefined && (
        <ShownOnce {...Words.made} text={link} onClose={() => setLink(undefined)}>
          <p>{Words.sendIt}</p>
        </ShownOnce>
      )}
    </>
  )
}
