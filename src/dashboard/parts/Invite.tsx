/** A button that invites a person by e-mail address and role, and shows the link once. */
import { useQueryClient } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { useState } from "react"
import { refresh } from "../data/Queries.ts"
import { Button } from "./Button.tsx"
import { Opens } from "./Dialog.tsx"
import { Field, Select } from "./Field.tsx"
import { Form, type Sending } from "./Form.tsx"
import { ShownOnce } from "./Shown.tsx"

/** What each role of a customer's account allows. */
export const memberRoles = {
  owner: "Owner: everything, including the team",
  developer: "Developer: everything except the team",
  viewer: "Viewer: read only"
} as const

/** What each role of staff allows. */
export const staffRoles = {
  admin: "Admin: everything",
  compliance: "Compliance: holds and accounts",
  operator: "Operator: reviews, refunds, deliveries"
} as const

type Roles<R extends string> = Readonly<Record<R, string>>

/** The role that a text of the page names. */
export const roleOf = <R extends string>(roles: Roles<R>, text: string): R => {
  const found = (Object.keys(roles) as Array<R>).find((role) => role === text)
  if (found === undefined) throw new Error(`no such role: ${text}`)
  return found
}

interface Guest<R extends string> {
  readonly email: string
  readonly role: R
}

/** `send` creates the invitation. Its link is `null` in the answer to a repeated request. */
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
            Invite
          </Button>
        )}
      >
        {(close) => (
          <Form
            label="Create invitation"
            onCancel={close}
            onSubmit={async (values, sending) => {
              const role = roleOf(roles, values.text("role"))
              setLink((await send({ email: values.text("email"), role }, sending)).link)
              refresh(client, ["team", "audit"])
              close()
            }}
          >
            <Field name="email" label="E-mail address" type="email" required />
            <Select name="role" label="Role" defaultValue={usualRole}>
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
        <ShownOnce
          title="Invitation"
          label="invitation link"
          text={link}
          onClose={() => setLink(undefined)}
        >
          <p>Send this link to the person you invited. It works once.</p>
        </ShownOnce>
      )}
    </>
  )
}
