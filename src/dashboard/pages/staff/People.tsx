/** The people of a customer's account: who may sign in, who is invited, and resets of access. */
import { useQueryClient } from "@tanstack/react-query"
import { UserPlus, Users } from "lucide-react"
import { useState } from "react"
import * as Format from "../../data/Format.ts"
import { refresh, useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import type { Invitation, Team, TeamMember } from "../../Generated.ts"
import { Answer, Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { Opens } from "../../parts/Dialog.tsx"
import { Field, Select } from "../../parts/Field.tsx"
import { Form } from "../../parts/Form.tsx"
import { type Column, Table } from "../../parts/Listing.tsx"
import { Section } from "../../parts/Page.tsx"
import { ShownOnce } from "../../parts/Shown.tsx"
import { Time } from "../../parts/Value.tsx"
import { ResetPerson } from "./ResetPerson.tsx"

const roles = ["owner", "developer", "viewer"] as const

const Invite = ({ id }: { readonly id: string }) => {
  const { own } = useSignedIn()
  const client = useQueryClient()
  const [link, setLink] = useState<string | null>()
  return (
    <>
      <Opens
        title="Invite to this account"
        button={(open) => (
          <Button onClick={open} icon={UserPlus}>
            Invite
          </Button>
        )}
      >
        {(close) => (
          <Form
            label="Create invitation"
            onCancel={close}
            onSubmit={async (values, sending) => {
              const role = roles.find((each) => each === values.text("role")) ?? "viewer"
              const body = { email: values.text("email"), role }
              setLink((await own.staff.accounts.invitations(id, body, sending)).link)
              refresh(client, ["team", "audit"])
              close()
            }}
          >
            <Field name="email" label="E-mail address" type="email" required />
            <Select name="role" label="Role">
              {roles.map((role) => (
                <option key={role}>{role}</option>
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

/** Someone who belongs to the account, or will once the invitation is accepted. */
type Row =
  | { readonly id: string; readonly member: TeamMember; readonly isOneself: boolean }
  | { readonly id: string; readonly invitation: Invitation }

const Who = ({ of }: { readonly of: Row }) =>
  "member" in of ? (
    <span>
      <strong>{of.member.name}</strong> {of.member.is_locked && <Badge status="locked" />} <br />
      <span className="faint">{of.member.email}</span>
    </span>
  ) : (
    <span>
      {of.invitation.email ?? "Anyone with the link"} <br />
      <span className="faint">
        Invited by {of.invitation.invited_by}, until <Time at={of.invitation.expires_at} isShort />
      </span>
    </span>
  )

const LastSeen = ({ of }: { readonly of: Row }) => {
  if (!("member" in of)) return <Badge status="invited" />
  const { last_sign_in_at: at } = of.member
  return at === null ? "Never" : <Time at={at} isShort />
}

const columns: ReadonlyArray<Column<Row>> = [
  { head: "Name", kind: "main", cell: (each) => <Who of={each} /> },
  {
    head: "Role",
    cell: (each) => Format.words("member" in each ? each.member.role : each.invitation.role)
  },
  {
    head: "Second factor",
    cell: (each) => ("member" in each ? (each.member.has_second_factor ? "On" : "Off") : "–")
  },
  { head: "Last sign-in", cell: (each) => <LastSeen of={each} /> },
  {
    head: "Actions",
    kind: "actions",
    cell: (each) => "member" in each && !each.isOneself && <ResetPerson of={each.member} />
  }
]

const rowsOf = ({ invitations, members }: Team, ownId: string): ReadonlyArray<Row> => [
  ...members.map((member) => ({ id: member.id, member, isOneself: member.id === ownId })),
  ...invitations.map((invitation) => ({ id: invitation.id, invitation }))
]

export const People = ({ id }: { readonly id: string }) => {
  const { may, session } = useSignedIn()
  const team = useServiceQuery("team", ["of", id], ({ own }, options) =>
    own.staff.accounts.team.get(id, options)
  )
  return (
    <Section
      title="People"
      about="People who may sign in to this account."
      isFlush
      actions={may("issue") && <Invite id={id} />}
    >
      <Answer of={team}>
        {(data) =>
          data.members.length + data.invitations.length === 0 ? (
            <Empty icon={Users} title="No people yet">
              <p>Invite an owner, who can invite the others.</p>
            </Empty>
          ) : (
            <Table
              caption="People"
              columns={columns}
              rows={rowsOf(data, session.person.id)}
              idOf={(each) => each.id}
            />
          )
        }
      </Answer>
    </Section>
  )
}
