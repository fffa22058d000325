/** The users of a customer's account, its invitations, and access resets. */
import { Users } from "lucide-react"
import * as Format from "../../data/Format.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import type { Invitation, Team, TeamMember } from "../../Generated.ts"
import { Answer, Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Invite, memberRoles } from "../../parts/Invite.tsx"
import { type Column, Table } from "../../parts/Listing.tsx"
import { Section } from "../../parts/Page.tsx"
import { Time } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { people as Words } from "../../words/staff.tsx"
import { EraseUser } from "./EraseUser.tsx"
import { ResetPerson } from "./ResetPerson.tsx"

/** A member of the account, or an open invitation. */
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
      {of.invitation.email ?? Words.anyone} <br />
      <span className="faint">
        {Words.invitedBy(of.invitation.invited_by, <Time at={of.invitation.expires_at} isShort />)}
      </span>
    </span>
  )

const LastSeen = ({ of }: { readonly of: Row }) => {
  if (!("member" in of)) return <Badge status="invited" />
  const { last_sign_in_at: at } = of.member
  return at === null ? CommonWords.never : <Time at={at} isShort />
}

const columns: ReadonlyArray<Column<Row>> = [
  { head: CommonWords.name, kind: "main", cell: (each) => <Who of={each} /> },
  {
    head: CommonWords.role,
    cell: (each) => Format.words("member" in each ? each.member.role : each.invitation.role)
  },
  {
    head: Words.secondFactor,
    cell: (each) =>
      "member" in each ? (each.member.has_second_factor ? Words.on : Words.off) : "–"
  },
  { head: Words.lastSignIn, cell: (each) => <LastSeen of={each} /> },
  {
    head: CommonWords.actions,
    kind: "actions",
    cell: (each) => "member" in each && !each.isOneself && <ResetPerson of={each.member} />
  }
]

const rowsOf = ({ invitations, members }: Team, ownId: string): ReadonlyArray<Row> => [
  ...members.map((member) => ({ id: member.id, member, isOneself: member.id === ownId })),
  ...invitations.map((invitation) => ({ id: invitation.id, invitation }))
]

export const People = ({ id }: { readonly id: string }) => {
  const { may, own, session } = useSignedIn()
  const team = useServiceQuery("team", ["of", id], ({ own }, options) =>
    own.staff.accounts.team.get(id, options)
  )
  return (
    <Section
      title={Words.title}
      about={Words.about}
      isFlush
      actions={
        <>
          <EraseUser />
          {may("issue") && (
            <Invite
              title={Words.invite}
              roles={memberRoles}
              usualRole="owner"
              send={(guest, sending) => own.staff.accounts.invitations(id, guest, sending)}
            />
          )}
        </>
      }
    >
      <Answer of={team}>
        {(data) =>
          data.members.length + data.invitations.length === 0 ? (
            <Empty icon={Users} title={Words.none.title}>
              <p>{Words.none.hint}</p>
            </Empty>
          ) : (
            <Table
              caption={Words.title}
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
